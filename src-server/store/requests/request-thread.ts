import { type SqliteThread, startSqliteThread } from '../file/sqlite-thread.ts';
import type { RequestReply, RequestTask, RequestTasks, RequestWorkerData } from './request-tasks.ts';

// In a bundle the worker is a JavaScript file beside this one.
const WORKER = `./requests-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`;

/**
 * V8 would let a thread make 190 MB of short-lived objects before it collects them, and keep four gigabytes of others; a
 * batch needs a few, a part of an archive some more.
 */
const MEMORY = { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 256 };

type Waiting = { readonly resolve: (output: never) => void; readonly reject: (error: Error) => void };

/** The thread that owns requests.sqlite. It starts with the first task; tasks are done in their order. */
export function createRequestThread(file: string, log: (line: string) => void) {
  const waiting = new Map<number, Waiting>();
  let thread: SqliteThread | undefined;
  let exited = Promise.resolve();
  let lastTask = 0;

  function start(): SqliteThread {
    const workerData: RequestWorkerData = { file };
    const started = startSqliteThread<RequestReply>(
      new URL(WORKER, import.meta.url),
      { workerData, resourceLimits: MEMORY },
      receive,
    );
    started.worker.on('error', (error) => lose(started, error));
    exited = new Promise((resolve) => {
      started.worker.once('exit', () => {
        lose(started, new Error('The request log was closed.'));
        resolve();
      });
    });
    return started;
  }

  function receive(message: RequestReply): void {
    if (message.kind === 'log') {
      log(message.line);
      return;
    }
    const task = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'done') task?.resolve(message.output as never);
    else task?.reject(new Error(message.message));
  }

  /** Refuses what waits for a thread that has ended; the next task starts another. */
  function lose(started: SqliteThread, error: Error): void {
    if (thread !== started) return;
    thread = undefined;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost) reject(error);
  }

  return {
    /** Runs a task on the thread. @throws Error when it fails, or the thread ends first */
    run<Name extends keyof RequestTasks>(
      name: Name,
      input: RequestTasks[Name]['input'],
    ): Promise<RequestTasks[Name]['output']> {
      thread ??= start();
      lastTask += 1;
      const task = { id: lastTask, name, input } as RequestTask;
      thread.worker.postMessage(task);
      return new Promise((resolve, reject) => waiting.set(task.id, { resolve, reject }));
    },
    /** Lets the thread finish its tasks and end. */
    async close(): Promise<void> {
      thread?.worker.postMessage('end');
      await exited;
    },
  };
}

export type RequestThread = ReturnType<typeof createRequestThread>;
