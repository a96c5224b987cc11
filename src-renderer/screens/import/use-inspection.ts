import type { inferRouterOutputs } from '@trpc/server';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { deskClient, fieldErrors, problemOf } from '../../api/desk.ts';

/** What a repository was found to hold. */
export type Found = inferRouterOutputs<DeskRouter>['import']['inspect'];

/** How far the look into the repository has come. `url` is the one that was looked into. */
export type Inspection =
  | { readonly step: 'none' }
  | { readonly step: 'reading'; readonly url: string }
  | { readonly step: 'failed'; readonly url: string; readonly why: string }
  | { readonly step: 'read'; readonly url: string; readonly found: Found };

const NONE: Inspection = { step: 'none' };

/** Looks into a repository; another look, or `cancel`, gives up the one under way. */
export function useInspection() {
  const [inspection, setInspection] = useState<Inspection>(NONE);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    setInspection(NONE);
  }, []);

  const inspect = useCallback(async (url: string): Promise<Found | undefined> => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setInspection({ step: 'reading', url });
    try {
      const found = await deskClient.import.inspect.query({ url }, { signal: own.signal });
      if (own.signal.aborted) return undefined;
      setInspection({ step: 'read', url, found });
      return found;
    } catch (error) {
      if (!own.signal.aborted) {
        setInspection({ step: 'failed', url, why: fieldErrors(error).url ?? problemOf(error).message });
      }
      return undefined;
    }
  }, []);

  return { inspection, inspect, cancel };
}
