import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { buildDisplayState, isBuildInProgress } from '../../../features/build-status/build-display-state.tsx';
import type { BuildCommand, BuildDetail } from '../build-detail.ts';
import { firstNumbers, type LogPart, logParts } from '../log/log-layout.ts';
import { isFailedCommand } from './build-phases.ts';

/** The sections of a log: which are open, and the parts to draw. */
export type Sections = {
  readonly parts: readonly LogPart[];
  /** Number of each command's first line in the whole log, plus one past the end. */
  readonly numbers: readonly number[];
  readonly isOpen: (command: BuildCommand) => boolean;
  readonly toggle: (command: BuildCommand) => void;
  readonly open: (command: BuildCommand) => void;
};

const NONE: ReadonlySet<number> = new Set();

/**
 * Keeps which sections of a log are open: by default the failed command and the last one of a running build. Sections
 * that may be being read stay open; only a followed log closes the previous command when the next one starts.
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
