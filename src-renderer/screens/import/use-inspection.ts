import type { inferRouterOutputs } from '@trpc/server';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { deskClient, fieldErrors, problemOf } from '../../api/desk.ts';

/** Result of an inspection. */
export type InspectionResult = inferRouterOutputs<DeskRouter>['import']['inspect'];

/** State of the inspection; `url` is the inspected one. */
export type Inspection =
  | { readonly step: 'none' }
  | { readonly step: 'reading'; readonly url: string }
  | {
      readonly step: 'failed';
      readonly url: string;
      readonly message: string;
      readonly isUnreadable: boolean;
    }
  | { readonly step: 'read'; readonly url: string; readonly result: InspectionResult };

const NONE: Inspection = { step: 'none' };

/** Inspects a repository; a new inspection or `cancel` aborts the running one. */
export function useInspection() {
  const [inspection, setInspection] = useState<Inspection>(NONE);
  const activeRequest = useRef<AbortController>(undefined);
  useEffect(() => () => activeRequest.current?.abort(), []);

  const cancel = useCallback(() => {
    activeRequest.current?.abort();
    activeRequest.current = undefined;
    setInspection(NONE);
  }, []);

  const inspect = useCallback(async (url: string): Promise<InspectionResult | undefined> => {
    activeRequest.current?.abort();
    const controller = new AbortController();
    activeRequest.current = controller;
    setInspection({ step: 'reading', url });
    try {
      const result = await deskClient.import.inspect.query({ url }, { signal: controller.signal });
      if (controller.signal.aborted) return undefined;
      setInspection({ step: 'read', url, result });
      return result;
    } catch (error) {
      if (!controller.signal.aborted) {
        const refusal = fieldErrors(error).url;
        const message = refusal ?? problemOf(error).message;
        setInspection({ step: 'failed', url, message, isUnreadable: refusal !== undefined });
      }
      return undefined;
    }
  }, []);

  return { inspection, inspect, cancel };
}
