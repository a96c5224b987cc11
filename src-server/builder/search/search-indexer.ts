import { PAGE_ACTIONS } from '../../model/journal/actions.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import type { IndexRequest } from '../../services/search/page-index.ts';
import { createPageIndexer } from './index-pages.ts';

type Options = {
  readonly services: Pick<Services, 'changes' | 'pageIndex' | 'environmentVariables'>;
  readonly searchFile: string;
  readonly docsFolder: string;
  /** Versions whose pages were replaced, though their builds may have the same numbers. */
  readonly replaced?: ReadonlySet<number>;
  readonly log: (line: string) => void;
};

/**
 * Keeps the search index in step with the served pages: checks all of them at the start, then each project whose
 * versions change. The next start finishes what a crash interrupted.
 */
export function startSearchIndexer({ services, searchFile, docsFolder, replaced, log }: Options) {
  const { changes, pageIndex, environmentVariables } = services;
  const actor = systemActor('runner');
  const indexer = createPageIndexer({
    ...{ searchFile, docsFolder, log },
    secretsOf: async (projectId) => [...(await environmentVariables.forBuild(projectId)).values()],
    onChanged: pageIndex.changed,
    onRecreated: () => schedule(null),
  });
  /** The build that is being indexed for each version. */
  const requested = new Map<number, number>();
  const pending = new Set<Promise<void>>();
  let dirty: Set<number> | 'all' | null = 'all';
  let isClosed = false;
  let next: NodeJS.Immediate | undefined = setImmediate(indexDue);

  function indexDue(): void {
    next = undefined;
    const projects = dirty;
    dirty = null;
    if (projects === null || isClosed) return;
    try {
      const { index, forget } = pageIndex.due(actor, projects === 'all' ? undefined : projects);
      for (const request of index) requestIndexing(request);
      for (const versionId of forget) track(indexer.forget(versionId));
    } catch (error) {
      log(
        `The search index could not be updated: ${error instanceof Error ? error.message : 'unknown error'}`,
      );
    }
  }

  function requestIndexing(request: IndexRequest): void {
    const { versionId, buildId } = request;
    if (requested.get(versionId) === buildId) return;
    requested.set(versionId, buildId);
    track(
      indexer.index(request).then(() => {
        if (requested.get(versionId) === buildId) requested.delete(versionId);
      }),
    );
  }

  function track(work: Promise<void>): void {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  }

  function schedule(project: number | null): void {
    if (project === null) dirty = 'all';
    else if (dirty !== 'all') dirty = (dirty ?? new Set()).add(project);
    next ??= setImmediate(indexDue);
  }

  for (const versionId of replaced ?? []) track(indexer.forget(versionId));
  // What is in the index of these says nothing of the pages that are there now.
  if (replaced?.size) void Promise.all(pending).then(() => schedule(null));

  const unsubscribe = changes.subscribe(({ action, projectId }) => {
    if (PAGE_ACTIONS.has(action)) schedule(projectId);
  });
  pageIndex.onLost(() => schedule(null));

  return {
    /** Resolves when no work is left. */
    async settled(): Promise<void> {
      while (next !== undefined || pending.size > 0) {
        await new Promise((resolve) => setImmediate(resolve));
        await Promise.all(pending);
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      unsubscribe();
      clearImmediate(next);
      await indexer.close();
    },
  };
}
