import { type Breaks, breakingFetch } from './breaking-fetch.ts';
import { openSide, type Side } from './in-process-side.ts';
import { connectSides, type SideSync, syncSide } from './sync-side.ts';
import { copyTables, putTables, type TableCopies } from './table-copies.ts';

/** Two Lecterns in one process: `here` syncs with `there`, which answers as today's service. */
export type SyncWorld = SideSync & {
  readonly here: Side;
  readonly there: Side;
  readonly breaks: Breaks;
  /** Copies the rows here, and brings them back; the vault stays, as with a backup. */
  readonly backUp: () => void;
  readonly restore: () => void;
  /** Goes back to the world as it was opened, which costs less than another one. */
  readonly startOver: () => void;
  readonly close: () => Promise<void>;
};

/** Opens two sides, with these projects there, and pulls them all. */
export async function openSyncWorld(projects: readonly object[]): Promise<SyncWorld> {
  const there = await openSide({ projects });
  const here = await openSide();
  await connectSides(here, there);
  const breaks = breakingFetch(there.fetch);
  const sync = syncSide(here, breaks.fetch);
  await pullAll(here, sync);
  const first = { here: copyTables(here.core), there: copyTables(there.core) };
  const { database, store } = here.core;
  const runNumber = database.prepare<[], number>('SELECT run FROM remotes').pluck();
  let backup: TableCopies | undefined;
  return {
    ...sync,
    ...{ here, there, breaks },
    backUp() {
      backup = copyTables(here.core);
    },
    restore() {
      if (backup) putTables(here.core, backup);
    },
    startOver() {
      // The number beside the token goes on counting, so the world that starts over has to know it.
      const run = runNumber.get();
      backup = undefined;
      breaks.mend();
      putTables(there.core, first.there);
      putTables(here.core, first.here);
      store.change(() => database.prepare('UPDATE remotes SET run = ?').run(run));
    },
    async close() {
      await here.close();
      await there.close();
    },
  };
}

/** Lists the projects of the account, chooses all, and pulls them. @throws Error when that does not work */
export async function pullAll({ core, operator }: Side, { remoteId, pull }: SideSync): Promise<void> {
  for (let count = 0; count < 2; count += 1) {
    const { state, outcome } = await pull();
    if (state !== 'done') throw new Error(`The pull ended as ${state}: ${outcome}`);
    core.services.remotes.choose(operator, remoteId, 'all');
  }
}
