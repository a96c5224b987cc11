import { documentationPath } from '../../model/projects/documentation-url.ts';
import { parseCurrentSearch } from '../../model/search/current-search-query.ts';
import { parseSearchQuery, type SearchQuery } from '../../model/search/search-query.ts';
import type { Version } from '../../model/versions/version.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { SearchIndex } from '../../store/search/search-index.ts';
import type { IndexedVersion } from '../../store/search/search-schema.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from '../projects/project-records.ts';
import { type MarkedPage, markPages } from './mark-page.ts';
import { matchQuery, type QueryMatches } from './match-query.ts';
import { createSearchTargets, type SearchTarget } from './search-targets.ts';

/** A page that matches the query, with its address. */
export type SearchResult = MarkedPage & {
  readonly project: ProjectRecord;
  readonly version: Version;
  /** `http://pip.localhost:8642`. */
  readonly domain: string;
  /** The page's path on its host, such as `/en/latest/guide/`. */
  readonly path: string;
};

/** The result of a search. */
export type SearchAnswer = Page<SearchResult> & {
  /** Whether any of what was searched has pages. */
  readonly hasPages: boolean;
  readonly query: SearchQuery;
  /** The search whose pages these are, without the typing errors of the query; null when that is the query itself. */
  readonly corrected: string | null;
  /** The projects and versions that were searched, by slug, including those without pages. */
  readonly searched: readonly { readonly project: string; readonly versions: readonly string[] }[];
};

const NO_WORDS = { scopes: [], words: [], phrases: [] } as const;

/** Creates the search in the built pages that a caller can see. */
export function createSearch(context: ServiceContext, index: SearchIndex) {
  const { store, access, complete } = context;
  const targets = createSearchTargets(context, index);

  function answer(
    actor: Actor,
    query: SearchQuery,
    within: readonly SearchTarget[],
    page: PageRequest,
  ): SearchAnswer {
    const indexed = indexedVersions(within);
    const matches = matchQuery(index, query, indexed, page);
    const searched = new Map<string, string[]>();
    for (const { entry, version } of within) {
      searched.set(entry.project.slug, [...(searched.get(entry.project.slug) ?? []), version.slug]);
    }
    return {
      query,
      corrected: matches.corrected,
      hasPages: indexed.length > 0,
      searched: [...searched].map(([project, versions]) => ({ project, versions })),
      count: matches.count,
      items: results(actor, matches, within, indexed),
    };
  }

  /** Keeps the index entries of served builds; those of other builds are outdated. */
  function indexedVersions(within: readonly SearchTarget[]): IndexedVersion[] {
    const builds = new Map(within.map(({ version }) => [version.id, version.pagesBuild]));
    return index.ofVersions([...builds.keys()]).filter((each) => builds.get(each.versionId) === each.buildId);
  }

  function results(
    actor: Actor,
    { items: found, terms }: QueryMatches,
    within: readonly SearchTarget[],
    indexed: readonly IndexedVersion[],
  ): SearchResult[] {
    const bySlot = new Map(indexed.map(({ slot, versionId }) => [slot, versionId]));
    const byVersion = new Map(within.map((target) => [target.version.id, target]));
    const targetByPage = found.map((page) => byVersion.get(bySlot.get(page.slot) ?? 0));
    const entries = [...new Set(targetByPage.flatMap((target) => target?.entry ?? []))];
    const records = new Map(complete(actor, entries).map((record) => [record.project.id, record]));
    return markPages(found, terms).flatMap((page, at) => {
      const target = targetByPage[at];
      const project = target && records.get(target.entry.project.id);
      const pagePath = found[at]?.path;
      if (!project || pagePath === undefined) return [];
      const { scheme, domain } = project.place;
      const path = documentationPath(project.place, target.version.slug) + urlPath(pagePath);
      return [{ ...page, project, version: target.version, domain: `${scheme}://${domain}`, path }];
    });
  }

  return {
    /** Tells whether there are indexed pages of a project that the actor can see. */
    hasPages: (actor: Actor): boolean =>
      store.read(() =>
        store.projects
          .byIds([...new Set(index.all().map(({ projectId }) => projectId))])
          .some(({ project }) => access.canSeeProject(actor, project)),
      ),

    /**
     * Returns matching pages, best first. An unknown project, or one that the actor cannot see, has no pages.
     * @throws NotAuthenticated @throws Invalid about `q`
     */
    find(actor: Actor, q: string, page: PageRequest): SearchAnswer {
      return store.read(() => {
        const query = parseSearchQuery(q);
        access.viewerOf(actor); // refuses anonymous callers
        return answer(actor, query, targets.of(actor, query), page);
      });
    },

    /**
     * Searches as today's service does, for anybody; without a place to search, or words, it finds nothing.
     * @param projectIds the only projects that are searched
     * @throws Invalid about `q`
     */
    findAsToday(actor: Actor, q: string, page: PageRequest, projectIds?: ReadonlySet<number>): SearchAnswer {
      return store.read(() => {
        const query = parseCurrentSearch(q);
        if (!query) {
          const nothing = { hasPages: false, searched: [], count: 0, items: [], corrected: null };
          return { query: { ...NO_WORDS, text: q }, ...nothing };
        }
        const found = targets.asToday(actor, query);
        const allowed = found.filter(({ entry }) => projectIds?.has(entry.project.id) ?? true);
        return answer(actor, query, allowed, page);
      });
    },
  };
}

export type SearchService = ReturnType<typeof createSearch>;

/** Shortens the path of a folder's index page to the folder. */
function urlPath(path: string): string {
  const parts = path.split('/');
  if (parts.at(-1) === 'index.html') parts[parts.length - 1] = '';
  return parts.map(encodeURIComponent).join('/');
}
