import { describe, expect, test } from 'vitest';
import { Conflict, Forbidden, NotFound } from '../../../src-server/model/base/problems.ts';
import { errorsOf } from '../../support/api/errors-of.ts';
import { openDeskFixture, seedProject } from '../undo/desk-fixture.ts';

async function open() {
  const fixture = await openDeskFixture({
    users: [{ username: 'alice' }, { username: 'bob' }, { username: 'carol' }],
    projects: [seedProject('a'), seedProject('hidden', { privacy_level: 'private' })],
  });
  const names = () =>
    fixture.services.projects.get(fixture.operator, 'a').maintainers.map(({ username }) => username);
  return { ...fixture, alice: fixture.as('alice'), bob: fixture.as('bob'), names };
}

describe('maintainers', () => {
  test('are added and removed, and listed in the order in which they were added', async () => {
    const { services, alice, bob, names } = await open();
    services.maintainers.add(alice, 'a', ' bob ');
    services.maintainers.add(bob, 'a', 'carol');
    expect(names()).toEqual(['alice', 'bob', 'carol']);
    services.maintainers.remove(bob, 'a', 'alice');
    services.maintainers.add(bob, 'a', 'alice');
    expect(names()).toEqual(['bob', 'carol', 'alice']);
  });

  test('have their rights immediately', async () => {
    const { services, alice, bob } = await open();
    expect(() => services.redirects.list(bob, 'a', { limit: 1, offset: 0 })).toThrow(Forbidden);
    services.maintainers.add(alice, 'a', 'bob');
    expect(services.redirects.list(bob, 'a', { limit: 1, offset: 0 }).count).toBe(0);
    services.maintainers.remove(alice, 'a', 'bob');
    expect(() => services.redirects.list(bob, 'a', { limit: 1, offset: 0 })).toThrow(Forbidden);
  });

  test('are refused with the reason', async () => {
    const { services, alice, names } = await open();
    expect(errorsOf(() => services.maintainers.add(alice, 'a', 'nobody'))).toEqual({
      username: ['There is no user called "nobody".'],
    });
    expect(errorsOf(() => services.maintainers.add(alice, 'a', 'alice'))).toEqual({
      username: ['alice maintains a already.'],
    });
    expect(() => services.maintainers.remove(alice, 'a', 'bob')).toThrow(NotFound);
    expect(() => services.maintainers.remove(alice, 'a', 'alice')).toThrow(
      new Conflict('alice is the only maintainer of a. Add somebody else first.'),
    );
    expect(names()).toEqual(['alice']);
  });

  test('cannot be changed by other users', async () => {
    const { services, operator, bob, names } = await open();
    expect(() => services.maintainers.add(bob, 'a', 'bob')).toThrow(Forbidden);
    expect(() => services.maintainers.remove(bob, 'a', 'alice')).toThrow(Forbidden);
    services.maintainers.add(operator, 'a', 'bob');
    expect(names()).toEqual(['alice', 'bob']);
  });
});

describe('a project changed at the desk', () => {
  test('keeps what the public API cannot name', async () => {
    const { services, alice, bob, store } = await open();
    const body = {
      description: 'Tides',
      tags: ['sea'],
      privacy_level: 'private',
      documentation_type: 'mkdocs',
      homepage: '',
    } as const;
    services.projects.update(alice, 'a', body);
    expect(services.projects.get(alice, 'a').project).toMatchObject({
      ...{
        description: 'Tides',
        tags: ['sea'],
        privacyLevel: 'private',
        documentationType: 'mkdocs',
        homepage: '',
      },
    });
    expect(store.journal.newest(0, 1)[0]?.after).toMatchObject({ tags: ['sea'], privacyLevel: 'private' });
    expect(() => services.projects.get(bob, 'a')).toThrow(NotFound);
    expect(() => services.projects.update(bob, 'a', { description: '' })).toThrow(Forbidden);
  });
});
