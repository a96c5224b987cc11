import { replacesAllData } from '../../model/journal/replaces-data.ts';
import { START_SNAPSHOT } from '../../model/snapshots/snapshot.ts';
import type { SnapshotStore } from '../../store/snapshots/open-snapshots.ts';
import type { KeptPages } from '../../store/snapshots/stored-pages.ts';
import type { TokenUse } from '../../store/tables/users/token-use.ts';
import type { BuildRunsService } from '../builds/build-runs.ts';
import { type Actor, systemActor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { Secrets } from '../kernel/secrets.ts';
import { LAST_RESTORE } from './last-restore.ts';

/** A state that takes the place of all data. */
export type SavedState = {
  /** A whole database with the newest schema. */
  readonly file: string;
  readonly entry: { readonly action: 'snapshot.restore' | 'backup.restore'; readonly name: string };
  /** The snapshot that it is; null for a backup, which has rows alone. */
  readonly snapshot: string | null;
  /** Returns the pages that belong to it; asked once its rows are there, in the same transaction. */
  readonly pages: () => readonly KeptPages[];
  /** The error of a build that was running when it was saved. */
  readonly cutOff: string;
};

type Options = {
  readonly place: () => SnapshotStore;
  readonly secrets: Secrets;
  readonly tokenUse: TokenUse;
  readonly buildRuns: BuildRunsService;
};

/** Replaces data and pages by those of a saved state. */
export function createReplacement(
  { store, changes }: ServiceContext,
  { place, secrets, tokenUse, buildRuns }: Options,
) {
  function isArranged(snapshot: string | null, pages: readonly KeptPages[]): boolean {
    if (!place().pages.isArranged(pages)) return false;
    return snapshot === null || place().repositories.isArranged(snapshot);
  }

  function arrange(snapshot: string | null, pages: readonly KeptPages[]): ReadonlySet<number> {
    const moved = place().pages.arrange(pages);
    if (snapshot !== null) place().repositories.arrange(snapshot);
    return moved;
  }

  return {
    /**
     * Replaces everything in one turn of the event loop, so that nobody sees a state in between. Returns the versions
     * whose pages were moved. @throws StorageFull and SQLite's errors; nothing is changed then
     */
    replace(actor: Actor, { file, entry, snapshot, pages, cutOff }: SavedState): ReadonlySet<number> {
      const { unfinished } = place();
      const isStart = snapshot === START_SNAPSHOT;
      const forgotten = new Set(isStart ? store.sync.remotes.all().map((remote) => remote.name) : []);
      let wanted: readonly KeptPages[] = [];
      store.snapshots.replaceBy(file, () => {
        const { id } = changes.record(actor, { action: entry.action, after: { name: entry.name } });
        store.settings.put(LAST_RESTORE, id);
        // After any other restore the number of the newest run beside the token says that a full pull has to come first.
        if (isStart) for (const remote of store.sync.remotes.removeAll()) forgotten.add(remote);
        wanted = pages();
        // Without anything to move, the transaction is all there is to finish.
        if (!isArranged(snapshot, wanted)) unfinished?.write({ entry: id, snapshot, pages: [...wanted] });
      });
      for (const remote of forgotten) secrets.remotes.forget(remote);
      secrets.forgetDataKey();
      tokenUse.forgetAll();
      const moved = arrange(snapshot, wanted);
      unfinished?.clear();
      buildRuns.failInterrupted(systemActor('runner'), new Set(), cutOff);
      return moved;
    },

    /** Puts the pages and repositories in place that a crash left; returns whether a restore had been committed. */
    finish(): boolean {
      const note = place().unfinished?.read();
      if (!note) return false;
      const isCommitted = store.journal.ofBatch(note.entry).some(({ action }) => replacesAllData(action));
      if (isCommitted && (note.snapshot === null || place().has(note.snapshot)))
        arrange(note.snapshot, note.pages);
      place().unfinished?.clear();
      return isCommitted;
    },
  };
}
