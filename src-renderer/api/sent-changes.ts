/** A change that this window asked the desk for, and what came of it. */
export type SentChange = {
  /** `redirects.add`. */
  readonly procedure: string;
  readonly input: unknown;
  /** What the desk answered; undefined when it refused. */
  readonly answer?: unknown;
  /** Name of the problem, when it was refused or not answered. */
  readonly refusal?: string;
};

const listeners = new Set<(change: SentChange) => void>();

/** Notifies that a change was made or refused. */
export function emitSentChange(change: SentChange): void {
  for (const listener of listeners) listener(change);
}

/** Calls `listener` whenever a change of this window was made or refused. Returns the function that unsubscribes. */
export function onSentChange(listener: (change: SentChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
