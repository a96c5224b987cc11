import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../../src-server/builder/config/config-check.ts';
import { ConfigProblem } from '../../../src-server/builder/config/config-problem.ts';
import { CONFIG_FILES, readConfig } from '../../../src-server/builder/config/read-config.ts';
import { inspectRepository } from '../../../src-server/builder/git/inspect-repository.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';

const project = { documentationType: 'mkdocs' } as const;
const SOUND = 'version: 2\nmkdocs: {}\n';

function checkout(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = scratchFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

async function problemOf(promise: Promise<unknown>): Promise<ConfigProblem> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConfigProblem) return error;
  throw error instanceof Error ? error : new Error('It was not refused.');
}

describe('the configuration of a checkout', () => {
  test.each(CONFIG_FILES)('is read from %s', async (file) => {
    const read = await readConfig(checkout({ [file]: SOUND, 'README.md': '' }), { project });
    expect(read).toMatchObject({ found: true, file, config: { version: '2', doctype: 'mkdocs' }, notes: [] });
  });

  test('is the first of several files, and the log names the others', async () => {
    const folder = checkout({
      'readthedocs.yml': 'nonsense',
      '.readthedocs.yml': SOUND,
      'x.readthedocs.yaml': '',
    });
    mkdirSync(join(folder, '.readthedocs.yaml'));
    const { file, notes } = await readConfig(folder, { project });
    expect(file).toBe('.readthedocs.yml');
    expect(notes).toEqual(['readthedocs.yml is ignored, because there is a .readthedocs.yml.']);
  });

  test('defaults to version 1 with the documentation type of the project', async () => {
    const read = await readConfig(checkout({ 'docs/.readthedocs.yaml': SOUND }), { project });
    expect(read).toMatchObject({ found: false, file: null, notes: [] });
    expect(read.config).toMatchObject({
      version: '1',
      doctype: 'mkdocs',
      formats: ['htmlzip', 'epub', 'pdf'],
    });
    expect(read.rendered).toMatchObject({ version: '1', doctype: 'mkdocs' });
  });

  test('is read from the configured path only when the root has none', async () => {
    const fallbackPath = 'docs/readthedocs.yaml';
    const files = { [fallbackPath]: SOUND };
    expect((await readConfig(checkout(files), { project, fallbackPath })).file).toBe(fallbackPath);
    const both = checkout({ ...files, '.readthedocs.yaml': SOUND });
    expect((await readConfig(both, { project, fallbackPath })).file).toBe('.readthedocs.yaml');
    const problem = await problemOf(readConfig(checkout({}), { project, fallbackPath }));
    expect(problem).toMatchObject({ code: 'config:path:not-found', file: fallbackPath });
    expect(problem.message).toBe('Configuration file not found: docs/readthedocs.yaml');
    const outside = await problemOf(readConfig(checkout({}), { project, fallbackPath: '../../etc/hosts' }));
    expect(outside.code).toMatch(/^config/);
  });

  test('may be a link within the repository but not out of it', async () => {
    const folder = checkout({ 'config/builds.yaml': SOUND });
    symlinkSync('config/builds.yaml', join(folder, '.readthedocs.yaml'));
    expect((await readConfig(folder, { project })).config.version).toBe('2');

    const secret = join(checkout({ 'secret.yaml': 'token: x\n' }), 'secret.yaml');
    const trap = checkout({});
    symlinkSync(secret, join(trap, '.readthedocs.yaml'));
    const problem = await problemOf(readConfig(trap, { project }));
    expect(problem.message).toBe(
      'Parse error in .readthedocs.yaml: It is a link that leads out of the repository',
    );

    const dangling = checkout({});
    symlinkSync('nowhere', join(dangling, '.readthedocs.yaml'));
    expect((await problemOf(readConfig(dangling, { project }))).code).toBe('config:path:not-found');
  });

  test.each([
    ['is not UTF-8', new Uint8Array([0x61, 0x3a, 0xff]), 'It is not written in UTF-8'],
    ['is too long', new Uint8Array(500_000).fill(0x23), 'It is longer than 100000 characters'],
  ])('is refused when it %s', async (_name, content, reason) => {
    const problem = await problemOf(readConfig(checkout({ '.readthedocs.yaml': content }), { project }));
    expect(problem).toMatchObject({ code: 'config-syntax-invalid', reason, line: null });
  });

  test('may start with a byte order mark', async () => {
    const folder = checkout({ '.readthedocs.yaml': `\uFEFF${SOUND}` });
    expect((await readConfig(folder, { project })).config.doctype).toBe('mkdocs');
  });
});

describe('the import screen', () => {
  test('reports the same problems as a build and still reads the rest of the file', () => {
    const text =
      'version: 2\nformats: [doc]\nsphinx:\n  fail_on_warning: yes\n  configuration: docs/conf.py\n';
    const { preview: shown, docs } = checkConfig('.readthedocs.yaml', text);
    expect(shown).toEqual({
      file: '.readthedocs.yaml',
      text,
      version: '2',
      problems: ['Line 2: Invalid "formats[0]": expected one of (htmlzip, pdf, epub), got doc.'],
      python: null,
      failsOnWarning: true,
    });
    expect(docs).toEqual({ kind: 'sphinx', file: 'docs/conf.py' });
  });

  test('reads the documentation folder from the file that the configuration names', async () => {
    const { folder, commit } = gitRepository();
    commit('Begin', {
      '.readthedocs.yaml': 'version: 2\nmkdocs: {configuration: ./site/pages.yml}\n',
      'site/pages.yml': '',
      'site/docs/index.md': '',
      'docs/conf.py': '',
    });
    const { files } = await inspectRepository(folder);
    expect(files?.docs).toEqual({ kind: 'mkdocs', file: 'site/pages.yml', pages: 1 });
    expect(files?.config?.problems).toEqual([]);
  });
});
