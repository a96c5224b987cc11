// Runs on a thread of its own, so that reading thousands of pages stops nobody's request.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { openPageIndexing, type PageFile } from '../services/page-indexing.ts';
import type { IndexingReport, IndexingTask, IndexingWorkerData } from './index-pages.ts';
import { readPage } from './page-text.ts';

/** A page of more bytes is no page for readers. */
const MAX_BYTES = 16 * 1024 * 1024;

const { searchFile, docsFolder } = workerData as IndexingWorkerData;
let isNew = false;
const indexing = openPageIndexing(searchFile, () => {
  isNew = true;
});

/** Every HTML file of a build, without following links out of it. */
function* htmlFiles(root: string, below = ''): Generator<PageFile> {
  const entries = readdirSync(join(root, below), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* htmlFiles(root, path);
    else if (entry.isFile() && /\.html?$/i.test(entry.name)) {
      yield { path, read: () => readFile(join(root, path)) };
    }
  }
}

function readFile(file: string) {
  return statSync(file).size > MAX_BYTES ? undefined : readPage(readFileSync(file, 'utf8'));
}

function run(task: IndexingTask): void {
  if (task.kind === 'forget') {
    indexing.forget(task.versionId);
    return;
  }
  const { versionId, buildId } = task.order;
  const root = join(docsFolder, String(versionId), String(buildId), 'html');
  const isThere = statSync(root, { throwIfNoEntry: false })?.isDirectory() ?? false;
  indexing.index(task.order, () => (isThere ? htmlFiles(root) : []));
}

function report(task: IndexingTask): IndexingReport {
  isNew = false;
  try {
    run(task);
    return { error: null, isNew };
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'unknown error', isNew };
  }
}

parentPort?.on('message', (task: IndexingTask | 'end') => {
  if (task !== 'end') return void parentPort?.postMessage(report(task));
  indexing.close();
  parentPort?.close();
});
