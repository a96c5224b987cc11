import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { EXIT_CODE_ABORTED } from '../../../../src-server/model/builds/build.ts';
import { BuildIcon } from '../../../features/build-status/build-display-state.tsx';
import { ElapsedTime } from '../../../features/build-status/elapsed-time.tsx';
import { pluralize } from '../../../ui/format.ts';
import type { BuildCommand } from '../build-detail.ts';
import { formatShortDuration } from '../build-labels.ts';
import classes from '../log/log.module.css';
import type { commandDisplayState } from './build-phases.ts';

const MICROS = 1_000_000;
/** A longer command is a script; the saved log has the full text. */
const MAX_COMMAND_LENGTH = 1000;

type Props = {
  readonly command: BuildCommand;
  readonly displayState: ReturnType<typeof commandDisplayState>;
  readonly isOpen: boolean;
  /** Whether Tab stops here. */
  readonly isTabStop: boolean;
  /** Whether the output was removed. */
  readonly isRemoved: boolean;
  readonly toggle: (command: BuildCommand) => void;
};

/** Shows a command with its result; a click collapses or expands the output. */
export const CommandHeader = memo(function CommandHeader({
  command,
  displayState,
  isOpen,
  isTabStop,
  isRemoved,
  toggle,
}: Props) {
  const { id, lines, exitCode, startTime, endTime, description } = command;
  const isRunning = endTime === null;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const text = command.command.slice(0, MAX_COMMAND_LENGTH);
  return (
    <button
      type="button"
      className={classes.header}
      data-header={id}
      tabIndex={isTabStop ? 0 : -1}
      aria-expanded={lines > 0 ? isOpen : undefined}
      onClick={() => toggle(command)}
      title={description === '' ? text : `${description}: ${text}`}
    >
      {lines > 0 ? <Chevron size={14} stroke={1.75} aria-hidden className={classes.chevron} /> : <span />}
      <BuildIcon state={displayState} isLabelled={!isRunning} />
      <CommandText command={text} />
      <span className={displayState === 'failed' ? classes.exit : classes.count}>
        {displayState === 'cancelled' && 'cancelled'}
        {displayState === 'failed' &&
          (exitCode === EXIT_CODE_ABORTED ? 'interrupted' : `exit code ${exitCode}`)}
      </span>
      <span className={classes.count}>
        {isRunning ? 'running' : lines === 0 ? (isRemoved ? '' : 'no output') : pluralize(lines, 'line')}
      </span>
      <span className={classes.duration}>
        {isRunning ? <ElapsedTime since={startTime} /> : formatShortDuration((endTime - startTime) / MICROS)}
      </span>
    </button>
  );
});

/** Shows a command with its paths and commits dimmed. */
function CommandText({ command }: { readonly command: string }) {
  return (
    <span className={`mono ${classes.command}`}>
      {command.split(/(\s+)/).map((word, index) => {
        const isDimmed = /^[^-].*\/|^[0-9a-f]{7,64}$/.test(word) && index > 0;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word has no other identity than its position
          <span key={index} className={isDimmed ? classes.argument : undefined}>
            {word}
          </span>
        );
      })}
    </span>
  );
}
