import type { LiveOutput } from '../../../src-server/desk/live/live.ts';

const listeners = new Set<(output: LiveOutput) => void>();

/** Notifies screens that a running command wrote something. */
export function emitOutput(output: LiveOutput): void {
  for (const listener of listeners) listener(output);
}

/** Calls `listener` whenever a running command writes. Returns the function that unsubscribes. */
export function onOutput(listener: (output: LiveOutput) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
