import { expect } from 'vitest';
import { type Scenario, scenarios } from '../../../support/api/scenarios.ts';

const PROJECTS = '/api/v3/projects/';
const SUBPROJECTS = `${PROJECTS}parent/subprojects/`;
const git = (name: string) => ({ url: `https://github.com/example/${name}`, type: 'git' });
const project = (slug: string, more: object = {}) => ({
  slug,
  name: slug,
  users: ['alice'],
  repository: git(slug),
  ...more,
});

/** parent has `kid` as `first`; `nest` has a child of its own; carol maintains her own and a private one with alice. */
const SEED = {
  users: [{ username: 'alice' }, { username: 'carol' }],
  projects: [
    project('parent', { subprojects: [{ child: 'kid', alias: 'first' }] }),
    project('kid'),
    project('nest', { subprojects: [{ child: 'nested' }] }),
    project('nested'),
    ...['one', 'two', 'three', 'single', 'under_score', 'main'].map((slug) =>
      project(slug, slug === 'single' ? { single_version: true } : {}),
    ),
    project('main-es', { language: 'es', translation_of: 'main' }),
    project('hers', { users: ['carol'] }),
    project('both', { users: ['alice', 'carol'] }),
    project('secret', { users: ['carol'], privacy_level: 'private' }),
    project('secret-parent', { privacy_level: 'private', subprojects: [{ child: 'shown' }] }),
    project('shown'),
  ],
};

const add = (
  name: string,
  body: unknown,
  expect: Scenario['expect'],
  rest: Partial<Scenario> = {},
): Scenario => ({
  name,
  as: 'alice',
  method: 'POST',
  path: SUBPROJECTS,
  body,
  expect,
  ...rest,
});
const errors = (body: object): Scenario['expect'] => ({ status: 400, body });
const noObject = (slug: string) => [`Object with slug=${slug} does not exist.`];
const REQUIRED = ['This field is required.'];
const HAS_PARENT = ['Child is already a subproject of another project'];
const IS_PARENT = ['Child is already a superproject'];
const ITSELF = ['Project can not be subproject of itself'];
const NOT_A_SLUG = ['Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.'];
const ALIAS_TAKEN = ['A subproject with this alias already exists'];
const NESTED = { non_field_errors: ['Subproject nesting is not supported'] };

scenarios(
  'a subproject that is refused',
  [
    add('no child', {}, errors({ child: REQUIRED })),
    add('no child, but an alias', { alias: 'x' }, errors({ child: REQUIRED })),
    add('null', { child: null }, errors({ child: ['This field may not be null.'] })),
    add('a list', { child: ['one'] }, errors({ child: noObject("['one']") })),
    add('an object', { child: { slug: 'one' } }, errors({ child: noObject("{'slug': 'one'}") })),
    add(
      'a list for a body',
      [],
      errors({ non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }),
    ),
    add('unknown', { child: 'nope' }, errors({ child: noObject('nope') })),
    add('with a space', { child: ' one' }, errors({ child: noObject(' one') })),
    add('in capitals', { child: 'ONE' }, errors({ child: noObject('ONE') })),
    add('a number', { child: 5 }, errors({ child: noObject('5') })),
    add("another's", { child: 'hers' }, errors({ child: noObject('hers') })),
    add("another's private one", { child: 'secret' }, errors({ child: noObject('secret') })),
    add('a child elsewhere', { child: 'nested' }, errors({ child: HAS_PARENT })),
    add('a child already', { child: 'kid' }, errors({ child: HAS_PARENT })),
    add('a parent', { child: 'nest' }, errors({ child: IS_PARENT })),
    add('itself, which is a parent', { child: 'parent' }, errors({ child: IS_PARENT })),
    add('itself', { child: 'one' }, errors({ child: ITSELF }), { path: `${PROJECTS}one/subprojects/` }),
    ...['a b', 'a.b', 'a/b', 'ä', '.', '..', 'a\nb', '%2e', 'a?', '\u202e'].map((alias) =>
      add(`alias ${JSON.stringify(alias)}`, { child: 'one', alias }, errors({ alias: NOT_A_SLUG })),
    ),
    add(
      'too long an alias',
      { child: 'one', alias: 'x'.repeat(256) },
      errors({
        alias: ['Ensure this field has no more than 255 characters.'],
      }),
    ),
    add('an alias that is no text', { child: 'one', alias: [] }, errors({ alias: NOT_A_SLUG })),
    add('an alias that is true', { child: 'one', alias: true }, errors({ alias: NOT_A_SLUG })),
    add(
      'an alias with a NUL',
      { child: 'one', alias: 'a\0' },
      errors({
        alias: ['Null characters are not allowed.', ...NOT_A_SLUG],
      }),
    ),
    add('an alias that is taken', { child: 'one', alias: 'first' }, errors({ alias: ALIAS_TAKEN })),
    add(
      'and the child unknown',
      { child: 'nope', alias: 'first' },
      errors({ child: noObject('nope'), alias: ALIAS_TAKEN }),
    ),
    add(
      'and the child taken',
      { child: 'nested', alias: 'first' },
      errors({ child: HAS_PARENT, alias: ALIAS_TAKEN }),
    ),
    add(
      'and the child a parent',
      { child: 'nest', alias: 'first' },
      errors({ child: IS_PARENT, alias: ALIAS_TAKEN }),
    ),
    add(
      'the child unknown, the alias no slug',
      { child: 'nope', alias: 'a b' },
      errors({ child: noObject('nope'), alias: NOT_A_SLUG }),
    ),
    add(
      'the child taken, the alias no text',
      { child: 'nested', alias: true },
      errors({ child: HAS_PARENT, alias: NOT_A_SLUG }),
    ),
    add(
      'itself, the alias too long',
      { child: 'one', alias: 'x'.repeat(256) },
      errors({ child: ITSELF, alias: ['Ensure this field has no more than 255 characters.'] }),
      { path: `${PROJECTS}one/subprojects/` },
    ),
    add('no child, the alias taken', { alias: 'first' }, errors({ child: REQUIRED, alias: ALIAS_TAKEN })),
    add(
      'a list, the alias taken',
      { child: [], alias: 'first' },
      errors({ child: noObject('[]'), alias: ALIAS_TAKEN }),
    ),
    add('the alias no slug below a subproject', { child: 'one', alias: '.' }, errors({ alias: NOT_A_SLUG }), {
      path: `${PROJECTS}kid/subprojects/`,
    }),
    add("another's project as the parent, the body wrong", { alias: '.' }, errors({}), {
      as: 'carol',
      expect: { status: 403, body: { detail: 'You do not have permission to perform this action.' } },
    }),
    add('below a subproject', { child: 'one' }, errors(NESTED), { path: `${PROJECTS}kid/subprojects/` }),
    add('below a subproject, and the child taken', { child: 'nested' }, errors({ child: HAS_PARENT }), {
      path: `${PROJECTS}kid/subprojects/`,
    }),
    add('below itself, which is a subproject', { child: 'kid' }, errors({ child: HAS_PARENT }), {
      path: `${PROJECTS}kid/subprojects/`,
    }),
  ],
  { seed: SEED },
);

/** A subproject as its making answers it, and where the child's pages then are. */
const added = (child: string, alias: string, path: string): Scenario['expect'] => ({
  status: 201,
  body: {
    _links: { _self: `${SUBPROJECTS}${alias}/`, parent: `${PROJECTS}parent/` },
    alias,
    child: expect.objectContaining({
      slug: child,
      urls: expect.objectContaining({ documentation: documentation('parent', path) }),
    }),
  },
});
const documentation = (host: string, path: string) =>
  expect.stringMatching(new RegExp(`^http://${host}\\.localhost:\\d+${path}$`));
const read = (path: string, expect: Scenario['expect'], as = 'alice'): Scenario => ({
  as,
  method: 'GET',
  path: PROJECTS + path,
  expect,
});
const GONE = { status: 404, body: { detail: 'Not found.' } };
const aliases = (...names: readonly string[]): Scenario['expect'] => ({
  status: 200,
  partial: { count: names.length, results: names.map((alias) => ({ alias })) },
});

scenarios(
  'a subproject on its way',
  [
    read('one/', {
      status: 200,
      partial: { subproject_of: null, urls: { documentation: documentation('one', '/en/latest/') } },
    }),
    add('without an alias', { child: 'one' }, added('one', 'one', '/projects/one/en/latest/')),
    add('with null for it', { child: 'two', alias: null }, added('two', 'two', '/projects/two/en/latest/')),
    add(
      'with a blank one',
      { child: 'three', alias: '  ' },
      added('three', 'three', '/projects/three/en/latest/'),
    ),
    add(
      'with one of all letters',
      { child: 'single', alias: ' -aZ_9-' },
      added('single', '-aZ_9-', '/projects/-aZ_9-/'),
    ),
    add(
      'with a number',
      { child: 'under_score', alias: 5 },
      added('under_score', '5', '/projects/5/en/latest/'),
    ),
    add(
      'with the longest',
      { child: 'both', alias: 'x'.repeat(255), slug: 'y' },
      {
        status: 201,
        partial: { alias: 'x'.repeat(255) },
      },
    ),
    add(
      'one that is translated',
      { child: 'main', alias: 'book' },
      added('main', 'book', '/projects/book/en/latest/'),
    ),
    read('main-es/', {
      status: 200,
      partial: { urls: { documentation: documentation('parent', '/projects/book/es/latest/') } },
    }),
    read(
      'parent/subprojects/',
      aliases('first', 'one', 'two', 'three', '-aZ_9-', '5', 'x'.repeat(255), 'book'),
    ),
    read('parent/subprojects/?limit=2&offset=1', {
      status: 200,
      partial: { count: 8, results: [{ alias: 'one' }, { alias: 'two' }] },
    }),
    read('parent/subprojects/one/', { status: 200, partial: { alias: 'one', child: { slug: 'one' } } }),
    read('parent/subprojects/One/', GONE),
    read('parent/subprojects/one/?fields=alias', { status: 200, body: { alias: 'one' } }),
    read('parent/subprojects/one/?omit=child,_links', { status: 200, body: { alias: 'one' } }),
    {
      ...read('parent/subprojects/one/', { status: 200 }),
      name: 'the child does not name its parent there',
      after(_, { json }) {
        const { child } = json as { child: object };
        expect(Object.keys(child)).toContain('translation_of');
        expect(Object.keys(child)).not.toContain('subproject_of');
      },
    },
    read('one/', { status: 200, partial: { subproject_of: { slug: 'parent' } } }),
    read('one/superproject/', { status: 200, partial: { slug: 'parent', subproject_of: null } }),
    read('one/versions/', { status: 200 }),
    add('a second time', { child: 'one', alias: 'again' }, errors({ child: HAS_PARENT })),
    {
      as: 'alice',
      method: 'PUT',
      path: `${SUBPROJECTS}one/`,
      body: { child: 'two' },
      expect: { status: 405 },
    },
    { as: 'alice', method: 'DELETE', path: `${SUBPROJECTS}nope/`, expect: GONE },
    { as: 'alice', method: 'DELETE', path: `${SUBPROJECTS}one/`, expect: { status: 204, text: '' } },
    { as: 'alice', method: 'DELETE', path: `${SUBPROJECTS}one/`, expect: GONE },
    read('parent/subprojects/one/', GONE),
    {
      ...read('one/', { status: 200, partial: { slug: 'one', subproject_of: null } }),
      name: 'only the tie is gone',
      after(_, { json }) {
        expect(json).toMatchObject({ urls: { documentation: documentation('one', '/en/latest/') } });
      },
    },
    read('one/superproject/', { status: 404, text: '' }),
    add(
      'and can be made again',
      { child: 'one', alias: 'again' },
      added('one', 'again', '/projects/again/en/latest/'),
    ),
    { as: 'alice', method: 'DELETE', path: `${SUBPROJECTS}book/`, expect: { status: 204 } },
    read('main-es/', {
      status: 200,
      partial: { urls: { documentation: documentation('main', '/es/latest/') } },
    }),
  ],
  { seed: SEED },
);

scenarios(
  'a subproject that not everybody may see',
  [
    add('her public project, hers too', { child: 'both' }, { status: 201 }),
    add('carol cannot add to a project of others', { child: 'hers' }, { status: 403 }, { as: 'carol' }),
    add('nor take a project of others', { child: 'one' }, errors({ child: noObject('one') }), {
      as: 'carol',
      path: `${PROJECTS}hers/subprojects/`,
    }),
    {
      ...add(
        'carol ties her private project to the one of both',
        { child: 'secret', alias: 'hush' },
        { status: 201 },
        {
          as: 'carol',
          path: `${PROJECTS}both/subprojects/`,
        },
      ),
      // A subproject takes none.
      before: async (api) => {
        await api.request('DELETE', `${SUBPROJECTS}both/`, { user: 'alice' });
      },
    },
    read('both/subprojects/', aliases('hush'), 'carol'),
    read('both/subprojects/hush/', { status: 200, partial: { child: { slug: 'secret' } } }, 'carol'),
    read('both/subprojects/', aliases()),
    read('both/subprojects/hush/', GONE),
    {
      name: 'what alice cannot see she cannot untie',
      as: 'alice',
      method: 'DELETE',
      path: `${PROJECTS}both/subprojects/hush/`,
      expect: GONE,
    },
    add('but its alias is taken', { child: 'two', alias: 'hush' }, errors({ alias: ALIAS_TAKEN }), {
      path: `${PROJECTS}both/subprojects/`,
    }),
    { as: 'carol', method: 'DELETE', path: `${PROJECTS}both/subprojects/hush/`, expect: { status: 204 } },

    read('shown/', { status: 200, partial: { subproject_of: { slug: 'secret-parent' } } }),
    read('shown/', { status: 200, partial: { slug: 'shown', subproject_of: null } }, 'carol'),
    read('shown/superproject/', { status: 200, partial: { slug: 'secret-parent' } }),
    read('shown/superproject/', { status: 404, text: '' }, 'carol'),
    read('secret-parent/subprojects/shown/', GONE, 'carol'),
  ],
  { seed: SEED },
);
