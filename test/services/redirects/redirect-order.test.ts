import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Conflict, Forbidden } from '../../../src-server/model/base/problems.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { NOON } from '../../support/store/store-folder.ts';
import { openDeskFixture, seedProject } from '../undo/desk-fixture.ts';

const LIST = { limit: 100, offset: 0 };
const rule = (from: string) => ({ type: 'exact', from_url: from, to_url: '/to' }) as const;

async function open(loaded = 3) {
  const redirects = Array.from({ length: loaded }, (_, at) => ({ pk: at + 1, ...rule(`/${at + 1}`) }));
  let now = NOON;
  const fixture = await openDeskFixture(
    {
      users: [{ username: 'alice' }, { username: 'bob' }],
      projects: [seedProject('a', { redirects }), seedProject('b')],
    },
    () => now,
  );
  const { services } = fixture;
  const alice = fixture.as('alice');
  return {
    ...fixture,
    alice,
    pass: (time: number) => {
      now += time;
    },
    order: () => services.redirects.list(alice, 'a', LIST).items.map(({ id }) => id),
    sort: (ids: readonly number[]) => services.redirects.reorder(alice, 'a', ids),
  };
}

describe('the order of redirects', () => {
  test('has the most recently modified first until somebody sorts it', async () => {
    const { services, alice, order } = await open();
    expect(order()).toEqual([3, 2, 1]);
    // The clock stands still: what came last is first all the same.
    const { id } = services.redirects.create(alice, 'a', rule('/new'));
    expect(order()).toEqual([id, 3, 2, 1]);
    services.redirects.update(alice, 'a', 2, { to_url: '/other' });
    expect(order()).toEqual([2, id, 3, 1]);
  });

  test('is kept as it was sorted, and sorting modifies no redirect', async () => {
    const { services, alice, order, sort } = await open();
    const modified = () =>
      Object.fromEntries(
        services.redirects.list(alice, 'a', LIST).items.map(({ id, modified: at }) => [id, at]),
      );
    const before = modified();
    sort([1, 3, 2]);
    expect(order()).toEqual([1, 3, 2]);
    expect(modified()).toEqual(before);
  });

  test('puts a new or changed redirect first, even right after sorting', async () => {
    const { services, alice, order, sort, pass } = await open();
    sort([1, 2, 3]);
    services.redirects.replace(alice, 'a', 3, rule('/3b'));
    expect(order()).toEqual([3, 1, 2]);
    pass(1_000_000);
    const { id } = services.redirects.create(alice, 'a', rule('/new'));
    expect(order()).toEqual([id, 3, 1, 2]);
  });

  test('is recorded in the journal by what moved, and not at all when nothing did', async () => {
    const { services, alice, store, sort, pass } = await open(0);
    for (const from of ['/1', '/2', '/3', '/4']) {
      services.redirects.create(alice, 'a', rule(from));
      pass(1000);
    }
    const last = () => store.journal.newest(0, 1)[0];
    const made = last()?.id;
    sort([4, 3, 2, 1]);
    expect(last()?.id).toBe(made);
    sort([4, 2, 3, 1]);
    const rank = (at: number) => NOON + at * 1000;
    expect(last()).toMatchObject({
      action: 'redirect.reorder',
      subjectId: null,
      before: {
        ranks: [
          { id: 2, rank: rank(1) },
          { id: 3, rank: rank(2) },
        ],
      },
      after: {
        ranks: [
          { id: 2, rank: rank(2) },
          { id: 3, rank: rank(1) },
        ],
      },
    });
  });

  test.each([[[1, 2]], [[1, 2, 3, 3]], [[1, 2, 2]], [[1, 2, 4]], [[]]])(
    'is not changed by %j',
    async (ids) => {
      const { order, sort, dump } = await open();
      const before = dump();
      expect(() => sort(ids)).toThrow(Conflict);
      expect(order()).toEqual([3, 2, 1]);
      expect(dump()).toEqual(before);
    },
  );

  test('can be changed by maintainers and the operator only', async () => {
    const { services, as, operator, order } = await open();
    expect(() => services.redirects.reorder(as('bob'), 'a', [1, 2, 3])).toThrow(Forbidden);
    services.redirects.reorder(operator, 'a', [1, 2, 3]);
    expect(order()).toEqual([1, 2, 3]);
  });

  test('is always the one asked for last, and pages of it agree', async () => {
    const { services, alice, order, sort } = await open(8);
    fc.assert(
      fc.property(
        fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 }),
        fc.nat(8),
        (ids, touched) => {
          sort(ids);
          expect(order()).toEqual(ids);
          const page = services.redirects.list(alice, 'a', { limit: 3, offset: 4 });
          expect(page.items.map(({ id }) => id)).toEqual(ids.slice(4, 7));
          if (touched === 0) return;
          services.redirects.update(alice, 'a', touched, {});
          expect(order()).toEqual([touched, ...ids.filter((id) => id !== touched)]);
        },
      ),
      { numRuns: propertyRuns(15, 200) },
    );
  });
});
