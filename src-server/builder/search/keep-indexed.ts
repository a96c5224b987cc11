import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import type { IndexOrder } from '../../services/search/page-indexing.ts';
import { createPageIndexer } from './index-pages.ts';

type Options = {
  readonly services: Pick<Services, 'changes' | 'pageIndex' | 'environmentVariables'>;
  readonly searchFile: string;
  readonly docsFolder: string;
  readonly log: (line: string) => void;
};

/** Changes after which other pages may be served, or may be indexed that could not be: values must be known for it. */
const CONCERNS =
  /^(?:build\.finish|version\.|project\.(?:create|delete|restore)|environment-variable\.|seed\.|trash\.)/;

/**
 * Keeps the search index as the served pages are: looks through all at the start, then at each project whose versions
 * change. What a crash left undone is done at the next start.
 */
export function keepIndexed({ services, searchFile, docsFolder, log }: Options) {
  const { changes, pageIndex, environmentVariables } = services;
  const actor = systemActor('runner');
  const indexer = createPageIndexer({
    ...{ searchFile, docsFolder, log },
    secretsOf: async (projectId) => [...(await environmentVariables.forBuild(projectId)).values()],
    changed: pageIndex.changed,
    begun: () => soon(null),
  });
  /** The build that each version is to be indexed of, from the order until it is done. */
  const ordered = new Map<number, number>();
  const underWay = new Set<Promise<void>>();
  let dirty: Set<number> | 'all' | null = 'all';
  let isClosed = false;
  let next: NodeJS.Immediate | undefined = setImmediate(look);

  function look(): void {
    next = undefined;
    const projects = dirty;
    dirty = null;
    if (projects === null || isClosed) return;
    try {
      const { index, forget } = pageIndex.due(actor, projects === 'all' ? undefined : projects);
      for (const order of index) take(order);
      for (const versionId of forget) follow(indexer.forget(versionId));
    } catch (error) {
      log(`The search index is not kept: ${error instanceof Error ? error.message : 'unknown error'}`);
    }
  }

  function take(order: IndexOrder): void {
    const { versionId, buildId } = order;
    if (ordered.get(versionId) === buildId) return;
    ordered.set(versionId, buildId);
    follow(
      indexer.index(order).then(() => {
        if (ordered.get(versionId) === buildId) ordered.delete(versionId);
      }),
    );
  }

  function follow(work: Promise<void>): void {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  }

  function soon(project: number | null): void {
    if (project === null) dirty = 'all';
    else if (dirty !== 'all') dirty = (dirty ?? new Set()).add(project);
    next ??= setImmediate(look);
  }

  const unsubscribe = changes.subscribe(({ action, projectId }) => {
    if (CONCERNS.test(action)) soon(projectId);
  });
  pageIndex.whenLost(() => soon(null));

  return {
    /** Resolves when nothing is left to do. */
    async settled(): Promise<void> {
      while (next !== undefined || underWay.size > 0) {
        await new Promise((resolve) => setImmediate(resolve));
        await Promise.all(underWay);
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
