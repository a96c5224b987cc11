import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.ts';
import { ANY_ACTION, RARE_ACTIONS } from './undo-actions.ts';
import { ANY_ACTION_OF_TODAY, RARE_ACTIONS_OF_TODAY, SEED_OF_TODAY } from './undo-actions-of-today.ts';
import { openUndoFixture, succeeds } from './undo-fixture.ts';

const EVERY_ACTION = [
  'build.trigger',
  'environment-variable.create',
  'environment-variable.delete',
  'environment-variable.replace',
  'environment-variable.update',
  'project.add-maintainer',
  'project.create',
  'project.delete',
  'project.remove-maintainer',
  'project.update',
  'redirect.create',
  'redirect.delete',
  'redirect.reorder',
  'redirect.update',
  'settings.update',
  'subproject.create',
  'subproject.delete',
  'token.create',
  'translation.add',
  'translation.remove',
  'user.activate',
  'user.create',
  'user.deactivate',
  'version.activate',
  'version.create',
  'version.deactivate',
  'version.update',
];

const anyAction = fc.oneof(
  { weight: 2, arbitrary: ANY_ACTION },
  { weight: 1, arbitrary: ANY_ACTION_OF_TODAY },
);

test('whatever is done at the desk, undoing it step by step brings every state back', async () => {
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 12, maxLength: 40, size: 'max' }), async (actions) => {
      const fixture = await openUndoFixture(SEED_OF_TODAY);
      const { services, store, operator } = fixture;
      const states: { readonly batch: number; readonly before: unknown; readonly label: string }[] = [];
      for (const { label, run } of actions) {
        const before = fixture.data();
        const known = fixture.newestBatch();
        const isDone = await succeeds(() => run(fixture));
        const batch = fixture.newestBatch();
        if (batch === known) expect(fixture.data(), label).toEqual(before);
        else states.push({ batch, before, label });
        expect(isDone || batch === known, label).toBe(true);
      }
      for (const { batch, before, label: say } of states.toReversed()) {
        expect(services.undo.last(operator)?.batch, say).toBe(batch);
        expect(services.undo.apply(operator, batch).batch).toBe(batch);
        expect(fixture.data(), `undo of ${say}`).toEqual(before);
        for (const { action } of store.journal.ofBatch(batch)) done.add(action);
      }
      expect(services.undo.last(operator)).toBeNull();
    }),
    {
      numRuns: propertyRuns(40, 400),
      seed: 20_260_101,
      examples: [[[...RARE_ACTIONS, ...RARE_ACTIONS_OF_TODAY]]],
    },
  );
  expect([...done].sort(), 'the sequences held every action').toEqual(EVERY_ACTION);
});
