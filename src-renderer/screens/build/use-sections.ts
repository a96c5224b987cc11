import { useCallback, useMemo, useState } from 'react';
import { buildLook, inFlight } from '../../components/build-state.tsx';
import type { BuildCommand, BuildDetail } from './build-detail.ts';
import { firstNumbers, type LogPart, logParts } from './log-layout.ts';

/** The sections of a log: which are open, and the parts that they make. */
export type Sections = {
  readonly parts: readonly LogPart[];
  /** The whole log's number of the first line of each command; one more at the end. */
  readonly numbers: readonly number[];
  readonly isOpen: (command: BuildCommand) => boolean;
  readonly toggle: (command: BuildCommand) => void;
  readonly open: (command: BuildCommand) => void;
};

/** Good commands are folded, the one that failed and the last of a build under way are open, unless somebody says so. */
export function useSections(build: BuildDetail): Sections {
  const { commands } = build;
  const [said, setSaid] = useState<ReadonlyMap<number, boolean>>(new Map());
  const look = buildLook(build);
  const byItself = useMemo(() => {
    const failed = look === 'failed' ? commands.filter(({ exitCode }) => exitCode !== 0) : [];
    const last = inFlight(look) || commands.length === 1 || (look === 'failed' && failed.length === 0);
    return new Set([...failed, ...(last ? commands.slice(-1) : [])].map(({ id }) => id));
  }, [look, commands]);
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
