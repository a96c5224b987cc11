import { NotFound } from '../../model/base/problems.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import type { Version } from '../../model/versions/version.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { CommandWithOutput, OutputLimits } from '../../store/tables/builds/build-commands.ts';
import type { BuildEntry } from '../../store/tables/builds/builds.ts';
import type { ProjectEntry } from '../../store/tables/projects/project-rows.ts';
import { PUBLIC_VIEWER } from '../kernel/access.ts';
import { anonymous } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from '../projects/project-records.ts';

/** A version with its project. */
export type PublicVersion = { readonly version: Version; readonly project: ProjectRecord };
/** A build with its version, project and the commands that have ended. */
export type PublicBuild = PublicVersion & {
  readonly build: BuildEntry;
  readonly commands: readonly CommandWithOutput[];
  /** When their output was deleted to save space; null when it was not. */
  readonly logRemoved: Timestamp | null;
};

/** A longer output is cut to its end, where the reason of a failure is (behaviour.md 17). */
const SINGLE_BUILD_LIMITS: OutputLimits = { perCommand: 2_000_000, total: Number.MAX_SAFE_INTEGER };
/** Lists cut more, so that builds with long logs do not make them slow. */
const BUILD_LIST_LIMITS: OutputLimits = { perCommand: 65_536, total: 16_000_000 };
const EMPTY_PAGE = { count: 0, items: [] };
const WHOLE_LIST: PageRequest = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
/** Versions cached between two changes of the store: clients read many builds of one version. */
const CACHE_SIZE = 1000;

/** Creates v2's reads: public rows of all projects, pull requests included (behaviour.md 17). */
export function createV2Reads({ store, access, complete, completeOne }: ServiceContext) {
  function completeById(entries: readonly ProjectEntry[]): Map<number, ProjectRecord> {
    return new Map(complete(anonymous, entries).map((record) => [record.project.id, record]));
  }

  function withProjects(versions: readonly Version[]): PublicVersion[] {
    const ids = new Set(versions.map(({ projectId }) => projectId));
    const projects = completeById(store.projects.byIds([...ids]));
    return versions.flatMap((version) => {
      const project = projects.get(version.projectId);
      return project ? [{ version, project }] : [];
    });
  }

  function finishedCommands(builds: readonly BuildEntry[], limits: OutputLimits) {
    const commands = store.buildCommands.ofBuilds(
      builds.map(({ id }) => id),
      limits,
    );
    return (id: number) => ({
      commands: (commands.get(id) ?? []).filter(({ endTime }) => endTime !== null),
      logRemoved: store.buildLogs.removedAt(id),
    });
  }

  function withLogs(builds: readonly BuildEntry[]): PublicBuild[] {
    const commands = finishedCommands(builds, BUILD_LIST_LIMITS);
    const versions = store.versions.byIds([...new Set(builds.map(({ versionId }) => versionId))]);
    const found = new Map(withProjects(versions).map((each) => [each.version.id, each]));
    return builds.flatMap((build) => {
      const version = found.get(build.versionId);
      return version ? [{ ...version, build, ...commands(build.id) }] : [];
    });
  }

  /** Gives undefined without a filter, null when no such project exists and so nothing matches. */
  function projectFilter(slug: string | undefined): number | undefined | null {
    if (slug === undefined) return undefined;
    return store.projects.idOf(slug) ?? null;
  }

  function project(id: number): ProjectRecord {
    const entry = store.projects.byId(id);
    if (!entry || !access.canSeeProject(anonymous, entry.project)) throw new NotFound();
    return completeOne(anonymous, entry);
  }

  const version = store.memoize(CACHE_SIZE, (id: number): PublicVersion => {
    const row = store.versions.byId(id);
    if (!row || !access.canSeePages(anonymous, row)) throw new NotFound();
    return { version: row, project: project(row.projectId) };
  });

  return {
    /** Lists the public projects by slug. */
    projects(filters: { slug?: string | undefined }, request: PageRequest): Page<ProjectRecord> {
      const { count, items } = store.projects.listPublic(filters, request);
      return { count, items: complete(anonymous, items) };
    },

    /** @throws NotFound */
    project,

    /** Lists the active versions, built or not, without pull requests, by name descending. @throws NotFound */
    activeVersions(projectId: number): PublicVersion[] {
      const found = project(projectId);
      return store.versions
        .ofProject(projectId)
        .filter((each) => each.active && access.canSeeVersion(anonymous, each))
        .map((each) => ({ version: each, project: found }));
    },

    /** Lists the public translations by slug. @throws NotFound */
    translations(projectId: number): ProjectRecord[] {
      const main = project(projectId).project;
      return complete(anonymous, store.projects.translationsOf(main.id, PUBLIC_VIEWER, WHOLE_LIST).items);
    },

    /** Lists the public subprojects, the oldest relation first. @throws NotFound */
    subprojects(projectId: number): ProjectRecord[] {
      const parent = project(projectId).project;
      const ids = store.subprojects
        .ofParent(parent.id, PUBLIC_VIEWER, WHOLE_LIST)
        .items.map(({ childId }) => childId);
      const children = completeById(store.projects.byIds(ids));
      return ids.flatMap((id) => children.get(id) ?? []);
    },

    /** Lists the public versions by name, descending. */
    versions(
      filters: { projectSlug?: string | undefined; active?: boolean | undefined },
      request: PageRequest,
    ): Page<PublicVersion> {
      const projectId = projectFilter(filters.projectSlug);
      if (projectId === null) return EMPTY_PAGE;
      const { count, items } = store.versions.listPublic({ projectId, active: filters.active }, request);
      return { count, items: withProjects(items) };
    },

    /** @throws NotFound */
    version,

    /** Lists the public builds, newest first. */
    builds(
      filters: { projectSlug?: string | undefined; commit?: string | undefined },
      request: PageRequest,
    ): Page<PublicBuild> {
      const projectId = projectFilter(filters.projectSlug);
      if (projectId === null) return EMPTY_PAGE;
      const { count, items } = store.builds.listPublic({ projectId, commit: filters.commit }, request);
      return { count, items: withLogs(items) };
    },

    /** @throws NotFound */
    build(id: number): PublicBuild {
      const build = store.builds.byId(id);
      if (!build) throw new NotFound();
      return {
        ...version(build.versionId),
        build,
        ...finishedCommands([build], SINGLE_BUILD_LIMITS)(id),
      };
    },
  };
}

export type V2Reads = ReturnType<typeof createV2Reads>;
