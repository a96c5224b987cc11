import { expect, test } from 'vitest';
import { Conflict } from '../../../src-server/model/base/problems.ts';
import { openDeskFixture, seedProject, seedVersion } from '../undo/desk-fixture.ts';

async function open() {
  const versions = [seedVersion('latest')];
  const fixture = await openDeskFixture({
    users: [{ username: 'alice' }],
    projects: ['a', 'b', 'c'].map((slug) => seedProject(slug, { versions })),
  });
  const { store, services, operator } = fixture;
  return {
    ...fixture,
    trigger: (slug: string) => services.builds.trigger(operator, slug, 'latest').build.id,
    batches: (action: string) =>
      store.journal
        .newest(0, 100)
        .filter((entry) => entry.action === action)
        .map(({ batch }) => batch),
    trusted: () => ['a', 'b', 'c'].filter((slug) => services.buildTrust.isTrusted(operator, slug)),
  };
}

test('all waiting builds are cancelled in one change', async () => {
  const { services, store, operator, trigger, batches } = await open();
  const ids = [trigger('a'), trigger('b'), trigger('c')];
  expect(services.buildControl.cancelWaiting(operator, 'a')).toBe(1);
  expect(services.buildControl.cancelWaiting(operator, undefined)).toBe(2);
  for (const id of ids) expect(store.builds.byId(id)).toMatchObject({ state: 'cancelled', success: false });
  const [first, second] = batches('build.finish');
  expect(first).toBe(second);
});

test('many projects are trusted in one change, or none of them', async () => {
  const { services, operator, batches, trusted } = await open();
  const reviewed = ['a', 'b', 'c'].map((slug) => ({
    slug,
    repositoryUrl: services.projects.get(operator, slug).project.repositoryUrl,
  }));
  const [, second] = reviewed;
  if (second) services.projects.update(operator, 'b', { repository: { url: 'https://x.org/changed' } });
  expect(() => services.buildTrust.allowReviewed(operator, reviewed)).toThrow(Conflict);
  expect(trusted()).toEqual([]);
  services.projects.update(operator, 'b', { repository: { url: second?.repositoryUrl ?? '' } });
  services.buildTrust.allowReviewed(operator, reviewed);
  expect(trusted()).toEqual(['a', 'b', 'c']);
  expect(new Set(batches('project.trust-builds')).size).toBe(1);
});
