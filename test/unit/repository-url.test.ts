import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repositoryUrlError } from '../../src-server/model/repository-url.ts';

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
  'C:\\repos\\pip',
  'c:/repos/pip',
])('%s is accepted', (url) => {
  expect(repositoryUrlError(url)).toBeUndefined();
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
])('%j has a character that does not belong', (url) => {
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
  'git@host::repo',
  'git@-oProxyCommand=x:repo',
  'git@host:-repo',
  'git@host:',
  'C:repo',
  '',
])('%j is of no accepted kind', (url) => {
  expect(repositoryUrlError(url)).toBe('Invalid scheme for URL');
});

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
    { numRuns: 2000 },
  );
});
