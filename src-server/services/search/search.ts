import { documentationPath } from '../../model/projects/documentation-url.ts';
import { parseCurrentSearch } from '../../model/search/current-search-query.ts';
import { parseSearchQuery, type SearchQuery, type SearchScope } from '../../model/search/search-query.ts';
import type { Version } from '../../model/versions/version.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { FoundPage, SearchIndex } from '../../store/search/search-index.ts';
import type { IndexedVersion } from '../../store/search/search-schema.ts';
import type { ProjectEntry } from '../../store/tables/projects/project-rows.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from '../projects/project-records.ts';
import { type MarkedPage, markPages } from './mark-page.ts';

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
  /** The projects and versions that were searched, by slug, including those without pages. */
  readonly searched: readonly { readonly project: string; readonly versions: readonly string[] }[];
};

type Target = { readonly entry: ProjectEntry; readonly version: Version };

/** How many projects today's service searches at once. */
const MAX_PROJECTS = 100;
const NO_WORDS = { scopes: [], words: [], phrases: [] } as const;
const ALL_ITEMS: PageRequest = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Creates the search in the built pages that a caller can see. */
export function createSearch(context: ServiceContext, index: SearchIndex) {
  const { store, access, complete } = context;

  function versionOf(actor: Actor, entry: ProjectEntry, slug: string): Version | undefined {
    const version = store.versions.bySlug(entry.project.id, slug);
    return version?.active && !version.hidden && access.canSeeVersion(actor, version) ? version : undefined;
  }

  function defaultOf(actor: Actor, entry: ProjectEntry): Target[] {
    const version = versionOf(actor, entry, entry.effectiveDefaultVersion);
    return version ? [{ entry, version }] : [];
  }

  /** Returns a project and its subprojects, each in the version of the same name if it has one. */
  function withSubprojects(actor: Actor, slug: string, requestedVersion: string | null): Target[] {
    const top = store.projects.bySlug(slug);
    if (!top || !access.canSeeProject(actor, top.project)) return [];
    const version = versionOf(actor, top, requestedVersion ?? top.effectiveDefaultVersion);
    const children = store.subprojects.ofParent(top.project.id, access.readerOf(actor), ALL_ITEMS).items;
    const entries = new Map(
      store.projects.byIds(children.map(({ childId }) => childId)).map((entry) => [entry.project.id, entry]),
    );
    const subprojects = children.flatMap(({ childId }) => {
      const entry = entries.get(childId);
      if (!entry) return [];
      const same = requestedVersion === null ? undefined : versionOf(actor, entry, requestedVersion);
      return same ? [{ entry, version: same }] : defaultOf(actor, entry);
    });
    return [...(version ? [{ entry: top, version }] : []), ...subprojects];
  }

  function withoutSubprojects(actor: Actor, slug: string, requestedVersion: string | null): Target[] {
    const entry = store.projects.bySlug(slug);
    if (!entry || !access.canSeeProject(actor, entry.project)) return [];
    const version = versionOf(actor, entry, requestedVersion ?? entry.effectiveDefaultVersion);
    return version ? [{ entry, version }] : [];
  }

  function placeTargets(actor: Actor, place: SearchScope): Target[] {
    if (place.kind === 'project') return withSubprojects(actor, place.project, place.version);
    if (place.kind === 'alone') return withoutSubprojects(actor, place.project, place.version);
    const { items } = store.projects.maintainedBy(access.requireUser(actor).id, {}, ALL_ITEMS);
    return items.flatMap((entry) => defaultOf(actor, entry));
  }

  /** Returns the default version of every project with pages that the actor can see. */
  function allTargets(actor: Actor): Target[] {
    const ids = [...new Set(index.all().map(({ projectId }) => projectId))];
    const entries = store.projects.byIds(ids).filter(({ project }) => access.canSeeProject(actor, project));
    return entries.flatMap((entry) => defaultOf(actor, entry));
  }

  function targetsOf(actor: Actor, { scopes: places }: SearchQuery): Target[] {
    const found =
      places.length === 0 ? allTargets(actor) : places.flatMap((place) => placeTargets(actor, place));
    const once = new Map(found.map((target) => [target.version.id, target]));
    return [...once.values()].sort((one, other) => bySlug(one.entry, other.entry));
  }

  /** Returns the targets of a search of today's service: one version of each project, of 100 at most. */
  function currentTargets(actor: Actor, { scopes }: SearchQuery): Target[] {
    const found = scopes
      .filter(({ kind }) => kind !== 'mine' || actor.kind === 'user')
      .flatMap((scope) => placeTargets(actor, scope));
    const once = new Map(found.map((target) => [target.entry.project.id, target]));
    return [...once.values()].slice(0, MAX_PROJECTS);
  }

  function answer(
    actor: Actor,
    query: SearchQuery,
    targets: readonly Target[],
    page: PageRequest,
  ): SearchAnswer {
    const within = indexedVersions(targets);
    const { count, items } = searchPages(query, within, page);
    const searched = new Map<string, string[]>();
    for (const { entry, version } of targets) {
      searched.set(entry.project.slug, [...(searched.get(entry.project.slug) ?? []), version.slug]);
    }
    return {
      query,
      hasPages: within.length > 0,
      searched: [...searched].map(([project, versions]) => ({ project, versions })),
      count,
      items: results(actor, query, items, targets, within),
    };
  }

  /** Keeps the index entries of served builds; those of other builds are outdated. */
  function indexedVersions(targets: readonly Target[]): IndexedVersion[] {
    const builds = new Map(targets.map(({ version }) => [version.id, version.pagesBuild]));
    return index.ofVersions([...builds.keys()]).filter((each) => builds.get(each.versionId) === each.buildId);
  }

  function searchPages(
    query: SearchQuery,
    within: readonly IndexedVersion[],
    page: PageRequest,
  ): Page<FoundPage> {
    const { words, phrases } = query;
    const strict = index.find({ all: [...phrases, ...words], any: [] }, within, page);
    // Without a page that has all words, pages with some of them are better than none.
    return strict.count === 0 && words.length > 1
      ? index.find({ all: phrases, any: words }, within, page)
      : strict;
  }

  function results(
    actor: Actor,
    query: SearchQuery,
    found: readonly FoundPage[],
    targets: readonly Target[],
    within: readonly IndexedVersion[],
  ): SearchResult[] {
    const bySlot = new Map(within.map(({ slot, versionId }) => [slot, versionId]));
    const byVersion = new Map(targets.map((target) => [target.version.id, target]));
    const targetByPage = found.map((page) => byVersion.get(bySlot.get(page.slot) ?? 0));
    const entries = [...new Set(targetByPage.flatMap((target) => target?.entry ?? []))];
    const records = new Map(complete(actor, entries).map((record) => [record.project.id, record]));
    const marked = markPages(found, [...query.phrases, ...query.words]);
    return marked.flatMap((page, at) => {
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
        return answer(actor, query, targetsOf(actor, query), page);
      });
    },

    /**
     * Searches as today's service does, for anybody; without a place to search, or words, it finds nothing.
     * @throws Invalid about `q`
     */
    findAsToday(actor: Actor, q: string, page: PageRequest): SearchAnswer {
      return store.read(() => {
        const query = parseCurrentSearch(q);
        if (!query)
          return { query: { ...NO_WORDS, text: q }, hasPages: false, searched: [], count: 0, items: [] };
        return answer(actor, query, currentTargets(actor, query), page);
      });
    },
  };
}

export type SearchService = ReturnType<typeof createSearch>;

function bySlug(one: ProjectEntry, other: ProjectEntry): number {
  return one.project.slug < other.project.slug ? -1 : Number(one.project.slug > other.project.slug);
}

/** Shortens the path of a folder's index page to the folder. */
function urlPath(path: string): string {
  const parts = path.split('/');
  if (parts.at(-1) === 'index.html') parts[parts.length - 1] = '';
  return parts.map(encodeURIComponent).join('/');
}
