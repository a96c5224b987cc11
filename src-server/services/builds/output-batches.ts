/** What is written in between is kept together, in milliseconds. */
const PAUSE_MS = 100;
/** As much is written at once, in characters. */
const MOST_KEPT = 65_536;

type Batch = {
  kept: string[];
  size: number;
  /** When something was written last; a time of `performance.now`. */
  written: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  readonly buildId: number;
};

/**
 * Output on its way into the store: every write there waits for the disk, and programs write line by line. What comes
 * after a pause is written at once, more within the next tenth of a second together. `write` says whether there is
 * still a command to write for.
 */
export function createOutputBatches(write: (commandId: number, text: string, buildId: number) => boolean) {
  const batches = new Map<number, Batch>();

  function forget(commandId: number): void {
    clearTimeout(batches.get(commandId)?.timer);
    batches.delete(commandId);
  }

  function flush(commandId: number): void {
    const batch = batches.get(commandId);
    if (!batch) return;
    clearTimeout(batch.timer);
    batch.timer = undefined;
    batch.written = performance.now();
    const text = batch.kept.join('');
    if (text === '') return;
    batch.kept = [];
    batch.size = 0;
    try {
      if (!write(commandId, text, batch.buildId)) forget(commandId);
    } catch (error) {
      // The disk may be full only for a while.
      batch.kept = [text];
      batch.size = text.length;
      throw error;
    }
  }

  function flushLater(commandId: number): void {
    try {
      flush(commandId);
    } catch {
      // Kept until the runner's next call, which says so; or Lectern has been closed, and nobody asks any more.
    }
  }

  return {
    has: (commandId: number): boolean => batches.has(commandId),

    /** @throws StorageFull and what else writing throws; the text is kept for the next time */
    add(commandId: number, text: string, buildId: number): void {
      const known = batches.get(commandId);
      const batch = known ?? {
        ...{ kept: [], size: 0, written: Number.NEGATIVE_INFINITY },
        ...{ timer: undefined, buildId },
      };
      if (!known) batches.set(commandId, batch);
      batch.kept.push(text);
      batch.size += text.length;
      const wait = batch.written + PAUSE_MS - performance.now();
      if (batch.size >= MOST_KEPT || wait <= 0) flush(commandId);
      else batch.timer ??= setTimeout(flushLater, wait, commandId).unref();
    },

    /** Writes what is kept. @throws StorageFull and what else writing throws; the text is kept for the next time */
    flush,

    /** Forgets a command that has ended. */
    forget,
  };
}
