import type { Json, JsonObject } from '../../model/builds/build.ts';
import type { SearchIndex } from '../../store/search/search-index.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { IndexOrder } from './page-indexing.ts';

/** What is to be done so that the index holds the pages that are served, and no others. */
export type IndexUpkeep = {
  readonly index: readonly IndexOrder[];
  /** Ids of versions. */
  readonly forget: readonly number[];
};

type Served = { readonly id: number; readonly buildId: number | null };

/** Compares the search index with the pages that are served. */
export function createPageIndexUpkeep({ store, access }: ServiceContext, index: SearchIndex) {
  let revision = 0;

  function orderOf(versionId: number, buildId: number): IndexOrder[] {
    const version = store.versions.byId(versionId);
    if (!version) return [];
    const build = store.builds.byId(buildId);
    const config = build ? (JSON.parse(build.configText) as JsonObject) : {};
    return [{ projectId: version.projectId, versionId, buildId, ...searchSettings(config) }];
  }

  function upkeep(served: readonly Served[], holds: ReadonlyMap<number, number>): IndexUpkeep {
    const isServed = new Set(served.filter(({ buildId }) => buildId !== null).map(({ id }) => id));
    return {
      index: served.flatMap(({ id, buildId }) =>
        buildId === null || holds.get(id) === buildId ? [] : orderOf(id, buildId),
      ),
      forget: [...holds.keys()].filter((id) => !isServed.has(id)),
    };
  }

  return {
    /** What is to be done for these projects; for all of them where none is named. @throws Forbidden unless Lectern asks */
    due(actor: Actor, projectIds?: ReadonlySet<number>): IndexUpkeep {
      access.requireOperator(actor);
      return store.read(() => {
        const indexed = index.all().filter(({ projectId }) => projectIds?.has(projectId) ?? true);
        const holds = new Map(indexed.map(({ versionId, buildId }) => [versionId, buildId]));
        if (!projectIds) return upkeep(store.versions.served(), holds);
        const versions = [...projectIds].flatMap((id) => store.versions.ofProject(id));
        return upkeep(
          versions.map(({ id, pagesBuild }) => ({ id, buildId: pagesBuild })),
          holds,
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
    whenLost: index.whenLost,
  };
}

export type PageIndexUpkeep = ReturnType<typeof createPageIndexUpkeep>;

/** `search` of a configuration as it was read (behaviour.md 15); what is not of its kind counts as not given. */
function searchSettings({ search }: JsonObject): Pick<IndexOrder, 'ranking' | 'ignore'> {
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
