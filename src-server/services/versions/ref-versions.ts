import { createVersionSlugGenerator } from '../../model/base/slug.ts';
import { LATEST, STABLE, type Version } from '../../model/versions/version.ts';
import type { Store } from '../../store/open-store.ts';
import type { Actor } from '../kernel/actor.ts';
import { difference } from '../kernel/changes.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { ROWS_AT_ONCE, type Steps } from '../kernel/slices.ts';
import {
  type FoundVersion,
  isRemovable,
  isReserved,
  NEW_VERSION,
  nameKey,
  pick,
  type Target,
} from './version-refs.ts';
import type { VersionsService } from './versions.ts';

/** Progress of a sync; `kept` has the ids of the versions that the repository still has. */
export type Progress = {
  readonly kept: Set<number>;
  readonly added: string[];
  readonly moved: string[];
  readonly removed: string[];
};

/** Creates what inserts, moves and removes the versions of refs. */
export function createRefVersions(context: ServiceContext, versions: VersionsService) {
  const { store, changes } = context;

  function insert(actor: Actor, version: Omit<Version, 'id'>): Version {
    const made = store.versions.insert(version);
    changes.recordCreated(actor, 'version.create', made);
    return made;
  }

  /**
   * Points a version at a revision; returns whether that changed it. A version with a reserved slug keeps that as its name.
   * One that is linked with a remote follows the service instead.
   */
  function moveTo(actor: Actor, before: Version, { identifier, type }: Target, machine: boolean): boolean {
    if (isLinked(before.id)) return false;
    const verboseName = isReserved(before.slug) ? before.slug : before.verboseName;
    const after = { ...before, identifier, type, machine, verboseName };
    if (!difference(before, after)) return false;
    versions.save(actor, before, after, 'version.update');
    return true;
  }

  /** Updates or inserts the version of a ref, found by type and name, or by slug for reserved names; returns whether it wrote. */
  function applyRef(
    actor: Actor,
    projectId: number,
    found: FoundVersion,
    known: KnownVersions,
    progress: Progress,
  ): boolean {
    const { name, type } = found;
    const version = isReserved(name) ? known.reserved(name) : known.named(type, name);
    if (version) {
      progress.kept.add(version.id);
      const isMoved = moveTo(actor, version, found, false);
      if (isMoved) progress.moved.push(version.slug);
      return isMoved;
    }
    const slug = isReserved(name) ? name : known.freeSlug(name);
    const made = insert(actor, { ...NEW_VERSION, projectId, slug, verboseName: name, ...pick(found) });
    progress.kept.add(made.id);
    progress.added.push(slug);
    return true;
  }

  /** Tells whether a version stands for one of a remote, which alone decides what becomes of it. */
  function isLinked(versionId: number): boolean {
    return store.sync.links.byLocal('version', versionId) !== undefined;
  }

  function remove(actor: Actor, version: Version): void {
    store.versions.remove(version.id);
    changes.recordRemoved(actor, 'version.delete', version);
  }

  /**
   * Updates or inserts the version of each ref, then removes unused versions without one. A step writes at most
   * `ROWS_AT_ONCE` rows; it ends early once `isCurrent` answers false at the beginning of a step.
   */
  function* applyRefs(
    actor: Actor,
    projectId: number,
    refs: readonly FoundVersion[],
    isCurrent: () => boolean,
  ): Steps<Progress> {
    const progress: Progress = { kept: new Set(), added: [], moved: [], removed: [] };
    if (!isCurrent()) return progress;
    const known = knownVersions(store, projectId);
    let written = 0;
    /** Counts a row; ends the step after the last one of it. Returns whether the sync still counts. */
    function* afterRow(): Steps<boolean> {
      written += 1;
      if (written < ROWS_AT_ONCE) return true;
      written = 0;
      known.endStep();
      yield;
      if (!isCurrent()) return false;
      known.beginStep();
      return true;
    }
    for (const found of refs) {
      const hasWritten = applyRef(actor, projectId, found, known, progress);
      if (hasWritten && !(yield* afterRow())) return progress;
    }
    for (const { id } of known.all()) {
      const version = progress.kept.has(id) ? undefined : known.byId(id);
      if (!version || !isRemovable(version) || isLinked(id)) continue;
      remove(actor, version);
      progress.removed.push(version.slug);
      if (!(yield* afterRow())) return progress;
    }
    return progress;
  }

  return { insert, moveTo, applyRefs, isLinked };
}

type KnownVersions = ReturnType<typeof knownVersions>;

/** Keeps the versions of a project while a sync runs; they are read again after a change of somebody else's. */
function knownVersions(store: Pick<Store, 'versions' | 'counter'>, projectId: number) {
  const counter = () => store.counter(['versions.rows', 'versions.values']);
  let readAt = counter();
  let known = readVersions(store, projectId);
  return {
    all: (): readonly Version[] => known.all,
    byId: (id: number): Version | undefined => known.byId.get(id),
    reserved: (slug: string): Version | undefined => known.reserved.get(slug),
    named: (type: Version['type'], name: string): Version | undefined => known.named.get(nameKey(type, name)),
    freeSlug: (name: string): string => known.freeSlug(name),
    endStep(): void {
      readAt = counter();
    },
    beginStep(): void {
      if (readAt !== counter()) known = readVersions(store, projectId);
    },
  };
}

function readVersions(store: Pick<Store, 'versions'>, projectId: number) {
  const all = store.versions.ofProject(projectId);
  const others = all.filter(({ slug }) => !isReserved(slug));
  return {
    all,
    byId: new Map(all.map((each) => [each.id, each])),
    reserved: new Map(all.filter(({ slug }) => isReserved(slug)).map((each) => [each.slug, each])),
    named: new Map(others.map((each) => [nameKey(each.type, each.verboseName), each])),
    freeSlug: createVersionSlugGenerator([LATEST, STABLE, ...all.map(({ slug }) => slug)]),
  };
}
