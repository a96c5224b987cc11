import type { Way } from './breaking-fetch.ts';
import type { Side } from './in-process-side.ts';
import { applyEdit, createMarks, type Edit, type Marks, marksIn, secretOf } from './random-edits.ts';
import type { Keep } from './sync-side.ts';
import type { SyncWorld } from './sync-world.ts';
import { copyTables } from './table-copies.ts';

type Breaks = { readonly after: number; readonly way: Way; readonly isLasting: boolean };

/** One thing that happens to two sides. */
export type Action =
  | ({ readonly what: 'edit' } & Edit)
  | { readonly what: 'pull'; readonly full: boolean; readonly breaks: Breaks | undefined }
  | { readonly what: 'push'; readonly chosen: number; readonly breaks: Breaks | undefined }
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
};

/** Starts the record of a run. */
export function createRunState(): RunState {
  return { marks: createMarks(), written: new Set(), replaced: new Set() };
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
      return broken(world, action.breaks, () => world.pull(action.full));
    case 'push':
      if (await world.isOutdated()) return;
      return broken(world, action.breaks, () =>
        world.push((index) => (action.chosen >> (index % 5)) % 2 === 0),
      );
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

async function broken(
  world: SyncWorld,
  breaks: Breaks | undefined,
  work: () => Promise<unknown>,
): Promise<void> {
  if (breaks) world.breaks.breakAfter(breaks.after, breaks.way, breaks.isLasting);
  await work();
  world.breaks.mend();
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
