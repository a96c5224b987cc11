import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../support/property-runs.ts';
import { WAYS } from './breaking-fetch.ts';
import { type Action, actOn, createRunState, settle } from './random-actions.ts';
import { EDIT_KINDS, marksIn } from './random-edits.ts';
import { sampleProjects } from './sample-projects.ts';
import { sideState, withoutValues } from './side-state.ts';
import { openSyncWorld } from './sync-world.ts';

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
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 10, arbitrary: edit },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('pull' as const), full: fc.boolean(), breaks }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('push' as const), chosen: small, breaks }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('resolve' as const), keep }) },
  { weight: 1, arbitrary: fc.constantFrom({ what: 'back-up' as const }, { what: 'restore' as const }) },
);

test('whatever is edited, broken, pulled, pushed and restored, both sides end equal and no value is lost', async () => {
  const world = await openSyncWorld(sampleProjects());
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 12 }), keep, async (actions, rule) => {
        world.startOver();
        const state = createRunState();
        for (const each of actions) await actOn(world, state, each);
        await settle(world, state, rule);
        const [here, there] = [await sideState(world.here), await sideState(world.there)];
        expect(withoutValues(here), 'both sides').toEqual(withoutValues(there));
        const left = marksIn([here, there]);
        const lost = [...state.written].filter((mark) => !left.has(mark) && !state.replaced.has(mark));
        expect(lost, 'values that nobody replaced').toEqual([]);
      }),
      { numRuns: propertyRuns(300, 20_000), seed: 20_261_123 },
    );
  } finally {
    await world.close();
  }
});
