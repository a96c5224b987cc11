import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

/** Typing asks for a preview at most this often, in milliseconds. */
const DEBOUNCE_MS = 200;

/**
 * What a bulk change would do, anew whenever `given` changes and whenever the data does. Nothing of `given` is kept in
 * the cache's keys, since it may hold a secret. `wanted` false: there is nothing to preview yet.
 */
export function usePreview<Report>(
  read: () => Promise<Report>,
  inputs: readonly unknown[],
  enabled: boolean,
) {
  const [debouncedInputs] = useDebouncedValue(JSON.stringify(inputs), DEBOUNCE_MS);
  const [requestId, setRequestId] = useState(0);
  const latestRead = useRef(read);
  latestRead.current = read;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each settled input is a round of its own
  useEffect(() => setRequestId((before) => before + 1), [debouncedInputs]);
  const query = useQuery({
    queryKey: ['preview', requestId],
    queryFn: () => latestRead.current(),
    enabled: enabled && requestId > 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  return { report: enabled ? query.data : undefined, problem: enabled ? query.error : null };
}
