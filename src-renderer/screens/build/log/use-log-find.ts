import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { desk } from '../../../api/desk.ts';
import type { BuildDetail } from '../build-detail.ts';

/** A search in a log and its hits. */
export type LogFind = {
  /** As typed. */
  readonly text: string;
  readonly changeText: (text: string) => void;
  /** The text that the hits belong to; '' when nothing is searched. */
  readonly searchedText: string;
  /** Line numbers in the whole log, in order. */
  readonly hits: readonly number[];
  /** Whether there are more hits than these. */
  readonly more: boolean;
  /** Index of the current hit; -1 for none. */
  readonly currentHit: number;
  /** Moves to the next hit, or with -1 to the previous one; wraps around. */
  readonly step: (by: 1 | -1) => void;
};

type Options = {
  readonly build: BuildDetail;
  readonly numbers: readonly number[];
  /** Kept in the address. */
  readonly initialText: string;
  readonly saveText: (text: string) => void;
  readonly goTo: (line: number) => void;
};

const DEBOUNCE_MS = 150;
/** A growing log is searched again at most this often, in milliseconds. */
const REFETCH_INTERVAL_MS = 1000;

/** Searches the output of a build, ignoring case and colours. */
export function useLogFind({ build, numbers, initialText, saveText, goTo }: Options): LogFind {
  const [text, setText] = useState(initialText);
  const [searchText] = useDebouncedValue(text, DEBOUNCE_MS);
  const [currentHit, setCurrentHit] = useState(-1);
  /** Set by typing, until the first hit was shown. */
  const shouldJump = useRef(false);
  useEffect(() => saveText(searchText), [saveText, searchText]);
  const { data, isPlaceholderData, refetch } = useQuery({
    ...desk.build.find.queryOptions({ id: build.id, text: searchText || ' ' }),
    enabled: searchText !== '',
    placeholderData: keepPreviousData,
  });
  const { commands } = build;
  const bytes = commands.reduce((sum, command) => sum + command.bytes, 0);
  const searchedBytes = useRef(bytes);
  const refetchTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (searchText === '' || bytes <= searchedBytes.current) return;
    refetchTimer.current ??= setTimeout(() => {
      refetchTimer.current = undefined;
      searchedBytes.current = bytes;
      void refetch();
    }, REFETCH_INTERVAL_MS);
  }, [searchText, bytes, refetch]);
  useEffect(() => () => clearTimeout(refetchTimer.current), []);
  const hits = useMemo(() => {
    const firstLines = new Map(commands.map(({ id }, index) => [id, numbers[index] ?? 1]));
    return searchText === ''
      ? []
      : (data ?? []).flatMap(({ commandId, lines }) =>
          lines.map((line) => line + (firstLines.get(commandId) ?? 1) - 1),
        );
  }, [searchText, data, commands, numbers]);

  useEffect(() => {
    if (!shouldJump.current || isPlaceholderData || searchText !== text || data === undefined) return;
    shouldJump.current = false;
    const [first] = hits;
    setCurrentHit(first === undefined ? -1 : 0);
    if (first !== undefined) goTo(first);
  }, [hits, isPlaceholderData, searchText, text, data, goTo]);

  const changeText = useCallback((next: string) => {
    shouldJump.current = next !== '';
    setCurrentHit(-1);
    setText(next.slice(0, 300));
  }, []);
  const step = useCallback(
    (by: 1 | -1) => {
      if (hits.length === 0) return;
      const next =
        currentHit < 0 ? (by > 0 ? 0 : hits.length - 1) : (currentHit + by + hits.length) % hits.length;
      setCurrentHit(next);
      goTo(hits[next] ?? 1);
    },
    [hits, currentHit, goTo],
  );
  const more = searchText !== '' && (data ?? []).some((match) => match.more);
  return { text, changeText, searchedText: searchText, hits, more, currentHit, step };
}
