/** Output that arrives within this time of the last write is written together, in milliseconds. */
const FLUSH_INTERVAL_MS = 250;
/** More than this is written without waiting, in characters. */
const MAX_BATCH_LENGTH = 65_536;

type Batch<Totals> = {
  pieces: string[];
  length: number;
  /** When listeners were last notified, by `performance.now`. */
  notifiedAt: number;
  /** What was written but not yet announced. */
  written: Totals | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
  readonly buildId: number;
};

type OutputBatchesOptions<Totals> = {
  /** Stores the text; returns undefined when the command is gone. */
  readonly write: (commandId: number, text: string, buildId: number) => Totals | undefined;
  /** Announces what was written, at most once an interval for each command. */
  readonly notify: (commandId: number, totals: Totals, buildId: number) => void;
  /** Runs an effect once the current change, if there is one, is committed. */
  readonly afterCommit: (effect: () => void) => void;
};

/**
 * Throttles the output of commands on its way to the store and to listeners: each write waits for the disk, and programs
 * write line by line. Output after a pause is written at once; what follows within an interval is written together.
 */
export function createOutputBatches<Totals>({ write, notify, afterCommit }: OutputBatchesOptions<Totals>) {
  const batches = new Map<number, Batch<Totals>>();

  function discard(commandId: number): void {
    clearTimeout(batches.get(commandId)?.timer);
    batches.delete(commandId);
  }

  /** @throws StorageFull and other write errors; the text is kept for the next call */
  function store(commandId: number, batch: Batch<Totals>): void {
    if (batch.length === 0) return;
    const text = batch.pieces.join('');
    const count = batch.pieces.length;
    const totals = write(commandId, text, batch.buildId);
    // A change that is rolled back leaves the text here, for the next attempt.
    afterCommit(() => {
      batch.pieces.splice(0, count);
      batch.length -= text.length;
      batch.written = totals;
      if (totals === undefined) discard(commandId);
    });
  }

  function flush(commandId: number): void {
    const batch = batches.get(commandId);
    if (!batch) return;
    clearTimeout(batch.timer);
    batch.timer = undefined;
    batch.notifiedAt = performance.now();
    store(commandId, batch);
    afterCommit(() => {
      const { written } = batch;
      batch.written = undefined;
      if (written !== undefined) notify(commandId, written, batch.buildId);
    });
  }

  function flushLater(commandId: number): void {
    try {
      flush(commandId);
    } catch {
      // Kept until the runner's next call, which reports the error; after a shutdown nobody calls again.
    }
  }

  return {
    has: (commandId: number): boolean => batches.has(commandId),

    /** Adds output of a command. @throws StorageFull and other write errors; the text is kept for the next call */
    add(commandId: number, text: string, buildId: number): void {
      const batch: Batch<Totals> = batches.get(commandId) ?? {
        ...{ pieces: [], length: 0, notifiedAt: Number.NEGATIVE_INFINITY },
        ...{ written: undefined, timer: undefined, buildId },
      };
      batches.set(commandId, batch);
      batch.pieces.push(text);
      batch.length += text.length;
      const delay = batch.notifiedAt + FLUSH_INTERVAL_MS - performance.now();
      if (delay <= 0) flush(commandId);
      else batch.timer ??= setTimeout(flushLater, delay, commandId).unref();
      if (batch.length >= MAX_BATCH_LENGTH) store(commandId, batch);
    },

    /** Writes and announces what is kept. @throws StorageFull and other write errors; the text is kept for the next call */
    flush,

    /** Forgets a command that has ended. */
    forget: discard,
  };
}
