// What runs beside the answers: builds, the search index, webhooks.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocsHandler } from '../../api/http/host-guard.ts';
import type { RedirectTrace, TraceRedirects, TraceRequest } from '../../model/redirects/redirect-trace.ts';
import type { CheckedOptions } from '../../options.ts';
import type { Services } from '../../services/open-services.ts';
import type { DataFolder } from '../../store/file/data-folder.ts';
import type { Maintenance } from './maintenance.ts';

/** Where builds work and what they leave. */
export type WorkFolders = Pick<DataFolder, 'root' | 'builds' | 'docs' | 'search'>;

/** Returns the folders of the data folder, or temporary ones while everything is in memory. */
export function workFolders(folder: DataFolder | null): { folders: WorkFolders; remove: () => void } {
  if (folder) return { folders: folder, remove: () => {} };
  const root = mkdtempSync(join(tmpdir(), 'lectern-'));
  const folders = {
    root,
    builds: join(root, 'builds'),
    docs: join(root, 'docs'),
    search: join(root, 'search.sqlite'),
  };
  for (const dir of [folders.builds, folders.docs]) mkdirSync(dir, { mode: 0o700 });
  return { folders, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Answers for documentation hosts; loads its code with the first request. */
export function lazyDocs(
  services: Services,
  docsFolder: string,
  logError: (error: unknown, what: string) => void,
): DocsHandler {
  let opened: Promise<DocsHandler> | undefined;
  let handler: DocsHandler | undefined;
  const open = async () => {
    const { createDocsHandler } = await import('../../hosting/docs-handler.ts');
    handler = createDocsHandler({ services, docsFolder, logError });
    return handler;
  };
  return (request, response) => {
    if (handler) return handler(request, response);
    opened ??= open();
    opened
      .then((answer) => answer(request, response))
      .catch((error: unknown) => {
        logError(error, 'Serving documentation');
        response.writeHead(500, { 'content-length': 0 }).end();
      });
  };
}

/** Traces what hosting would do with an address; loads its code with the first call. */
export function lazyTracer(services: Services, docsFolder: string): TraceRedirects {
  let opened: Promise<(question: TraceRequest) => RedirectTrace> | undefined;
  const open = async () => {
    const { createTracer } = await import('../../hosting/trace-redirects.ts');
    return createTracer({ services, docsFolder });
  };
  return async (question) => {
    opened ??= open();
    return (await opened)(question);
  };
}

type WorkerOptions = Pick<CheckedOptions, 'trustBuilds'> & {
  readonly services: Services;
  readonly folders: WorkFolders;
  readonly maintenance: Maintenance;
  readonly log: (line: string) => void;
};

/**
 * Starts running builds, indexing pages and sending webhooks, and schedules the maintenance of what builds leave.
 * Returns before they have started; the function that it returns ends them.
 */
export function startWorkers(options: WorkerOptions): () => Promise<void> {
  const started = start(options).catch((error: unknown) => {
    options.log(`Builds cannot run: ${error instanceof Error ? error.stack : 'unknown error'}`);
    return async () => {};
  });
  return async () => (await started)();
}

async function start(options: WorkerOptions): Promise<() => Promise<void>> {
  const { services, folders, trustBuilds, maintenance, log } = options;
  const { startBuildQueue } = await import('../../builder/queue/build-queue.ts');
  const { openIsolation } = await import('../../builder/process/isolation.ts');
  const { publishedPages } = await import('../../builder/publish/published-pages.ts');
  const { pageMaintenance } = await import('./page-maintenance.ts');
  const { clearWorkFolder: clearWork } = await import('../../builder/publish/prune-pages.ts');
  const { startSearchIndexer } = await import('../../builder/search/search-indexer.ts');
  const { sendBuildWebhooks: startBuildWebhooks } = await import(
    '../../builder/webhooks/send-build-webhooks.ts'
  );
  const pages = publishedPages(folders.docs);
  const isolation = await openIsolation([folders.root]);
  await clearWork(folders.builds);
  const webhooks = startBuildWebhooks({ services, log });
  const indexer = startSearchIndexer({ services, searchFile: folders.search, docsFolder: folders.docs, log });
  const queue = startBuildQueue({
    services,
    workFolder: folders.builds,
    pages,
    isolation,
    trustAll: trustBuilds,
    log,
  });
  const isIdle = () => queue.running() === 0;
  maintenance.add(pageMaintenance({ services, workFolder: folders.builds, pages, isIdle }));
  return async () => {
    await queue.close();
    await Promise.all([webhooks.close(), indexer.close()]);
  };
}
