import { Worker } from 'node:worker_threads';
import type { IndexRequest } from '../../services/search/page-index.ts';

/** What is to be done. */
type Task =
  | { readonly kind: 'index'; readonly request: IndexRequest }
  | { readonly kind: 'forget'; readonly versionId: number };

/** What the worker thread is asked to do; `secrets` are hidden in what it writes (safety S8). */
export type IndexingTask =
  | (Extract<Task, { kind: 'index' }> & { readonly secrets: readonly string[] })
  | Extract<Task, { kind: 'forget' }>;

/** What came of it. */
export type IndexingReport = {
  readonly error: string | null;
  /** The index was begun anew, and holds nothing else now. */
  readonly isNew: boolean;
};

/** Where the worker works. */
export type IndexingWorkerData = { readonly searchFile: string; readonly docsFolder: string };

type Options = IndexingWorkerData & {
  /** The values of a project's variables: a build may have written them into its pages. They stay in memory. */
  readonly secretsOf: (projectId: number) => Promise<readonly string[]>;
  /** Takes lines for people. */
  readonly log: (line: string) => void;
  /** Called when the index holds something else than before. */
  readonly onChanged?: () => void;
  /** Called when the index had to be begun anew: what it held is to be indexed again. */
  readonly onRecreated?: () => void;
};

type Job = {
  readonly task: Task;
  readonly done: () => void;
};

// A bundle has it as JavaScript beside it.
const WORKER = `./index-pages-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`;

/**
 * Puts the pages of builds into the search index, one build after the other, on a thread that lives while there is
 * work. The pages of a version are replaced all at once, so a crash leaves the former ones or the new ones.
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
  let worker: Worker | undefined;
  let exited = Promise.resolve();
  let isClosed = false;

  function start(): Worker {
    const workerData: IndexingWorkerData = { searchFile, docsFolder };
    const started = new Worker(new URL(WORKER, import.meta.url), {
      workerData,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    started.on('message', (report: IndexingReport) => finish(report));
    // Such as a page that takes all memory: the next build has a thread of its own.
    started.on('error', (error) => {
      if (worker === started) worker = undefined;
      fail(error);
    });
    exited = new Promise((resolve) => {
      started.once('exit', () => {
        resolve();
        if (worker !== started) return;
        worker = undefined;
        fail(new Error('The indexing ended before it was done.'));
      });
    });
    return started;
  }

  function next(): void {
    if (running || isClosed) return;
    running = waiting.shift();
    if (!running) {
      worker?.postMessage('end');
      worker = undefined;
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
      worker ??= start();
      worker.postMessage(taskMessage);
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
    // Whoever waited for this may have more to do: let them say so before the thread is ended.
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
    /** Resolves when the build's pages can be found; also when they could not be indexed, which the log then tells. */
    index: (request: IndexRequest): Promise<void> => add({ kind: 'index', request }),
    /** Takes a version's pages out of the index. */
    forget: (versionId: number): Promise<void> => add({ kind: 'forget', versionId }),
    /** Stops at once; what was not done is done at the next start (search-indexer.ts). */
    async close(): Promise<void> {
      isClosed = true;
      const unfinished = [...(running ? [running] : []), ...waiting.splice(0)];
      running = undefined;
      await worker?.terminate();
      worker = undefined;
      await exited;
      for (const { done } of unfinished) done();
    },
  };
}

export type PageIndexer = ReturnType<typeof createPageIndexer>;
