import fc from 'fast-check';
import type { UndoGround } from './undo-ground.ts';

const SLUGS = ['pip', 'plugin', 'pip-es', 'theirs', 'new-1', 'new-2'];
// Most happens in one project, so that deeds meet.
const anySlug = fc.constantFrom('pip', 'pip', 'pip', 'pip', ...SLUGS);
const anyName = fc.constantFrom('KEY', 'OTHER', 'THIRD');
const anyText = fc.constantFrom('one', 'two', 'three');
const anyVersion = fc.constantFrom('latest', '10');
const anyPerson = fc.constantFrom('alice', 'stranger', 'carl');

/** One thing that somebody does at the desk. */
export type UndoDeed = { readonly say: string; readonly act: (ground: UndoGround) => unknown };

function deeds<T>(say: string, given: fc.Arbitrary<T>, act: (ground: UndoGround, given: T) => unknown) {
  return given.map((value) => ({
    say: `${say} ${JSON.stringify(value)}`,
    act: (ground: UndoGround) => act(ground, value),
  }));
}

/** Everything that can be undone, also what will be refused. */
export const anyDeed: fc.Arbitrary<UndoDeed> = fc.oneof(
  deeds('import', fc.constantFrom('New 1', 'New 2'), ({ services, operator }, name) =>
    services.projects.create(operator, { name, repository: { url: 'https://x.org/r', type: 'git' } }),
  ),
  deeds(
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
  deeds('remove', fc.constantFrom(...SLUGS), ({ services, operator }, slug) =>
    services.projects.remove(operator, slug),
  ),
  deeds('remove all', fc.uniqueArray(anySlug, { minLength: 2 }), ({ services, operator }, slugs) =>
    services.bulkProjects.remove(operator, slugs),
  ),
  deeds(
    'switch',
    fc.tuple(anySlug, anyVersion, fc.boolean()),
    ({ services, operator }, [slug, version, active]) =>
      services.versions.update(operator, slug, version, { active }),
  ),
  deeds('switch all', fc.tuple(anySlug, fc.boolean()), ({ services, operator }, [slug, active]) =>
    services.bulkVersions.switch(operator, slug, ['latest', '10'], active),
  ),
  deeds('add redirect', fc.tuple(anySlug, anyText), ({ services, operator }, [slug, text]) =>
    services.redirects.create(operator, slug, { type: 'exact', from_url: `/${text}`, to_url: '/' }),
  ),
  deeds('change redirect', fc.tuple(anySlug, fc.nat(3), anyText), (ground, [slug, at, text]) => {
    const id = redirectsOf(ground, slug).at(at) ?? 0;
    ground.services.redirects.update(ground.operator, slug, id, { to_url: `/${text}` });
  }),
  deeds('remove redirect', fc.tuple(anySlug, fc.nat(3)), (ground, [slug, at]) =>
    ground.services.redirects.remove(ground.operator, slug, redirectsOf(ground, slug).at(at) ?? 0),
  ),
  deeds('sort redirects', anySlug, (ground, slug) =>
    ground.services.redirects.reorder(ground.operator, slug, redirectsOf(ground, slug).toReversed()),
  ),
  deeds(
    'set variable',
    fc.tuple(fc.uniqueArray(anySlug), anyName, anyText),
    ({ services, operator }, given) =>
      services.bulkVariables.set(operator, given[0], { name: given[1], value: given[2] }),
  ),
  deeds('remove variable', fc.tuple(anySlug, fc.nat(2)), ({ services, operator }, [slug, at]) => {
    const { items } = services.environmentVariables.list(operator, slug, { limit: 9, offset: 0 });
    services.environmentVariables.remove(operator, slug, items.at(at)?.id ?? 0);
  }),
  deeds('add subproject', fc.tuple(anySlug, anySlug), ({ services, operator }, [parent, child]) =>
    services.subprojects.create(operator, parent, { child, alias: undefined }),
  ),
  deeds('remove subproject', fc.tuple(anySlug, fc.constantFrom('plug', ...SLUGS)), (ground, [slug, alias]) =>
    ground.services.subprojects.remove(ground.operator, slug, alias),
  ),
  deeds('add translation', fc.tuple(anySlug, anySlug), ({ services, operator }, [main, other]) =>
    services.translations.add(operator, main, other),
  ),
  deeds('remove translation', fc.tuple(anySlug, anySlug), ({ services, operator }, [main, other]) =>
    services.translations.remove(operator, main, other),
  ),
  deeds('add maintainer', fc.tuple(anySlug, anyPerson), ({ services, operator }, [slug, name]) =>
    services.maintainers.add(operator, slug, name),
  ),
  deeds('remove maintainer', fc.tuple(anySlug, anyPerson), ({ services, operator }, [slug, name]) =>
    services.maintainers.remove(operator, slug, name),
  ),
  deeds('add user', anyPerson, ({ services, operator }, name) => services.users.add(operator, name)),
  deeds('let in', fc.tuple(anyPerson, fc.boolean()), ({ services, operator }, [name, active]) =>
    services.users.setActive(operator, name, active),
  ),
  deeds('make token', anyPerson, ({ services, operator }, name) =>
    services.tokens.create(operator, services.users.named(name), 'laptop'),
  ),
  deeds('choose', fc.constantFrom({ port: 9000 }, { port: null }, { notifyBuilds: false }), (ground, patch) =>
    ground.services.settings.set(ground.operator, patch),
  ),
);

function redirectsOf({ services, operator }: UndoGround, slug: string): number[] {
  return services.redirects.list(operator, slug, { limit: 100, offset: 0 }).items.map(({ id }) => id);
}
