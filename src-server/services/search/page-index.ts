import type { Json, JsonObject } from '../../model/builds/build.ts';
import {
  createIgnoreMatcher,
  createRankLookup,
  type PageRanking,
  type PageText,
  rankBoost,
} from '../../model/search/search-page.ts';
import { loadSqlite, type SqliteThread, startSqliteThread } from '../../store/file/sqlite-thread.ts';
import type { SearchIndex } from '../../store/search/search-index.ts';
import { type IndexedPage, openSearchWriter } from '../../store/search/search-writer.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { wordsOfPage } from './page-words.ts';
import { stemmedLanguage, stemmerOf } from './stemming.ts';

/** A build to index, with the search settings of its configuration (behaviour.md 15). */
export type IndexRequest = {
  readonly projectId: number;
  readonly versionId: number;
  readonly buildId: number;
  /** The project's language, for pages that name none. */
  readonly language: string;
  /** Maps patterns of page paths to ranks from -10 to 10. */
  readonly ranking: PageRanking;
  /** Patterns of pages to leave out; null for the default patterns. */
  readonly ignore: readonly string[] | null;
};

/** A page file of a build; its text is read only when it is needed. */
export type PageFile = {
  /** Path below the build's html folder, with `/`: `guide/index.html`. */
  readonly path: string;
  /** Returns undefined for a file that is not a page. */
  readonly read: () => PageText | undefined;
};

/** Starts the thread that indexes pages. Its code calls `openPageIndexing` before anything else. */
export function startIndexingThread<Report>(
  code: URL,
  workerData: object,
  onReport: (report: Report) => void,
): SqliteThread {
  return startSqliteThread(code, { workerData, resourceLimits: { maxOldGenerationSizeMb: 512 } }, onReport);
}

/**
 * Opens the search index for writing. Only the indexing worker does so. `onRecreated` is called when the index was lost
 * and had to be created again.
 */
export function openPageIndexing(searchFile: string, onRecreated: () => void) {
  loadSqlite();
  const writer = openSearchWriter(searchFile, onRecreated);
  return {
    /** Replaces the pages of the version's previous build in one transaction; returns how many were indexed. */
    index({ ranking, ignore, language, ...build }: IndexRequest, pages: () => Iterable<PageFile>): number {
      const isIgnored = createIgnoreMatcher(ignore);
      const rankOf = createRankLookup(ranking);
      const ranked = Object.values(ranking).some((rank) => rank !== 0);
      return writer.replace({ ...build, ranked }, () => pagesToIndex(pages(), isIgnored, rankOf, language));
    },
    /** Removes a version's pages from the index. */
    forget: writer.removeVersion,
    close: writer.close,
  };
}

function* pagesToIndex(
  pages: Iterable<PageFile>,
  isIgnored: (path: string) => boolean,
  rankOf: (path: string) => number,
  projectLanguage: string,
): Generator<IndexedPage> {
  for (const { path, read } of pages) {
    const page = isIgnored(path) ? undefined : read();
    if (!page) continue;
    const { title, sections } = page;
    const language = stemmedLanguage(page.language ?? projectLanguage);
    const words = wordsOfPage(page, language === undefined ? () => [] : stemmerOf(language));
    const boost = rankBoost(rankOf(path));
    yield { path, title, sections, ...(language !== undefined && { language }), boost, words };
  }
}

/** The changes that bring the index in line with the pages that are served. */
export type IndexChanges = {
  readonly index: readonly IndexRequest[];
  /** Ids of versions whose pages leave the index. */
  readonly forget: readonly number[];
};

type ServedVersion = { readonly id: number; readonly buildId: number | null };

/** Creates the service that compares the search index with the pages that are served. */
export function createPageIndexMaintenance({ store, access }: ServiceContext, index: SearchIndex) {
  let revision = 0;

  function requestsFor(versionId: number, buildId: number): IndexRequest[] {
    const version = store.versions.byId(versionId);
    if (!version) return [];
    const build = store.builds.byId(buildId);
    const config = build ? (JSON.parse(build.configText) as JsonObject) : {};
    const [entry] = store.projects.byIds([version.projectId]);
    const language = entry?.project.language ?? '';
    return [{ projectId: version.projectId, versionId, buildId, language, ...searchSettings(config) }];
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
    /** Returns the changes that are due for these projects, or for all. @throws Forbidden unless Lectern asks */
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
    /** Marks earlier answers as outdated after a change of the index. */
    changed(): void {
      revision += 1;
    },
    /** Grows with each call of `changed`. */
    revision: () => revision,
    /** Calls `listener` when the index was lost and everything has to be indexed again. */
    onLost: index.onRemoved,
  };
}

export type PageIndexMaintenance = ReturnType<typeof createPageIndexMaintenance>;

/** Reads `search` of a configuration (behaviour.md 15); values of a wrong type are ignored. */
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
