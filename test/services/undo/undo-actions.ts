import fc from 'fast-check';
import type { UndoFixture } from './undo-fixture.ts';

const SLUGS = ['pip', 'plugin', 'pip-es', 'theirs', 'new-1', 'new-2'];
// Most happens in one project, so that actions meet.
export const anySlug = fc.constantFrom('pip', 'pip', 'pip', 'pip', ...SLUGS);
const anyName = fc.constantFrom('KEY', 'OTHER', 'THIRD');
const anyText = fc.constantFrom('one', 'two', 'three');
const anyVersion = fc.constantFrom('latest', '10');
const anyUsername = fc.constantFrom('alice', 'stranger', 'carl');

/** One thing that somebody does at the desk. */
export type UndoAction = { readonly label: string; readonly run: (fixture: UndoFixture) => unknown };

/** Makes an action of an input, which its label shows. */
export function arbitraryAction<T>(
  label: string,
  input: fc.Arbitrary<T>,
  run: (fixture: UndoFixture, given: T) => unknown,
) {
  return input.map((value) => ({
    label: `${label} ${JSON.stringify(value)}`,
    run: (fixture: UndoFixture) => run(fixture, value),
  }));
}

/** What could be done in 2020, also what will be refused. */
export const ANY_ACTION: fc.Arbitrary<UndoAction> = fc.oneof(
  arbitraryAction('import', fc.constantFrom('New 1', 'New 2'), ({ services, operator }, name) =>
    services.projects.create(operator, { name, repository: { url: 'https://x.org/r', type: 'git' } }),
  ),
  arbitraryAction(
    'change',
    fc.record({
      slug: anySlug,
      body: fc.record(
        {
          name: anyText,
          language: fc.constantFrom('en', 'es', 'de'),
          default_branch: fc.constantFrom('dev', 'main'),
          tags: fc.constantFrom<string[]>([], ['a'], ['a', 'b']),
          privacy_level: fc.constantFrom('public' as const, 'private' as const),
        },
        { requiredKeys: [] },
      ),
    }),
    ({ services, operator }, { slug, body }) => services.projects.update(operator, slug, body),
  ),
  arbitraryAction('remove', fc.constantFrom(...SLUGS), ({ services, operator }, slug) =>
    services.projects.remove(operator, slug),
  ),
  arbitraryAction('remove all', fc.uniqueArray(anySlug, { minLength: 2 }), ({ services, operator }, slugs) =>
    services.bulkProjects.remove(operator, slugs),
  ),
  arbitraryAction(
    'switch',
    fc.tuple(anySlug, anyVersion, fc.boolean()),
    ({ services, operator }, [slug, version, active]) =>
      services.versions.update(operator, slug, version, { active }),
  ),
  arbitraryAction('switch all', fc.tuple(anySlug, fc.boolean()), ({ services, operator }, [slug, active]) =>
    services.bulkVersions.switch(operator, slug, ['latest', '10'], active),
  ),
  arbitraryAction('add redirect', fc.tuple(anySlug, anyText), ({ services, operator }, [slug, text]) =>
    services.redirects.create(operator, slug, { type: 'exact', from_url: `/${text}`, to_url: '/' }),
  ),
  arbitraryAction('change redirect', fc.tuple(anySlug, fc.nat(3), anyText), (fixture, [slug, at, text]) => {
    const id = redirectsOf(fixture, slug).at(at) ?? 0;
    fixture.services.redirects.update(fixture.operator, slug, id, { to_url: `/${text}` });
  }),
  arbitraryAction('remove redirect', fc.tuple(anySlug, fc.nat(3)), (fixture, [slug, at]) =>
    fixture.services.redirects.remove(fixture.operator, slug, redirectsOf(fixture, slug).at(at) ?? 0),
  ),
  arbitraryAction('sort redirects', anySlug, (fixture, slug) =>
    fixture.services.redirects.reorder(fixture.operator, slug, redirectsOf(fixture, slug).toReversed()),
  ),
  arbitraryAction(
    'set variable',
    fc.tuple(fc.uniqueArray(anySlug), anyName, anyText),
    ({ services, operator }, input) =>
      services.bulkVariables.set(operator, input[0], { name: input[1], value: input[2] }),
  ),
  arbitraryAction('remove variable', fc.tuple(anySlug, fc.nat(2)), ({ services, operator }, [slug, at]) => {
    const { items } = services.environmentVariables.list(operator, slug, { limit: 9, offset: 0 });
    services.environmentVariables.remove(operator, slug, items.at(at)?.id ?? 0);
  }),
  arbitraryAction('add subproject', fc.tuple(anySlug, anySlug), ({ services, operator }, [parent, child]) =>
    services.subprojects.create(operator, parent, { child, alias: undefined }),
  ),
  arbitraryAction(
    'remove subproject',
    fc.tuple(anySlug, fc.constantFrom('plug', ...SLUGS)),
    (fixture, [slug, alias]) => fixture.services.subprojects.remove(fixture.operator, slug, alias),
  ),
  arbitraryAction('add translation', fc.tuple(anySlug, anySlug), ({ services, operator }, [main, other]) =>
    services.translations.add(operator, main, other),
  ),
  arbitraryAction('remove translation', fc.tuple(anySlug, anySlug), ({ services, operator }, [main, other]) =>
    services.translations.remove(operator, main, other),
  ),
  arbitraryAction('add maintainer', fc.tuple(anySlug, anyUsername), ({ services, operator }, [slug, name]) =>
    services.maintainers.add(operator, slug, name),
  ),
  arbitraryAction(
    'remove maintainer',
    fc.tuple(anySlug, anyUsername),
    ({ services, operator }, [slug, name]) => services.maintainers.remove(operator, slug, name),
  ),
  arbitraryAction('add user', anyUsername, ({ services, operator }, name) =>
    services.users.add(operator, name),
  ),
  arbitraryAction('let in', fc.tuple(anyUsername, fc.boolean()), ({ services, operator }, [name, active]) =>
    services.users.setActive(operator, name, active),
  ),
  arbitraryAction('make token', anyUsername, ({ services, operator }, name) =>
    services.tokens.create(operator, services.users.get(name), 'laptop'),
  ),
  arbitraryAction(
    'choose',
    fc.constantFrom({ port: 9000 }, { port: null }, { notifyBuilds: false }),
    (fixture, patch) => fixture.services.settings.set(fixture.operator, patch),
  ),
);

/** What few random sequences hold, since it needs another action first. */
export const RARE_ACTIONS: readonly UndoAction[] = [
  {
    label: 'deactivate a version',
    run: ({ services, operator }) => services.versions.update(operator, 'pip', '10', { active: false }),
  },
  {
    label: 'activate it again',
    run: ({ services, operator }) => services.versions.update(operator, 'pip', '10', { active: true }),
  },
  {
    label: 'add a maintainer',
    run: ({ services, operator }) => services.maintainers.add(operator, 'pip', 'stranger'),
  },
  {
    label: 'remove that maintainer',
    run: ({ services, operator }) => services.maintainers.remove(operator, 'pip', 'stranger'),
  },
];

/** Lists the ids of a project's redirects. */
export function redirectsOf({ services, operator }: UndoFixture, slug: string): number[] {
  return services.redirects.list(operator, slug, { limit: 100, offset: 0 }).items.map(({ id }) => id);
}
