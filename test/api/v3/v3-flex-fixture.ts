import { expect } from 'vitest';
import type { Scenario } from '../../support/api/scenarios.ts';
import { V3_SEED } from './v3-fixture.ts';

/** The common fixture, where `pip` has a redirect and a variable as well. */
export const FLEX_SEED = {
  ...V3_SEED,
  projects: V3_SEED.projects.map((project) =>
    project.slug === 'pip'
      ? {
          ...project,
          redirects: [{ pk: 5, type: 'page', from_url: '/a', to_url: '/b' }],
          environment_variables: [{ pk: 3, name: 'KEY', value: 'hush' }],
        }
      : project,
  ),
};

/** A row that is answered 200 with this body. */
export const expectJson = (
  path: string,
  body: unknown,
): Partial<Scenario> & Pick<Scenario, 'path' | 'expect'> => ({
  path,
  expect: { status: 200, body },
});
/** A row whose answer has just these keys. */
export const keys = (
  path: string,
  ...names: readonly string[]
): Partial<Scenario> & Pick<Scenario, 'path' | 'expect'> => ({
  path,
  expect: { status: 200 },
  after: (_api, { json }) => expect(Object.keys(json as object).sort()).toEqual([...names].sort()),
});

/** What a project always has, sorted. */
export const PROJECT_KEYS =
  '_links created default_branch default_version homepage id language modified name programming_language repository slug subproject_of tags translation_of urls users'.split(
    ' ',
  );
/** The same of a build. */
export const BUILD_KEYS =
  '_links commit created duration error finished id project state success version'.split(' ');
/** The same of a version. */
export const VERSION_KEYS =
  '_links active built downloads id identifier ref slug type urls verbose_name'.split(' ');
/** The names but for some. */
export const without = (names: readonly string[], ...less: readonly string[]) =>
  names.filter((name) => !less.includes(name));
/** The active versions of `pip`, as `active_versions` shows them. */
export const ACTIVE = ['1', '2.0', 'handmade', 'latest', 'stable'];
/** A value for each of them. */
export const ofActive = (value: (slug: string) => unknown) => ({
  active_versions: Object.fromEntries(ACTIVE.map((slug) => [slug, value(slug)])),
});
/** Ids of their last builds. */
export const LAST: Readonly<Record<string, number>> = { latest: 1002, '2.0': 1003 };
