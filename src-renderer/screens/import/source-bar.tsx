import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconFolder, IconRefresh, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { notifyError } from '../../ui/feedback/notify.tsx';
import classes from './import.module.css';
import { SourceHint } from './source-hint.tsx';
import { useFolderDrop } from './use-folder-drop.ts';
import type { Inspection } from './use-inspection.ts';
import { useLook } from './use-look.ts';

const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

type Props = {
  readonly url: string;
  /** What is typed, as git takes it: with the home folder for `~`. */
  readonly address: string;
  readonly inspection: Inspection;
  readonly problem: string | undefined;
  readonly isSkipped: boolean;
  readonly change: (url: string) => void;
  readonly inspect: (url: string) => void;
  readonly cancel: () => void;
  readonly skipInspection: () => void;
};

/** Enters the repository, by its path or URL, and inspects it. */
export function SourceBar(props: Props) {
  const { url, address, inspection, problem, isSkipped, change, inspect, cancel, skipInspection } = props;
  const { step } = inspection;
  const input = useRef<HTMLInputElement>(null);
  const take = (folder: string) => {
    change(folder);
    inspect(folder);
  };
  const { isOver, handlers } = useFolderDrop(take);
  const look = useLook(address, (found) => step === 'none' && inspect(found));
  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  async function pickFolder(): Promise<void> {
    try {
      const folder = await window.lectern?.pickFolder();
      if (folder != null) take(folder);
    } catch (error) {
      notifyError(error);
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // The folder that the hint offers, where the one that is typed cannot be read.
    if (look?.kind === 'inside') take(look.root);
    else inspect(url);
  };
  // The hint offers what to do, which git's words do not.
  const isFolder = look?.kind === 'inside' || look?.kind === 'folder';
  const shown = step === 'failed' && isFolder ? undefined : problem;
  return (
    <div className={classes.source} data-over={isOver || undefined} {...handlers}>
      <div className={classes.sourceLine}>
        <TextInput
          ref={input}
          className="grow"
          classNames={{ input: classes.url }}
          aria-label="Folder or repository URL"
          placeholder="~/almanac or https://git.example/harbour/almanac.git"
          value={url}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          // The next address replaces it, unless the caret is placed.
          onFocus={(event) => event.currentTarget.select()}
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          error={
            shown !== undefined && (
              <>
                {shown}{' '}
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
        {window.lectern !== undefined && (
          <Button variant="default" leftSection={<IconFolder {...ICON} />} onClick={() => void pickFolder()}>
            Choose a folder…
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
      {shown === undefined && <SourceHint address={address} look={look} step={step} choose={take} />}
    </div>
  );
}
