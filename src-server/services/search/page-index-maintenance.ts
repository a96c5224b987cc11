import type { Json, JsonObject } from '../../model/builds/build.ts';
import type { SearchIndex } from '../../store/search/search-index.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { IndexRequest } from './page-indexing.ts';

/** What is to be done so that the index holds the pages that are served, and no others. */
export type IndexChanges = {
  readonly index: readonly IndexRequest[];
  /** Ids of versions. */
  readonly forget: readonly number[];
};

type ServedVersion = { readonly id: number; readonly buildId: number | null };

/** Compares the search index with the pages that are served. */
export function createPageIndexMaintenance({ store, access }: ServiceContext, index: SearchIndex) {
  let revision = 0;

  function requestsFor(versionId: number, buildId: number): IndexRequest[] {
    const version = store.versions.byId(versionId);
    if (!version) return [];
    const build = store.builds.byId(buildId);
    const config = build ? (JSON.parse(build.configText) as JsonObject) : {};
    return [{ projectId: version.projectId, versionId, buildId, ...searchSettings(config) }];
  }

  function indexChanges(
    served: readonly ServedVersion[],
    indexedBuilds: ReadonlyMap<number, number>,
  ): IndexChanges {
    const servedIds = new Set(served.filter(({ buildId }) => buildId !== null).map(({ id }) => id));
    return {
      index: served.flatMap(({ id, buildId }) =>
        buildId === null || indexedBuilds.get(id) === buildId ? [] : requestsFor(id, buildId),
      ),
      forget: [...indexedBuilds.keys()].filter((id) => !servedIds.has(id)),
    };
  }

  return {
    /** What is to be done for these projects; for all of them where none is named. @throws Forbidden unless Lectern asks */
    due(actor: Actor, projectIds?: ReadonlySet<number>): IndexChanges {
      access.requireOperator(actor);
      return store.read(() => {
        const indexed = index.all().filter(({ projectId }) => projectIds?.has(projectId) ?? true);
        const indexedBuilds = new Map(indexed.map(({ versionId, buildId }) => [versionId, buildId]));
        if (!projectIds) return indexChanges(store.versions.servedBuilds(), indexedBuilds);
        const versions = [...projectIds].flatMap((id) => store.versions.ofProject(id));
        return indexChanges(
          versions.map(({ id, pagesBuild }) => ({ id, buildId: pagesBuild })),
          indexedBuilds,
        );
      });
    },
    /** Answers made before are no longer true: the index holds something else. */
    changed(): void {
      revision += 1;
    },
    /** Grows with each change of the index that was told. */
    revision: () => revision,
    /** Calls `listener` when the index was lost and everything is due. */
    onLost: index.onRemoved,
  };
}

export type PageIndexMaintenance = ReturnType<typeof createPageIndexMaintenance>;

/** `search` of a configuration as it was read (behaviour.md 15); what is not of its kind counts as not given. */
function searchSettings({ search }: JsonObject): Pick<IndexRequest, 'ranking' | 'ignore'> {
  const { ranking, ignore } = isObject(search) ? search : {};
  const ranks = isObject(ranking) ? Object.entries(ranking) : [];
  return {
    ranking: Object.fromEntries(
      ranks.flatMap(([path, rank]) => (typeof rank === 'number' ? [[path, rank]] : [])),
    ),
    ignore: Array.isArray(ignore) ? ignore.filter((each) => typeof each === 'string') : null,
  };
}

function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
