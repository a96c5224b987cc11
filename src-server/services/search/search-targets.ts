import type { SearchQuery, SearchScope } from '../../model/search/search-query.ts';
import type { Version } from '../../model/versions/version.ts';
import type { PageRequest } from '../../store/engine/list-page.ts';
import type { SearchIndex } from '../../store/search/search-index.ts';
import type { ProjectEntry } from '../../store/tables/projects/project-rows.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** A version that is searched. */
export type SearchTarget = { readonly entry: ProjectEntry; readonly version: Version };

/** How many projects today's service searches at once. */
const MAX_PROJECTS = 100;
const ALL_ITEMS: PageRequest = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Creates what finds the versions that a search looks in: active ones that are not hidden and that the actor can see. */
export function createSearchTargets({ store, access }: ServiceContext, index: SearchIndex) {
  function versionOf(actor: Actor, entry: ProjectEntry, slug: string): Version | undefined {
    const version = store.versions.bySlug(entry.project.id, slug);
    return version?.active && !version.hidden && access.canSeeVersion(actor, version) ? version : undefined;
  }

  function defaultOf(actor: Actor, entry: ProjectEntry): SearchTarget[] {
    const version = versionOf(actor, entry, entry.effectiveDefaultVersion);
    return version ? [{ entry, version }] : [];
  }

  /** Returns a project and its subprojects, each in the version of the same name if it has one. */
  function withSubprojects(actor: Actor, slug: string, requestedVersion: string | null): SearchTarget[] {
    const top = store.projects.bySlug(slug);
    if (!top || !access.canSeeProject(actor, top.project)) return [];
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
    return [...alone(actor, slug, requestedVersion), ...subprojects];
  }

  function alone(actor: Actor, slug: string, requestedVersion: string | null): SearchTarget[] {
    const entry = store.projects.bySlug(slug);
    if (!entry || !access.canSeeProject(actor, entry.project)) return [];
    const version = versionOf(actor, entry, requestedVersion ?? entry.effectiveDefaultVersion);
    return version ? [{ entry, version }] : [];
  }

  function ofScope(actor: Actor, scope: SearchScope): SearchTarget[] {
    if (scope.kind === 'subprojects') return withSubprojects(actor, scope.project, scope.version);
    if (scope.kind === 'project') return alone(actor, scope.project, scope.version);
    const { items } = store.projects.maintainedBy(access.requireUser(actor).id, {}, ALL_ITEMS);
    return items.flatMap((entry) => defaultOf(actor, entry));
  }

  /** Returns the default version of every project with pages that the actor can see. */
  function everywhere(actor: Actor): SearchTarget[] {
    const ids = [...new Set(index.all().map(({ projectId }) => projectId))];
    const entries = store.projects.byIds(ids).filter(({ project }) => access.canSeeProject(actor, project));
    return entries.flatMap((entry) => defaultOf(actor, entry));
  }

  return {
    /** Returns the versions of all scopes, by project; without a scope, of all projects. @throws NotAuthenticated */
    of(actor: Actor, { scopes }: SearchQuery): SearchTarget[] {
      const found =
        scopes.length === 0 ? everywhere(actor) : scopes.flatMap((scope) => ofScope(actor, scope));
      const once = new Map(found.map((target) => [target.version.id, target]));
      return [...once.values()].sort((one, other) => bySlug(one.entry, other.entry));
    },

    /** Returns the versions of a search of today's service: one of each project, of 100 at most. */
    asToday(actor: Actor, { scopes }: SearchQuery): SearchTarget[] {
      const found = scopes
        .filter(({ kind }) => kind !== 'mine' || actor.kind === 'user')
        .flatMap((scope) => ofScope(actor, scope));
      const once = new Map(found.map((target) => [target.entry.project.id, target]));
      return [...once.values()].slice(0, MAX_PROJECTS);
    },
  };
}

function bySlug(one: ProjectEntry, other: ProjectEntry): number {
  return one.project.slug < other.project.slug ? -1 : Number(one.project.slug > other.project.slug);
}
