import { describe, expect, test } from 'vitest';
import { BrokenRule, NotFound } from '../../../src-server/model/base/problems.ts';
import { openDeskFixture, seedProject } from '../undo/desk-fixture.ts';

const LIST = { limit: 200, offset: 0 };
const WILDCARD = { type: 'page', from_url: '/x/*', to_url: '/y/:splat' } as const;
/** Rules of 2020 of equal rank; the last one of a seed is tried first. */
const PRESENT = ['/3', '/2', '/1', '/0'].map((from, at) => ({
  pk: 4 - at,
  type: 'exact',
  from_url: from,
  to_url: '/t',
}));

async function open(redirects: readonly object[] = PRESENT) {
  const fixture = await openDeskFixture({
    users: [{ username: 'alice' }],
    projects: [seedProject('a', { redirects })],
  });
  const { services } = fixture;
  const alice = fixture.as('alice');
  return {
    ...fixture,
    alice,
    current: services.currentRedirects,
    order: () => services.redirects.list(alice, 'a', LIST).items.map(({ id }) => id),
    shown: () => services.currentRedirects.list(alice, 'a', LIST).items.map(({ id }) => id),
    in2020: () => services.redirectsOf2020.list(alice, 'a', LIST).items.map(({ id }) => id),
    positionOf: (id: number) => services.currentRedirects.get(alice, 'a', id).position,
  };
}

describe('the order of redirects in the words of today (live-service.md 5, "Position")', () => {
  test('a new one goes in front in both dialects, and pushes the others down', async () => {
    const { services, current, alice, order, positionOf } = await open();
    expect(order()).toEqual([4, 3, 2, 1]);
    const first = current.create(alice, 'a', WILDCARD);
    expect(first.position).toBe(0);
    const second = services.redirects.create(alice, 'a', { type: 'exact', from_url: '/n', to_url: '/t' });
    expect(order()).toEqual([second.id, first.id, 4, 3, 2, 1]);
    expect([positionOf(second.id), positionOf(first.id), positionOf(4)]).toEqual([0, 1, 2]);
  });

  test.each([
    [0, [5, 4, 3, 2, 1]],
    [1, [4, 5, 3, 2, 1]],
    [3, [4, 3, 2, 5, 1]],
    [4, [4, 3, 2, 1, 5]],
    [99, [4, 3, 2, 1, 5]],
  ])('a new one at position %i, among others of equal rank', async (position, expected) => {
    const { current, alice, order } = await open();
    const created = current.create(alice, 'a', { ...WILDCARD, position });
    expect(created.position).toBe(Math.min(position, 4));
    expect(order()).toEqual(expected);
  });

  test.each([
    [4, 2, [3, 2, 4, 1]],
    [4, 99, [3, 2, 1, 4]],
    [1, 0, [1, 4, 3, 2]],
    [2, 1, [4, 2, 3, 1]],
    [3, 1, [4, 3, 2, 1]],
  ])('%i moved to position %i; the others keep their dates', async (id, position, expected) => {
    const { current, alice, order, services } = await open();
    const modified = () =>
      services.redirects
        .list(alice, 'a', LIST)
        .items.flatMap((each) => (each.id === id ? [] : [each.modified]));
    const before = modified();
    expect(current.update(alice, 'a', id, { position }).position).toBe(Math.min(position, 3));
    expect(order()).toEqual(expected);
    expect(modified()).toEqual(before);
  });

  test('a change without a position moves nothing today, and to the top in 2020', async () => {
    const { services, current, alice, order } = await open();
    current.update(alice, 'a', 2, { force: true });
    current.update(alice, 'a', 3, { type: 'exact', from_url: '/other' });
    expect(order()).toEqual([4, 3, 2, 1]);
    services.redirects.update(alice, 'a', 2, { to_url: '/u' });
    expect(order()).toEqual([2, 4, 3, 1]);
  });

  test('one undo takes back a redirect and what it shifted', async () => {
    const { services, operator, current, order } = await open();
    current.create(operator, 'a', { ...WILDCARD, position: 2 });
    expect(order()).toEqual([4, 3, 5, 2, 1]);
    services.undo.apply(operator, services.undo.last(operator)?.batch ?? 0);
    expect(order()).toEqual([4, 3, 2, 1]);
    current.update(operator, 'a', 1, { position: 1, force: true });
    services.undo.apply(operator, services.undo.last(operator)?.batch ?? 0);
    expect(services.redirects.get(operator, 'a', 1).force).toBe(false);
    current.remove(operator, 'a', 2);
    services.undo.apply(operator, services.undo.last(operator)?.batch ?? 0);
    expect(services.redirects.get(operator, 'a', 2)).toMatchObject({ fromUrl: '/1', dialect: '2020' });
  });

  test('an undone removal brings back the words of today', async () => {
    const { services, operator, current } = await open([]);
    const body = { ...WILDCARD, http_status: 301, enabled: false, force: true, description: 'd' } as const;
    const redirect = services.redirects.get(operator, 'a', current.create(operator, 'a', body).id);
    current.remove(operator, 'a', redirect.id);
    services.undo.apply(operator, services.undo.last(operator)?.batch ?? 0);
    expect(services.redirects.get(operator, 'a', redirect.id)).toEqual(redirect);
  });
});

describe('a redirect keeps the words that it was written in', () => {
  test('of 2020, when the other dialect changes what 2020 has no field for, or says the same', async () => {
    const { services, current, alice } = await open([{ pk: 1, type: 'prefix', from_url: '/woot/' }]);
    expect(current.get(alice, 'a', 1)).toMatchObject({ type: 'page', fromUrl: '/woot/*', toUrl: '/:splat' });
    current.update(alice, 'a', 1, { type: 'page', from_url: '/woot/*', to_url: ':splat', http_status: 301 });
    expect(services.redirects.get(alice, 'a', 1)).toMatchObject({
      ...{ type: 'prefix', fromUrl: '/woot/', toUrl: '', dialect: '2020', httpStatus: 301 },
    });
    current.update(alice, 'a', 1, { to_url: '/other/:splat' });
    expect(services.redirects.get(alice, 'a', 1)).toMatchObject({
      ...{ type: 'page', fromUrl: '/woot/*', toUrl: '/other/:splat', dialect: 'current', httpStatus: 301 },
    });
  });

  test('of today, when 2020 says the same; its fields of today are kept', async () => {
    const { services, current, alice } = await open([]);
    const redirect = current.create(alice, 'a', { ...WILDCARD, to_url: '/:splat', force: true });
    services.redirects.replace(alice, 'a', redirect.id, { type: 'prefix', from_url: '/x/', to_url: '' });
    expect(services.redirects.get(alice, 'a', redirect.id)).toMatchObject({
      type: 'page',
      dialect: 'current',
      force: true,
    });
    services.redirects.replace(alice, 'a', redirect.id, { type: 'prefix', from_url: '/z/', to_url: '' });
    expect(services.redirects.get(alice, 'a', redirect.id)).toMatchObject({
      type: 'prefix',
      dialect: '2020',
      force: true,
    });
  });

  test('one without a form of 2020, or switched off, is absent there and untouched by it', async () => {
    const { services, current, alice, in2020, shown } = await open();
    const { id } = current.create(alice, 'a', WILDCARD);
    current.update(alice, 'a', 2, { enabled: false });
    expect([in2020(), shown()]).toEqual([
      [4, 3, 1],
      [id, 4, 3, 2, 1],
    ]);
    for (const hidden of [id, 2]) {
      const before = services.redirects.get(alice, 'a', hidden);
      const body = { type: 'exact', from_url: '/h', to_url: '/t' } as const;
      expect(() => services.redirectsOf2020.get(alice, 'a', hidden)).toThrow(NotFound);
      expect(() => services.redirects.replace(alice, 'a', hidden, body)).toThrow(NotFound);
      expect(() => services.redirects.update(alice, 'a', hidden, {})).toThrow(NotFound);
      expect(() => services.redirectsOf2020.remove(alice, 'a', hidden)).toThrow(NotFound);
      expect(services.redirects.get(alice, 'a', hidden)).toEqual(before);
    }
    current.update(alice, 'a', 2, { enabled: true });
    expect(in2020()).toEqual([4, 3, 2, 1]);
  });

  test('one without a form of today is absent there, and stays in its place', async () => {
    const literal = { pk: 9, type: 'exact', from_url: '/a*', to_url: '/t' };
    const { services, current, alice, order, shown } = await open([...PRESENT, literal]);
    services.redirects.reorder(alice, 'a', [4, 9, 3, 2, 1]);
    expect(shown()).toEqual([4, 3, 2, 1]);
    current.update(alice, 'a', 1, { position: 1 });
    expect([order(), shown()]).toEqual([
      [4, 9, 1, 3, 2],
      [4, 1, 3, 2],
    ]);
    expect(() => current.get(alice, 'a', 9)).toThrow(NotFound);
    expect(() => current.update(alice, 'a', 9, { force: true })).toThrow(NotFound);
    expect(() => current.remove(alice, 'a', 9)).toThrow(NotFound);
    expect(current.list(alice, 'a', { limit: 2, offset: 1 })).toMatchObject({
      count: 4,
      items: [{ position: 1 }, { position: 2 }],
    });
  });
});

describe('rules of today that belong to no field', () => {
  test.each([
    [
      { type: 'page', from_url: '/a/$rest', to_url: '/b' },
      'The $rest wildcard has been removed in favor of *.',
    ],
    [{ type: 'exact', from_url: '/a*/b', to_url: '/b' }, 'The * wildcard must be at the end of the path.'],
    [
      { type: 'page', from_url: '/a', to_url: '/:splat' },
      'The * wildcard must be at the end of from_url to use the :splat placeholder in to_url.',
    ],
    [{ type: 'clean_url_to_html' }, 'Only one redirect of type `clean_url_to_html` is allowed per project.'],
  ] as const)('%j', async (body, message) => {
    const { current, alice, order } = await open([...PRESENT, { pk: 9, type: 'sphinx_html' }]);
    const before = order();
    expect(() => current.create(alice, 'a', body)).toThrow(new BrokenRule(message));
    expect(() => current.update(alice, 'a', 1, body)).toThrow(new BrokenRule(message));
    expect(order()).toEqual(before);
  });

  test('at most a hundred redirects', async () => {
    const { current, alice } = await open([]);
    for (let count = 0; count < 100; count += 1) current.create(alice, 'a', WILDCARD);
    expect(() => current.create(alice, 'a', WILDCARD)).toThrow(/limit of 100 redirects/);
  });

  test('an absent URL of a page is /, and URLs are normalized', async () => {
    const { current, alice } = await open([]);
    expect(current.create(alice, 'a', { type: 'page' })).toMatchObject({
      type: 'page',
      fromUrl: '/',
      toUrl: '/',
    });
    const body = { type: 'exact', from_url: '//a/b//', to_url: 'c/' } as const;
    expect(current.create(alice, 'a', body)).toMatchObject({ type: 'exact', fromUrl: '/a/b', toUrl: '/c/' });
  });
});
