import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { desk } from '../../../api/desk.ts';
import type { BuildDetail } from '../build-detail.ts';

/** What is looked for in a log, and where it stands. */
export type Find = {
  /** As typed. */
  readonly text: string;
  readonly type: (text: string) => void;
  /** What the hits are of; '' while nothing is looked for. */
  readonly found: string;
  /** Numbers in the whole log, in order. */
  readonly hits: readonly number[];
  /** Whether there are more than these. */
  readonly more: boolean;
  /** Place of the hit that one is at; -1 for none. */
  readonly at: number;
  /** To the next one, or with -1 to the one before; around the ends. */
  readonly step: (by: 1 | -1) => void;
};

type Given = {
  readonly build: BuildDetail;
  readonly numbers: readonly number[];
  /** From the address, and back into it. */
  readonly start: string;
  readonly remember: (text: string) => void;
  readonly goTo: (line: number) => void;
};

const PAUSE_MS = 150;
/** A log that grows is searched anew at most this often, in milliseconds. */
const AGAIN_MS = 1000;

/** Looks for a text in all that a build wrote, case and colours aside. */
export function useFind({ build, numbers, start, remember, goTo }: Given): Find {
  const [text, setText] = useState(start);
  const [wanted] = useDebouncedValue(text, PAUSE_MS);
  const [at, setAt] = useState(-1);
  /** Somebody typed, and has not been taken to a hit yet. */
  const isNew = useRef(false);
  useEffect(() => remember(wanted), [remember, wanted]);
  const { data, isPlaceholderData, refetch } = useQuery({
    ...desk.build.find.queryOptions({ id: build.id, text: wanted || ' ' }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const { commands } = build;
  const bytes = commands.reduce((sum, command) => sum + command.bytes, 0);
  const searched = useRef(bytes);
  const again = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (wanted === '' || bytes <= searched.current) return;
    again.current ??= setTimeout(() => {
      again.current = undefined;
      searched.current = bytes;
      void refetch();
    }, AGAIN_MS);
  }, [wanted, bytes, refetch]);
  useEffect(() => () => clearTimeout(again.current), []);
  const hits = useMemo(() => {
    const places = new Map(commands.map(({ id }, index) => [id, numbers[index] ?? 1]));
    return wanted === ''
      ? []
      : (data ?? []).flatMap(({ commandId, lines }) =>
          lines.map((line) => line + (places.get(commandId) ?? 1) - 1),
        );
  }, [wanted, data, commands, numbers]);

  useEffect(() => {
    if (!isNew.current || isPlaceholderData || wanted !== text || data === undefined) return;
    isNew.current = false;
    const [first] = hits;
    setAt(first === undefined ? -1 : 0);
    if (first !== undefined) goTo(first);
  }, [hits, isPlaceholderData, wanted, text, data, goTo]);

  const type = useCallback((next: string) => {
    isNew.current = next !== '';
    setAt(-1);
    setText(next.slice(0, 300));
  }, []);
  const step = useCallback(
    (by: 1 | -1) => {
      if (hits.length === 0) return;
      const next = at < 0 ? (by > 0 ? 0 : hits.length - 1) : (at + by + hits.length) % hits.length;
      setAt(next);
      goTo(hits[next] ?? 1);
    },
    [hits, at, goTo],
  );
  const more = wanted !== '' && (data ?? []).some((each) => each.more);
  return { text, type, found: wanted, hits, more, at, step };
}
