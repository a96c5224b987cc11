const last = new Map<string, Promise<unknown>>();

/** Runs work one after the other for each key; a caller that stops waiting never starts it. @throws AbortError */
export async function inTurn<T>(key: string, stop: AbortSignal, work: () => Promise<T>): Promise<T> {
  const before = last.get(key);
  const turn = (async () => {
    await before?.catch(() => undefined);
    stop.throwIfAborted();
    return work();
  })();
  last.set(key, turn);
  try {
    return await turn;
  } finally {
    if (last.get(key) === turn) last.delete(key);
  }
}
