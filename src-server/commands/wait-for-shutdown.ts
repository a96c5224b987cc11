import { isRunByNpm } from './paths.ts';

// Below the 5 s that a stop may take (safety R12), with room for the end of the process itself.
const LIMIT_MS = 4_500;
const SIGNALS: readonly NodeJS.Signals[] =
  process.platform === 'win32' ? ['SIGINT', 'SIGBREAK'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];

const PARENT_CHECK_MS = 250;

/**
 * Resolves when somebody asks this process to end; further requests do nothing. What has not closed in time then is
 * given up: every change that was acknowledged is on the disk.
 */
export function waitForShutdown(log: (line: string) => void): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = () => {
      if (isStopping) return;
      isStopping = true;
      setTimeout(() => {
        log('Closing takes too long; ending without.');
        process.exit(0);
      }, LIMIT_MS).unref();
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    if (isRunByNpm() && process.platform !== 'win32') watchParent(stop);
  });
}

// npm hands a signal on to the shell between us, which ends without telling us.
function watchParent(onGone: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, PARENT_CHECK_MS).unref();
}
