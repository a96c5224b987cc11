import { describe, expect, test } from 'vitest';
import type { FieldErrors } from '../../../src-server/model/base/problems.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { errorsOf } from '../../support/api/errors-of.ts';

/** As little as a project needs. */
const LEAST = { name: 'Least', users: [], repository: { url: '/srv/least', type: 'git' } };

function errorsIn(...projects: readonly object[]): FieldErrors | undefined {
  return errorsOf(() => parseSeed({ users: [], projects }));
}

describe('duplicates in a seed file', () => {
  const version = (name: string, more: object = {}) => ({
    ...{ verbose_name: name, identifier: name, type: 'tag', active: true, built: true },
    ...more,
  });
  const build = (id: number) => ({ id, created: '2019-04-29T10:00:00Z', state: 'triggered' });
  const named = (name: string, more: object) => ({ ...LEAST, name, ...more });

  test.each<[string, readonly object[], FieldErrors]>([
    [
      'ids of projects',
      [named('a', { id: 1 }), named('b', { id: 1 })],
      { 'projects[1].id': ['The same as projects[0].id.'] },
    ],
    [
      'slugs of projects',
      [named('a', { slug: 'x' }), named('b', { slug: 'x' })],
      { 'projects[1].slug': ['The same as projects[0].slug.'] },
    ],
    [
      'a slug and the slug of a name',
      [named('Foo Bar', {}), named('b', { slug: 'foo-bar' })],
      { 'projects[1].slug': ['The same as projects[0].name.'] },
    ],
    [
      'slugs of names',
      [named('Foo_Bar', {}), named('foo bar', {})],
      { 'projects[1].name': ['The same as projects[0].name.'] },
    ],
    [
      'maintainers',
      [named('a', { users: ['al', 'al'] })],
      { 'projects[0].users[1]': ['The same as projects[0].users[0].'] },
    ],
    [
      'slugs of versions',
      [named('a', { versions: [version('1', { slug: 'x' }), version('2', { slug: 'x' })] })],
      {
        'projects[0].versions[1].slug': ['The same as projects[0].versions[0].slug.'],
      },
    ],
    [
      'a tag',
      [named('a', { versions: [version('1'), version('1')] })],
      {
        'projects[0].versions[1].verbose_name': ['The same as projects[0].versions[0].verbose_name.'],
      },
    ],
    [
      'ids of versions',
      [
        named('a', { versions: [version('1', { id: 1 })] }),
        named('b', { versions: [version('1', { id: 1 })] }),
      ],
      {
        'projects[1].versions[0].id': ['The same as projects[0].versions[0].id.'],
      },
    ],
    [
      'ids of builds',
      [
        named('a', {
          versions: [version('1', { builds: [build(1)] }), version('2', { builds: [build(1)] })],
        }),
      ],
      {
        'projects[0].versions[1].builds[0].id': ['The same as projects[0].versions[0].builds[0].id.'],
      },
    ],
    [
      'pks of redirects',
      [
        named('a', {
          redirects: [
            { pk: 1, type: 'sphinx_html' },
            { pk: 1, type: 'sphinx_html' },
          ],
        }),
      ],
      {
        'projects[0].redirects[1].pk': ['The same as projects[0].redirects[0].pk.'],
      },
    ],
    [
      'variables',
      [
        named('a', {
          environment_variables: [
            { pk: 1, name: 'A', value: 'x' },
            { pk: 1, name: 'A', value: 'y' },
          ],
        }),
      ],
      {
        'projects[0].environment_variables[1].pk': ['The same as projects[0].environment_variables[0].pk.'],
        'projects[0].environment_variables[1].name': [
          'The same as projects[0].environment_variables[0].name.',
        ],
      },
    ],
    [
      'a child',
      [named('a', { subprojects: [{ child: 'x' }] }), named('b', { subprojects: [{ child: 'x' }] })],
      {
        'projects[1].subprojects[0].child': ['The same as projects[0].subprojects[0].child.'],
      },
    ],
    [
      'an alias and a child without one',
      [named('a', { subprojects: [{ child: 'x' }, { child: 'y', alias: 'x' }] })],
      {
        'projects[0].subprojects[1].alias': ['The same as projects[0].subprojects[0].child.'],
      },
    ],
  ])('%s', (_, projects, expected) => {
    expect(errorsIn(...projects)).toEqual(expected);
  });

  test('users and tokens', () => {
    const token = 'a'.repeat(40);
    const users = [{ username: 'al', token }, { username: 'al' }, { username: 'bo', token }];
    expect(errorsOf(() => parseSeed({ users }))).toEqual({
      'users[1].username': ['The same as users[0].username.'],
      'users[2].token': ['The same as users[0].token.'],
    });
  });

  test('a branch may be named like a tag, and two projects may have the same versions', () => {
    const versions = [version('1'), version('1', { type: 'branch' })];
    expect(errorsIn(named('a', { versions }), named('b', { versions }))).toBeUndefined();
  });
});
