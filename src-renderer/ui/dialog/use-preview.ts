import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

/** Typing requests a preview after this pause, in milliseconds. */
const DEBOUNCE_MS = 200;

/**
 * Previews a bulk change, again whenever `inputs` or the data change. Keeps `inputs` out of the cache keys, since they
 * may hold a secret.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each settled input is a new request
  useEffect(() => setRequestId((before) => before + 1), [debouncedInputs]);
  const query = useQuery({
    queryKey: ['preview', requestId],
    queryFn: () => latestRead.current(),
    enabled: enabled && requestId > 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  return {
    report: enabled ? query.data : undefined,
    problem: enabled ? query.error : null,
    retry: query.refetch,
  };
}
