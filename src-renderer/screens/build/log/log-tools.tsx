import { ActionIcon, Button, Switch, TextInput, Tooltip } from '@mantine/core';
import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconCopy,
  IconDownload,
  IconSearch,
  IconTextWrap,
} from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { BuildIcon } from '../../../features/build-status/build-display-state.tsx';
import { usePreferences } from '../../../features/preferences.ts';
import { formatShortcut, IS_DESKTOP } from '../../../layout/commands/commands.ts';
import { formatCount, pluralize } from '../../../ui/format.ts';
import { onAnyKeyboard } from '../../../ui/shifted-keys.ts';
import classes from '../build.module.css';
import type { BuildDetail } from '../build-detail.ts';
import { copyLog, saveLog } from './save-log.ts';
import type { LogFind } from './use-log-find.ts';
import type { LogIssues } from './use-log-issues.ts';

type Props = {
  readonly build: BuildDetail;
  readonly find: LogFind;
  readonly issues: LogIssues;
  /** undefined for a finished build. */
  readonly follow: { readonly isOn: boolean; readonly set: (isOn: boolean) => void } | undefined;
};

/** Shows the toolbar of the log: find, errors and warnings, follow, wrap, copy and save. */
export function LogTools({ build, find, issues, follow }: Props) {
  const wrap = usePreferences((state) => state.wrapLogs);
  const setWrap = usePreferences((state) => state.setWrapLogs);
  return (
    <>
      <FindField find={find} />
      {issues.errorCount > 0 && (
        <Button
          variant="default"
          size="compact-xs"
          className="failed"
          flex="none"
          aria-label={`${pluralize(issues.errorCount, 'error')}, go to next`}
          leftSection={<BuildIcon state="failed" isLabelled={false} />}
          rightSection={<IconArrowDown size={12} stroke={1.75} aria-hidden />}
          onClick={issues.nextError}
        >
          {pluralize(issues.errorCount, 'error')}
        </Button>
      )}
      {issues.warningCount > 0 && (
        <Button
          variant="default"
          size="compact-xs"
          c="var(--warn)"
          flex="none"
          aria-label={`${pluralize(issues.warningCount, 'warning')}, go to next`}
          leftSection={<IconAlertTriangle size={13} stroke={1.75} aria-hidden />}
          onClick={issues.nextWarning}
        >
          <span className="wide-only">{pluralize(issues.warningCount, 'warning')}</span>
          <NarrowCount count={issues.warningCount} />
        </Button>
      )}
      <span className="grow" />
      {follow && (
        <Switch
          flex="none"
          label="Follow"
          checked={follow.isOn}
          onChange={(event) => follow.set(event.currentTarget.checked)}
        />
      )}
      <IconAction label={wrap ? 'Do not wrap lines' : 'Wrap lines'} isOn={wrap} run={() => setWrap(!wrap)}>
        <IconTextWrap size={16} stroke={1.75} aria-hidden />
      </IconAction>
      <IconAction label="Copy log" run={() => void copyLog(build)}>
        <IconCopy size={16} stroke={1.75} aria-hidden />
      </IconAction>
      <IconAction label="Save raw log" run={() => void saveLog(build)}>
        <IconDownload size={16} stroke={1.75} aria-hidden />
      </IconAction>
    </>
  );
}

function NarrowCount({ count }: { readonly count: number }) {
  return <span className={classes.narrowOnly}>{formatCount(count)}</span>;
}

function FindField({ find }: { readonly find: LogFind }) {
  const field = useRef<HTMLInputElement>(null);
  const select = () => field.current?.select();
  const slash = onAnyKeyboard('/').map((keys): HotkeyItem => [keys, select]);
  // In a browser Ctrl+F finds in the page.
  useHotkeys(IS_DESKTOP ? [...slash, ['mod+F', select]] : slash, []);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && find.text !== '') find.changeText('');
    else return;
    event.preventDefault();
  }
  return (
    <TextInput
      ref={field}
      flex="0 1 240px"
      miw={96}
      classNames={{ input: classes.findInput }}
      aria-label="Find in log"
      placeholder="Find in log"
      type="search"
      maxLength={300}
      leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
      rightSection={<FindCount find={find} />}
      rightSectionWidth={find.text === '' ? (IS_DESKTOP ? 52 : 28) : 92}
      rightSectionPointerEvents="none"
      value={find.text}
      onChange={(event) => find.changeText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

function FindCount({ find: { text, searchedText, hits, more, currentHit } }: { readonly find: LogFind }) {
  if (text === '') return <kbd className="key">{IS_DESKTOP ? formatShortcut('mod+F') : '/'}</kbd>;
  const count = `${formatCount(hits.length)}${more ? '+' : ''}`;
  const label =
    searchedText !== text
      ? ''
      : hits.length === 0
        ? 'none'
        : currentHit < 0
          ? count
          : `${formatCount(currentHit + 1)} of ${count}`;
  return (
    <span className={`meta ${classes.findCount}`} role="status">
      {label}
    </span>
  );
}

type IconActionProps = {
  readonly label: string;
  readonly isOn?: boolean;
  readonly run: () => void;
  readonly children: React.ReactNode;
};

function IconAction({ label, isOn, run, children }: IconActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? undefined : 'gray'}
        size={26}
        aria-label={label}
        aria-pressed={isOn}
        onClick={run}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
