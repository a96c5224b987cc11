import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { buildDisplayState, isBuildInProgress } from '../../../features/build-status/build-display-state.tsx';
import type { BuildCommand, BuildDetail } from '../build-detail.ts';
import { firstNumbers, type LogPart, logParts } from '../log/log-layout.ts';
import { isFailedCommand } from './build-phases.ts';

/** The sections of a log: which are open, and the parts that they make. */
export type Sections = {
  readonly parts: readonly LogPart[];
  /** The whole log's number of the first line of each command; one more at the end. */
  readonly numbers: readonly number[];
  readonly isOpen: (command: BuildCommand) => boolean;
  readonly toggle: (command: BuildCommand) => void;
  readonly open: (command: BuildCommand) => void;
};

const NONE: ReadonlySet<number> = new Set();

/**
 * Good commands are folded, the one that failed and the last of a build under way are open, unless somebody says so.
 * What somebody may be reading is not folded: one that `follows` goes on with the next command, all else stays.
 */
export function useSections(build: BuildDetail, isFollowing: boolean): Sections {
  const { commands } = build;
  const [overrides, setOverrides] = useState<ReadonlyMap<number, boolean>>(new Map());
  const displayState = buildDisplayState(build);
  const isInProgress = isBuildInProgress(displayState);
  const previouslyOpen = useRef(NONE);
  const openByDefault = useMemo(() => {
    const failed = displayState === 'failed' ? commands.filter(isFailedCommand) : [];
    const last = isInProgress || commands.length === 1 || (displayState === 'failed' && failed.length === 0);
    const openNow = [...failed, ...(last ? commands.slice(-1) : [])].map(({ id }) => id);
    return new Set(isInProgress && isFollowing ? openNow : [...previouslyOpen.current, ...openNow]);
  }, [displayState, isInProgress, isFollowing, commands]);
  useEffect(() => {
    previouslyOpen.current = openByDefault;
  }, [openByDefault]);
  const isOpen = useCallback(
    ({ id, lines }: BuildCommand) => lines > 0 && (overrides.get(id) ?? openByDefault.has(id)),
    [overrides, openByDefault],
  );
  const setOpen = useCallback(
    (id: number, isOpenNow: boolean) => setOverrides((previous) => new Map(previous).set(id, isOpenNow)),
    [],
  );
  const toggle = useCallback(
    (command: BuildCommand) => setOpen(command.id, !isOpen(command)),
    [setOpen, isOpen],
  );
  const open = useCallback(
    (command: BuildCommand) => {
      if (!isOpen(command)) setOpen(command.id, true);
    },
    [setOpen, isOpen],
  );
  const numbers = useMemo(() => firstNumbers(commands), [commands]);
  const parts = useMemo(() => logParts(commands, numbers, isOpen), [commands, numbers, isOpen]);
  return { parts, numbers, isOpen, toggle, open };
}
