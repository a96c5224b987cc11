// Runs on a thread of its own, so that reading thousands of pages blocks no request.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { openPageIndexing, type PageFile } from '../../services/search/page-index.ts';
import { htmlFiles, searchExclusionReason } from '../publish/html-files.ts';
import { type PageMask, pageMask } from '../publish/mask-page.ts';
import type { IndexingReport, IndexingTask, IndexingWorkerData } from './index-pages.ts';
import { readPage } from './page-text.ts';

const { searchFile, docsFolder } = workerData as IndexingWorkerData;
let isNew = false;
const indexing = openPageIndexing(searchFile, () => {
  isNew = true;
});

/** Yields the pages of a build; each is read only on demand. */
function* pagesBelow(root: string, mask: PageMask): Generator<PageFile> {
  for (const path of htmlFiles(root)) {
    const read = () =>
      searchExclusionReason(root, path, mask) === undefined
        ? mask.page(readPage(readFileSync(join(root, path), 'utf8')))
        : undefined;
    yield { path, read };
  }
}

function run(task: IndexingTask): void {
  if (task.kind === 'forget') {
    indexing.forget(task.versionId);
    return;
  }
  const { versionId, buildId } = task.request;
  const root = join(docsFolder, String(versionId), String(buildId), 'html');
  const exists = statSync(root, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const mask = pageMask(task.secrets);
  indexing.index(task.request, () => (exists ? pagesBelow(root, mask) : []));
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
