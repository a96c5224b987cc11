// Runs on a thread of its own, so that neither writing nor searching the log delays a request.
import { parentPort, workerData } from 'node:worker_threads';
import type { Database } from '../file/database.ts';
import { isCorruption } from '../file/integrity.ts';
import { loadSqlite } from '../file/sqlite-thread.ts';
import { openRequestReader } from './request-reader.ts';
import { openRequestFile, setRequestFileAside } from './request-schema.ts';
import type { RequestReply, RequestTask, RequestTasks, RequestWorkerData } from './request-tasks.ts';
import { openRequestWriter } from './request-writer.ts';

loadSqlite();
const { file } = workerData as RequestWorkerData;
const log = (line: string) => reply({ kind: 'log', line });

type Opened = {
  readonly database: Database;
  readonly writer: ReturnType<typeof openRequestWriter>;
  readonly reader: ReturnType<typeof openRequestReader>;
};
let opened: Opened | undefined;

function open(): Opened {
  if (opened) return opened;
  const database = openRequestFile(file, log);
  opened = { database, writer: openRequestWriter(database), reader: openRequestReader(database) };
  return opened;
}

function close(): void {
  opened?.database.close();
  opened = undefined;
}

function reply(message: RequestReply): void {
  parentPort?.postMessage(message);
}

function run({ name, input }: RequestTask): RequestTasks[keyof RequestTasks]['output'] {
  const { reader, writer } = open();
  switch (name) {
    case 'write':
      writer.write(input.requests, input.dropped, input.limits);
      writer.shrink();
      return reader.lastId();
    case 'page':
      return reader.page(input);
    case 'since':
      return reader.since(input);
    case 'groups':
      return reader.groups(input);
    case 'get':
      return reader.get(input);
    case 'har':
      return reader.har(input);
    case 'lastId':
      return reader.lastId();
    case 'clear':
      writer.clear();
      // The ids that were found before are gone.
      close();
      return undefined;
  }
}

/** Runs a task; where the file turns out to be damaged, sets it aside and runs the task once more on a new one. */
function runOrReplace(task: RequestTask): RequestTasks[keyof RequestTasks]['output'] {
  try {
    return run(task);
  } catch (error) {
    if (!isCorruption(error)) throw error;
    close();
    log(
      `requests.sqlite is damaged; it is made again, and what was there is kept as ${setRequestFileAside(file)}`,
    );
    return run(task);
  }
}

parentPort?.on('message', (task: RequestTask | 'end') => {
  if (task === 'end') {
    close();
    parentPort?.close();
    return;
  }
  try {
    reply({ kind: 'done', id: task.id, output: runOrReplace(task) });
  } catch (error) {
    reply({ kind: 'failed', id: task.id, message: error instanceof Error ? error.message : 'unknown error' });
  }
});
