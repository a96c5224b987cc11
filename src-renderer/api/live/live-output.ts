import type { LiveOutput } from '../../../src-server/desk/live/live.ts';

const listeners = new Set<(output: LiveOutput) => void>();

/** Tells screens that a running command wrote something. */
export function emitOutput(output: LiveOutput): void {
  for (const listener of listeners) listener(output);
}

/** Calls `listener` for all that running commands write; gives the function that ends this. */
export function onOutput(listener: (output: LiveOutput) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
