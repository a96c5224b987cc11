import { Conflict } from '../../src-server/model/base/problems.ts';
import type { Way } from './breaking-fetch.ts';
import type { Side } from './in-process-side.ts';
import { applyEdit, createMarks, type Edit, type Marks, marksIn, secretOf } from './random-edits.ts';
import type { Keep } from './sync-side.ts';
import type { SyncWorld } from './sync-world.ts';
import { copyTables } from './table-copies.ts';

type Breaks = { readonly after: number; readonly way: Way; readonly isLasting: boolean };
/** An edit that happens while a run is under way, once the service has carried out so many of its requests. */
type Meanwhile = { readonly after: number; readonly edit: Edit };
type Disturbed = { readonly breaks: Breaks | undefined; readonly meanwhile: Meanwhile | undefined };

/** One thing that happens to two sides. */
export type Action =
  | ({ readonly what: 'edit' } & Edit)
  | ({ readonly what: 'pull'; readonly full: boolean } & Disturbed)
  | ({ readonly what: 'push'; readonly chosen: number } & Disturbed)
  | { readonly what: 'stop' }
  | { readonly what: 'undo'; readonly back: number }
  | { readonly what: 'resolve'; readonly keep: Keep }
  | { readonly what: 'back-up' }
  | { readonly what: 'restore' };

/** What is known of the values of one run. */
export type RunState = {
  readonly marks: Marks;
  /** All texts that an edit wrote. */
  readonly written: Set<string>;
  /** Those that somebody replaced: an edit, a decision, or a restore. */
  readonly replaced: Set<string>;
  /** Whether an undo may have taken back the choice of a branch. */
  hasUndone: boolean;
};

/** Starts the record of a run. */
export function createRunState(): RunState {
  return { marks: createMarks(), written: new Set(), replaced: new Set(), hasUndone: false };
}

/** The tables that hold what a push can send. */
const TABLES = ['versions', 'redirects', 'environment_variables', 'subprojects'];

/** Returns the texts that a side has, from its rows: asking its API would cost as much as the edits. */
function marksOf({ core }: Side): Set<string> {
  return marksIn([projectsOf(core), ...copyTables(core, TABLES).values()]);
}

/** Returns the rows of projects. The branch of the repository is no value of a project that has chosen another. */
function projectsOf({ database }: Side['core']): unknown[] {
  const rows = database.prepare<[], Readonly<Record<string, unknown>>>('SELECT * FROM projects').all();
  return rows.map(({ remote_branch: branch, ...row }) => [row, row.default_branch === null ? branch : null]);
}

/** How often pulls and pushes may follow each other until nothing is left to do. */
const ROUNDS = 8;

/** Lets an action happen, and notes which values it replaces. */
export async function actOn(world: SyncWorld, state: RunState, action: Action): Promise<void> {
  switch (action.what) {
    case 'edit':
      return editSide(world, state, action);
    case 'pull':
      return disturbed(world, state, action, () => world.pull(action.full));
    case 'push':
      if (await world.isOutdated()) return;
      return disturbed(world, state, hereAlone(action), () =>
        world.push((index) => (action.chosen >> (index % 5)) % 2 === 0),
      );
    case 'stop':
      if (world.isCutOff()) await world.stop();
      return;
    case 'undo':
      state.hasUndone = true;
      return replacing(world, state, async () => undo(world, action.back));
    case 'resolve':
      return resolve(world, state, action.keep);
    case 'back-up':
      return world.backUp();
    case 'restore':
      return replacing(world, state, async () => world.restore());
  }
}

/** Pulls, decides and pushes until both sides agree. @throws Error when that does not come to an end */
export async function settle(world: SyncWorld, state: RunState, keep: Keep): Promise<void> {
  world.breaks.mend();
  for (let round = 0; round < ROUNDS; round += 1) {
    // A run that was cut off comes first, and the first pull after a restore deletes nothing.
    if (world.isCutOff() || (await world.isOutdated())) await world.pull();
    if (await world.isOutdated()) await world.pull();
    const pulled = await world.pull();
    if (pulled.state !== 'done') throw new Error(`A pull ended as ${pulled.state}: ${pulled.outcome}`);
    await resolve(world, state, keep);
    await world.typeValues(() => secretOf(state.marks.next()));
    const pushed = await world.push();
    if (pushed === null) return;
    if (pushed.state !== 'done') throw new Error(`A push ended as ${pushed.state}: ${pushed.outcome}`);
  }
  throw new Error('There is always something left to push.');
}

/**
 * Leaves out an edit there: the service has no way to say "only if nobody changed it", so what is written between the last
 * look of a push and its write is overwritten.
 */
function hereAlone(disturbed: Disturbed): Disturbed {
  return disturbed.meanwhile?.edit.side === 'there' ? { ...disturbed, meanwhile: undefined } : disturbed;
}

async function disturbed(
  world: SyncWorld,
  state: RunState,
  { breaks, meanwhile }: Disturbed,
  work: () => Promise<unknown>,
): Promise<void> {
  if (breaks) world.breaks.breakAfter(breaks.after, breaks.way, breaks.isLasting);
  let arrived = 0;
  if (meanwhile)
    world.breaks.onArrival(async () => {
      arrived += 1;
      if (arrived === meanwhile.after + 1) await editSide(world, state, meanwhile.edit);
    });
  await work();
  world.breaks.mend();
}

/** Undoes one of the newest changes here that can be undone. */
function undo({ here: { core, operator } }: SyncWorld, back: number): void {
  const { undo, history } = core.services;
  const undoable = history
    .list(operator, { limit: 10 })
    .filter(({ isUndone, reason }) => !isUndone && reason === null);
  const change = undoable[back % Math.max(1, undoable.length)];
  try {
    if (change) undo.apply(operator, change.batch);
  } catch (error) {
    // It is refused where all has changed again since.
    if (!(error instanceof Conflict)) throw error;
  }
}

async function editSide(world: SyncWorld, state: RunState, edit: Edit): Promise<void> {
  const side = world[edit.side];
  const before = marksOf(side);
  await applyEdit(side, edit, state.marks);
  const after = marksOf(side);
  for (const mark of after) if (!before.has(mark)) state.written.add(mark);
  for (const mark of before) if (!after.has(mark)) state.replaced.add(mark);
}

/** Decides all conflicts; what the other side of each had is replaced. */
async function resolve(world: SyncWorld, state: RunState, keep: Keep): Promise<void> {
  const { services } = world.here.core;
  const page = { limit: 1_000, offset: 0 };
  const { items } = services.sync.conflicts(world.here.operator, world.remoteId, {}, page);
  if (items.length === 0) return;
  for (const conflict of items) {
    // What is kept of an object that one side deleted is told by the state here, before and after.
    const lost = keep === 'mine' ? conflict.theirs : conflict.mine;
    for (const mark of marksIn(lost)) state.replaced.add(mark);
  }
  await replacing(world, state, async () => {
    await world.resolve(keep);
  });
}

/** Notes the values that the side here no longer has. */
async function replacing(world: SyncWorld, state: RunState, work: () => Promise<void>): Promise<void> {
  const before = marksOf(world.here);
  await work();
  const after = marksOf(world.here);
  for (const mark of before) if (!after.has(mark)) state.replaced.add(mark);
}
