import { documentationPath } from '../../model/projects/documentation-url.ts';
import { parseSearchQuery, type SearchQuery, type SearchScope } from '../../model/search/search-query.ts';
import type { Version } from '../../model/versions/version.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { FoundPage, SearchIndex } from '../../store/search/search-index.ts';
import type { IndexedVersion } from '../../store/search/search-schema.ts';
import type { ProjectEntry } from '../../store/tables/projects/project-rows.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from '../projects/project-records.ts';
import { type MarkedPage, markPage } from './mark-page.ts';

/** A page that says what was looked for, and where it is. */
export type SearchResult = MarkedPage & {
  readonly project: ProjectRecord;
  readonly version: Version;
  /** `http://pip.localhost:8642`. */
  readonly domain: string;
  /** `/en/latest/guide/`: the page's address on it. */
  readonly path: string;
};

/** What a search found. */
export type SearchAnswer = Page<SearchResult> & {
  readonly query: SearchQuery;
  /** The projects and versions that were looked through, by slug; those without pages too. */
  readonly searched: readonly { readonly project: string; readonly versions: readonly string[] }[];
};

type Target = { readonly entry: ProjectEntry; readonly version: Version };

const ALL_ITEMS: PageRequest = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Search in the built pages of all that a caller may see. */
export function createSearch(context: ServiceContext, index: SearchIndex) {
  const { store, access, complete } = context;

  function versionOf(actor: Actor, entry: ProjectEntry, slug: string): Version | undefined {
    const version = store.versions.bySlug(entry.project.id, slug);
    return version?.active && access.canSeeVersion(actor, version) ? version : undefined;
  }

  function defaultOf(actor: Actor, entry: ProjectEntry): Target[] {
    const version = versionOf(actor, entry, entry.effectiveDefaultVersion);
    return version ? [{ entry, version }] : [];
  }

  /** A project and its subprojects, these in the version of the same name where they have it. */
  function withSubprojects(actor: Actor, slug: string, requestedVersion: string | null): Target[] {
    const top = store.projects.bySlug(slug);
    if (!top || !access.canSeeProject(actor, top.project)) return [];
    const version = versionOf(actor, top, requestedVersion ?? top.effectiveDefaultVersion);
    const children = store.subprojects.ofParent(top.project.id, access.viewerOf(actor), ALL_ITEMS).items;
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

  function placeTargets(actor: Actor, place: SearchScope): Target[] {
    if (place.kind === 'project') return withSubprojects(actor, place.project, place.version);
    const { items } = store.projects.maintainedBy(access.requireUser(actor).id, {}, ALL_ITEMS);
    return items.flatMap((entry) => defaultOf(actor, entry));
  }

  /** The default version of every project that has pages and that the actor may see. */
  function allTargets(actor: Actor): Target[] {
    const ids = [...new Set(index.all().map(({ projectId }) => projectId))];
    const entries = store.projects.byIds(ids).filter(({ project }) => access.canSeeProject(actor, project));
    return entries.flatMap((entry) => defaultOf(actor, entry));
  }

  function targetsOf(actor: Actor, { scopes: places }: SearchQuery): Target[] {
    access.viewerOf(actor); // nobody we do not know
    const found =
      places.length === 0 ? allTargets(actor) : places.flatMap((place) => placeTargets(actor, place));
    const once = new Map(found.map((target) => [target.version.id, target]));
    return [...once.values()].sort((one, other) => bySlug(one.entry, other.entry));
  }

  /** What is in the index of the build that is served; of another build it is stale. */
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
    // Better a page that says some of it than none.
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
    const terms = [...query.phrases, ...query.words];
    return found.flatMap((page, at) => {
      const target = targetByPage[at];
      const project = target && records.get(target.entry.project.id);
      if (!project) return [];
      const { scheme, domain } = project.place;
      const path = documentationPath(project.place, target.version.slug) + urlPath(page.path);
      return [
        { ...markPage(page, terms), project, version: target.version, domain: `${scheme}://${domain}`, path },
      ];
    });
  }

  return {
    /**
     * The pages that say what is looked for, the best first. A project that is not there, or not for the actor to see,
     * holds nothing. @throws NotAuthenticated @throws Invalid about `q`
     */
    find(actor: Actor, q: string, page: PageRequest): SearchAnswer {
      return store.read(() => {
        const query = parseSearchQuery(q);
        const targets = targetsOf(actor, query);
        const within = indexedVersions(targets);
        const { count, items } = searchPages(query, within, page);
        const searched = new Map<string, string[]>();
        for (const { entry, version } of targets) {
          searched.set(entry.project.slug, [...(searched.get(entry.project.slug) ?? []), version.slug]);
        }
        return {
          query,
          searched: [...searched].map(([project, versions]) => ({ project, versions })),
          count,
          items: results(actor, query, items, targets, within),
        };
      });
    },
  };
}

export type SearchService = ReturnType<typeof createSearch>;

function bySlug(one: ProjectEntry, other: ProjectEntry): number {
  return one.project.slug < other.project.slug ? -1 : Number(one.project.slug > other.project.slug);
}

/** A folder's index is asked for by the folder's own name. */
function urlPath(path: string): string {
  const parts = path.split('/');
  if (parts.at(-1) === 'index.html') parts[parts.length - 1] = '';
  return parts.map(encodeURIComponent).join('/');
}
