import { isRunByNpm } from './paths.ts';
import type { Terminal } from './terminal.ts';

/** Below the 5 s that a stop may take (safety R12), with room for the end of the process itself. */
export const SHUTDOWN_LIMIT_MS = 4_500;
const SIGNALS: readonly NodeJS.Signals[] =
  process.platform === 'win32' ? ['SIGINT', 'SIGBREAK'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];

const PARENT_CHECK_MS = 250;

/**
 * Resolves at the first signal to end, or when `input` ends, which a parent holds open as long as it lives; later ones do
 * nothing. What has not closed in time is abandoned: every acknowledged change is on the disk.
 */
export function waitForShutdown(
  { log, onSignal, exit }: Terminal,
  input?: NodeJS.ReadableStream,
): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = () => {
      if (isStopping) return;
      isStopping = true;
      setTimeout(() => {
        log('Closing took too long. The process ends now; all saved changes are safe.');
        exit(0);
      }, SHUTDOWN_LIMIT_MS).unref();
      resolve();
    };
    for (const signal of SIGNALS) onSignal(signal, stop);
    for (const event of ['end', 'close', 'error']) input?.once(event, stop);
    input?.resume();
    if (isRunByNpm() && process.platform !== 'win32') watchParent(stop);
  });
}

// npm passes a signal to the shell between us, which ends without passing it on.
function watchParent(onGone: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, PARENT_CHECK_MS).unref();
}
