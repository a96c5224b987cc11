import { describe, expect, test } from 'vitest';
import { Conflict, Forbidden, NotFound } from '../../../src-server/model/base/problems.ts';
import {
  REDIRECT_CHANGES_MAX,
  REDIRECT_IMPORT_MAX,
} from '../../../src-server/model/redirects/redirect-file.ts';
import { countPerTurn } from '../../support/program/measure-turns.ts';
import { openDeskFixture, seedProject } from '../undo/desk-fixture.ts';

const LIST = { limit: 100, offset: 0 };
const page = (from: string) => ({ type: 'page', from_url: from, to_url: '/to' });

async function open() {
  const redirects = ['/c', '/b', '/a'].map((from, at) => ({ pk: at + 1, ...page(from) }));
  const fixture = await openDeskFixture({
    users: [{ username: 'alice' }, { username: 'bob' }],
    projects: [seedProject('p', { redirects })],
  });
  const { services } = fixture;
  const alice = fixture.as('alice');
  return {
    ...fixture,
    alice,
    bulk: services.bulkRedirects,
    rows: () => services.redirects.list(alice, 'p', LIST).items,
    order: () => services.redirects.list(alice, 'p', LIST).items.map(({ fromUrl }) => fromUrl),
    undo: () => services.undo.apply(alice, services.undo.last(alice)?.batch ?? 0),
  };
}

const FILE = [
  page('/x'),
  page('/b'),
  { type: 'page', from_url: '/y' },
  page('/x'),
  page('/z'),
  { type: 'odd' },
];

describe('redirects from a file', () => {
  test('are previewed with what happens to each', async () => {
    const { bulk, alice, order } = await open();
    const { items } = await bulk.preview(alice, 'p', FILE, 'replace');
    expect(items.map(({ outcome, fromUrl, note }) => [outcome, fromUrl, note])).toEqual([
      ['add', '/x', ''],
      ['same', '/b', 'Already there.'],
      ['refused', '/y', 'to_url: This field is required.'],
      ['same', '/x', 'Twice in the file.'],
      ['add', '/z', ''],
      ['refused', '', 'type: "odd" is not a valid choice.'],
      ['remove', '/a', ''],
      ['remove', '/c', ''],
    ]);
    expect(order()).toEqual(['/a', '/b', '/c']);
  });

  test('stand above the others in the order of the file', async () => {
    const { bulk, alice, order } = await open();
    const preview = await bulk.preview(alice, 'p', FILE, 'add');
    expect(await bulk.apply(alice, 'p', FILE, 'add')).toEqual(preview);
    expect(order()).toEqual(['/x', '/z', '/a', '/b', '/c']);
  });

  test('take the place of all others, and an undo brings every row back', async () => {
    const { bulk, alice, order, rows, undo } = await open();
    const before = rows();
    await bulk.apply(alice, 'p', FILE, 'replace');
    expect(order()).toEqual(['/x', '/b', '/z']);
    undo();
    expect(rows()).toEqual(before);
  });

  test('are for maintainers', async () => {
    const { bulk, as } = await open();
    await expect(bulk.preview(as('bob'), 'p', FILE, 'add')).rejects.toThrow(Forbidden);
    await expect(bulk.apply(as('bob'), 'p', FILE, 'add')).rejects.toThrow(Forbidden);
  });

  test('are checked some in a turn, however many there are', async () => {
    const { bulk, alice } = await open();
    const turns = countPerTurn();
    const file = Array.from({ length: REDIRECT_IMPORT_MAX }, (_, index) => ({
      from_url: `/${index}`,
      get type() {
        turns.add();
        return 'odd';
      },
    }));
    const { items } = await bulk.preview(alice, 'p', file, 'add');
    expect(items.length).toBe(REDIRECT_IMPORT_MAX);
    expect(items.every(({ outcome }) => outcome === 'refused')).toBe(true);
    // Each is read a few times.
    expect(turns.most()).toBeLessThan(REDIRECT_IMPORT_MAX / 2);
  });

  test('are refused as a whole when there are too many for one change', async () => {
    const { bulk, alice, order, services, undo } = await open();
    const file = Array.from({ length: REDIRECT_CHANGES_MAX }, (_, index) => page(`/new/${index}`));
    const tooMany =
      'This import would add 2,000 and remove 3 redirects, but at most 2,000 can change at once. Import the file in parts that are added above the others, the last part first.';
    await expect(bulk.preview(alice, 'p', file, 'replace')).rejects.toThrow(new Conflict(tooMany));
    await expect(bulk.apply(alice, 'p', file, 'replace')).rejects.toThrow(new Conflict(tooMany));
    await expect(bulk.apply(alice, 'p', [page('/one-more'), ...file], 'add')).rejects.toThrow(
      'This import would add 2,001 redirects',
    );
    expect(order()).toEqual(['/a', '/b', '/c']);
    await bulk.apply(alice, 'p', file, 'add');
    expect(services.redirects.list(alice, 'p', LIST).count).toBe(REDIRECT_CHANGES_MAX + 3);
    expect(order().slice(0, 2)).toEqual(['/new/0', '/new/1']);
    undo();
    expect(order()).toEqual(['/a', '/b', '/c']);
  });
});

describe('several redirects are removed', () => {
  test('as one change, which an undo takes back whole', async () => {
    const { bulk, alice, order, rows, undo, store } = await open();
    const before = rows();
    const [last] = store.journal.newest(0, 1);
    bulk.remove(alice, 'p', [3, 1, 3]);
    expect(order()).toEqual(['/b']);
    const entries = store.journal.newest(0, 100).filter(({ id }) => id > (last?.id ?? 0));
    expect(entries.map(({ action }) => action)).toEqual(['redirect.delete', 'redirect.delete']);
    expect(new Set(entries.map(({ batch }) => batch)).size).toBe(1);
    undo();
    expect(rows()).toEqual(before);
  });

  test('all or none, by maintainers, and not too many at once', async () => {
    const { bulk, alice, as, dump } = await open();
    const before = dump();
    expect(() => bulk.remove(alice, 'p', [3, 1, 99])).toThrow(NotFound);
    expect(() => bulk.remove(as('bob'), 'p', [3])).toThrow(Forbidden);
    const tooMany = Array.from({ length: REDIRECT_CHANGES_MAX + 1 }, (_, at) => at);
    expect(() => bulk.remove(alice, 'p', tooMany)).toThrow('At most 2,000 redirects can be removed at once.');
    expect(dump()).toEqual(before);
  });
});

test('a redirect that is saved at the desk keeps its place', async () => {
  const { services, alice, order, rows } = await open();
  services.redirects.replace(alice, 'p', 2, { type: 'page', from_url: '/b2', to_url: '/to' }, 'same');
  expect(order()).toEqual(['/a', '/b2', '/c']);
  expect(rows()[1]?.modified).toBeGreaterThanOrEqual(rows()[0]?.modified ?? 0);
});
