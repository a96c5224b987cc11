import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type PageRetention, prunePages } from '../../../src-server/builder/publish/prune-pages.ts';
import { publishedPages } from '../../../src-server/builder/publish/published-pages.ts';
import { pruneCache } from '../../../src-server/builder/queue/prune-cache.ts';
import { openLectern } from '../../../src-server/lectern.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { openDeskFixture, seedProject, seedVersion } from '../../services/undo/desk-fixture.ts';
import { eventually } from '../../support/program/build-server.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';
import { scratchFolder } from '../git/git-repository.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 5, 1);
const RUNNER = systemActor('runner');
const RETENTION: PageRetention = { days: 30, megabytes: null };
const signal = new AbortController().signal;

/** Opens a store with versions of `pip`, each with pages of this many megabytes, and a manual clock. */
async function open(megabytes: Readonly<Record<string, number>>) {
  let now = NOW;
  const fixture = await openDeskFixture(
    {
      users: [{ username: 'alice' }],
      projects: [seedProject('pip', { versions: Object.keys(megabytes).map((name) => seedVersion(name)) })],
    },
    () => now * 1000,
  );
  const { services, store, operator } = fixture;
  const pages = publishedPages(join(scratchFolder(), 'docs'));
  const builds = new Map<string, readonly [versionId: number, buildId: number]>();
  for (const [name, size] of Object.entries(megabytes)) build(name, size);

  function build(name: string, size: number): void {
    const { id } = services.builds.trigger(operator, 'pip', name).build;
    const order = services.buildRuns.dequeue(RUNNER);
    if (order?.id !== id) throw new Error(`dequeued a build other than that of ${name}`);
    put(order.versionId, id, size);
    services.buildRuns.finish(RUNNER, id, { success: true, pages: true });
    builds.set(name, [order.versionId, id]);
  }
  function put(versionId: number, buildId: number, size: number): void {
    const folder = pages.folderOf(versionId, buildId);
    mkdirSync(join(folder, 'html/deep'), { recursive: true });
    writeFileSync(join(folder, 'html/deep/index.html'), Buffer.alloc(size * 1_000_000));
  }
  return {
    ...fixture,
    build,
    put,
    pages,
    /** Deactivates the version some days later. */
    switchOff(name: string, day: number) {
      now = NOW + day * DAY_MS;
      services.versions.update(operator, 'pip', name, { active: false });
    },
    prune: (day: number, retention: Partial<PageRetention> = {}) =>
      prunePages(services, pages, NOW + day * DAY_MS, { ...RETENTION, ...retention }, new Map(), signal),
    /** Returns the builds whose pages exist. */
    publishedBuilds: () =>
      [...builds].flatMap(([name, [version, id]]) => (pages.has(version, id) ? [name] : [])),
    versionId: (slug: string) => store.versions.bySlug(1, slug)?.id ?? 0,
  };
}

describe('pages', () => {
  test('of a deactivated version are kept for the configured number of days', async () => {
    const { switchOff, prune, publishedBuilds } = await open({ latest: 1, old: 1 });
    switchOff('old', 100);
    expect(await prune(129)).toBe(0);
    expect(publishedBuilds()).toEqual(['latest', 'old']);
    expect(await prune(131, { days: 40 })).toBe(0);
    expect(await prune(131)).toBe(1);
    expect(publishedBuilds()).toEqual(['latest']);
    expect(await prune(10_000)).toBe(0);
  });

  test('of a removed project are kept as long, and unneeded ones are removed immediately', async () => {
    const { prune, publishedBuilds, put, build, services, operator, pages, versionId } = await open({
      latest: 1,
    });
    put(versionId('latest'), 99, 1);
    expect(await prune(0)).toBe(1);
    build('latest', 1);
    // The pages that the new ones replaced.
    expect(await prune(0)).toBe(1);
    expect(publishedBuilds()).toEqual(['latest']);
    services.projects.remove(operator, 'pip');
    expect(await prune(29)).toBe(0);
    expect(await prune(31)).toBe(1);
    expect(pages.list()).toEqual([]);
  });

  test('are limited to the configured size: the longest unserved are removed first, served ones never', async () => {
    const { switchOff, prune, publishedBuilds } = await open({ latest: 3, a: 3, b: 3, c: 3, d: 3 });
    switchOff('b', 1);
    switchOff('d', 2);
    switchOff('a', 3);
    expect(await prune(4, { megabytes: 15 })).toBe(0);
    expect(await prune(4, { megabytes: 13 })).toBe(1);
    expect(publishedBuilds()).toEqual(['latest', 'a', 'c', 'd']);
    expect(await prune(4, { megabytes: 11 })).toBe(1);
    expect(publishedBuilds()).toEqual(['latest', 'a', 'c']);
    expect(await prune(4, { megabytes: 1 })).toBe(1);
    expect(publishedBuilds()).toEqual(['latest', 'c']);
  });

  test('of an unfinished build are kept', async () => {
    const { services, operator, put, pages, prune, versionId } = await open({ latest: 1 });
    const { id } = services.builds.trigger(operator, 'pip', 'latest').build;
    services.buildRuns.dequeue(RUNNER);
    put(versionId('latest'), id, 1);
    expect(await prune(50, { megabytes: 1 })).toBe(0);
    services.buildRuns.finish(RUNNER, id, { success: false });
    expect(await prune(50)).toBe(1);
    expect(pages.has(versionId('latest'), id)).toBe(false);
  });
});

describe('the cache of packages', () => {
  test('is removed completely when it exceeds its limit, but not during a build', async () => {
    const work = scratchFolder();
    const file = join(work, 'cache/pip/wheel');
    mkdirSync(join(work, 'cache/pip'), { recursive: true });
    mkdirSync(join(work, '12'));
    writeFileSync(file, Buffer.alloc(2_000_000));
    expect(await pruneCache(work, null, () => true, signal)).toBe(false);
    expect(await pruneCache(work, 2, () => true, signal)).toBe(false);
    expect(await pruneCache(work, 1, () => false, signal)).toBe(false);
    expect(existsSync(file)).toBe(true);
    expect(await pruneCache(work, 1, () => true, signal)).toBe(true);
    expect([existsSync(join(work, 'cache')), existsSync(join(work, '12'))]).toEqual([false, true]);
    expect(await pruneCache(work, 1, () => true, signal)).toBe(false);
  });
});

test('old pages and packages are removed at the start, when a setting is lowered, and after each build', async () => {
  const data = join(scratchFolder(), 'data');
  const open = () => openLectern({ data, port: 0, keychain: 'off', builds: true });
  await (await open()).close();
  const cached = join(data, 'builds/cache/pip/wheel');
  mkdirSync(join(data, 'builds/cache/pip'), { recursive: true });
  writeFileSync(cached, Buffer.alloc(11_000_000));
  let strays = 0;
  // Created after the previous pages were removed, so that the same run has not seen these.
  const stray = () => {
    const folder = join(data, `docs/7/${++strays}`);
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  const isGone = (path: string) =>
    eventually(
      () => existsSync(path),
      (there) => !there,
    );
  const before = stray();
  const lectern = await open();
  onTestFinished(lectern.close);
  const { services } = lectern;
  await isGone(before);
  for (const patch of [{ keepPagesDays: 29 }, { keepPagesMegabytes: 10 }]) {
    const next = stray();
    services.settings.set(OPERATOR, patch);
    await isGone(next);
  }
  services.settings.set(OPERATOR, { keepCacheMegabytes: 10 });
  await isGone(cached);
  await services.seeds.load(
    systemActor('command'),
    parseSeed({
      users: [{ username: 'alice' }],
      projects: [seedProject('pip', { versions: [seedVersion('latest')] })],
    }),
  );
  const last = stray();
  const { id } = services.builds.trigger(OPERATOR, 'pip', 'latest').build;
  await isGone(last);
  // The build is not trusted and fails.
  expect(lectern.store.builds.byId(id)).toMatchObject({ state: 'finished', success: false });
  expect([existsSync(cached), strays]).toEqual([false, 4]);
});
