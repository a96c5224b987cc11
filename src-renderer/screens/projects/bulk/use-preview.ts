import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

/** Typing asks for a preview at most this often, in milliseconds. */
const TYPING_MS = 200;

/**
 * What a bulk change would do, anew whenever `given` changes and whenever the data does. Nothing of `given` is kept in
 * the cache's keys, since it may hold a secret. `wanted` false: there is nothing to preview yet.
 */
export function usePreview<Report>(read: () => Promise<Report>, given: readonly unknown[], wanted: boolean) {
  const [settled] = useDebouncedValue(JSON.stringify(given), TYPING_MS);
  const [round, setRound] = useState(0);
  const latest = useRef(read);
  latest.current = read;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each settled input is a round of its own
  useEffect(() => setRound((before) => before + 1), [settled]);
  const query = useQuery({
    queryKey: ['preview', round],
    queryFn: () => latest.current(),
    enabled: wanted && round > 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  return { report: wanted ? query.data : undefined, problem: wanted ? query.error : null };
}
