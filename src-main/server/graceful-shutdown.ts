/** Ends the application in order. */
export type GracefulShutdown = {
  /** Closes everything, then exits. Later calls change nothing: systems ask several times while a machine shuts down. */
  readonly request: () => void;
  /** Exits at once, although closing is not done. */
  readonly force: () => void;
  readonly isStarted: () => boolean;
};

/** Below the 5 s that a stop may take (safety R12), with time left for the process to exit. */
const TIMEOUT_MS = 4_500;

/**
 * Closes, then exits; exits anyway when closing takes too long or fails. Every acknowledged change is already on the
 * disk (safety R12).
 */
export function createGracefulShutdown(
  close: () => Promise<void>,
  end: () => void,
  log: (line: string) => void,
  timeout: number = TIMEOUT_MS,
): GracefulShutdown {
  let started = false;
  let finished = false;
  const finish = () => {
    if (finished) return;
    finished = true;
    end();
  };
  return {
    isStarted: () => started,
    force: finish,
    request() {
      if (started) return;
      started = true;
      const timer = setTimeout(() => {
        log('Closing takes too long; ending without.');
        finish();
      }, timeout);
      close()
        .catch((error: unknown) => log(`Closing failed: ${String(error)}`))
        .finally(() => {
          clearTimeout(timer);
          finish();
        });
    },
  };
}
