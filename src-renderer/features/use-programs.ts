import type { inferRouterOutputs } from '@trpc/server';
import { useCallback, useEffect, useState } from 'react';
import type { DeskRouter } from '../../src-server/desk/router.ts';
import { deskClient, SLOW_CALL } from '../api/desk.ts';

/** A program that builds run, found on this machine or not. */
export type Program = inferRouterOutputs<DeskRouter>['settings']['programs'][number];

/**
 * Fetches the programs that builds run; undefined until known. Fetches them once, not at every change of the data, since
 * each has to be started to print its version.
 */
export function usePrograms(onError: (error: unknown) => void = ignoreError) {
  const [programs, setPrograms] = useState<readonly Program[]>();
  const refresh = useCallback(() => {
    setPrograms(undefined);
    deskClient.settings.programs.query(undefined, SLOW_CALL).then(setPrograms, onError);
  }, [onError]);
  useEffect(refresh, [refresh]);
  return { programs, look: refresh };
}

/** Another user may not see what this machine has; screens do without it. */
function ignoreError(): void {}
