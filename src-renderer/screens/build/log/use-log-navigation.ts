import { useCallback, useEffect, useRef, useState } from 'react';
import { buildDisplayState, isBuildInProgress } from '../../../features/build-status/build-display-state.tsx';
import type { BuildCommand, BuildDetail } from '../build-detail.ts';
import { isFailedCommand } from '../steps/build-phases.ts';
import type { Sections } from '../steps/use-sections.ts';
import { commandOfLine, type LogJumpTarget } from './log-layout.ts';

type Options = {
  readonly build: BuildDetail;
  readonly sections: Sections;
  readonly setIsFollowing: (isFollowing: boolean) => void;
};

/** Keeps the place in the log to scroll to, with functions that set it. */
export function useLogNavigation({ build, sections: { numbers, open }, setIsFollowing }: Options) {
  const { commands } = build;
  const [jumpTarget, setJumpTarget] = useState<LogJumpTarget | undefined>(undefined);

  /** Opens the section of the line and scrolls there. */
  const goTo = useCallback(
    (line: number) => {
      const command = commands[commandOfLine(numbers, line)];
      if (!command) return;
      open(command);
      setIsFollowing(false);
      setJumpTarget({ line });
    },
    [commands, numbers, open, setIsFollowing],
  );

  const goToCommand = useCallback(
    (command: BuildCommand) => {
      open(command);
      setIsFollowing(false);
      setJumpTarget({ commandId: command.id });
    },
    [open, setIsFollowing],
  );
  return { jumpTarget, goTo, goToCommand };
}

type InitialJumpOptions = Pick<Options, 'build'> & {
  /** The line in the address; 0 for none. */
  readonly linkedLine: number;
  readonly numbers: readonly number[];
  /** 0 for none, undefined while unknown. */
  readonly firstError: number | undefined;
  readonly isFollowing: boolean;
  readonly goTo: (line: number) => void;
  readonly goToCommand: (command: BuildCommand) => void;
};

/**
 * Scrolls once to the line in the address, or else to the first error of a failed build. A build that fails while it
 * is on the screen does so too, unless the user has stopped following it.
 */
export function useInitialJump({
  build,
  linkedLine,
  numbers,
  firstError,
  isFollowing,
  goTo,
  goToCommand,
}: InitialJumpOptions): void {
  const { commands } = build;
  const displayState = buildDisplayState(build);
  const isDone = useRef(false);
  const wasFollowing = useRef(true);
  useEffect(() => {
    if (isBuildInProgress(displayState)) wasFollowing.current = isFollowing;
  }, [displayState, isFollowing]);
  useEffect(() => {
    if (isDone.current) return;
    if (linkedLine > 0 && commandOfLine(numbers, linkedLine) >= 0) {
      isDone.current = true;
      goTo(linkedLine);
    } else if (displayState === 'failed' && firstError !== undefined) {
      isDone.current = true;
      if (!wasFollowing.current) return;
      const failedCommand = commands.find(isFailedCommand);
      if (firstError > 0) goTo(firstError);
      else if (failedCommand) goToCommand(failedCommand);
    }
  }, [linkedLine, displayState, firstError, commands, numbers, goTo, goToCommand]);
}
