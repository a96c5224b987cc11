import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isServable } from '../../../src-server/hosting/pages/page-files.ts';
import { type DocsServer, project, seedOf, startDocs, version } from '../../hosting/docs-fixture.ts';

const SECRET = 'the secret of another folder';

let docs: DocsServer;
let pages: string;
beforeAll(async () => {
  docs = await startDocs({
    seed: seedOf(
      project('pip', [version('latest'), version('2.0'), version('3.0')]),
      project('solo', [version('latest')], { single_version: true }),
      project('other', [version('latest')]),
    ),
  });
  const other = docs.publish('other', 'latest', { 'secret.txt': SECRET, '404.html': SECRET }, ['pdf']);
  pages = docs.publish(
    'pip',
    'latest',
    {
      'index.html': 'index',
      'dir/a.html': 'a',
      '_static/a.css': 'css',
      '.well-known/security.txt': 'well known',
      '.nojekyll': '',
      '.git/config': SECRET,
      '.env': SECRET,
      'dir/.htpasswd': SECRET,
      '.well-known.txt': SECRET,
      'x..%2fa.html': 'odd name',
      'aux.html': 'aux',
      'sub/C:/x.html': SECRET,
    },
    ['pdf'],
  );
  docs.publish('solo', 'latest', { 'index.html': 'index' });
  writeFileSync(join(docs.docsFolder, 'secret.txt'), SECRET);
  symlinkSync(join(other, 'secret.txt'), join(pages, 'link.txt'));
  symlinkSync('../../../../../../../../etc/passwd', join(pages, 'climb.txt'));
  symlinkSync('/etc', join(pages, 'etc'));
  symlinkSync(other, join(pages, 'other'));
  symlinkSync(docs.docsFolder, join(pages, 'docs'));
  symlinkSync('link.txt', join(pages, 'link-to-link.txt'));
  symlinkSync('round.txt', join(pages, 'round.txt'));
  symlinkSync('dir', join(pages, 'inside'));
  symlinkSync('dir/a.html', join(pages, 'inside.html'));
  symlinkSync('/dev/zero', join(pages, 'zero.bin'));
});
afterAll(() => docs.close());

async function expectNothing(label: string, path: string, location?: string): Promise<void> {
  for (const method of ['GET', 'HEAD']) {
    const first = await docs.request(label, path, { method });
    // Slashes in a row lead to the path with one, on the same host.
    const clean = path.replaceAll(/\/{2,}/g, '/');
    const isLed = clean !== path && first.status === 302;
    if (isLed) expect(first).toMatchObject({ text: '', headers: { location: clean } });
    const answer = isLed ? await docs.request(label, clean, { method }) : first;
    expect({ path, status: answer.status, location: answer.headers.location }).toEqual({
      path,
      status: 404,
      location,
    });
    expect(answer.text).not.toContain(SECRET);
    expect(answer.text).not.toContain('root:');
  }
}

describe('S10 a path that leads out of the pages is a 404', () => {
  const out = [
    '/../secret.txt',
    '/../../../secret.txt',
    '/../../../../../../../../etc/passwd',
    '/./index.html',
    '/dir/../index.html',
    '/dir/..',
    '/%2e%2e/%2e%2e/%2e%2e/secret.txt',
    '/%2E%2E/%2E/secret.txt',
    '/.%2e/.%2e/.%2e/secret.txt',
    '/..%2f..%2f..%2fsecret.txt',
    '/..%2F..%2F..%2Fsecret.txt',
    '/dir%2fa.html',
    '/..%5c..%5c..%5csecret.txt',
    '/..\\..\\..\\secret.txt',
    '/dir\\a.html',
    '/dir%5Ca.html',
    '/%252e%252e/%252e%252e/%252e%252e/secret.txt',
    '/..%252f..%252f..%252fsecret.txt',
    '/%c0%ae%c0%ae/%c0%ae%c0%ae/secret.txt',
    '/%u002e%u002e/secret.txt',
    '/..;/..;/secret.txt',
    '/..%00/secret.txt',
    '/index.html%00',
    '/index.html%00.txt',
    '/%00',
    '/index.html%0a',
    '/index%0d%0aSet-Cookie:a=b.html',
    '/%7f',
    '//etc/passwd',
    '/etc/passwd',
    '/%2fetc%2fpasswd',
    '/C:/Windows/win.ini',
    '/c:\\Windows\\win.ini',
    '/C%3a%5cWindows%5cwin.ini',
    '/C:',
    '/sub/C:/x.html',
    '/file:///etc/passwd',
    '/%ff',
    '/%',
    '/%zz',
    '/%e0%80%80',
    '/index.html/',
    '/index.html/..',
    '/~root/',
    `/${'a'.repeat(300)}`,
    `/${'a/'.repeat(3000)}`,
    `/${'%61'.repeat(2000)}`,
  ];
  test.each(out)('S10 %s', async (path) => {
    await expectNothing('pip', path);
    await expectNothing('pip', `/en/latest${path}`);
    await expectNothing('pip', `/projects${path}`);
    await expectNothing('pip', `/_/downloads/en/latest${path}`);
    await expectNothing('pip', `/_/downloads${path}`);
    await expectNothing('solo', path);
  });

  test.each([
    '/en/../latest/',
    '/en/latest/../2.0/index.html',
    '/_/downloads/en/latest/../pdf/',
    '/_/downloads/en/latest/html/',
    '/_/downloads/en/latest/%70df%2f/',
    '/_/downloads/en/latest/pdf/pip.made',
    '/_/downloads/../en/latest/pdf/',
  ])('S10 %s', (path) => expectNothing('pip', path));

  test('S10 a name that only looks like a dot segment is a name', async () => {
    expect(await docs.request('pip', '/en/latest/x..%252fa.html')).toMatchObject({
      status: 200,
      text: 'odd name',
    });
  });
});

describe('S10 a symbolic link that leads out of the pages is a 404', () => {
  test.each([
    'link.txt',
    'climb.txt',
    'etc/passwd',
    'etc/',
    'etc',
    'other/secret.txt',
    'other/',
    'docs/secret.txt',
    'link-to-link.txt',
    'round.txt',
    'round.txt/',
    'zero.bin',
  ])('S10 %s', (path) => expectNothing('pip', `/en/latest/${path}`));

  test('S10 a symbolic link that stays within the pages is followed', async () => {
    expect(await docs.request('pip', '/en/latest/inside.html')).toMatchObject({ status: 200, text: 'a' });
    expect(await docs.request('pip', '/en/latest/inside/a.html')).toMatchObject({ status: 200, text: 'a' });
  });

  test('S10 the folder of the pages may not be a link', async () => {
    const made = docs.publish('pip', '2.0', {});
    const folder = join(made, '..');
    renameSync(made, join(folder, 'aside'));
    symlinkSync('/etc', made);
    await expectNothing('pip', '/en/2.0/passwd');
    await expectNothing('pip', '/en/2.0/');
  });

  test('S10 neither a 404 page nor a download is read through a symbolic link', async () => {
    const made = docs.publish('pip', '3.0', {}, ['epub']);
    symlinkSync('/etc/passwd', join(made, '404.html'));
    mkdirSync(join(made, '404'));
    symlinkSync('/etc/passwd', join(made, '404', 'index.html'));
    await expectNothing('pip', '/en/3.0/nothing');
    rmSync(join(made, '..', 'epub'), { recursive: true });
    mkdirSync(join(made, '..', 'epub'));
    symlinkSync('/etc/passwd', join(made, '..', 'epub', 'pip.epub'));
    await expectNothing('pip', '/_/downloads/en/3.0/epub/');
    rmSync(join(made, '..', 'epub'), { recursive: true });
    symlinkSync(join(pages, '..', 'pdf'), join(made, '..', 'epub'));
    await expectNothing('pip', '/_/downloads/en/3.0/epub/');
  });

  test('S10 only regular files are served', async () => {
    if (process.platform !== 'win32') {
      execFileSync('mkfifo', [join(pages, 'pipe.html')]);
      await expectNothing('pip', '/en/latest/pipe.html');
    }
    expect(await docs.request('pip', '/en/latest/inside')).toMatchObject({ status: 404 });
  });
});

describe('S10 names', () => {
  test.each([
    ['_static/a.css', 200],
    ['.well-known/security.txt', 200],
    ['.nojekyll', 200],
    ['aux.html', process.platform === 'win32' ? 404 : 200],
    ['.git/config', 404],
    ['%2egit/config', 404],
    ['.env', 404],
    ['dir/.htpasswd', 404],
    ['.well-known.txt', 404],
    ['.well-known/.git', 404],
  ])('S10 %s: %i', async (path, status) => {
    const answer = await docs.request('pip', `/en/latest/${path}`);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain(SECRET);
  });

  test.each([
    'CON',
    'con.html',
    'nul.txt',
    'Aux',
    'COM1',
    'lpt9.html',
    'a.html.',
    'a.html ',
    'a.html::$DATA',
    'a:b',
    'a?',
    '<',
  ])('S10 %j has another meaning on Windows', (name) => {
    expect(isServable(name, 'win32')).toBe(false);
    expect(isServable(name, 'linux')).toBe(true);
  });

  test.each(['console.html', 'auxiliary', 'com10', 'a.b.html', 'faq'])(
    'S10 %j is a file name on every system',
    (name) => {
      expect(isServable(name, 'win32')).toBe(true);
    },
  );

  test.each(['', '.', '..', 'C:', 'z:', '.git', '...'])('S10 %j is a file name on no system', (name) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(isServable(name, platform)).toBe(false);
  });
});
