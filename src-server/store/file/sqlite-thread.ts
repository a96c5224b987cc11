import module from 'node:module';
import { dirname } from 'node:path';
import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

/** A running thread that opens databases, and how to end it. */
export type SqliteThread = {
  readonly worker: Worker;
  /** Ends the thread wherever its work stands; resolves once it has ended. */
  readonly stop: () => Promise<void>;
};

const LOADED = 'sqlite-loaded';

/** Loads SQLite in this thread and says so to the one that started it: the first call of such a thread. */
export function loadSqlite(): void {
  new Sqlite(':memory:').close();
  parentPort?.postMessage(LOADED);
}

/**
 * Starts a thread whose code begins with `loadSqlite`; `onReport` gets every later message. `stop` waits until SQLite
 * is loaded, since terminating a thread while it loads a native module ends the whole process.
 */
export function startSqliteThread<Report>(
  code: URL,
  options: WorkerOptions,
  onReport: (report: Report) => void,
): SqliteThread {
  const worker = new Worker(code, { execArgv: [], env: threadEnvironment(), ...options });
  const loaded = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
    worker.on('message', (message: Report | typeof LOADED) => {
      if (message === LOADED) resolve();
      else onReport(message);
    });
  });
  return {
    worker,
    async stop() {
      await loaded;
      await worker.terminate();
    },
  };
}

/** Returns this environment with the place of compiled modules, which a thread does not take over by itself. */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const folder = module.getCompileCacheDir?.();
  // The folder has one below it for each release of Node.
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(folder) };
}
