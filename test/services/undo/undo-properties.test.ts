import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.ts';
import { anyAction, RARE_ACTIONS } from './undo-actions.ts';
import { openUndoFixture, succeeds } from './undo-fixture.ts';

const EVERY_ACTION = [
  'build.trigger',
  'environment-variable.create',
  'environment-variable.delete',
  'environment-variable.replace',
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

test('whatever is done at the desk, undoing it step by step brings every state back', async () => {
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 12, maxLength: 40, size: 'max' }), async (actions) => {
      const fixture = await openUndoFixture();
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
    { numRuns: propertyRuns(40, 400), seed: 20_260_101, examples: [[[...RARE_ACTIONS]]] },
  );
  expect([...done].sort(), 'the sequences held every action').toEqual(EVERY_ACTION);
});
