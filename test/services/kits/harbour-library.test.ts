import { expect, test } from 'vitest';
import { readKit } from '../../../src-server/model/kits/read-kit.ts';
import { REDIRECT_TYPES } from '../../../src-server/model/redirects/rules/rule-2020.ts';
import { type Actor, systemActor } from '../../../src-server/services/kernel/actor.ts';
import { readBuiltInKit } from '../../../src-server/services/kits/built-in-kits.ts';
import { OPERATOR, openSeedStore } from '../../support/store/seed-store.ts';
import { NOON } from '../../support/store/store-folder.ts';

async function loaded(username: string) {
  const seeds = await openSeedStore();
  const user = seeds.services.settings.setLocalUser(systemActor('desk'), username);
  const actor: Actor = { kind: 'operator', user, door: 'desk' };
  const report = await seeds.services.kits.load(actor, { name: 'harbour-library' });
  return { ...seeds, actor, user, report };
}

test('holds what the welcome promises', async () => {
  const { report, rows, store, user } = await loaded('zoe');
  expect(report.projects).toBe(48);
  expect(rows('projects')).toHaveLength(48);
  expect(new Set(rows('redirects').map(({ type }) => type))).toEqual(new Set(REDIRECT_TYPES));
  const builds = rows('builds');
  const states = new Set(builds.map(({ state }) => state));
  expect(states).toEqual(new Set(['finished', 'cloning', 'installing', 'building']));
  expect(new Set(builds.map(({ success }) => success))).toEqual(new Set([0, 1, null]));
  expect(rows('subprojects')).toHaveLength(2);
  expect(rows('projects').filter(({ translation_of }) => translation_of !== null)).toHaveLength(5);
  // A good part of it is theirs who loads it.
  expect(store.userList.byId(user.id)?.projects).toBeGreaterThan(15);
});

test('never shows a failed build without a log', async () => {
  const { rows } = await loaded('mira');
  const withLog = new Set(rows('build_commands').map(({ build_id }) => build_id));
  const failed = rows('builds').filter(({ success }) => success === 0);
  expect(failed.length).toBeGreaterThan(20);
  expect(failed.filter(({ id }) => !withLog.has(id))).toEqual([]);
});

test('is the same every time, and no build of it lies ahead', () => {
  const files = readBuiltInKit('harbour-library');
  const [once, again] = [readKit(files, NOON).kit, readKit(files, NOON).kit];
  expect(once).toEqual(again);
  const { projects = [] } = once?.seed ?? {};
  const times = projects.flatMap(({ versions }) =>
    versions.flatMap(({ builds }) => builds.map(({ created }) => created)),
  );
  expect(Math.max(...times)).toBeLessThanOrEqual(NOON);
  expect(
    projects.filter(({ default_version, versions }) =>
      versions.every(({ slug, verbose_name }) => (slug ?? verbose_name) !== default_version),
    ),
  ).toEqual([]);
});

test('loads nothing when a project of it is there already', async () => {
  const seeds = await openSeedStore();
  const user = seeds.services.users.add(OPERATOR, 'mira');
  const actor: Actor = { kind: 'operator', user, door: 'desk' };
  await seeds.load({
    projects: [{ name: 'Tidewater', users: ['mira'], repository: { url: '/x', type: 'git' } }],
  });
  const before = seeds.dump();
  await expect(seeds.services.kits.load(actor, { name: 'harbour-library' })).rejects.toThrow(
    /Tidewater|tidewater|already/,
  );
  expect(seeds.dump()).toEqual(before);
});
