import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyDeed } from './undo-deeds.ts';
import { attempt, openUndoGround } from './undo-ground.ts';

test('whatever is done at the desk, undoing it step by step brings every state back', async () => {
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyDeed, { minLength: 12, maxLength: 40, size: 'max' }), async (deeds) => {
      const ground = await openUndoGround();
      const { services, store, operator } = ground;
      const states: { readonly batch: number; readonly before: unknown; readonly say: string }[] = [];
      for (const { say, act } of deeds) {
        const before = ground.data();
        const known = ground.newestBatch();
        const isDone = await attempt(() => act(ground));
        const batch = ground.newestBatch();
        if (batch === known) expect(ground.data(), say).toEqual(before);
        else states.push({ batch, before, say });
        expect(isDone || batch === known, say).toBe(true);
      }
      for (const { batch, before, say } of states.toReversed()) {
        expect(services.undo.last(operator)?.batch, say).toBe(batch);
        expect(services.undo.apply(operator, batch).batch).toBe(batch);
        expect(ground.data(), `undo of ${say}`).toEqual(before);
        for (const { action } of store.journal.ofBatch(batch)) done.add(action);
      }
      expect(services.undo.last(operator)).toBeNull();
    }),
    { numRuns: 150, seed: 20_260_101 },
  );
  // The sequences are long enough to have held everything.
  expect([...done].sort()).toEqual([
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
  ]);
});
