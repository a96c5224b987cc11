import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Invalid } from '../../../src-server/model/base/problems.ts';
import { createVersionSlugGenerator, uniqueVersionSlug } from '../../../src-server/model/base/slug.ts';
import { stableVersion } from '../../../src-server/model/versions/stable-version.ts';
import type { Version } from '../../../src-server/model/versions/version.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { openSyncFixture, READER, type Refs, type SyncFixture, toRefs } from './sync-fixture.ts';

const anyName = fc.constantFrom(
  ...[
    'latest',
    'stable',
    'Stable',
    'master',
    '1.0',
    'v1.0',
    '1!0',
    '1%0',
    '1.x',
    '2.0',
    '2.0rc1',
    '10.0',
    '版',
    '本',
  ],
);
const anyRef = fc.record({ name: anyName, identifier: fc.constantFrom('a', 'b', 'c') });
const anyRefs: fc.Arbitrary<Refs> = fc.record({
  branches: fc.array(anyRef, { maxLength: 6 }),
  tags: fc.array(anyRef, { maxLength: 6 }),
  defaultBranch: fc.constantFrom(undefined, 'master', 'dev'),
});
/** What people do between two syncs: switch a version, choose another default branch. */
const anyAction = fc.record({ kind: fc.constantFrom('switch', 'branch', 'none'), index: fc.nat(20) });
const anyHistory = fc.array(fc.tuple(anyRefs, anyAction), { minLength: 1, maxLength: 6 });

/** Projects as they may come to a first sync. */
const anyStart = fc.constantFrom(
  {},
  { versions: [{ verbose_name: '1.0', identifier: 'a', type: 'tag', active: true, built: true }] },
  {
    versions: [
      { verbose_name: 'stable', identifier: 'origin/stable', type: 'branch', active: false, built: false },
    ],
  },
  {
    versions: [
      { slug: 'latest', verbose_name: 'main', identifier: 'x', type: 'branch', active: true, built: true },
    ],
  },
  { versions: [{ verbose_name: '3', identifier: 'x', type: 'external', active: true, built: false }] },
);

test('any sequence of syncs leaves the versions in order (behaviour.md 8)', async () => {
  await fc.assert(
    fc.asyncProperty(anyStart, anyHistory, async (start, history) => {
      const fixture = await openSyncFixture(start);
      for (const [refs, action] of history) {
        const before = Object.values(fixture.versions());
        const dumped = fixture.dump();
        if (!trySync(fixture, refs)) {
          expect(fixture.dump()).toEqual(dumped);
          continue;
        }
        check(fixture, before, refs);
        applyAction(fixture, action);
      }
    }),
    { numRuns: propertyRuns(20, 300) },
  );
});

/** False when it was refused, as it has to be when both kinds bear one of our own names. */
function trySync({ sync }: SyncFixture, refs: Refs): boolean {
  const { branches, tags } = toRefs(refs);
  const isTwice = ['latest', 'stable'].some((own) =>
    [branches, tags].every((list) => list.some(({ name }) => name === own)),
  );
  if (!isTwice) sync(refs);
  else expect(() => sync(refs)).toThrow(Invalid);
  return !isTwice;
}

function check(fixture: SyncFixture, before: readonly Version[], refs: Refs): void {
  const { versions, services, store, journalled, sync, dump, rows } = fixture;
  const after = Object.values(versions());
  const byId = new Map(after.map((version) => [version.id, version]));

  expect(new Set(after.map(({ slug }) => slug)).size).toBe(rows('versions').length);
  for (const { id, slug, active, uploaded, type } of before) {
    const now = byId.get(id);
    if (now) expect(now.slug).toBe(slug);
    else
      expect({ active, uploaded, isExternal: type === 'external' }).toEqual({
        active: false,
        uploaded: false,
        isExternal: false,
      });
  }

  // Every branch and tag has one version, which stands where it does; nothing else is not ours.
  const found = toRefs(refs);
  for (const [type, list] of [
    ['branch', found.branches],
    ['tag', found.tags],
  ] as const) {
    for (const { name } of list) {
      const identifier = list.findLast((each) => each.name === name)?.identifier;
      const own = after.filter((each) => each.verboseName === name && each.type === type && !each.machine);
      expect(own).toMatchObject([{ identifier }]);
    }
  }

  const latest = after.find(({ slug }) => slug === 'latest');
  const isReal = (slug: string) => [...found.branches, ...found.tags].some(({ name }) => name === slug);
  expect(latest).toMatchObject({ verboseName: 'latest', machine: !isReal('latest') });

  const target = stableVersion(store.versions.namesOf(1));
  const stable = after.find(({ slug }) => slug === 'stable');
  if (target) {
    expect(services.versions.get(READER, 'pip', 'stable', false).follows?.slug).toBe(target.slug);
    expect(stable?.machine).toBe(!isReal('stable'));
    if (stable?.machine) expect(stable).toMatchObject({ identifier: target.identifier, type: target.type });
  }

  journalled();
  const dumped = dump();
  expect(sync(refs)).toEqual({ added: [], moved: [], removed: [] });
  expect(journalled()).toEqual([]);
  expect(dump()).toEqual(dumped);
}

function applyAction(
  { services, versions }: SyncFixture,
  { kind, index }: { kind: string; index: number },
): void {
  const slugs = Object.values(versions()).filter(({ type }) => type !== 'external');
  const version = slugs[index % slugs.length];
  if (kind === 'switch' && version)
    services.versions.update(READER, 'pip', version.slug, { active: !version.active });
  if (kind === 'branch')
    services.projects.update(READER, 'pip', { default_branch: index % 2 === 0 ? 'dev' : '' });
}

describe('slugs of a list of names', () => {
  test('are those that each name gets alone', () => {
    const slugs = fc.constantFrom('1-0', '1-0_a', '1-0_c', 'unknown', 'stable', 'latest');
    fc.assert(
      fc.property(
        fc.uniqueArray(slugs),
        fc.array(fc.oneof(anyName, fc.string()), { maxLength: 60 }),
        (known, names) => {
          const taken = new Set<string>(known);
          const alone = names.map((name) => {
            const slug = uniqueVersionSlug(name, (candidate) => taken.has(candidate));
            taken.add(slug);
            return slug;
          });
          expect(names.map(createVersionSlugGenerator(known))).toEqual(alone);
        },
      ),
    );
  });

  test('are all different, however many names ask for the same one', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `版${String.fromCodePoint(0x4e00 + index)}`);
    const ownSlugs = new Set(names.map(createVersionSlugGenerator([])));
    expect(ownSlugs.size).toBe(names.length);
    expect(ownSlugs).toContain('unknown');
  });
});

describe('a repository with 5,000 tags', () => {
  const tags = Array.from({ length: 5000 }, (_, index) => `v${index % 70}.${index}`);

  test('is read and looked up as a whole, and written a row at a time', async () => {
    const { sync, store } = await openSyncFixture();
    const reads = [
      vi.spyOn(store.versions, 'bySlug'),
      vi.spyOn(store.versions, 'byId'),
      vi.spyOn(store.versions, 'ofProject'),
      vi.spyOn(store.versions, 'namesOf'),
    ];
    const writes = [
      vi.spyOn(store.versions, 'insert'),
      vi.spyOn(store.versions, 'update'),
      vi.spyOn(store.versions, 'remove'),
      vi.spyOn(store.journal, 'add'),
    ];
    const calls = (spies: typeof reads | typeof writes) =>
      spies.map((spy) => spy.mock.calls.splice(0).length);

    expect(sync({ tags }).added).toHaveLength(5001);
    expect(calls(reads).reduce((a, b) => a + b)).toBeLessThan(10);
    // 5,000 tags, `stable`, and its build.
    expect(calls(writes)).toEqual([5001, 0, 0, 5003]);

    sync({ tags });
    expect(calls(reads).reduce((a, b) => a + b)).toBeLessThan(10);
    expect(calls(writes)).toEqual([0, 0, 0, 0]);

    expect(sync({ tags: tags.slice(0, 10) }).removed).toHaveLength(4990);
    expect(calls(reads).reduce((a, b) => a + b)).toBeLessThan(10);
    expect(calls(writes)).toEqual([0, 1, 4990, 4993]);
  });
});
