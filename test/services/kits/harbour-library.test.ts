import { expect, test } from 'vitest';
import { readKit } from '../../../src-server/model/kits/read-kit.ts';
import { isRecord } from '../../../src-server/model/projects/record.ts';
import { REDIRECT_TYPES } from '../../../src-server/model/redirects/rules/rule-2020.ts';
import { type Actor, systemActor } from '../../../src-server/services/kernel/actor.ts';
import { readBuiltInKit } from '../../../src-server/services/kits/built-in-kits.ts';
import { withTools } from '../../../src-server/services/kits/kit-projects.ts';
import { openSeedStore } from '../../support/store/seed-store.ts';
import { NOON } from '../../support/store/store-folder.ts';

const SAMPLE = { name: 'harbour-library' };

async function loaded(username: string) {
  const seeds = await openSeedStore();
  const user = seeds.services.settings.setLocalUser(systemActor('desk'), username);
  const actor: Actor = { kind: 'operator', user, door: 'desk' };
  const report = await seeds.services.kits.load(actor, SAMPLE);
  return { ...seeds, actor, user, report };
}

test('holds what the welcome promises: ten projects that build here, records that claim no pages, nothing that runs', async () => {
  const { report, rows, store, user, services, actor } = await loaded('zoe');
  expect(report.projects).toBe(48);
  expect(report.buildable).toHaveLength(10);
  expect(report.played).toEqual({ slugs: [], missing: [] });
  const slugs = store.repositories.all().map(({ slug }) => slug);
  const records = store.projects.bySlugs(slugs).filter(({ project }) => isRecord(project));
  expect(records).toHaveLength(38);
  expect(
    records.map(({ project }) => project.slug).filter((slug) => report.buildable.includes(slug)),
  ).toEqual([]);
  expect(new Set(rows('redirects').map(({ type }) => type))).toEqual(new Set(REDIRECT_TYPES));
  // A record has no pages that a redirect could lead to.
  const recordIds = new Set(records.map(({ project }) => project.id));
  expect(rows('redirects').filter(({ project_id }) => recordIds.has(Number(project_id)))).toEqual([]);
  expect(rows('versions').filter(({ built, downloads }) => built === 1 || downloads !== '[]')).toEqual([]);
  expect(new Set(rows('builds').map(({ state }) => state))).toEqual(new Set(['finished']));
  expect(new Set(rows('builds').map(({ success }) => success))).toEqual(new Set([0, 1]));
  const withLog = new Set(rows('build_commands').map(({ build_id }) => build_id));
  const failed = rows('builds').filter(({ success }) => success === 0);
  expect(failed.length).toBeGreaterThan(20);
  expect(failed.filter(({ id }) => !withLog.has(id))).toEqual([]);
  expect(rows('subprojects')).toHaveLength(2);
  expect(rows('projects').filter(({ translation_of }) => translation_of !== null)).toHaveLength(5);
  expect(rows('projects').filter(({ homepage }) => homepage !== '')).toEqual([]);
  // A good part of it is theirs who loads it.
  expect(store.userList.byId(user.id)?.projects).toBeGreaterThan(15);

  // One line of the history, which is not undone once somebody has worked on one of its projects.
  const load = services.undo.last(actor);
  services.projects.update(actor, 'yawl', { description: 'Ours now.' });
  expect(() => services.undo.apply(actor, load?.batch ?? 0)).toThrow(/yawl has changed since/i);
  expect(rows('projects')).toHaveLength(48);
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

test('lets scripts play the builds of what this computer cannot build, and says which program is missing', async () => {
  const { kit } = readKit(readBuiltInKit('harbour-library'), NOON);
  if (!kit) throw new Error('The kit has faults.');
  const { kit: adapted, played } = await withTools(kit, async (program) => program === 'sphinx-build');
  expect(played).toEqual({
    slugs: expect.arrayContaining(['almanac', 'harbour-handbook', 'hafen-handbuch', 'tidewater-charts']),
    missing: ['mkdocs'],
  });
  const builderOf = (slug: string) => adapted.seed.projects.find((each) => each.slug === slug)?.builder;
  expect(builderOf('almanac')).toBe('script:almanac');
  expect(builderOf('tidewater')).toBeUndefined();
  expect(Object.keys(kit.scripts.get('almanac')?.pages ?? {})).toContain('faq/index.html');
});

test('names the projects that are here already, loads what is missing alone, and is undone as a whole', async () => {
  const seeds = await openSeedStore();
  const user = seeds.services.settings.setLocalUser(systemActor('desk'), 'mira');
  const actor: Actor = { kind: 'operator', user, door: 'desk' };
  await seeds.load({
    projects: [{ name: 'Tidewater', users: ['mira'], repository: { url: '/x', type: 'git' } }],
  });
  const before = seeds.dump();
  expect(await seeds.services.kits.preview(actor, SAMPLE)).toMatchObject({
    taken: ['tidewater'],
    missing: { projects: 47 },
  });
  await expect(seeds.services.kits.load(actor, SAMPLE)).rejects.toThrow(/Tidewater|tidewater|already/);
  expect(seeds.dump()).toEqual(before);

  const tidewater = () => seeds.rows('projects').filter(({ slug }) => slug === 'tidewater');
  const [own] = tidewater();
  expect(await seeds.services.kits.load(actor, SAMPLE, { onlyMissing: true })).toMatchObject({
    ...{ projects: 47, left: ['tidewater'] },
    buildable: expect.not.arrayContaining(['tidewater']),
  });
  expect(tidewater()).toEqual([own]);
  expect(seeds.rows('projects')).toHaveLength(48);
  expect(await seeds.services.kits.preview(actor, SAMPLE)).toMatchObject({ missing: null });
  const load = seeds.services.undo.last(actor);
  expect(load).toMatchObject({ name: 'Load a kit Harbour library', removes: 47 });
  seeds.services.buildTrust.allow(actor, 'almanac');
  seeds.services.undo.apply(actor, load?.batch ?? 0);
  expect(seeds.rows('projects')).toEqual([own]);
  expect(seeds.services.trash.list(actor).length).toBeGreaterThan(46);
});
