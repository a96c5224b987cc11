import { NotFound } from '../../model/base/problems.ts';
import type { Action } from '../../model/journal/actions.ts';
import { effectiveDefaultBranch, type Project } from '../../model/projects/project.ts';
import { stableVersion } from '../../model/versions/stable-version.ts';
import { type DeskVersionBody, LATEST, STABLE, type Version } from '../../model/versions/version.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { BuildEntry } from '../../store/tables/builds/builds.ts';
import type { VersionFilters, VersionName } from '../../store/tables/versions/versions.ts';
import type { BuildsService } from '../builds/builds.ts';
import type { Actor } from '../kernel/actor.ts';
import { difference } from '../kernel/changes.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from '../projects/project-records.ts';

/** A version with everything that answers show about it. */
export type VersionRecord = {
  readonly version: Version;
  readonly project: ProjectRecord;
  /** The version that `stable` follows now; null for other versions. */
  readonly follows: VersionName | null;
  /** The newest build in any state; null when there is none, undefined when not requested. */
  readonly lastBuild?: BuildEntry | null;
};

/** How a version is updated. */
type UpdateOptions = {
  /** Whether no build is triggered that is known to fail; callers of the API get the build that the service promises. */
  readonly skipsRefused?: boolean;
};

/** Creates the service of versions: read, activate and deactivate (behaviour.md 8). */
export function createVersions(context: ServiceContext, builds: BuildsService) {
  const { store, access, changes, completeOne } = context;

  function records(
    project: ProjectRecord,
    versions: readonly Version[],
    withLastBuild: boolean,
  ): VersionRecord[] {
    const last = withLastBuild ? store.builds.latestByVersion(versions.map(({ id }) => id)) : undefined;
    const follows = versions.some(({ slug }) => slug === STABLE) ? followedBy(project.project.id) : null;
    return versions.map((version) => ({
      version,
      project,
      follows: version.slug === STABLE ? follows : null,
      ...(last && { lastBuild: last.get(version.id) ?? null }),
    }));
  }

  function followedBy(projectId: number): VersionName | null {
    return stableVersion(store.versions.namesOf(projectId)) ?? null;
  }

  function visible(
    actor: Actor,
    projectSlug: string,
    versionSlug: string,
  ): { project: ProjectRecord; version: Version } {
    const entry = access.visibleProject(actor, projectSlug);
    const version = store.versions.bySlug(entry.project.id, versionSlug);
    if (!version || !access.canSeeVersion(actor, version)) throw new NotFound();
    return { project: completeOne(actor, entry), version };
  }

  function save(actor: Actor, before: Version, after: Version, action: Action): void {
    store.versions.update(after);
    const changedFields = difference(before, after);
    if (changedFields)
      changes.record(actor, { action, subjectId: after.id, projectId: after.projectId, ...changedFields });
  }

  return {
    /** Lists all versions except pull requests, for maintainers. @throws NotFound @throws Forbidden */
    list(
      actor: Actor,
      projectSlug: string,
      filters: VersionFilters,
      request: PageRequest,
      withLastBuild: boolean,
    ): Page<VersionRecord> {
      const project = completeOne(actor, access.maintainedProject(actor, projectSlug));
      const { count, items } = store.versions.internalOf(project.project.id, filters, request);
      return { count, items: records(project, items, withLastBuild) };
    },

    /** @throws NotFound */
    get(actor: Actor, projectSlug: string, versionSlug: string, withLastBuild: boolean): VersionRecord {
      const { project, version } = visible(actor, projectSlug, versionSlug);
      const [record] = records(project, [version], withLastBuild);
      if (!record) throw new NotFound();
      return record;
    },

    /** Returns what `active_versions` shows of each of these projects, by project id (behaviour.md 5). */
    publishedOf(projects: readonly ProjectRecord[], withLastBuild: boolean): Map<number, VersionRecord[]> {
      const byProject = new Map<number, Version[]>(projects.map(({ project }) => [project.id, []]));
      for (const version of store.versions.publishedOf([...byProject.keys()])) {
        byProject.get(version.projectId)?.push(version);
      }
      return new Map(
        projects.map((project) => [
          project.project.id,
          records(project, byProject.get(project.project.id) ?? [], withLastBuild),
        ]),
      );
    },

    /** Completes one version for an answer that contains it. */
    record(project: ProjectRecord, version: Version): VersionRecord {
      return {
        version,
        project,
        follows: version.slug === STABLE ? followedBy(version.projectId) : null,
      };
    },

    /**
     * Activates a version, and builds it unless a build of it is running; or deactivates it, so that its pages are no
     * longer served (behaviour.md, Decisions "Version activation"). They are kept for a while, for an undo. Also hides
     * it, or changes who may see it.
     * @throws NotFound @throws Forbidden
     */
    update(
      actor: Actor,
      projectSlug: string,
      versionSlug: string,
      body: DeskVersionBody,
      { skipsRefused = false }: UpdateOptions = {},
    ): void {
      store.change(() => {
        const project = access.maintained(actor, projectSlug);
        const version = store.versions.bySlug(project.id, versionSlug);
        if (!version || version.type === 'external') throw new NotFound();
        const told = {
          ...version,
          hidden: body.hidden ?? version.hidden,
          fastRebuild: body.fast_rebuild ?? version.fastRebuild,
          privacyLevel: body.privacy_level ?? version.privacyLevel,
        };
        if (body.active === undefined || body.active === version.active) {
          if (difference(version, told)) save(actor, version, told, 'version.update');
          return;
        }
        if (body.active) {
          const active = { ...told, active: true };
          save(actor, version, active, 'version.activate');
          if (store.builds.isRunning(version.id)) return;
          if (skipsRefused) builds.startUnlessRefused(actor, active);
          else builds.start(actor, active);
        } else {
          save(
            actor,
            version,
            { ...told, active: false, built: false, downloads: [], pagesBuild: null },
            'version.deactivate',
          );
        }
      });
    },

    /** Creates the `latest` of a new project, which follows the default branch. */
    createLatest(actor: Actor, project: Project): Version {
      const version = store.versions.insert({
        projectId: project.id,
        slug: LATEST,
        verboseName: LATEST,
        identifier: effectiveDefaultBranch(project),
        type: 'branch',
        active: true,
        built: false,
        uploaded: false,
        machine: true,
        privacyLevel: 'public',
        hidden: false,
        fastRebuild: false,
        downloads: [],
        pagesBuild: null,
      });
      changes.recordCreated(actor, 'version.create', version);
      return version;
    },

    /** Moves Lectern's own `latest` to the project's default branch. */
    moveLatest(actor: Actor, project: Project): void {
      const latest = store.versions.bySlug(project.id, LATEST);
      if (!latest?.machine) return;
      save(actor, latest, { ...latest, identifier: effectiveDefaultBranch(project) }, 'version.update');
    },

    save,
  };
}

export type VersionsService = ReturnType<typeof createVersions>;
