/** The last work of each queue. */
export type Queues<Key> = Map<Key, Promise<unknown>>;

/** Runs the work once all earlier work of the same queue has ended, and returns its result. */
export function runInQueue<Key, Result>(
  queues: Queues<Key>,
  key: Key,
  work: () => Promise<Result>,
): Promise<Result> {
  const result = (queues.get(key) ?? Promise.resolve()).then(work);
  const settled = result
    .catch(() => undefined)
    .then(() => {
      if (queues.get(key) === settled) queues.delete(key);
    });
  queues.set(key, settled);
  return result;
}
