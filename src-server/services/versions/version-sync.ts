import type { Timestamp } from '../../model/base/timestamp.ts';
import { SYNC_FAILED } from '../../model/notifications/messages.ts';
import { effectiveDefaultBranch, type Project } from '../../model/projects/project.ts';
import { leftOutNote } from '../../model/projects/repository/repository-inspection.ts';
import { stableVersion } from '../../model/versions/stable-version.ts';
import { LATEST, STABLE } from '../../model/versions/version.ts';
import type { SyncState } from '../../store/tables/projects/projects.ts';
import type { VersionName } from '../../store/tables/versions/versions.ts';
import type { BuildsService } from '../builds/builds.ts';
import type { Actor } from '../kernel/actor.ts';
import { difference } from '../kernel/changes.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { runInOneChange, runInSlices, type Steps } from '../kernel/slices.ts';
import { createRefVersions, type Progress } from './ref-versions.ts';
import {
  findVersions,
  NEW_VERSION,
  pick,
  type RefsRead,
  type RepositoryRefs,
  type SyncReport,
  type Target,
} from './version-refs.ts';
import type { VersionsService } from './versions.ts';

/**
 * Creates the sync of a project's versions with its repository (behaviour.md 8, "Sync rules"). It triggers no build that
 * is known to fail.
 */
export function createVersionSync(context: ServiceContext, versions: VersionsService, builds: BuildsService) {
  const { store, access, changes, clock } = context;

  const { insert, moveTo, applyRefs, isLinked } = createRefVersions(context, versions);

  /** Inserts `latest` or `stable` as active, and triggers a build of it, as an import does. */
  function insertMachineVersion(
    actor: Actor,
    project: Project,
    slug: string,
    target: Target,
    { added }: Progress,
  ): void {
    const machineVersion = { ...NEW_VERSION, active: true, machine: true, slug, verboseName: slug };
    const version = insert(actor, { ...machineVersion, projectId: project.id, ...pick(target) });
    builds.startUnlessRefused(actor, version);
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
    if (!stable || progress.kept.has(stable.id) || isLinked(stable.id)) return;
    if (moveTo(actor, stable, target ?? stable, true)) progress.moved.push(STABLE);
    if (target && target.identifier !== stable.identifier && stable.active)
      builds.startUnlessRefused(actor, stable);
  }

  /** Activates a new highest release if the previous one is active. */
  function promote(
    actor: Actor,
    before: VersionName | undefined,
    target: VersionName,
    added: readonly string[],
  ): void {
    if (!before || before.id === target.id || !added.includes(target.slug)) return;
    if (!store.versions.byId(before.id)?.active || isLinked(target.id)) return;
    const version = store.versions.byId(target.id);
    if (!version) return;
    const active = { ...version, active: true };
    versions.save(actor, version, active, 'version.activate');
    builds.startUnlessRefused(actor, active);
  }

  /** Records a successful sync that was requested or that changed anything. */
  function finishSync(
    actor: Actor,
    project: Project,
    refs: RepositoryRefs,
    report: SyncReport,
    refsRead?: RefsRead,
  ): void {
    const remoteBranch = refs.defaultBranch ?? null;
    const note = refs.leftOut === undefined ? null : leftOutNote(refs.leftOut);
    const { problem, requested } = store.projects.syncState(project.id);
    const isCurrentRequest = refsRead === undefined || refsRead.requested === requested;
    const wasPending = isCurrentRequest && store.projects.clearSync(project.id);
    const { added, moved, removed } = report;
    const branch = difference({ remoteBranch: project.remoteBranch }, { remoteBranch });
    if (!wasPending && problem === note && !branch && added.length + moved.length + removed.length === 0)
      return;
    if (branch) store.projects.update({ ...project, remoteBranch }, project);
    store.projects.recordSync(project.id, clock(), note);
    store.notifications.cancel({ kind: 'project', id: project.id }, SYNC_FAILED);
    const subject = { subjectId: project.id, projectId: project.id };
    changes.record(actor, {
      ...{ action: 'project.sync', ...subject, before: branch?.before },
      after: { added, moved, removed, ...branch?.after },
    });
  }

  function sayFailure(id: number, error: string): void {
    store.notifications.say({
      ...{ about: { kind: 'project', id }, message: SYNC_FAILED, details: { error } },
      ...{ dismissable: true, news: false, modified: clock() },
    });
  }

  function* steps(
    actor: Actor,
    projectSlug: string,
    refs: RepositoryRefs,
    refsRead: RefsRead | undefined,
  ): Steps<SyncReport> {
    const { id } = access.maintained(actor, projectSlug);
    /** Returns the project as it is in this step; undefined once it has another repository. */
    const current = () => {
      const project = access.maintained(actor, projectSlug);
      const isSame = project.id === id && (!refsRead || refsRead.url === project.repositoryUrl);
      return isSame ? project : undefined;
    };
    const before = stableVersion(store.versions.namesOf(id));
    const progress = yield* applyRefs(actor, id, findVersions(refs), () => current() !== undefined);
    const project = current();
    const { added, moved, removed } = progress;
    const report = { added, moved, removed };
    if (!project) return report;
    const justFound = [...added];
    const target = stableVersion(store.versions.namesOf(id));
    const remoteBranch = refs.defaultBranch ?? null;
    followDefaultBranch(actor, { ...project, remoteBranch }, progress);
    followStable(actor, project, target, progress);
    if (target) promote(actor, before, target, justFound);
    finishSync(actor, project, refs, report, refsRead);
    return report;
  }

  return {
    /** Requests a sync of the project with its repository; the build queue runs it. @throws NotFound @throws Forbidden */
    request(actor: Actor, projectSlug: string): void {
      store.change(() => requestSync(context, actor, access.maintained(actor, projectSlug).id));
    },

    /**
     * Requests a sync, unless it cannot succeed since the repository is not one of git; returns whether it did.
     * @throws NotFound @throws Forbidden
     */
    requestIfReadable(actor: Actor, projectSlug: string): boolean {
      return store.change(() => {
        const { id, repositoryType } = access.maintained(actor, projectSlug);
        if (repositoryType === 'git') requestSync(context, actor, id);
        return repositoryType === 'git';
      });
    },

    /** Returns the sync state of the project. @throws NotFound @throws Forbidden */
    state: (actor: Actor, projectSlug: string): SyncState =>
      store.projects.syncState(access.maintained(actor, projectSlug).id),

    /** Returns since when the project waits for a sync; null when it does not. @throws NotFound @throws Forbidden */
    pendingSince: (actor: Actor, projectSlug: string): Timestamp | null =>
      store.projects.syncRequested(access.maintained(actor, projectSlug).id),

    /** Returns the branches and tags of active versions, which are kept of a repository with too many. @throws NotFound @throws Forbidden */
    wantedRefs(actor: Actor, projectSlug: string): ReadonlySet<string> {
      const project = access.maintained(actor, projectSlug);
      const active = store.versions.ofProject(project.id).filter((version) => version.active);
      return new Set([effectiveDefaultBranch(project), ...active.map(({ verboseName }) => verboseName)]);
    },

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
        if (reason !== null) sayFailure(project.id, reason);
        changes.record(actor, {
          action: 'project.give-up-sync',
          subjectId: project.id,
          projectId: project.id,
          after: { problem: reason },
        });
      });
    },

    /**
     * Applies the refs of the repository in one change. Versions without a ref are removed only when unused. When it
     * throws, nothing is changed and the project still waits. `refsRead` says what was read: refs of another repository
     * are ignored, and a sync requested while they were read stays requested.
     * @throws NotFound @throws Forbidden @throws Invalid when a branch and a tag share a reserved name
     */
    apply: (actor: Actor, projectSlug: string, refs: RepositoryRefs, refsRead?: RefsRead): SyncReport =>
      runInOneChange(store, steps(actor, projectSlug, refs, refsRead)),

    /**
     * Applies refs like `apply`, many of them in several changes between which the event loop turns (safety S9). When it
     * is cut off, the project still waits, and the next sync does the rest. @throws as `apply`
     */
    applyInSlices: (
      actor: Actor,
      projectSlug: string,
      refs: RepositoryRefs,
      refsRead: RefsRead,
    ): Promise<SyncReport> => runInSlices(store, steps(actor, projectSlug, refs, refsRead)),
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
