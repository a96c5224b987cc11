import { describe, expect, test } from 'vitest';
import { systemActor } from '../../../../src-server/services/kernel/actor.ts';
import { startApi } from '../../../support/api/api-server.ts';
import { scenarios } from '../../../support/api/scenarios.ts';
import { readJson, readRows } from '../v3-fixture.ts';

const P = '/api/v3/projects/';
const commit = 'a'.repeat(40);
const of =
  (type: string) =>
  (verbose_name: string, more: object = {}) => ({
    verbose_name,
    identifier: type === 'tag' ? commit : `origin/${verbose_name}`,
    type,
    active: false,
    built: false,
    ...more,
  });
const tag = of('tag');
const branch = of('branch');
const stable = { verbose_name: 'stable', identifier: commit, type: 'tag', active: true, built: false };

/** Project `name` with these versions beside our own two. */
const project = (name: string, ...versions: readonly object[]) => ({
  slug: name,
  name,
  users: ['alice'],
  repository: { url: 'https://github.com/jo/x', type: 'git' },
  versions: [...versions, stable, branch('latest', { identifier: 'master', active: true })],
});

const SEED = {
  users: [{ username: 'alice' }],
  projects: [
    project('tags', tag('1.0'), tag('2.0rc1'), branch('3.0'), branch('master')),
    project('branches', branch('release/1.2'), branch('1.x'), branch('0.9')),
    project('none', branch('master'), tag('nightly'), tag('1.0rc1')),
    project('odd', tag('v1.0.post1', { slug: 'one' }), tag('1.0')),
    project('pulls', tag('1.0'), { ...tag('9.0'), type: 'external' }),
  ],
};

const expectText = (name: string, ref: string | null, tree: string) => ({
  path: `${P}${name}/versions/stable/?fields=ref,urls`,
  expect: {
    status: 200,
    partial: { ref, urls: { vcs: `https://github.com/jo/x/tree/${tree}/` } },
  },
});

scenarios(
  'v3 stable refers to',
  readRows([
    { name: 'the highest tag, though a branch is higher', ...expectText('tags', '1.0', '1.0') },
    { name: 'the highest branch where there is no tag', ...expectText('branches', '1.x', '1.x') },
    { name: 'nothing', ...expectText('none', null, 'stable') },
    { name: 'a slug, while the address has the real name', ...expectText('odd', 'one', 'v1.0.post1') },
    { name: 'no pull request', ...expectText('pulls', '1.0', '1.0') },
    {
      name: 'and no other version refers to any',
      path: `${P}tags/versions/?fields=ref,slug`,
      expect: {
        status: 200,
        partial: {
          results: [
            { ref: '1.0', slug: 'stable' },
            { ref: null, slug: 'master' },
            { ref: null, slug: 'latest' },
            { ref: null, slug: '3.0' },
            { ref: null, slug: '2.0rc1' },
            { ref: null, slug: '1.0' },
          ],
        },
      },
    },
  ]),
  { seed: SEED },
);

describe('v3 versions after the repository was read', () => {
  test('new versions are listed as inactive; stable follows the newest release and is built', async () => {
    const api = await startApi({ seed: SEED });
    try {
      const refs = { branches: [], tags: [{ name: '4.0', identifier: 'b'.repeat(40) }] };
      api.lectern.services.versionSync.apply(systemActor('runner'), 'tags', refs);
      const fields = 'fields=active,built,identifier,last_build.state,ref,slug,type&expand=last_build';
      const triggered = { state: { code: 'triggered', name: 'Triggered' } };
      const followsMaster = {
        active: true,
        identifier: 'master',
        last_build: null,
        ref: null,
        slug: 'latest',
      };
      // The highest version before was not active, so neither is the new one.
      expect(await readJson(api, `${P}tags/versions/?${fields}`)).toMatchObject({
        results: [
          {
            active: true,
            identifier: 'b'.repeat(40),
            last_build: triggered,
            ref: '4.0',
            slug: 'stable',
            type: 'tag',
          },
          followsMaster,
          {
            active: false,
            built: false,
            identifier: 'b'.repeat(40),
            last_build: null,
            ref: null,
            slug: '4.0',
            type: 'tag',
          },
        ],
      });
    } finally {
      await api.close();
    }
  });
});
