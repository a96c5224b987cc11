import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { buildLook, inFlight } from '../../../features/build-status/build-state.tsx';
import type { BuildCommand, BuildDetail } from '../build-detail.ts';
import { firstNumbers, type LogPart, logParts } from '../log/log-layout.ts';
import { isBad } from './build-phases.ts';

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
export function useSections(build: BuildDetail, follows: boolean): Sections {
  const { commands } = build;
  const [said, setSaid] = useState<ReadonlyMap<number, boolean>>(new Map());
  const look = buildLook(build);
  const isUnderWay = inFlight(look);
  const shown = useRef(NONE);
  const byItself = useMemo(() => {
    const failed = look === 'failed' ? commands.filter(isBad) : [];
    const last = isUnderWay || commands.length === 1 || (look === 'failed' && failed.length === 0);
    const now = [...failed, ...(last ? commands.slice(-1) : [])].map(({ id }) => id);
    return new Set(isUnderWay && follows ? now : [...shown.current, ...now]);
  }, [look, isUnderWay, follows, commands]);
  useEffect(() => {
    shown.current = byItself;
  }, [byItself]);
  const isOpen = useCallback(
    ({ id, lines }: BuildCommand) => lines > 0 && (said.get(id) ?? byItself.has(id)),
    [said, byItself],
  );
  const set = useCallback(
    (id: number, isNowOpen: boolean) => setSaid((before) => new Map(before).set(id, isNowOpen)),
    [],
  );
  const toggle = useCallback((command: BuildCommand) => set(command.id, !isOpen(command)), [set, isOpen]);
  const open = useCallback(
    (command: BuildCommand) => {
      if (!isOpen(command)) set(command.id, true);
    },
    [set, isOpen],
  );
  const numbers = useMemo(() => firstNumbers(commands), [commands]);
  const parts = useMemo(() => logParts(commands, numbers, isOpen), [commands, numbers, isOpen]);
  return { parts, numbers, isOpen, toggle, open };
}
