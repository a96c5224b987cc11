import { relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { ignoredPaths, isUsuallyIgnored } from './source-files.ts';

/** Watches a folder until it is closed. */
export type FolderWatch = { readonly close: () => Promise<void> };

export type FolderWatchOptions = {
  readonly folder: string;
  /** Called at every change of a file that git did not ignore when the watch began; often. */
  readonly onChange: () => void;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
};

/** Between two looks where the system watches no more files, in milliseconds. */
const POLL_MS = 1000;
const NO_MORE_WATCHES: readonly unknown[] = ['ENOSPC', 'EMFILE'];

/**
 * Watches a folder without what git ignores. A file that is ignored later only causes a look that finds nothing. Looks
 * again and again where the system has no more watches.
 */
export async function watchFolder(options: FolderWatchOptions): Promise<FolderWatch> {
  const { folder, onChange, log, signal } = options;
  const ignored = new Set(await ignoredPaths(folder, signal));
  let watcher: FSWatcher;
  let isClosed = false;
  const open = (usePolling: boolean): FSWatcher => {
    const opened = watch(folder, {
      ...{ ignoreInitial: true, followSymlinks: false, usePolling, interval: POLL_MS, atomic: false },
      ignored: (path) => isIgnored(relative(folder, path).split(sep).join('/'), ignored),
    });
    opened.on('all', () => onChange());
    opened.on('error', (error) => {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (!usePolling && !isClosed && NO_MORE_WATCHES.includes(code)) {
        log(
          `${folder} is looked at every second, since this system watches no more files (${String(code)}).`,
        );
        void opened.close();
        watcher = open(true);
      }
      // Whatever else it is, a look finds what is there.
      onChange();
    });
    return opened;
  };
  watcher = open(false);
  await new Promise<void>((resolve) => {
    watcher.once('ready', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return {
    async close() {
      isClosed = true;
      await watcher.close();
    },
  };
}

function isIgnored(path: string, ignored: ReadonlySet<string>): boolean {
  if (path === '' || path.startsWith('..')) return false;
  if (/(?:^|\/)\.git(?:\/|$)/.test(path)) return true;
  // Without git there is no list of what tools make.
  return ignored.has(path) || isUsuallyIgnored(path);
}
