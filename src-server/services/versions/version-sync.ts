import { createVersionSlugGenerator } from '../../model/base/slug.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import { effectiveDefaultBranch, type Project } from '../../model/projects/project.ts';
import { stableVersion } from '../../model/versions/stable-version.ts';
import { LATEST, STABLE, type Version } from '../../model/versions/version.ts';
import type { SyncState } from '../../store/tables/projects/projects.ts';
import type { VersionName } from '../../store/tables/versions/versions.ts';
import type { BuildsService } from '../builds/builds.ts';
import type { Actor } from '../kernel/actor.ts';
import { difference } from '../kernel/changes.ts';
import type { ServiceContext } from '../kernel/context.ts';
import {
  type FoundVersion,
  findVersions,
  isRemovable,
  isReserved,
  NEW_VERSION,
  nameKey,
  pick,
  type RefsRead,
  type RepositoryRefs,
  type SyncReport,
  type Target,
} from './version-refs.ts';
import type { VersionsService } from './versions.ts';

/** Progress of a sync; `kept` has the ids of the versions that the repository still has. */
type Progress = { readonly kept: Set<number>; readonly added: string[]; readonly moved: string[] };

/** Creates the sync of a project's versions with its repository (behaviour.md 8, "Sync rules"). */
export function createVersionSync(context: ServiceContext, versions: VersionsService, builds: BuildsService) {
  const { store, access, changes, clock } = context;

  function insert(actor: Actor, version: Omit<Version, 'id'>): Version {
    const made = store.versions.insert(version);
    changes.record(actor, {
      action: 'version.create',
      subjectId: made.id,
      projectId: made.projectId,
      after: { ...made },
    });
    return made;
  }

  /** Points a version at a revision; returns whether that changed it. A version with a reserved slug keeps that as its name. */
  function moveTo(actor: Actor, before: Version, { identifier, type }: Target, machine: boolean): boolean {
    const verboseName = isReserved(before.slug) ? before.slug : before.verboseName;
    const after = { ...before, identifier, type, machine, verboseName };
    if (!difference(before, after)) return false;
    versions.save(actor, before, after, 'version.update');
    return true;
  }

  /** Updates or inserts the version of each ref, found by type and name, or by slug for reserved names. */
  function applyRefs(
    actor: Actor,
    project: Project,
    known: readonly Version[],
    refs: readonly FoundVersion[],
  ): Progress {
    const reservedVersions = new Map(
      known.filter(({ slug }) => isReserved(slug)).map((each) => [each.slug, each]),
    );
    const others = new Map(
      known
        .filter(({ slug }) => !isReserved(slug))
        .map((each) => [nameKey(each.type, each.verboseName), each]),
    );
    const freeSlug = createVersionSlugGenerator([LATEST, STABLE, ...known.map(({ slug }) => slug)]);
    const progress: Progress = { kept: new Set(), added: [], moved: [] };
    for (const found of refs) {
      const { name, type } = found;
      const version = isReserved(name) ? reservedVersions.get(name) : others.get(nameKey(type, name));
      if (version) {
        progress.kept.add(version.id);
        if (moveTo(actor, version, found, false)) progress.moved.push(version.slug);
        continue;
      }
      const slug = isReserved(name) ? name : freeSlug(name);
      const made = { ...NEW_VERSION, projectId: project.id, slug, verboseName: name, ...pick(found) };
      progress.kept.add(insert(actor, made).id);
      progress.added.push(slug);
    }
    return progress;
  }

  function removeMissing(actor: Actor, known: readonly Version[], kept: ReadonlySet<number>): string[] {
    const removed: string[] = [];
    for (const version of known) {
      if (kept.has(version.id) || !isRemovable(version)) continue;
      store.versions.remove(version.id);
      changes.record(actor, {
        action: 'version.delete',
        subjectId: version.id,
        projectId: version.projectId,
        before: { ...version },
      });
      removed.push(version.slug);
    }
    return removed;
  }

  /** Inserts `latest` or `stable` as active, and triggers a build of it, as an import does. */
  function insertMachineVersion(
    actor: Actor,
    project: Project,
    slug: string,
    target: Target,
    { added }: Progress,
  ): void {
    const machineVersion = { ...NEW_VERSION, active: true, machine: true, slug, verboseName: slug };
    builds.start(actor, insert(actor, { ...machineVersion, projectId: project.id, ...pick(target) }));
    added.push(slug);
  }

  /** Moves Lectern's own `latest` to the default branch: the project's choice, else the repository's. */
  function followDefaultBranch(actor: Actor, project: Project, progress: Progress): void {
    const latest = store.versions.bySlug(project.id, LATEST);
    const target: Target = { identifier: effectiveDefaultBranch(project), type: 'branch' };
    if (!latest) insertMachineVersion(actor, project, LATEST, target, progress);
    else if (!progress.kept.has(latest.id) && moveTo(actor, latest, target, true))
      progress.moved.push(LATEST);
  }

  /** Moves `stable` to the highest release, if there is one, and builds it after a change (behaviour.md 8). */
  function followStable(
    actor: Actor,
    project: Project,
    target: Target | undefined,
    progress: Progress,
  ): void {
    const stable = store.versions.bySlug(project.id, STABLE);
    if (!stable && target) insertMachineVersion(actor, project, STABLE, target, progress);
    if (!stable || progress.kept.has(stable.id)) return;
    if (moveTo(actor, stable, target ?? stable, true)) progress.moved.push(STABLE);
    if (target && target.identifier !== stable.identifier && stable.active) builds.start(actor, stable);
  }

  /** Activates a new highest release if the previous one is active. */
  function promote(
    actor: Actor,
    before: VersionName | undefined,
    target: VersionName,
    added: readonly string[],
  ): void {
    if (!before || before.id === target.id || !added.includes(target.slug)) return;
    if (!store.versions.byId(before.id)?.active) return;
    const version = store.versions.byId(target.id);
    if (!version) return;
    const active = { ...version, active: true };
    versions.save(actor, version, active, 'version.activate');
    builds.start(actor, active);
  }

  /** Records a successful sync that was requested or that changed anything. */
  function finishSync(
    actor: Actor,
    project: Project,
    remoteBranch: string | null,
    report: SyncReport,
    refsRead?: RefsRead,
  ): void {
    const { problem, requested } = store.projects.syncState(project.id);
    const isCurrentRequest = refsRead === undefined || refsRead.requested === requested;
    const wasPending = isCurrentRequest && store.projects.clearSync(project.id);
    const { added, moved, removed } = report;
    const branch = difference({ remoteBranch: project.remoteBranch }, { remoteBranch });
    if (!wasPending && problem === null && !branch && added.length + moved.length + removed.length === 0)
      return;
    if (branch) store.projects.update({ ...project, remoteBranch }, project);
    store.projects.recordSync(project.id, clock(), null);
    const subject = { subjectId: project.id, projectId: project.id };
    changes.record(actor, {
      ...{ action: 'project.sync', ...subject, before: branch?.before },
      after: { added, moved, removed, ...branch?.after },
    });
  }

  return {
    /** Requests a sync of the project with its repository; the build queue runs it. @throws NotFound @throws Forbidden */
    request(actor: Actor, projectSlug: string): void {
      store.change(() => requestSync(context, actor, access.maintained(actor, projectSlug).id));
    },

    /** Returns the sync state of the project. @throws NotFound @throws Forbidden */
    state: (actor: Actor, projectSlug: string): SyncState =>
      store.projects.syncState(access.maintained(actor, projectSlug).id),

    /** Returns since when the project waits for a sync; null when it does not. @throws NotFound @throws Forbidden */
    pendingSince: (actor: Actor, projectSlug: string): Timestamp | null =>
      store.projects.syncRequested(access.maintained(actor, projectSlug).id),

    /** Returns the project that has waited longest for a sync. `apply` or `recordFailure` ends its wait. */
    next(): Project | undefined {
      const id = store.projects.nextSync();
      return id === undefined ? undefined : store.projects.byId(id)?.project;
    },

    /** Returns the project with this id, unless it was removed. */
    ofProject: (id: number): Project | undefined => store.projects.byId(id)?.project,

    /**
     * Ends the wait of a project whose sync failed, and records the reason; its versions stay as they are.
     * @throws NotFound @throws Forbidden
     */
    recordFailure(actor: Actor, projectSlug: string, reason: string | null = null): void {
      store.change(() => {
        const project = access.maintained(actor, projectSlug);
        const { problem } = store.projects.syncState(project.id);
        const wasPending = store.projects.clearSync(project.id);
        if (!wasPending && problem === reason) return;
        store.projects.recordSync(project.id, null, reason);
        changes.record(actor, {
          action: 'project.give-up-sync',
          subjectId: project.id,
          projectId: project.id,
          after: { problem: reason },
        });
      });
    },

    /**
     * Applies the refs of the repository. Versions without a ref are removed only when unused. When it throws, nothing is
     * changed and the project still waits. `refsRead` says what was read: refs of another repository are ignored, and a
     * sync requested while they were read stays requested.
     * @throws NotFound @throws Forbidden @throws Invalid when a branch and a tag share a reserved name
     */
    apply(actor: Actor, projectSlug: string, refs: RepositoryRefs, refsRead?: RefsRead): SyncReport {
      return store.change(() => {
        const project = access.maintained(actor, projectSlug);
        if (refsRead && refsRead.url !== project.repositoryUrl) return { added: [], moved: [], removed: [] };
        const found = findVersions(refs);
        const known = store.versions.ofProject(project.id);
        const before = stableVersion(store.versions.namesOf(project.id));
        const progress = applyRefs(actor, project, known, found);
        const justFound = [...progress.added];
        const removed = removeMissing(actor, known, progress.kept);
        const target = stableVersion(store.versions.namesOf(project.id));
        const remoteBranch = refs.defaultBranch ?? null;
        followDefaultBranch(actor, { ...project, remoteBranch }, progress);
        followStable(actor, project, target, progress);
        if (target) promote(actor, before, target, justFound);
        const { added, moved } = progress;
        const report = { added, moved, removed };
        finishSync(actor, project, remoteBranch, report, refsRead);
        return report;
      });
    },
  };
}

/** Requests a sync of a project inside a change; one that is requested already keeps its place. */
export function requestSync(
  { store, changes, clock }: Pick<ServiceContext, 'store' | 'changes' | 'clock'>,
  actor: Actor,
  projectId: number,
): void {
  if (store.projects.requestSync(projectId, clock()))
    changes.record(actor, { action: 'project.request-sync', subjectId: projectId, projectId });
}

export type VersionSyncService = ReturnType<typeof createVersionSync>;
