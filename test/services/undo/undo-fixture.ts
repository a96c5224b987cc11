import { Problem } from '../../../src-server/model/base/problems.ts';
import type { Actor } from '../../../src-server/services/kernel/actor.ts';
import type { Undone } from '../../../src-server/services/undo/undo.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';
import { OPERATOR, openSeedStore } from '../../support/store/seed-store.ts';
import { testClock } from '../../support/test-clock.ts';

/** Keeps no data of anybody's, or keeps what was removed. */
const IGNORED_TABLES = ['journal', 'sqlite_sequence', 'trash', 'trash_rows', 'settings'];

/** The sample projects, or those of a seed, with alice at the desk. Every time is another. */
export async function openUndoFixture(seed: object = SAMPLE_SEED) {
  const clock = testClock({ step: 1 });
  const seeds = await openSeedStore(null, clock);
  await seeds.load(seed);
  const { services, store } = seeds;
  const person = (name: string): Actor => ({ kind: 'user', user: services.users.get(name), door: 'desk' });
  const alice = services.users.get('alice');
  services.settings.set(OPERATOR, { localUserId: alice.id });
  const operator: Actor = { kind: 'operator', user: alice, door: 'desk' };

  return {
    ...seeds,
    clock,
    operator,
    person,
    /** Every row of every table that holds people's data, sorted; of settings, what holds. */
    data(): Record<string, unknown> {
      const dataTables = Object.entries(seeds.dump()).filter(([name]) => !IGNORED_TABLES.includes(name));
      const tables = dataTables.map(
        ([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).sort()] as const,
      );
      return { ...Object.fromEntries(tables), settings: services.settings.all(OPERATOR) };
    },
    newestBatch: (): number => store.journal.newest(0, 1)[0]?.batch ?? 0,
    undoLast(actor: Actor = operator): Undone {
      const last = services.undo.last(actor);
      if (!last) throw new Error('There is nothing to undo.');
      return services.undo.apply(actor, last.batch);
    },
  };
}

export type UndoFixture = Awaited<ReturnType<typeof openUndoFixture>>;

/** Does it; returns false when it is refused with a reason for people. */
export async function succeeds(action: () => unknown): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
