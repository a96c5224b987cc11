import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { IconCheck, IconFolder, IconGitBranch, IconRefresh, IconSearch, IconX } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { notifyError } from '../../ui/feedback/notify.tsx';
import classes from './import.module.css';
import type { SourceKind } from './import-draft.ts';
import type { Inspection } from './use-inspection.ts';

const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

type Props = {
  readonly kind: SourceKind;
  readonly url: string;
  readonly inspection: Inspection;
  readonly problem: string | undefined;
  readonly isSkipped: boolean;
  readonly change: (part: { readonly kind?: SourceKind; readonly url?: string }) => void;
  readonly inspect: (url: string) => void;
  readonly cancel: () => void;
  readonly skipInspection: () => void;
};

/** Enters the repository and inspects it. */
export function SourceBar(props: Props) {
  const { kind, url, inspection, problem, isSkipped, change, inspect, cancel, skipInspection } = props;
  const { step } = inspection;

  async function pickFolder(): Promise<void> {
    try {
      const folder = await window.lectern?.pickFolder();
      if (folder == null) return;
      change({ url: folder });
      inspect(folder);
    } catch (error) {
      notifyError(error);
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    inspect(url);
  };
  return (
    <div className={classes.source}>
      <Group gap="sm">
        <SegmentedControl
          aria-label="Repository source"
          value={kind}
          onChange={(value) => change({ kind: value === 'folder' ? 'folder' : 'url', url: '' })}
          data={[
            { value: 'folder', label: <Kind icon={<IconFolder {...ICON} />} label="Folder" /> },
            { value: 'url', label: <Kind icon={<IconGitBranch {...ICON} />} label="Git URL" /> },
          ]}
        />
        <span className="meta">Read into a temporary folder. Nothing is imported yet.</span>
      </Group>
      <div className={classes.sourceLine}>
        <TextInput
          className="grow"
          classNames={{ input: classes.url }}
          aria-label={kind === 'url' ? 'Repository URL' : 'Folder path'}
          placeholder={
            kind === 'url'
              ? 'https://git.example/harbour/almanac.git'
              : 'The path of a folder on this computer'
          }
          value={url}
          onChange={(event) => change({ url: event.currentTarget.value })}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          error={
            problem !== undefined && (
              <>
                {problem}{' '}
                {step === 'failed' && !isSkipped && (
                  <button type="button" className={classes.link} onClick={skipInspection}>
                    Import without inspecting
                  </button>
                )}
              </>
            )
          }
          rightSection={step === 'read' ? <IconCheck size={16} stroke={1.75} aria-label="Read" /> : undefined}
        />
        {kind === 'folder' && window.lectern !== undefined && (
          <Button variant="default" leftSection={<IconFolder {...ICON} />} onClick={() => void pickFolder()}>
            Choose folder…
          </Button>
        )}
        {step === 'reading' ? (
          <Button variant="default" leftSection={<IconX {...ICON} />} onClick={cancel}>
            Stop
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={step === 'none' ? <IconSearch {...ICON} /> : <IconRefresh {...ICON} />}
            onClick={() => inspect(url)}
          >
            {step === 'none' ? 'Inspect' : 'Inspect again'}
          </Button>
        )}
      </div>
    </div>
  );
}

function Kind({ icon, label }: { readonly icon: ReactNode; readonly label: string }) {
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap">
      {icon}
      {label}
    </Group>
  );
}
