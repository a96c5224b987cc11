import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { CUT_OFF } from '../../../../src-server/model/builds/build.ts';
import { BuildGlyph } from '../../../features/build-status/build-state.tsx';
import { useRunningNow } from '../../../features/build-status/running-now.ts';
import { countOf, durationWords } from '../../../ui/time-words.ts';
import type { BuildCommand } from '../build-detail.ts';
import { shortDuration } from '../build-words.ts';
import classes from '../log/log.module.css';
import type { commandLook } from './build-phases.ts';

const MICROS = 1_000_000;
/** A longer command is a script; the saved log has it whole. */
const MOST_SHOWN = 1000;

type Props = {
  readonly command: BuildCommand;
  readonly look: ReturnType<typeof commandLook>;
  readonly isOpen: boolean;
  /** Tab stops here. */
  readonly isReachable: boolean;
  /** What it wrote is there no more. */
  readonly isRemoved: boolean;
  readonly toggle: (command: BuildCommand) => void;
};

/** The head of a command: folds its output away. */
export const CommandHead = memo(function CommandHead({
  command,
  look,
  isOpen,
  isReachable,
  isRemoved,
  toggle,
}: Props) {
  const { id, lines, exitCode, startTime, endTime, description } = command;
  const isRunning = endTime === null;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const text = command.command.slice(0, MOST_SHOWN);
  return (
    <button
      type="button"
      className={classes.head}
      data-head={id}
      tabIndex={isReachable ? 0 : -1}
      aria-expanded={lines > 0 ? isOpen : undefined}
      onClick={() => toggle(command)}
      title={description === '' ? text : `${description}: ${text}`}
    >
      {lines > 0 ? <Chevron size={14} stroke={1.75} aria-hidden className={classes.fold} /> : <span />}
      <BuildGlyph look={look} labelled={!isRunning} />
      <Words command={text} />
      <span className={look === 'failed' ? classes.exit : classes.count}>
        {look === 'cancelled' && 'cancelled'}
        {look === 'failed' && (exitCode === CUT_OFF ? 'cut off' : `exit code ${exitCode}`)}
      </span>
      <span className={classes.count}>
        {isRunning ? 'running' : lines === 0 ? (isRemoved ? '' : 'no output') : countOf(lines, 'line')}
      </span>
      <span className={classes.took}>
        {isRunning ? <Running since={startTime} /> : shortDuration((endTime - startTime) / MICROS)}
      </span>
    </button>
  );
});

function Running({ since }: { readonly since: number }) {
  return durationWords(Math.max(0, useRunningNow() / 1000 - since / MICROS));
}

/** A command; places and commits in it stand back. */
function Words({ command }: { readonly command: string }) {
  return (
    <span className={`mono ${classes.command}`}>
      {command.split(/(\s+)/).map((word, index) => {
        const standsBack = /^[^-].*\/|^[0-9a-f]{7,64}$/.test(word) && index > 0;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place
          <span key={index} className={standsBack ? classes.argument : undefined}>
            {word}
          </span>
        );
      })}
    </span>
  );
}
