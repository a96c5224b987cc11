import { useEffect } from 'react';
import { create } from 'zustand';
import { problemOf } from '../../api/desk.ts';
import { type PresentedCall, refusalStatus } from './api-call-of.ts';
import { usePresenterMode } from './presenter-mode.ts';

/** How long a call is shown, in milliseconds. */
const SHOWN_MS = 8000;
const MAX_SHOWN = 3;

/** A call that a screen can be copied as. */
type Call = { readonly method?: string; readonly path: string };

/** What came of reading what a screen shows, as a query has it; neither until it is known. */
export type Reading = { readonly data: unknown; readonly error: unknown };

type Shown = PresentedCall & { readonly key: number };

/** Holds the calls that are shown at the edge, oldest first. */
export const usePresentedCalls = create<{ readonly calls: readonly Shown[] }>()(() => ({ calls: [] }));

let lastKey = 0;

/** Shows a call at the edge for some seconds, in presenter mode only. */
export function presentCall(call: PresentedCall): void {
  if (!usePresenterMode.getState().isOn) return;
  lastKey += 1;
  const shown = { ...call, key: lastKey };
  usePresentedCalls.setState(({ calls }) => ({ calls: [...calls, shown].slice(-MAX_SHOWN) }));
  setTimeout(
    () =>
      usePresentedCalls.setState(({ calls }) => ({ calls: calls.filter(({ key }) => key !== shown.key) })),
    SHOWN_MS,
  );
}

/** Shows the call that reads what a screen shows, the first GET of `calls`, when the screen has read it or was refused. */
export function usePresentReading(calls: readonly Call[], { data, error }: Reading): void {
  const isOn = usePresenterMode((state) => state.isOn);
  const path = calls.find(({ method = 'GET' }) => method === 'GET')?.path;
  const status = statusOf({ data, error });
  useEffect(() => {
    if (isOn && path !== undefined && status !== undefined) presentCall({ method: 'GET', path, status });
  }, [isOn, path, status]);
}

function statusOf({ data, error }: Reading): number | undefined {
  if (error !== null && error !== undefined) return refusalStatus(problemOf(error).name);
  return data === undefined ? undefined : 200;
}
