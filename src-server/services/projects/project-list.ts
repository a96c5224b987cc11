import { LRUCache } from 'lru-cache';
import type { Timestamp } from '../../model/base/timestamp.ts';
import { buildOutcome, CANCELLED } from '../../model/builds/build-outcome.ts';
import {
  PROJECT_LIST_GROUPS,
  type ProjectListFilter,
  type ProjectListGroup,
  type ProjectListQuery,
  type ProjectState,
  projectListGroup,
} from '../../model/projects/project-list.ts';
import type { ProjectListEntry } from '../../store/indexes/project-list-index.ts';
import type { RecentBuild } from '../../store/tables/builds/recent-builds.ts';
import { isListedFor } from '../kernel/access.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { createProjectListOrder } from './project-list-order.ts';

/** A project as a row of the list shows it. */
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
  readonly lastBuild: RecentBuild | null;
  /** The last builds, newest first, for a sparkline of durations. Of an error only whether somebody cancelled. */
  readonly recentBuilds: readonly Pick<RecentBuild, 'id' | 'state' | 'success' | 'duration' | 'error'>[];
  /** Slugs; null as well for a project that the actor may not see. */
  readonly subprojectOf: string | null;
  readonly translationOf: string | null;
};

/** A window on the list. */
export type ProjectListPage = {
  /** How many fit the filters. */
  readonly count: number;
  /** How many there are to see in all. */
  readonly total: number;
  readonly groups: Readonly<Record<ProjectListGroup, number>>;
  readonly rows: readonly ProjectListRow[];
};

/** How many of the projects have each value of a filter, the other filters holding; most first. */
export type ProjectListFacets = Readonly<
  Record<FacetName, readonly { readonly value: string; readonly count: number }[]>
>;

/** A project in an export: plain values only. */
export type ProjectExportRow = {
  readonly slug: string;
  readonly name: string;
  /** Code. */
  readonly language: string;
  /** Code. */
  readonly programmingLanguage: string;
  readonly defaultVersion: string;
  readonly privacyLevel: string;
  readonly versions: number;
  readonly activeVersions: number;
  readonly state: ProjectState;
  readonly lastBuild: Timestamp | null;
  /** Whole seconds of the last build. */
  readonly lastBuildDuration: number | null;
  readonly people: readonly string[];
  readonly tags: readonly string[];
};

const FACETS = ['languages', 'programmingLanguages', 'people', 'states', 'tags'] as const;
type FacetName = (typeof FACETS)[number];
type Selection = {
  readonly projects: readonly ProjectListEntry[];
  readonly groups: Record<ProjectListGroup, number>;
};

/** So many builds make a sparkline. */
const RECENT_BUILDS = 12;
/** Filtered lists kept while nothing changes: people scroll through one of them. */
const CACHE_SIZE = 20;

/** The list of projects (product.md, "Projects"): of everybody for the operator, else those that the user maintains. */
export function createProjectList(context: ServiceContext) {
  const { store, access } = context;
  const orders = createProjectListOrder(store.projectList);
  const selections = new LRUCache<string, Selection & { revision: number }>({ max: CACHE_SIZE });

  function select(viewerId: number | null, query: ProjectListQuery): Selection {
    const { offset: _, limit: __, ...which } = query;
    const key = JSON.stringify([viewerId, which]);
    const ordered = orders(query.sort, query.direction);
    const known = selections.get(key);
    if (known?.revision === store.projectList.revision()) return known;
    const failedFilters = filterOf(viewerId, query);
    const groups: Record<ProjectListGroup, ProjectListEntry[]> = { running: [], failing: [], rest: [] };
    const projects = ordered.filter((project) => failedFilters(project) === 0);
    for (const project of projects) groups[projectListGroup(project.state)].push(project);
    const selection = {
      revision: store.projectList.revision(),
      projects: query.grouped ? PROJECT_LIST_GROUPS.flatMap((group) => groups[group]) : projects,
      groups: { running: groups.running.length, failing: groups.failing.length, rest: groups.rest.length },
    };
    selections.set(key, selection);
    return selection;
  }

  function slugOf(actor: Actor, id: number | null): string | null {
    const project = id === null ? undefined : store.projectList.projects().get(id);
    return project && access.canSeeProject(actor, project) ? project.slug : null;
  }

  function rowsOf(actor: Actor, projects: readonly ProjectListEntry[]): ProjectListRow[] {
    const recent = store.recentBuilds.ofProjects(
      projects.map(({ id }) => id),
      RECENT_BUILDS,
    );
    return projects.map((project) => {
      const builds = recent.get(project.id) ?? [];
      const { id, slug, name, language, programmingLanguage, defaultVersion, privacyLevel, tags } = project;
      return {
        ...{ id, slug, name, language, programmingLanguage, defaultVersion, privacyLevel, tags },
        versions: project.versions,
        activeVersions: project.activeVersions,
        state: project.state,
        people: project.people.map(({ username }) => username),
        lastBuild: builds[0] ?? null,
        recentBuilds: builds.map((build) => ({
          id: build.id,
          state: build.state,
          success: build.success,
          duration: build.duration,
          error: buildOutcome(build) === 'cancelled' ? CANCELLED : '',
        })),
        subprojectOf: slugOf(actor, project.parentId),
        translationOf: slugOf(actor, project.mainId),
      };
    });
  }

  return {
    /** @throws NotAuthenticated @throws Forbidden */
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

    /** The slugs of all that fit, in the order of the list. @throws NotAuthenticated @throws Forbidden */
    slugs(actor: Actor, query: ProjectListQuery): readonly string[] {
      return select(access.viewerOf(actor), query).projects.map(({ slug }) => slug);
    },

    /** How many fit. @throws NotAuthenticated @throws Forbidden */
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

    /** These projects as a table that leaves Lectern, in the order asked for. @throws NotAuthenticated @throws Forbidden */
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

    /** @throws NotAuthenticated @throws Forbidden */
    facets(actor: Actor, filter: ProjectListFilter): ProjectListFacets {
      const failedFilters = filterOf(access.viewerOf(actor), filter);
      const counts = FACETS.map(() => new Map<string, number>());
      for (const project of store.projectList.projects().values()) {
        const failed = failedFilters(project);
        FACETS.forEach((name, at) => {
          // What only this filter keeps away would be there if another of its values were chosen.
          if (failed !== 0 && failed !== 1 << at) return;
          const values = counts[at];
          for (const value of VALUES[name](project)) values?.set(value, (values.get(value) ?? 0) + 1);
        });
      }
      const [languages, programmingLanguages, people, states, tags] = counts.map(byCount);
      return {
        languages: languages ?? [],
        programmingLanguages: programmingLanguages ?? [],
        people: people ?? [],
        states: states ?? [],
        tags: tags ?? [],
      };
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

const NO_FILTER: ProjectListFilter = {
  ...{ text: '', languages: [], programmingLanguages: [], people: [], states: [], tags: [] },
};

const VALUES: Readonly<Record<FacetName, (project: ProjectListEntry) => readonly string[]>> = {
  languages: (project) => [project.language],
  programmingLanguages: (project) => [project.programmingLanguage],
  people: (project) => project.people.map(({ username }) => username),
  states: (project): readonly ProjectState[] => [project.state],
  tags: (project) => project.tags,
};

/** Which facets a project fails, a bit for each in their order; the bit beyond them stands for everything else. */
function filterOf(viewerId: number | null, filter: ProjectListFilter): (project: ProjectListEntry) => number {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = FACETS.flatMap((name, at) => {
    const values: ReadonlySet<string> = new Set<string>(filter[name]);
    return values.size > 0 ? [{ bit: 1 << at, values, of: VALUES[name] }] : [];
  });
  return (project) => {
    if (!isListedFor(viewerId, project.people)) return 1 << FACETS.length;
    if (!words.every((word) => project.searchText.includes(word))) return 1 << FACETS.length;
    let failed = 0;
    for (const { bit, values, of } of wanted)
      if (!of(project).some((value) => values.has(value))) failed |= bit;
    return failed;
  };
}

function byCount(counts: ReadonlyMap<string, number>): { value: string; count: number }[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
