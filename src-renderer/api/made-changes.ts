/** A change that this window made through the desk. */
export type MadeChange = {
  /** `redirects.add`. */
  readonly procedure: string;
  readonly input: unknown;
};

const listeners = new Set<(change: MadeChange) => void>();

/** Notifies that a change was made. */
export function emitMadeChange(change: MadeChange): void {
  for (const listener of listeners) listener(change);
}

/** Calls `listener` whenever this window made a change. Returns the function that unsubscribes. */
export function onMadeChange(listener: (change: MadeChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
