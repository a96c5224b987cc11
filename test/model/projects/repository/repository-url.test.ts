import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  gitAddress,
  isLocalAddress,
  localAddress,
  redactCredentials,
  repositoryUrlError,
  storedRepositoryUrlError,
} from '../../../../src-server/model/projects/repository/repository-url.ts';
import { propertyRuns } from '../../../support/property-runs.ts';

test.each([
  ['~/almanac', '/srv/mira/almanac'],
  ['~', '/srv/mira'],
  ['  /srv/docs ', '/srv/docs'],
  ['"/srv/my docs"', '/srv/my docs'],
  ["'C:\\docs'", 'C:\\docs'],
  ['~\\docs', '/srv/mira\\docs'],
  ['~ana/docs', '~ana/docs'],
  ['https://git.example/~ana/x.git', 'https://git.example/~ana/x.git'],
])('%s is typed for %s', (typed, address) => {
  expect(localAddress(typed, '/srv/mira')).toBe(address);
  expect(isLocalAddress(address)).toBe(/^[/C]/.test(address));
});

test.each([
  'https://github.com/pypa/pip',
  'http://example.com/repo.git',
  'HTTPS://example.com/repo',
  'git://example.com/repo.git',
  'ssh://git@example.com:22/repo.git',
  'https://user:secret@example.com/repo',
  'git@github.com:pypa/pip.git',
  'user@[::1]:repo',
  'user@host:~/repo',
  'file:///srv/repo',
  'file:///C:/repo',
  '/srv/my repos/pip',
  'file://localhost/srv/repo',
  'FILE://LOCALHOST/srv/repo',
  'https://user:p@ss@example.com/repo',
])('%s is accepted', (url) => {
  expect(repositoryUrlError(url)).toBeUndefined();
});

test.each(['C:\\repos\\pip', 'c:/repos/pip'])('%s is a path on Windows only', (url) => {
  expect(repositoryUrlError(url, 'win32')).toBeUndefined();
  for (const platform of ['linux', 'darwin']) expect(repositoryUrlError(url, platform)).toMatch(/Windows/);
});

test.each(['http://[::1', 'https://exa mple.com/x', 'ssh://git@host:path', 'https://example.com:99999/x'])(
  '%s can lead nowhere',
  (url) => {
    expect(repositoryUrlError(url)).toBe('Enter a valid URL.');
  },
);

test.each(['file://host/srv/repo', 'file://host', 'file://git@localhost/x', 'file://C:/repo'])(
  '%s names another computer',
  (url) => {
    expect(repositoryUrlError(url)).toMatch(/^A file:\/\/ URL names a folder of this computer/);
  },
);

test.each([
  ['https://user:secret@example.com/repo', 'https://example.com/repo'],
  ['https://token@example.com/repo', 'https://example.com/repo'],
  ['HTTPS://user:se@cr@et@example.com/a@b', 'HTTPS://example.com/a@b'],
  ['git://user:secret@example.com/repo', 'git://example.com/repo'],
  ['ssh://git:secret@example.com:22/repo', 'ssh://git@example.com:22/repo'],
  ['ssh://git@example.com/repo', 'ssh://git@example.com/repo'],
  ['ssh://:secret@example.com/repo', 'ssh://example.com/repo'],
  ['git@example.com:mira/pip.git', 'git@example.com:mira/pip.git'],
  ['https://example.com/@mira/pip', 'https://example.com/@mira/pip'],
  ['/srv/a@b', '/srv/a@b'],
])('%s is shown as %s', (url, shown) => {
  expect(redactCredentials(url)).toBe(shown);
});

test.each([
  'https://example.com/a&&b',
  'https://example.com/a|b',
  'https://example.com/a\nb',
  'https://example.com/\u0000',
  'https://example.com/\u0085',
  '-oProxyCommand=x',
  '--upload-pack=x',
  '-u@host:path',
  'ssh://-oProxyCommand=x/repo',
  'ssh://git@-oProxyCommand=x/repo',
  'file://-x',
  '/srv/a&&b',
])('%j has an invalid character', (url) => {
  expect(repositoryUrlError(url)).toBe('Invalid character in the URL');
});

test.each([
  'ext::sh -c whoami',
  'ext::https://example.com/repo',
  'https::example.com',
  'ftp://example.com/repo',
  'svn://example.com/repo',
  'lp:project',
  'javascript:alert(1)',
  'ssh+git://example.com/repo',
  'relative/path',
  '../repo',
  '~/repo',
  'github.com/pypa/pip',
  'https://',
  'https:///repo',
  'https:/example.com/repo',
  'file://',
  'file://localhost',
  'git@host::repo',
  'git@-oProxyCommand=x:repo',
  'git@host:-repo',
  'git@host:',
  'C:repo',
  '',
])('%j is no accepted kind of URL', (url) => {
  expect(repositoryUrlError(url)).toBe('Invalid scheme for URL');
});

test.each([
  ['lp:kettle', 'https://git.launchpad.net/kettle'],
  ['lp:~ana/kettle/+git/spout', 'https://git.launchpad.net/~ana/kettle/+git/spout'],
])('%s is short for %s, where the dialect of today wrote it', (url, address) => {
  expect(gitAddress(url)).toBe(address);
  expect(storedRepositoryUrlError(url)).toBeUndefined();
  expect(repositoryUrlError(url)).toBe('Invalid scheme for URL');
});

test.each(['lp:', 'lp:-u', 'lp::ext', 'lp://x', 'lp:a b', 'lp:a&&b', 'x lp:a'])(
  '%j is not short for anything',
  (url) => {
    expect(gitAddress(url)).toBe(url);
    expect(storedRepositoryUrlError(url)).toBeDefined();
  },
);

test('nothing that is accepted can be an option, a command or a helper of git', () => {
  const anything = fc.string({ unit: fc.constantFrom(...'-:/@|&ae.\n\\ '), maxLength: 12 });
  const url = fc
    .tuple(fc.constantFrom('', 'ssh://', 'https://', 'file://', 'git@', '/', 'ext::', '-'), anything)
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(url, (text) => {
      fc.pre(repositoryUrlError(text) === undefined);
      expect(text).not.toMatch(/^-|&&|\||\p{Cc}|^[\w+.-]*::|^[a-z]+:\/\/-|^[^:/]*@-/u);
    }),
    { numRuns: propertyRuns(300, 5000) },
  );
});
