import { expect } from 'vitest';
import type { Step } from '../../../src-server/model/sync/plan.ts';
import type { StepRecord } from '../../../src-server/model/sync/sync-run.ts';
import type { Side } from '../in-process-side.ts';
import { sideState, withoutValues } from '../side-state.ts';
import type { SyncWorld } from '../sync-world.ts';

type Row = Readonly<Record<string, unknown>>;
const ALL = { limit: 1_000, offset: 0 };

/** Calls the API of a side, which must not refuse; returns what it answered. */
export async function edit(side: Side, method: string, path: string, body?: unknown): Promise<Row> {
  const { status, json } = await side.call(method, path, body);
  if (status >= 400) throw new Error(`${method} ${path} was answered ${status}: ${JSON.stringify(json)}`);
  return (json ?? {}) as Row;
}

/** Returns the rows of a list of a side. */
export async function rows(side: Side, path: string): Promise<readonly Row[]> {
  const { results } = await edit(side, 'GET', `${path}?limit=1000`);
  return results as readonly Row[];
}

/** Returns the steps that a push would send now. */
export async function planned({ here, remoteId }: SyncWorld): Promise<readonly Step[]> {
  const { steps } = await here.core.services.sync.plan(here.operator, remoteId, {});
  return steps;
}

/** Returns the steps of the newest run. */
export function lastSteps({ here, remoteId }: SyncWorld): readonly StepRecord[] {
  const { sync } = here.core.services;
  const [run] = sync.runs(here.operator, remoteId, { limit: 1, offset: 0 }).items;
  if (!run) throw new Error('There is no run.');
  return sync.run(here.operator, run.id).steps;
}

/** Pushes everything; returns what became of each step: `redirect create confirmed`. */
export async function pushed(world: SyncWorld): Promise<readonly string[]> {
  const end = await world.push();
  return end === null ? [] : outcomes(world);
}

/** Returns what became of the steps of the newest run. */
export function outcomes(world: SyncWorld): readonly string[] {
  return lastSteps(world).map(({ step: { kind, action }, state }) => `${kind} ${action} ${state}`);
}

/** Returns the conflicts as `redirect.description: mine / theirs`. */
export function conflicts({ here, remoteId }: SyncWorld): readonly string[] {
  const { items } = here.core.services.sync.conflicts(here.operator, remoteId, {}, ALL);
  return items.map(({ kind, field, mine, theirs }) => `${kind}.${field}: ${show(mine)} / ${show(theirs)}`);
}

function show(value: unknown): string {
  return typeof value === 'object' && value !== null ? '{…}' : String(value);
}

/** Expects both sides to be equal in what a push can send, and nothing to be left to push. */
export async function expectEqualSides(world: SyncWorld): Promise<void> {
  const [here, there] = [await sideState(world.here), await sideState(world.there)];
  expect(withoutValues(there)).toEqual(withoutValues(here));
  expect(await planned(world)).toEqual([]);
}
