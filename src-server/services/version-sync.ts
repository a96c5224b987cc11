import { Invalid } from '../model/problems.ts';
import { effectiveDefaultBranch, type Project } from '../model/project.ts';
import { uniqueVersionSlug } from '../model/slug.ts';
import { stableVersion } from '../model/stable-version.ts';
import { LATEST, STABLE, type Version, type VersionType } from '../model/version.ts';
import type { VersionName } from '../store/versions.ts';
import type { Actor } from './actor.ts';
import type { BuildsService } from './builds.ts';
import type { ServiceContext } from './context.ts';
import type { VersionsService } from './versions.ts';

/** A branch or tag of the repository, with what the version control system checks out for it. */
export type RepositoryRef = { readonly name: string; readonly identifier: string };

/** What a repository holds now. */
export type RepositoryRefs = {
  readonly branches: readonly RepositoryRef[];
  readonly tags: readonly RepositoryRef[];
  /** As the repository itself says; undefined when it does not. */
  readonly defaultBranch?: string | undefined;
};

/** Slugs of the versions that came, moved to another identifier, and went. */
export type SyncReport = {
  readonly added: readonly string[];
  readonly moved: readonly string[];
  readonly removed: readonly string[];
};

/** The refusal of a repository that holds a branch and a tag of one of our own names (behaviour.md 8). */
export const RESERVED_TWICE = 'You can not have two versions with the name latest or stable.';

type Found = RepositoryRef & { readonly type: VersionType };

/** Brings a project's versions up to date with its repository (behaviour.md 8, "Sync rules"). */
export function createVersionSync(context: ServiceContext, versions: VersionsService, builds: BuildsService) {
  const { store, access, changes, clock } = context;

  function insert(actor: Actor, version: Omit<Version, 'id'>): Version {
    const made = store.versions.insert(version);
    changes.record(actor, { action: 'version.create', subjectId: made.id, projectId: made.projectId, after: { ...made } });
    return made;
  }

  function moveTo(actor: Actor, version: Version, found: Pick<Found, 'identifier' | 'type'>, machine: boolean): boolean {
    const { identifier, type } = found;
    if (version.identifier === identifier && version.type === type && version.machine === machine) return false;
    versions.save(actor, version, { ...version, identifier, type, machine }, 'version.update');
    return true;
  }

  /** A branch or tag: the version of that name and kind, or, for our own names, the slot that it takes over. */
  function matching(known: readonly Version[], found: Found): Version | undefined {
    return (
      known.find(({ verboseName, type, machine }) => verboseName === found.name && type === found.type && !machine) ??
      (isReserved(found.name) ? known.find(({ slug }) => slug === found.name) : undefined)
    );
  }

  function takeOver(actor: Actor, project: Project, known: readonly Version[], refs: readonly Found[]) {
    const slugs = new Set(known.map(({ slug }) => slug));
    const kept = new Set<number>();
    const added: string[] = [];
    const moved: string[] = [];
    for (const found of refs) {
      const version = matching(known, found);
      if (version) {
        kept.add(version.id);
        if (moveTo(actor, version, found, false)) moved.push(version.slug);
        continue;
      }
      const slug = uniqueVersionSlug(found.name, (taken) => slugs.has(taken));
      slugs.add(slug);
      added.push(slug);
      insert(actor, { ...NEW_VERSION, projectId: project.id, slug, verboseName: found.name, ...pick(found) });
    }
    return { kept, added, moved };
  }

  function removeVanished(actor: Actor, known: readonly Version[], kept: ReadonlySet<number>): string[] {
    const removed: string[] = [];
    for (const version of known) {
      if (kept.has(version.id) || !mayVanish(version)) continue;
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

  /** Our `latest` follows the default branch: the project's own choice, else the repository's. */
  function followDefaultBranch(actor: Actor, project: Project, refs: RepositoryRefs, kept: ReadonlySet<number>): void {
    const latest = store.versions.bySlug(project.id, LATEST);
    if (!latest || kept.has(latest.id)) return;
    const identifier = project.defaultBranch || refs.defaultBranch || effectiveDefaultBranch(project);
    moveTo(actor, latest, { identifier, type: 'branch' }, true);
  }

  /** `stable` follows the highest release; a change of it is built (behaviour.md 8). */
  function followStable(actor: Actor, project: Project, target: VersionName, kept: ReadonlySet<number>): void {
    const stable = store.versions.bySlug(project.id, STABLE);
    if (!stable) {
      const made = { ...NEW_VERSION, active: true, machine: true, slug: STABLE, verboseName: STABLE };
      builds.start(actor, insert(actor, { ...made, projectId: project.id, ...pick(target) }));
      return;
    }
    if (kept.has(stable.id)) return;
    const changed = stable.identifier !== target.identifier;
    moveTo(actor, stable, target, true);
    if (changed && stable.active) builds.start(actor, stable);
  }

  /** A new highest release is as active as the one before it was. */
  function promote(actor: Actor, before: VersionName | undefined, target: VersionName, added: readonly string[]): void {
    if (!before || before.id === target.id || !added.includes(target.slug)) return;
    if (!store.versions.byId(before.id)?.active) return;
    const version = store.versions.byId(target.id);
    if (!version) return;
    const active = { ...version, active: true };
    versions.save(actor, version, active, 'version.activate');
    builds.start(actor, active);
  }

  return {
    /** Asks for the repository to be read anew; whoever reads repositories picks it up. @throws NotFound @throws Forbidden */
    request(actor: Actor, projectSlug: string): void {
      store.change(() => {
        const { project } = access.maintainedProject(actor, projectSlug);
        store.projects.requestSync(project.id, clock());
        changes.record(actor, { action: 'project.request-sync', subjectId: project.id, projectId: project.id });
      });
    },

    /** The project that has waited longest for its repository to be read. `apply` or `giveUp` ends its wait. */
    next(): Project | undefined {
      const id = store.projects.nextSync();
      return id === undefined ? undefined : store.projects.byId(id)?.project;
    },

    /** Ends the wait of a project whose repository cannot be read; its versions stay as they are. */
    giveUp(actor: Actor, projectSlug: string): void {
      store.change(() => store.projects.clearSync(access.maintainedProject(actor, projectSlug).project.id));
    },

    /**
     * Takes what the repository holds now. Versions that vanished go only when nobody uses them.
     * @throws NotFound @throws Forbidden @throws Invalid when a branch and a tag bear one of our own names
     */
    apply(actor: Actor, projectSlug: string, refs: RepositoryRefs): SyncReport {
      const found = [
        ...refs.branches.map((ref) => ({ ...ref, type: 'branch' as const })),
        ...refs.tags.map((ref) => ({ ...ref, type: 'tag' as const })),
      ];
      return store.change(() => {
        const { project } = access.maintainedProject(actor, projectSlug);
        if (hasReservedTwice(found)) throw new Invalid({ non_field_errors: [RESERVED_TWICE] });
        const known = store.versions.ofProject(project.id);
        const before = stableVersion(store.versions.namesOf(project.id));
        const { kept, added, moved } = takeOver(actor, project, known, found);
        const removed = removeVanished(actor, known, kept);
        followDefaultBranch(actor, project, refs, kept);
        const target = stableVersion(store.versions.namesOf(project.id));
        if (target) {
          followStable(actor, project, target, kept);
          promote(actor, before, target, added);
        }
        store.projects.clearSync(project.id);
        return { added, moved, removed };
      });
    },
  };
}

export type VersionSyncService = ReturnType<typeof createVersionSync>;

const NEW_VERSION = {
  active: false,
  built: false,
  uploaded: false,
  machine: false,
  privacyLevel: 'public',
  downloads: [],
} as const;

function pick(found: Pick<Found, 'identifier' | 'type'>) {
  return { identifier: found.identifier, type: found.type };
}

function isReserved(name: string): boolean {
  return name === LATEST || name === STABLE;
}

function hasReservedTwice(found: readonly Found[]): boolean {
  return [LATEST, STABLE].some((reserved) => found.filter(({ name }) => name === reserved).length > 1);
}

function mayVanish(version: Version): boolean {
  return !version.active && !version.uploaded && version.type !== 'external' && !isReserved(version.slug);
}
