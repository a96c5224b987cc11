import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IS_FAULTS_RUN } from '../support/faults-run.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { WAYS } from './breaking-fetch.ts';
import { type Action, actOn, createRunState, settle } from './random-actions.ts';
import { EDIT_KINDS, marksIn } from './random-edits.ts';
import { sampleProjects } from './sample-projects.ts';
import { comparable, sideState, twice, withoutBranchHere } from './side-state.ts';
import { openSyncWorld } from './sync-world.ts';

const IS_LONG = process.env.LECTERN_SYNC_RUNS !== undefined || propertyRuns(0, 1) === 1;
const RUNS = Number(process.env.LECTERN_SYNC_RUNS ?? propertyRuns(IS_FAULTS_RUN ? 300 : 30, 20_000));
const SEED = Number(process.env.LECTERN_SYNC_SEED ?? 20_261_123);

const small = fc.nat({ max: 60 });
const breaks = fc.option(
  fc.record({ after: fc.nat({ max: 14 }), way: fc.constantFrom(...WAYS), isLasting: fc.boolean() }),
  { nil: undefined },
);
const keep = fc.constantFrom('mine' as const, 'theirs' as const);
const edit = fc.record({
  what: fc.constant('edit' as const),
  side: fc.constantFrom('here' as const, 'there' as const),
  kind: fc.constantFrom(...EDIT_KINDS),
  ...{ project: small, object: small, choice: small },
});
const meanwhile = fc.option(fc.record({ after: fc.nat({ max: 20 }), edit }), { freq: 3, nil: undefined });
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 10, arbitrary: edit },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('pull' as const), full: fc.boolean(), breaks, meanwhile }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('push' as const), chosen: small, breaks, meanwhile }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('resolve' as const), keep }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('undo' as const), back: fc.nat({ max: 9 }) }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { what: 'back-up' as const },
      { what: 'restore' as const },
      { what: 'stop' as const },
    ),
  },
);
/** Short lists, and one in ten long ones in the long run. */
const short = fc.array(action, { minLength: 4, maxLength: 12 });
const long = fc.array(action, { minLength: 13, maxLength: 60, size: 'max' });
const lists = IS_LONG ? fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: long }) : short;

test('whatever is edited, broken, pulled, pushed and restored, both sides end equal and no value is lost', async () => {
  const world = await openSyncWorld(sampleProjects());
  try {
    await fc.assert(
      fc.asyncProperty(lists, keep, async (actions, rule) => {
        world.startOver();
        const state = createRunState();
        for (const each of actions) await actOn(world, state, each);
        await settle(world, state, rule);
        const [here, there] = [await sideState(world.here), await sideState(world.there)];
        const unchosen = state.hasUndone ? withoutBranchHere(world.here) : [];
        const [ours, theirs] = [here, there].map((side) => comparable(side, unchosen));
        expect(ours, 'both sides').toEqual(theirs);
        for (const side of [here, there]) expect(twice(side), 'objects that are there twice').toEqual([]);
        const left = marksIn([here, there]);
        const lost = [...state.written].filter((mark) => !left.has(mark) && !state.replaced.has(mark));
        expect(lost, 'values that nobody replaced').toEqual([]);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  } finally {
    await world.close();
  }
});
