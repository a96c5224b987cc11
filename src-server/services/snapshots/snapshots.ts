import { basename } from 'node:path';
import { Conflict, Unavailable } from '../../model/base/problems.ts';
import { formatTimestamp, type Timestamp } from '../../model/base/timestamp.ts';
import {
  type NewSnapshot,
  nameTaken,
  type Snapshot,
  type SnapshotKind,
  START_SNAPSHOT,
} from '../../model/snapshots/snapshot.ts';
import type { SnapshotStore } from '../../store/snapshots/open-snapshots.ts';
import type { PreparedCopy, StoredSnapshot } from '../../store/snapshots/snapshot-files.ts';
import type { KeptPages } from '../../store/snapshots/stored-pages.ts';
import type { TokenUse } from '../../store/tables/users/token-use.ts';
import type { BuildRunsService } from '../builds/build-runs.ts';
import type { ServedPages } from '../hosting/served-pages.ts';
import { type Actor, systemActor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { Secrets } from '../kernel/secrets.ts';
import { createReplacement, type SavedState } from './replace-data.ts';

/** Runs `work` while no request and no build is under way. @throws Unavailable when one does not end in time */
export type Hold = <T>(work: () => Promise<T>) => Promise<T>;

/** What a restore replaced. */
export type Restored = {
  /** The name of the snapshot or the backup. */
  readonly snapshot: string;
  /** The snapshot of the state before; null when none was asked for. */
  readonly safetyCopy: string | null;
  /** Versions whose pages are others now, though their builds may have the same numbers. */
  readonly movedVersions: ReadonlySet<number>;
};

type Options = {
  /** Undefined where there is no folder to keep snapshots in. */
  readonly snapshots: SnapshotStore | undefined;
  readonly hold: Hold;
  readonly secrets: Secrets;
  readonly tokenUse: TokenUse;
  readonly servedPages: ServedPages;
  readonly buildRuns: BuildRunsService;
};

/** Safety copies beyond this number are removed, the oldest first. */
const SAFETY_COPIES = 5;
const CUT_OFF = 'This build was running when the snapshot was taken. Trigger it again.';
const CUT_OFF_IN_BACKUP = 'This build was running when the backup was made. Trigger it again.';

/** Creates the service of snapshots: states of all data that can be brought back (training.md). */
export function createSnapshots(context: ServiceContext, options: Options) {
  const { store, access, changes, machineClock } = context;
  const { hold, secrets, tokenUse, buildRuns } = options;
  const replacement = createReplacement(context, { place, secrets, tokenUse, buildRuns });
  const listeners = new Set<(restored: Restored) => void>();
  /** While one is taken, no pages may go: it is not known yet which of them it keeps. */
  let taking = 0;

  function place(): SnapshotStore {
    if (!options.snapshots) throw new Unavailable('Snapshots need a server; this command has none.');
    return options.snapshots;
  }

  /** Returns the pages that are served, or that an undo may want. */
  function pagesToKeep(): readonly KeptPages[] {
    const stateOf = options.servedPages.states(systemActor('start'));
    return place()
      .pages.present()
      .filter(({ versionId, buildId }) => stateOf(versionId, buildId).state !== 'left');
  }

  async function write(name: string, note: string, kind: SnapshotKind): Promise<StoredSnapshot> {
    taking += 1;
    try {
      return await place().write({ name, note, kind, takenAt: machineClock() }, pagesToKeep);
    } finally {
      taking -= 1;
    }
  }

  async function takeSafetyCopy(before: string): Promise<string> {
    const time = formatTimestamp(machineClock()).slice(0, 19).replaceAll(':', '-').toLowerCase();
    let name = `before-restore-${time}`;
    for (let count = 2; place().has(name); count += 1) name = `before-restore-${time}-${count}`;
    await write(name, `The state before “${before}” was restored.`, 'safety');
    return name;
  }

  function removeOldSafetyCopies(): void {
    const copies = place()
      .list()
      .filter(({ kind }) => kind === 'safety')
      .sort((a, b) => b.takenAt - a.takenAt);
    for (const { name } of copies.slice(SAFETY_COPIES)) drop(name);
  }

  /** Removes a snapshot and the texts of tokens that nothing has any more. */
  function drop(name: string): void {
    const digests = digestsOf(name);
    place().remove(name);
    for (const digest of digests) {
      if (store.tokens.ownerOf(Buffer.from(digest, 'hex')) || place().hasToken(digest)) continue;
      secrets.deleteToken({ digest });
    }
  }

  function digestsOf(name: string): ReadonlySet<string> {
    try {
      return place().digestsIn(name);
    } catch {
      return new Set();
    }
  }

  const isSameBuild = (buildId: number, created: Timestamp | undefined) =>
    created !== undefined && store.builds.byId(buildId)?.created === created;

  /** Returns a function that finds the pages here which are of builds of a backup, once its rows are there. */
  function pagesOfBackup(): () => readonly KeptPages[] {
    // Numbers of builds repeat after a restore, so that the same number may be another build in the backup.
    const present = place().pages.present();
    const created = new Map(present.map(({ buildId }) => [buildId, store.builds.byId(buildId)?.created]));
    return () => pagesToKeep().filter(({ buildId }) => isSameBuild(buildId, created.get(buildId)));
  }

  /** Replaces all data by what `open` gives, after a safety copy of the present state if one is wanted. */
  async function restoreState(
    actor: Actor,
    name: string,
    safetyCopy: boolean,
    open: () => Promise<PreparedCopy>,
    stateOf: (file: string) => SavedState,
  ): Promise<Restored> {
    const copy = await open();
    try {
      return await hold(async () => {
        const saved = safetyCopy ? await takeSafetyCopy(name) : null;
        const movedVersions = replacement.replace(actor, stateOf(copy.file));
        const restored = { snapshot: name, safetyCopy: saved, movedVersions };
        for (const listener of listeners) listener(restored);
        if (saved !== null) removeOldSafetyCopies();
        return restored;
      });
    } finally {
      copy.remove();
    }
  }

  async function restore(
    actor: Actor,
    name: string,
    { safetyCopy }: { readonly safetyCopy: boolean },
  ): Promise<Restored> {
    access.requireOperator(actor);
    const { pages } = place().get(name);
    const open = () => place().openCopy(name);
    return restoreState(actor, name, safetyCopy, open, (file) => ({
      ...{ file, snapshot: name, pages: () => pages, cutOff: CUT_OFF },
      entry: { action: 'snapshot.restore', name },
    }));
  }

  return {
    /** Lists the snapshots, newest first. @throws Forbidden */
    list(actor: Actor): Snapshot[] {
      access.requireOperator(actor);
      return [...(options.snapshots?.list() ?? [])].sort((a, b) => b.takenAt - a.takenAt).map(snapshotOf);
    },

    /** Takes a snapshot while work goes on. @throws Invalid when the name is taken @throws StorageFull @throws Forbidden */
    async take(actor: Actor, { name, note }: NewSnapshot): Promise<Snapshot> {
      access.requireOperator(actor);
      if (place().has(name)) throw nameTaken();
      const snapshot = snapshotOf(await write(name, note, 'manual'));
      store.change(() => changes.record(actor, { action: 'snapshot.create', after: { name } }));
      return snapshot;
    },

    /** Takes the snapshot that control resets to, in place of the one of an earlier start. @throws Forbidden */
    async takeStart(actor: Actor): Promise<void> {
      access.requireOperator(actor);
      await write(START_SNAPSHOT, 'The state when the server started.', 'start');
    },

    /**
     * Brings back the data, pages and settings of a snapshot, ids and tokens too, and makes everything that was read
     * before out of date. Builds that run are cancelled first.
     * @throws NotFound @throws Conflict when it is damaged or newer @throws Unavailable when a request does not end
     * @throws StorageFull @throws Forbidden; nothing is changed then
     */
    restore,

    /**
     * Brings back the data of a backup. The present state is kept as a snapshot first, with its pages. Pages that are
     * here and belong to builds of the backup stay in place; the others are moved aside.
     * @throws NotFound @throws Conflict when it is damaged, newer or of another program @throws Unavailable when a
     * request does not end @throws StorageFull @throws Forbidden; nothing is changed then
     */
    async restoreBackup(actor: Actor, file: string): Promise<Restored> {
      access.requireOperator(actor);
      const name = basename(file);
      const open = () => place().openBackup(file);
      return restoreState(actor, name, true, open, (copy) => ({
        ...{ file: copy, snapshot: null, pages: pagesOfBackup(), cutOff: CUT_OFF_IN_BACKUP },
        entry: { action: 'backup.restore', name },
      }));
    },

    /** Removes a snapshot. @throws NotFound @throws Conflict for the one that control resets to @throws Forbidden */
    remove(actor: Actor, name: string): void {
      access.requireOperator(actor);
      const { kind } = place().get(name);
      if (kind === 'start') throw new Conflict('A reset needs this snapshot, so it cannot be deleted.');
      drop(name);
      store.change(() => changes.record(actor, { action: 'snapshot.delete', before: { name } }));
    },

    /** Whether pages must stay where they are, since a snapshot has them or may get them. */
    keepsPages: (versionId: number, buildId: number): boolean =>
      taking > 0 || (options.snapshots?.keepsPages(versionId, buildId) ?? false),

    /** Whether a snapshot has the token with this digest. */
    hasToken: (digest: string): boolean => options.snapshots?.hasToken(digest) ?? false,

    /** Removes pages that a restore moved aside more than `days` ago and that no snapshot keeps. */
    prunePages(actor: Actor, days: number): void {
      access.requireOperator(actor);
      const kept = new Set(options.snapshots?.list().flatMap(({ pages }) => pages.map(({ id }) => id)));
      options.snapshots?.pages.prune(kept, days, machineClock() / 1000);
    },

    /** Puts the pages and repositories in place that a crash during a restore left; call it before anything reads them. */
    finishInterrupted: (): boolean => options.snapshots !== undefined && replacement.finish(),

    /** Calls `listener` right after each restore, before any request goes on. Returns the function that unsubscribes. */
    onRestored(listener: (restored: Restored) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type SnapshotsService = ReturnType<typeof createSnapshots>;

function snapshotOf({ name, note, kind, takenAt, bytes, counts }: StoredSnapshot): Snapshot {
  return { name, note, kind, takenAt, bytes, counts };
}
