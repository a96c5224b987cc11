/** What is written in between is kept together, in milliseconds. */
const FLUSH_INTERVAL_MS = 100;
/** As much is written at once, in characters. */
const MAX_BATCH_LENGTH = 65_536;

type Batch = {
  pieces: string[];
  size: number;
  /** When something was written last; a time of `performance.now`. */
  writtenAt: number;
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

  function discard(commandId: number): void {
    clearTimeout(batches.get(commandId)?.timer);
    batches.delete(commandId);
  }

  function flush(commandId: number): void {
    const batch = batches.get(commandId);
    if (!batch) return;
    clearTimeout(batch.timer);
    batch.timer = undefined;
    batch.writtenAt = performance.now();
    const text = batch.pieces.join('');
    if (text === '') return;
    batch.pieces = [];
    batch.size = 0;
    try {
      if (!write(commandId, text, batch.buildId)) discard(commandId);
    } catch (error) {
      // The disk may be full only for a while.
      batch.pieces = [text];
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
      const existing = batches.get(commandId);
      const batch = existing ?? {
        ...{ pieces: [], size: 0, writtenAt: Number.NEGATIVE_INFINITY },
        ...{ timer: undefined, buildId },
      };
      if (!existing) batches.set(commandId, batch);
      batch.pieces.push(text);
      batch.size += text.length;
      const wait = batch.writtenAt + FLUSH_INTERVAL_MS - performance.now();
      if (batch.size >= MAX_BATCH_LENGTH || wait <= 0) flush(commandId);
      else batch.timer ??= setTimeout(flushLater, wait, commandId).unref();
    },

    /** Writes what is kept. @throws StorageFull and what else writing throws; the text is kept for the next time */
    flush,

    /** Forgets a command that has ended. */
    forget: discard,
  };
}
