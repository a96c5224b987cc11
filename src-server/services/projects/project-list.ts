import { LRUCache } from 'lru-cache';
import type { Timestamp } from '../../model/base/timestamp.ts';
import { buildOutcome, CANCELLED } from '../../model/builds/build-outcome.ts';
import {
  PROJECT_LIST_GROUPS,
  type ProjectListFilter,
  type ProjectListGroup,
  type ProjectListQuery,
  type ProjectListSort,
  type ProjectState,
  projectListGroup,
} from '../../model/projects/project-list.ts';
import type { ProjectListEntry, ProjectListIndex } from '../../store/indexes/project-list-index.ts';
import type { RecentBuild } from '../../store/tables/builds/recent-builds.ts';
import type { BuildTrust } from '../builds/build-trust.ts';
import { isListedFor } from '../kernel/access.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { countFacets, failedFiltersOf, type ProjectListFacets } from './project-list-facets.ts';

/** A project as a row of the list. */
export type ProjectListRow = Pick<
  ProjectListEntry,
  | 'id'
  | 'slug'
  | 'name'
  | 'language'
  | 'programmingLanguage'
  | 'defaultVersion'
  | 'privacyLevel'
  | 'tags'
  | 'versions'
  | 'activeVersions'
  | 'state'
> & {
  readonly people: readonly string[];
  /** The newest build that runs, else the newest. */
  readonly lastBuild: RecentBuild | null;
  /** The last builds, newest first, for a sparkline of durations. `error` only tells a cancelled build. */
  readonly recentBuilds: readonly Pick<RecentBuild, 'id' | 'state' | 'success' | 'duration' | 'error'>[];
  /** Slug; null also for a project that the actor cannot see. */
  readonly subprojectOf: string | null;
  readonly translationOf: string | null;
  /** Why nothing can be built of it here; null where it can. */
  readonly recordReason: string | null;
};

/** A page of the list. */
export type ProjectListPage = {
  /** Projects that match the filters. */
  readonly count: number;
  /** Projects that the actor can see. */
  readonly total: number;
  readonly groups: Readonly<Record<ProjectListGroup, number>>;
  readonly rows: readonly ProjectListRow[];
};

/** A project as a row of an export. */
export type ProjectExportRow = {
  readonly slug: string;
  readonly name: string;
  /** Language code. */
  readonly language: string;
  /** Code of the programming language. */
  readonly programmingLanguage: string;
  readonly defaultVersion: string;
  readonly privacyLevel: string;
  readonly versions: number;
  readonly activeVersions: number;
  readonly state: ProjectState;
  readonly lastBuild: Timestamp | null;
  /** Duration of the last build in whole seconds. */
  readonly lastBuildDuration: number | null;
  readonly people: readonly string[];
  readonly tags: readonly string[];
};

type Selection = {
  readonly projects: readonly ProjectListEntry[];
  readonly groups: Record<ProjectListGroup, number>;
};

/** Builds in a sparkline. */
const RECENT_BUILDS = 12;
/** Filtered lists that are kept until the next change, since people scroll through them. */
const CACHE_SIZE = 20;

/** Creates the project list: all projects for the operator, else those that the user maintains. */
export function createProjectList(context: ServiceContext, trust: Pick<BuildTrust, 'unbuildableReason'>) {
  const { store, access } = context;
  const orders = createProjectListOrder(store.projectList);
  const selections = new LRUCache<string, Selection & { revision: number }>({ max: CACHE_SIZE });

  function select(viewerId: number | null, query: ProjectListQuery): Selection {
    const { offset: _, limit: __, ...which } = query;
    const key = JSON.stringify([viewerId, which]);
    const ordered = orders(query.sort, query.direction);
    const known = selections.get(key);
    if (known?.revision === store.projectList.revision()) return known;
    const failedFilters = failedFiltersOf(viewerId, query);
    const groups: Record<ProjectListGroup, ProjectListEntry[]> = { running: [], failing: [], rest: [] };
    const projects = ordered.filter((project) => failedFilters(project) === 0);
    for (const project of projects) groups[projectListGroup(project.state)].push(project);
    const selection = {
      revision: store.projectList.revision(),
      projects: query.grouped
        ? PROJECT_LIST_GROUPS.flatMap((group) => buildingFirst(groups[group]))
        : projects,
      groups: { running: groups.running.length, failing: groups.failing.length, rest: groups.rest.length },
    };
    selections.set(key, selection);
    return selection;
  }

  function slugOf(actor: Actor, id: number | null): string | null {
    const project = id === null ? undefined : store.projectList.projects().get(id);
    return project && access.canSeeProject(actor, project) ? project.slug : null;
  }

  /** Says of these projects which are records, by id. */
  function recordReasons(projects: readonly ProjectListEntry[]): ReadonlyMap<number, string | undefined> {
    const entries = store.projects.byIds(projects.map(({ id }) => id));
    return new Map(entries.map(({ project }) => [project.id, trust.unbuildableReason(project)]));
  }

  function rowsOf(actor: Actor, projects: readonly ProjectListEntry[]): ProjectListRow[] {
    const recent = store.recentBuilds.ofProjects(
      projects.map(({ id }) => id),
      RECENT_BUILDS,
    );
    const reasons = recordReasons(projects);
    return projects.map((project) => {
      const builds = recent.get(project.id) ?? [];
      const { id, slug, name, language, programmingLanguage, defaultVersion, privacyLevel, tags } = project;
      return {
        ...{ id, slug, name, language, programmingLanguage, defaultVersion, privacyLevel, tags },
        versions: project.versions,
        activeVersions: project.activeVersions,
        state: project.state,
        people: project.people.map(({ username }) => username),
        lastBuild: builds.find((build) => buildOutcome(build) === 'running') ?? builds[0] ?? null,
        recentBuilds: builds.map((build) => ({
          id: build.id,
          state: build.state,
          success: build.success,
          duration: build.duration,
          error: buildOutcome(build) === 'cancelled' ? CANCELLED : '',
        })),
        subprojectOf: slugOf(actor, project.parentId),
        translationOf: slugOf(actor, project.mainId),
        recordReason: reasons.get(project.id) ?? null,
      };
    });
  }

  return {
    /** Returns a page of the list. @throws NotAuthenticated @throws Forbidden */
    page(actor: Actor, query: ProjectListQuery): ProjectListPage {
      const viewerId = access.viewerOf(actor);
      return store.read(() => {
        const { projects, groups } = select(viewerId, query);
        const unfiltered = select(viewerId, { ...query, ...NO_FILTER, grouped: false });
        return {
          count: projects.length,
          total: unfiltered.projects.length,
          groups,
          rows: rowsOf(actor, projects.slice(query.offset, query.offset + query.limit)),
        };
      });
    },

    /** Returns the slugs of all matching projects in list order. @throws NotAuthenticated @throws Forbidden */
    slugs(actor: Actor, query: ProjectListQuery): readonly string[] {
      return select(access.viewerOf(actor), query).projects.map(({ slug }) => slug);
    },

    /** Counts the matching projects. @throws NotAuthenticated @throws Forbidden */
    count(actor: Actor, filter: ProjectListFilter): number {
      const query = {
        ...filter,
        sort: 'name',
        direction: 'asc',
        grouped: false,
        offset: 0,
        limit: 1,
      } as const;
      return select(access.viewerOf(actor), query).projects.length;
    },

    /** Returns these projects as export rows, in the given order. @throws NotAuthenticated @throws Forbidden */
    exportRows(actor: Actor, slugs: readonly string[]): readonly ProjectExportRow[] {
      const viewerId = access.viewerOf(actor);
      const bySlug = new Map(
        [...store.projectList.projects().values()].map((project) => [project.slug, project]),
      );
      return slugs.flatMap((slug) => {
        const project = bySlug.get(slug);
        if (!project || !isListedFor(viewerId, project.people)) return [];
        return [exportRow(project)];
      });
    },

    /** Counts the values of each filter. @throws NotAuthenticated @throws Forbidden */
    facets(actor: Actor, filter: ProjectListFilter): ProjectListFacets {
      const failedFilters = failedFiltersOf(access.viewerOf(actor), filter);
      return countFacets([...store.projectList.projects().values()], failedFilters);
    },
  };
}

export type ProjectListService = ReturnType<typeof createProjectList>;

function exportRow(project: ProjectListEntry): ProjectExportRow {
  const { slug, name, language, programmingLanguage, defaultVersion, privacyLevel, tags } = project;
  return {
    ...{ slug, name, language, programmingLanguage, defaultVersion, privacyLevel },
    versions: project.versions,
    activeVersions: project.activeVersions,
    state: project.state,
    lastBuild: project.lastBuild?.created ?? null,
    lastBuildDuration: project.lastBuild?.duration ?? null,
    people: project.people.map(({ username }) => username),
    tags,
  };
}

/** Puts projects with a running build before those whose builds only wait. */
function buildingFirst(projects: readonly ProjectListEntry[]): readonly ProjectListEntry[] {
  return [
    ...projects.filter(({ isBuilding }) => isBuilding),
    ...projects.filter(({ isBuilding }) => !isBuilding),
  ];
}

const NO_FILTER: ProjectListFilter = {
  ...{ text: '', languages: [], programmingLanguages: [], people: [], states: [], tags: [] },
};

type Key = (project: ProjectListEntry) => string | number | undefined;

const KEYS: Readonly<Record<ProjectListSort, Key>> = {
  name: (project) => project.sortName,
  language: (project) => project.language,
  default: (project) => project.defaultVersion,
  active: (project) => project.activeVersions,
  'last-build': (project) => project.lastBuild?.created,
  took: (project) => project.lastBuild?.duration ?? undefined,
};

/**
 * Keeps the projects sorted in each order that was asked for. After a change the previous order is sorted again, which
 * is cheap because it is nearly sorted.
 */
function createProjectListOrder(index: ProjectListIndex) {
  const orders = new Map<string, { revision: number; membership: number; projects: ProjectListEntry[] }>();

  return (sort: ProjectListSort, direction: ProjectListQuery['direction']): readonly ProjectListEntry[] => {
    const projects = index.projects();
    const name = `${sort} ${direction}`;
    const known = orders.get(name);
    if (known?.revision === index.revision()) return known.projects;
    const isSameMembership = known?.membership === index.membership();
    const list = isSameMembership && known ? known.projects : [...projects.values()];
    list.sort(comparison(KEYS[sort], direction === 'asc' ? 1 : -1));
    orders.set(name, { revision: index.revision(), membership: index.membership(), projects: list });
    return list;
  };
}

/** Compares by key; entries without a value come last in both directions, ties are ordered by name, then slug. */
function comparison(key: Key, sign: 1 | -1): (a: ProjectListEntry, b: ProjectListEntry) => number {
  return (a, b) => {
    const keyA = key(a);
    const keyB = key(b);
    if (keyA !== keyB) {
      if (keyA === undefined) return 1;
      if (keyB === undefined) return -1;
      return keyA < keyB ? -sign : sign;
    }
    if (a.sortName !== b.sortName) return a.sortName < b.sortName ? -1 : 1;
    return a.slug < b.slug ? -1 : 1;
  };
}
