const listeners = new Set<(lastId: number) => void>();

/** Notifies screens that requests were logged. */
export function emitRequests(lastId: number): void {
  for (const listener of listeners) listener(lastId);
}

/** Calls `listener` whenever requests were logged. Returns the function that unsubscribes. */
export function onRequests(listener: (lastId: number) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
