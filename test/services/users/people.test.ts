import { expect, test } from 'vitest';
import { Forbidden } from '../../../src-server/model/base/problems.ts';
import { type Actor, systemActor } from '../../../src-server/services/kernel/actor.ts';
import { openSeedStore } from '../../support/store/seed-store.ts';

async function fixture() {
  const seeds = await openSeedStore();
  const { services } = seeds;
  const system = systemActor('desk');
  const mira = services.settings.setLocalUser(system, 'mira');
  const tobi = services.users.add(system, 'tobi');
  const operator: Actor = { kind: 'operator', user: mira, door: 'desk' };
  const asTobi: Actor = { kind: 'user', user: tobi, door: 'desk' };
  return { ...seeds, mira, tobi, operator, asTobi };
}

test('the operator sees everybody, others themselves', async () => {
  const { services, operator, asTobi, tobi } = await fixture();
  services.tokens.create(operator, tobi, 'ci');
  expect(services.people.list(operator).map(({ username, tokens }) => [username, tokens])).toEqual([
    ['mira', 0],
    ['tobi', 1],
  ]);
  expect(services.people.list(asTobi).map(({ username }) => username)).toEqual(['tobi']);
  expect(services.people.get(asTobi, 'tobi').tokenList.map(({ name }) => name)).toEqual(['ci']);
  expect(() => services.people.get(asTobi, 'mira')).toThrow(Forbidden);
});

test('a person shows when their token was last used', async () => {
  const { services, operator, tobi } = await fixture();
  const { record } = services.tokens.create(operator, tobi, 'ci');
  expect(services.people.get(operator, 'tobi').lastUsed).toBeNull();
  services.tokens.noteUse(record.id);
  expect(services.people.get(operator, 'tobi').lastUsed).not.toBeNull();
});

test('a command to copy contains a token of the acting person, created once', async () => {
  const { services, operator, asTobi, rows } = await fixture();
  const text = await services.people.tokenToCopy(asTobi);
  expect(services.tokens.identify(text)?.user.username).toBe('tobi');
  expect(await services.people.tokenToCopy(asTobi)).toBe(text);
  expect(services.tokens.identify(await services.people.tokenToCopy(operator))?.user.username).toBe('mira');
  expect(rows('tokens').map(({ name }) => name)).toEqual(['Desk', 'Desk']);
});

test('activity lists all changes with who, where and whether they can be undone', async () => {
  const { services, operator, asTobi } = await fixture();
  services.settings.set(operator, { port: 9000 });
  const [newest, ...rest] = services.history.list(operator, { limit: 100 });
  expect(newest).toMatchObject({
    name: 'Change settings',
    username: 'mira',
    door: 'desk',
    isUndone: false,
    reason: null,
  });
  expect(rest.at(-1)).toMatchObject({ username: null });
  services.undo.apply(operator, newest?.batch ?? 0);
  const [undoing, undone] = services.history.list(operator, { limit: 2 });
  expect(undoing).toMatchObject({ undoes: newest?.batch });
  expect(undone).toMatchObject({ isUndone: true });
  expect(() => services.history.list(asTobi, { limit: 100 })).toThrow(Forbidden);
});
