import { useEffect } from 'react';
import { create } from 'zustand';
import type { PresentedCall } from './api-call-of.ts';
import { usePresenterMode } from './presenter-mode.ts';

/** How long a call is shown, in milliseconds. */
const SHOWN_MS = 8000;
const MAX_SHOWN = 3;

/** A call that a screen can be copied as. */
type Reading = { readonly method?: string; readonly path: string };

type Shown = PresentedCall & { readonly id: number };

/** Holds the calls that are shown at the edge, oldest first. */
export const usePresentedCalls = create<{ readonly calls: readonly Shown[] }>()(() => ({ calls: [] }));

let lastId = 0;

/** Shows a call at the edge for some seconds, in presenter mode only. */
export function presentCall(call: PresentedCall): void {
  if (!usePresenterMode.getState().isOn) return;
  lastId += 1;
  const shown = { ...call, id: lastId };
  usePresentedCalls.setState(({ calls }) => ({ calls: [...calls, shown].slice(-MAX_SHOWN) }));
  setTimeout(
    () => usePresentedCalls.setState(({ calls }) => ({ calls: calls.filter(({ id }) => id !== shown.id) })),
    SHOWN_MS,
  );
}

/** Shows the call that reads what a screen shows, when the screen opens. */
export function usePresentReading(calls: readonly Reading[]): void {
  const isOn = usePresenterMode((state) => state.isOn);
  const path = calls.find(({ method = 'GET' }) => method === 'GET')?.path;
  useEffect(() => {
    if (isOn && path !== undefined) presentCall({ method: 'GET', path, status: 200 });
  }, [isOn, path]);
}
