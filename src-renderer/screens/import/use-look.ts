import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FolderLook } from '../../../src-server/model/projects/repository/repository-inspection.ts';
import { isLocalAddress } from '../../../src-server/model/projects/repository/repository-url.ts';
import { desk } from '../../api/desk.ts';

/** Typing looks at the folder after this pause, in milliseconds. */
const DEBOUNCE_MS = 200;

/**
 * Looks at the folder of this computer that is typed; undefined while it is unknown, and for other addresses. Calls
 * `onRepository` once for each repository that is found.
 */
export function useLook(address: string, onRepository: (address: string) => void): FolderLook | undefined {
  const [looked] = useDebouncedValue(address, DEBOUNCE_MS);
  const isLocal = isLocalAddress(looked);
  const { data } = useQuery({
    ...desk.import.look.queryOptions({ address: looked }),
    enabled: isLocal,
    // Folders change without Lectern.
    staleTime: 0,
    gcTime: 0,
  });
  const look = looked === address && isLocal ? (data ?? undefined) : undefined;
  const found = useRef('');
  const isRepository = look?.kind === 'repository';
  const latest = useRef(onRepository);
  latest.current = onRepository;
  useEffect(() => {
    if (found.current === address) return;
    if (isRepository) {
      found.current = address;
      latest.current(address);
    } else found.current = '';
  }, [isRepository, address]);
  return look;
}
