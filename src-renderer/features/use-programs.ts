import type { inferRouterOutputs } from '@trpc/server';
import { useCallback, useEffect, useState } from 'react';
import type { DeskRouter } from '../../src-server/desk/router.ts';
import { deskClient } from '../api/desk.ts';

/** A program that builds run, as it was found on this machine or not. */
export type Program = inferRouterOutputs<DeskRouter>['settings']['programs'][number];

/**
 * The programs that builds run; undefined until they are known. Asked once, not at every change of the data: each has to
 * be started to tell its version. `failed` hears why they cannot be told.
 */
export function usePrograms(onError: (error: unknown) => void = ignoreError) {
  const [programs, setPrograms] = useState<readonly Program[]>();
  const refresh = useCallback(() => {
    setPrograms(undefined);
    deskClient.settings.programs.query().then(setPrograms, onError);
  }, [onError]);
  useEffect(refresh, [refresh]);
  return { programs, look: refresh };
}

/** Who acts in another's name is not told what this machine has; what stands without it is enough. */
function ignoreError(): void {}
