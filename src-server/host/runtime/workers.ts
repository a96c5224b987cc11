// What runs beside the answers: builds, the search index, webhooks.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocsHandler } from '../../api/http/host-guard.ts';
import type { RedirectTrace, TraceRedirects, TraceRequest } from '../../model/redirects/redirect-trace.ts';
import type { CheckedOptions } from '../../options.ts';
import type { Services } from '../../services/open-services.ts';
import type { DataFolder } from '../../store/file/data-folder.ts';
import type { Maintenance } from './maintenance/maintenance.ts';

/** Where builds work and what they leave. */
export type WorkFolders = Pick<
  DataFolder,
  'root' | 'builds' | 'docs' | 'repositories' | 'search' | 'requests' | 'snapshots'
>;

/** Returns the folders of the data folder, or temporary ones while everything is in memory. */
export function workFolders(folder: DataFolder | null): { folders: WorkFolders; remove: () => void } {
  if (folder) return { folders: folder, remove: () => {} };
  const root = mkdtempSync(join(tmpdir(), 'lectern-'));
  const folders = {
    root,
    builds: join(root, 'builds'),
    docs: join(root, 'docs'),
    repositories: join(root, 'repositories'),
    search: join(root, 'search.sqlite'),
    snapshots: join(root, 'snapshots'),
    requests: join(root, 'requests.sqlite'),
  };
  for (const dir of [folders.builds, folders.docs]) mkdirSync(dir, { mode: 0o700 });
  return { folders, remove: () => rmSync(root, { recursive: true, force: true }) };
}

type LazyDocsOptions = {
  readonly logError: (error: unknown, what: string) => void;
  /** The address at which the window shows a problem of a preview; undefined where no page can lead there. */
  readonly windowLink: (preview: number, problem: number) => string | undefined;
};

/** Answers for documentation hosts; loads its code with the first request. */
export function lazyDocs(
  services: Services,
  docsFolder: string,
  { logError, windowLink }: LazyDocsOptions,
): DocsHandler {
  let opened: Promise<DocsHandler> | undefined;
  let handler: DocsHandler | undefined;
  const open = async () => {
    const { createDocsHandler } = await import('../../hosting/docs-handler.ts');
    const { createDocsHostApi } = await import('../../api/docs-host/docs-host-api.ts');
    const api = createDocsHostApi(services);
    handler = createDocsHandler({ services, docsFolder, api, logError, windowLink });
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

/** Traces what hosting would do with an address; asks for the services and loads its code with the first call. */
export function lazyTracer(services: () => Services, docsFolder: string): TraceRedirects {
  let opened: Promise<(question: TraceRequest) => RedirectTrace> | undefined;
  const open = async () => {
    const { createTracer } = await import('../../hosting/trace-redirects.ts');
    return createTracer({ services: services(), docsFolder });
  };
  return async (question) => {
    opened ??= open();
    return (await opened)(question);
  };
}

type WorkerOptions = Pick<CheckedOptions, 'trustBuilds' | 'buildTools'> & {
  readonly services: Services;
  readonly folders: WorkFolders;
  readonly maintenance: Maintenance;
  readonly log: (line: string) => void;
};

/** What works by itself beside the answers. */
export type Workers = {
  readonly close: () => Promise<void>;
  /** Ends builds and everything else that is under way; returns what starts it again. */
  readonly pause: () => Promise<() => void>;
};

/** Starts and ends what `pause` ends. `moved` are versions whose pages were replaced meanwhile. */
type Running = { readonly end: (reason?: string) => Promise<void> };
type Parts = { readonly run: (moved: ReadonlySet<number>) => Running };

const CANCELLED = 'Cancelled: another state of the data was restored. Trigger it again.';

/**
 * Starts running builds, indexing pages and sending webhooks, and schedules the maintenance of what builds leave.
 * Returns before they have started.
 */
export function startWorkers(options: WorkerOptions): Workers {
  const { services, log } = options;
  let isClosed = false;
  let isPaused = false;
  let moved: ReadonlySet<number> = new Set();
  let parts: Parts | undefined;
  let running: Running | undefined;
  services.snapshots.onRestored(({ movedVersions }) => {
    moved = movedVersions;
  });

  function run(): void {
    if (!parts || isClosed || isPaused) return;
    const versions = moved;
    moved = new Set();
    running = parts.run(versions);
  }

  const loading = laterTurn()
    .then(() => loadParts(options))
    .then((loaded) => {
      parts = loaded;
      run();
    })
    .catch((error: unknown) => {
      log(`Builds cannot run: ${error instanceof Error ? error.stack : 'unknown error'}`);
    });
  return {
    async close() {
      isClosed = true;
      await loading;
      await running?.end();
    },
    async pause() {
      // What is still being loaded begins once it may.
      isPaused = true;
      const ended = running;
      running = undefined;
      await ended?.end(CANCELLED);
      return () => {
        isPaused = false;
        run();
      };
    },
  };
}

/** Resolves in a later turn: who waits for the server to listen is told before the code of builds is loaded. */
function laterTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function loadParts(options: WorkerOptions): Promise<Parts> {
  const { services, folders, trustBuilds, buildTools, maintenance, log } = options;
  const { startBuildQueue } = await import('../../builder/queue/build-queue.ts');
  const { openIsolation } = await import('../../builder/process/isolation.ts');
  const { publishedPages } = await import('../../builder/publish/published-pages.ts');
  const { pageMaintenance } = await import('./maintenance/page-maintenance.ts');
  const { clearWorkFolder: clearWork } = await import('../../builder/publish/prune-pages.ts');
  const { startSearchIndexer } = await import('../../builder/search/search-indexer.ts');
  const { runPreviews } = await import('../../builder/preview/run-previews.ts');
  const { sendBuildWebhooks } = await import('../../builder/webhooks/send-build-webhooks.ts');
  const pages = publishedPages(folders.docs, services.snapshots.keepsPages);
  const isolation = await openIsolation([folders.root]);
  await clearWork(folders.builds);
  let runningBuilds = () => 0;
  const isIdle = () => runningBuilds() === 0 && !services.previews.isBuilding();
  maintenance.add(pageMaintenance({ services, workFolder: folders.builds, pages, isIdle }));
  const buildOptions = {
    ...{ services, workFolder: folders.builds, pages, isolation, log },
    ...{ trustAll: trustBuilds, buildTools },
  };
  return {
    run(moved) {
      const webhooks = sendBuildWebhooks({ services, log });
      const searchFolders = { searchFile: folders.search, docsFolder: folders.docs };
      const indexer = startSearchIndexer({ services, ...searchFolders, replaced: moved, log });
      const queue = startBuildQueue(buildOptions);
      const endPreviews = runPreviews({ services, workFolder: folders.builds, isolation, log });
      runningBuilds = queue.running;
      return {
        async end(reason) {
          await Promise.all([queue.close(reason), endPreviews()]);
          await Promise.all([webhooks.close(), indexer.close()]);
        },
      };
    },
  };
}
