/** What ends the application in order. */
export type Closing = {
  /** Somebody asked to quit. The first time closes, the second time ends at once. */
  readonly ask: () => void;
  readonly begun: () => boolean;
};

/** Below the 5 s that a stop may take (safety R12), with room for the end of the process itself. */
const LIMIT_MS = 4_500;

/**
 * Closes, then ends; ends without when closing takes too long or fails: every change that was acknowledged is on the
 * disk (safety R12).
 */
export function createClosing(
  close: () => Promise<void>,
  end: () => void,
  log: (line: string) => void,
  limit: number = LIMIT_MS,
): Closing {
  let begun = false;
  let ended = false;
  const endOnce = () => {
    if (ended) return;
    ended = true;
    end();
  };
  return {
    begun: () => begun,
    ask() {
      if (begun) return endOnce();
      begun = true;
      const timer = setTimeout(() => {
        log('Closing takes too long; ending without.');
        endOnce();
      }, limit);
      close()
        .catch((error: unknown) => log(`Closing failed: ${String(error)}`))
        .finally(() => {
          clearTimeout(timer);
          endOnce();
        });
    },
  };
}
