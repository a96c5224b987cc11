import { ActionIcon, Button, Switch, TextInput, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconCopy,
  IconDownload,
  IconSearch,
  IconTextWrap,
} from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { BuildGlyph } from '../../../features/build-status/build-state.tsx';
import { useLooks } from '../../../features/looks.ts';
import { keyWords } from '../../../layout/key-words.ts';
import { countOf } from '../../../ui/time-words.ts';
import classes from '../build.module.css';
import type { BuildDetail } from '../build-detail.ts';
import { copyLog, saveLog } from './save-log.ts';
import type { Find } from './use-find.ts';
import type { LogMarks } from './use-marks.ts';

type Props = {
  readonly build: BuildDetail;
  readonly find: Find;
  readonly marks: LogMarks;
  /** undefined for a build that has ended. */
  readonly follow: { readonly isOn: boolean; readonly set: (isOn: boolean) => void } | undefined;
};

/** What the log can be asked and told, above it. */
export function LogTools({ build, find, marks, follow }: Props) {
  const wrap = useLooks((state) => state.wrapLogs);
  const setWrap = useLooks((state) => state.setWrapLogs);
  return (
    <>
      <FindField find={find} />
      {marks.errorCount > 0 && (
        <Button
          variant="default"
          size="compact-xs"
          className={classes.errors}
          aria-label={`${countOf(marks.errorCount, 'error')}, go to the next`}
          leftSection={<BuildGlyph look="failed" labelled={false} />}
          rightSection={<IconArrowDown size={12} stroke={1.75} aria-hidden />}
          onClick={marks.nextError}
        >
          {countOf(marks.errorCount, 'error')}
        </Button>
      )}
      {marks.warningCount > 0 && (
        <Button
          variant="default"
          size="compact-xs"
          className={classes.warnings}
          aria-label={`${countOf(marks.warningCount, 'warning')}, go to the next`}
          leftSection={<IconAlertTriangle size={13} stroke={1.75} aria-hidden />}
          onClick={marks.nextWarning}
        >
          <span className="wide-only">{countOf(marks.warningCount, 'warning')}</span>
          <NarrowCount count={marks.warningCount} />
        </Button>
      )}
      <span className="grow" />
      {follow && (
        <Switch
          className={classes.follow}
          label="Follow"
          checked={follow.isOn}
          onChange={(event) => follow.set(event.currentTarget.checked)}
        />
      )}
      <IconAct label={wrap ? 'Do not wrap lines' : 'Wrap lines'} isOn={wrap} run={() => setWrap(!wrap)}>
        <IconTextWrap size={16} stroke={1.75} aria-hidden />
      </IconAct>
      <IconAct label="Copy log" run={() => void copyLog(build)}>
        <IconCopy size={16} stroke={1.75} aria-hidden />
      </IconAct>
      <IconAct label="Save raw log" run={() => void saveLog(build)}>
        <IconDownload size={16} stroke={1.75} aria-hidden />
      </IconAct>
    </>
  );
}

function NarrowCount({ count }: { readonly count: number }) {
  return <span className={classes.narrowOnly}>{count.toLocaleString('en-GB')}</span>;
}

function FindField({ find }: { readonly find: Find }) {
  const field = useRef<HTMLInputElement>(null);
  useHotkeys([['mod+F', () => field.current?.select()]], []);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && find.text !== '') find.type('');
    else return;
    event.preventDefault();
  }
  return (
    <TextInput
      ref={field}
      className={classes.find}
      classNames={{ input: classes.findInput, section: classes.findSection }}
      aria-label="Find in log"
      placeholder="Find in log"
      type="search"
      maxLength={300}
      leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
      rightSection={<FindCount find={find} />}
      rightSectionWidth={find.text === '' ? 52 : 92}
      rightSectionPointerEvents="none"
      value={find.text}
      onChange={(event) => find.type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

function FindCount({ find: { text, found, hits, more, at } }: { readonly find: Find }) {
  if (text === '') return <kbd className={classes.key}>{keyWords('mod+F')}</kbd>;
  const count = `${hits.length.toLocaleString('en-GB')}${more ? '+' : ''}`;
  const words =
    found !== text
      ? ''
      : hits.length === 0
        ? 'none'
        : at < 0
          ? count
          : `${(at + 1).toLocaleString('en-GB')} of ${count}`;
  return (
    <span className={classes.findRight} role="status">
      {words}
    </span>
  );
}

type IconActProps = {
  readonly label: string;
  readonly isOn?: boolean;
  readonly run: () => void;
  readonly children: React.ReactNode;
};

function IconAct({ label, isOn, run, children }: IconActProps) {
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
