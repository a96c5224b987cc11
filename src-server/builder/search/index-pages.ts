import { type IndexRequest, startIndexingThread } from '../../services/search/page-index.ts';
import type { SqliteThread } from '../../store/file/sqlite-thread.ts';

/** A task of the indexer. */
type Task =
  | { readonly kind: 'index'; readonly request: IndexRequest }
  | { readonly kind: 'forget'; readonly versionId: number };

/** A task of the worker thread; `secrets` are masked in the index (safety S8). */
export type IndexingTask =
  | (Extract<Task, { kind: 'index' }> & { readonly secrets: readonly string[] })
  | Extract<Task, { kind: 'forget' }>;

/** The result of a task. */
export type IndexingReport = {
  readonly error: string | null;
  /** Whether the index was recreated, and contains nothing else now. */
  readonly isNew: boolean;
};

/** The files that the worker uses. */
export type IndexingWorkerData = { readonly searchFile: string; readonly docsFolder: string };

type Options = IndexingWorkerData & {
  /** Returns the values of a project's variables, which a build may have written into its pages; kept in memory only. */
  readonly secretsOf: (projectId: number) => Promise<readonly string[]>;
  /** Takes lines for people. */
  readonly log: (line: string) => void;
  /** Called when the content of the index changed. */
  readonly onChanged?: () => void;
  /** Called when the index was recreated, so that everything has to be indexed again. */
  readonly onRecreated?: () => void;
};

type Job = {
  readonly task: Task;
  readonly done: () => void;
};

// In a bundle the worker is a JavaScript file beside this one.
const WORKER = `./index-pages-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`;

/**
 * Writes the pages of builds into the search index, one build after the other, on a thread that runs while there is
 * work. The pages of a version are replaced atomically, so a crash leaves either the old or the new ones.
 */
export function createPageIndexer({
  searchFile,
  docsFolder,
  secretsOf,
  log,
  onChanged,
  onRecreated,
}: Options) {
  const waiting: Job[] = [];
  let running: Job | undefined;
  let thread: SqliteThread | undefined;
  let exited = Promise.resolve();
  let isClosed = false;

  function start(): SqliteThread {
    const workerData: IndexingWorkerData = { searchFile, docsFolder };
    const code = new URL(WORKER, import.meta.url);
    const started = startIndexingThread<IndexingReport>(code, workerData, finish);
    // A page may have exhausted the memory; the next build gets a new thread.
    started.worker.on('error', (error) => {
      if (thread === started) thread = undefined;
      fail(error);
    });
    exited = new Promise((resolve) => {
      started.worker.once('exit', () => {
        resolve();
        if (thread !== started) return;
        thread = undefined;
        fail(new Error('The indexing ended before it was done.'));
      });
    });
    return started;
  }

  function next(): void {
    if (running || isClosed) return;
    running = waiting.shift();
    if (!running) {
      thread?.worker.postMessage('end');
      thread = undefined;
      return;
    }
    void send(running);
  }

  async function send(job: Job): Promise<void> {
    try {
      const { task } = job;
      const taskMessage: IndexingTask =
        task.kind === 'index' ? { ...task, secrets: await secretsOf(task.request.projectId) } : task;
      if (running !== job) return;
      thread ??= start();
      thread.worker.postMessage(taskMessage);
    } catch (error) {
      if (running === job) fail(error);
    }
  }

  function fail(error: unknown): void {
    const message = error instanceof Error ? error.message : 'unknown error';
    finish({ error: message, isNew: false });
  }

  function finish(report: IndexingReport): void {
    const job = running;
    if (!job) return;
    running = undefined;
    if (report.error !== null) {
      const { task } = job;
      const versionId = task.kind === 'index' ? task.request.versionId : task.versionId;
      log(`The pages of version ${versionId} could not be indexed for the search: ${report.error}`);
    } else onChanged?.();
    if (report.isNew) onRecreated?.();
    job.done();
    // Callers may add more work now, before the thread is ended.
    setImmediate(next);
  }

  function add(task: Task): Promise<void> {
    if (isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      waiting.push({ task, done: resolve });
      next();
    });
  }

  return {
    /** Indexes a build's pages. Resolves also when that fails, which is logged. */
    index: (request: IndexRequest): Promise<void> => add({ kind: 'index', request }),
    /** Removes a version's pages from the index. */
    forget: (versionId: number): Promise<void> => add({ kind: 'forget', versionId }),
    /** Stops at once; the next start does unfinished work (search-indexer.ts). */
    async close(): Promise<void> {
      isClosed = true;
      const unfinished = [...(running ? [running] : []), ...waiting.splice(0)];
      running = undefined;
      await thread?.stop();
      thread = undefined;
      await exited;
      for (const { done } of unfinished) done();
    },
  };
}

export type PageIndexer = ReturnType<typeof createPageIndexer>;
