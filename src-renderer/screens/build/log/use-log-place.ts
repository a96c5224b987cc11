import { useCallback, useEffect, useRef, useState } from 'react';
import { buildLook, inFlight } from '../../../features/build-status/build-state.tsx';
import type { BuildCommand, BuildDetail } from '../build-detail.ts';
import { isBad } from '../steps/build-phases.ts';
import type { Sections } from '../steps/use-sections.ts';
import { commandOfLine, type LogJump } from './log-layout.ts';

type Given = {
  readonly build: BuildDetail;
  readonly sections: Sections;
  readonly setFollows: (follows: boolean) => void;
};

/** Where in the log the screen is to go, and the ways to send it somewhere. */
export function useLogPlace({ build, sections: { numbers, open }, setFollows }: Given) {
  const { commands } = build;
  const [jump, setJump] = useState<LogJump | undefined>(undefined);

  /** Opens what holds the line, and goes there. */
  const goTo = useCallback(
    (line: number) => {
      const command = commands[commandOfLine(numbers, line)];
      if (!command) return;
      open(command);
      setFollows(false);
      setJump({ line });
    },
    [commands, numbers, open, setFollows],
  );

  const goToCommand = useCallback(
    (command: BuildCommand) => {
      open(command);
      setFollows(false);
      setJump({ commandId: command.id });
    },
    [open, setFollows],
  );
  return { jump, goTo, goToCommand };
}

type Opening = Pick<Given, 'build'> & {
  /** The line of the address; 0 for none. */
  readonly linked: number;
  readonly numbers: readonly number[];
  /** undefined until it is known; 0 for none. */
  readonly firstError: number | undefined;
  readonly follows: boolean;
  readonly goTo: (line: number) => void;
  readonly goToCommand: (command: BuildCommand) => void;
};

/**
 * What the screen opens at: the line of the address, or else the first error of a build that failed. One that fails
 * while it is looked at goes there too, unless somebody has stopped following it to read.
 */
export function useOpening({
  build,
  linked,
  numbers,
  firstError,
  follows,
  goTo,
  goToCommand,
}: Opening): void {
  const { commands } = build;
  const look = buildLook(build);
  const isDone = useRef(false);
  const followed = useRef(true);
  useEffect(() => {
    if (inFlight(look)) followed.current = follows;
  }, [look, follows]);
  useEffect(() => {
    if (isDone.current) return;
    if (linked > 0 && commandOfLine(numbers, linked) >= 0) {
      isDone.current = true;
      goTo(linked);
    } else if (look === 'failed' && firstError !== undefined) {
      isDone.current = true;
      if (!followed.current) return;
      const failed = commands.find(isBad);
      if (firstError > 0) goTo(firstError);
      else if (failed) goToCommand(failed);
    }
  }, [linked, look, firstError, commands, numbers, goTo, goToCommand]);
}
