import { describe, expect, test } from 'vitest';
import { commitUrl, vcsUrl } from '../../../../src-server/model/projects/repository/vcs-url.ts';
import type { Version } from '../../../../src-server/model/versions/version.ts';

type Named = Pick<Version, 'slug' | 'verboseName' | 'identifier' | 'type'>;

const TAG: Named = { slug: 'v1.0', verboseName: 'v1.0', identifier: 'abc', type: 'tag' };
const SLASHED: Named = {
  slug: 'releases-1.0',
  verboseName: 'releases/1.0',
  identifier: 'origin/releases/1.0',
  type: 'branch',
};
const LATEST: Named = { slug: 'latest', verboseName: 'latest', identifier: 'main', type: 'branch' };
const STABLE: Named = { slug: 'stable', verboseName: 'stable', identifier: 'abc', type: 'tag' };
const PULL: Named = { slug: '12', verboseName: '12', identifier: 'def', type: 'external' };

function urlOf(
  repositoryUrl: string,
  version: Named,
  defaultBranch: string | null = null,
  stable: string | null = null,
) {
  return vcsUrl({ repositoryUrl, defaultBranch, remoteBranch: null, repositoryType: 'git' }, version, stable);
}

describe('vcsUrl', () => {
  test.each([
    'https://github.com/rtfd/project',
    'https://github.com/rtfd/project/',
    'https://github.com/rtfd/project.git',
    'git://github.com/rtfd/project.git',
    'git@github.com:rtfd/project.git',
    'ssh://git@github.com:22/rtfd/project.git',
    'https://user:p@ss@github.com/rtfd/project',
  ])('%s has its page on GitHub', (repositoryUrl) => {
    expect(urlOf(repositoryUrl, TAG)).toBe('https://github.com/rtfd/project/tree/v1.0/');
  });

  test.each<[string, Named, string]>([
    ['https://gitlab.com/u/r', TAG, 'https://gitlab.com/u/r/tree/v1.0/'],
    ['git@gitlab.example.org:g/s/r.git', TAG, 'https://gitlab.example.org/g/s/r/tree/v1.0/'],
    ['http://gitlab.local:8080/u/r', TAG, 'http://gitlab.local:8080/u/r/tree/v1.0/'],
    ['https://bitbucket.org/u/r', TAG, 'https://bitbucket.org/u/r/src/abc'],
    ['git@bitbucket.org:u/r.git', LATEST, 'https://bitbucket.org/u/r/src/main'],
    ['https://github.com/u/r', SLASHED, 'https://github.com/u/r/tree/releases/1.0/'],
    [
      'https://github.com/u/r',
      { ...TAG, verboseName: 'a#b?c d' },
      'https://github.com/u/r/tree/a%23b%3Fc%20d/',
    ],
    ['https://github.com/u/r', LATEST, 'https://github.com/u/r/tree/master/'],
    ['https://github.com/u/my.github.io', TAG, 'https://github.com/u/my.github.io/tree/v1.0/'],
    ['https://www.github.com/u/r', TAG, 'https://www.github.com/u/r/tree/v1.0/'],
    ['https://example.com/github/r.git', TAG, 'https://example.com/github/r'],
    ['git://example.com/r.git', TAG, 'https://example.com/r'],
    ['git@example.com:u/r.git', TAG, 'git@example.com:u/r'],
    ['/srv/repo', TAG, '/srv/repo'],
    ['https://github.com/u/r', PULL, 'https://github.com/u/r/pull/12'],
    ['git@gitlab.com:u/r.git', PULL, 'https://gitlab.com/u/r/merge_requests/12'],
    ['https://bitbucket.org/u/r', PULL, ''],
    ['https://example.com/r', PULL, ''],
  ])('%s, %j', (repositoryUrl, version, expected) => {
    expect(urlOf(repositoryUrl, version)).toBe(expected);
  });

  test('latest follows the default branch, stable the version it mirrors', () => {
    expect(urlOf('https://github.com/u/r', LATEST, 'main')).toBe('https://github.com/u/r/tree/main/');
    expect(urlOf('https://github.com/u/r', STABLE, null, 'releases/2.0')).toBe(
      'https://github.com/u/r/tree/releases/2.0/',
    );
    expect(urlOf('https://github.com/u/r', STABLE)).toBe('https://github.com/u/r/tree/stable/');
  });
});

test.each([
  ['https://github.com/u/r.git', 'abc', 'https://github.com/u/r/commit/abc'],
  ['git@gitlab.com:u/r.git', 'abc', 'https://gitlab.com/u/r/commit/abc'],
  ['https://bitbucket.org/u/r', 'abc', 'https://bitbucket.org/u/r/commits/abc'],
  ['https://example.com/u/r', 'abc', null],
  ['https://github.com/u/r', null, null],
  ['https://github.com/u/r', '', null],
])('the page of a commit: %s %s', (repositoryUrl, commit, expected) => {
  expect(commitUrl({ repositoryUrl }, commit)).toBe(expected);
});
