import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { inspectRepository } from '../../../src-server/builder/git/inspect-repository.ts';
import { type FieldErrors, Invalid } from '../../../src-server/model/base/problems.ts';
import { gitRepository, scratchFolder } from './git-repository.ts';

const CONFIG = 'version: 2\nsphinx:\n  configuration: docs/conf.py\n  fail_on_warning: true\n';

/** Scratch folders are made in a folder of their own from now on; gives those that are there. */
function watchScratch(): () => string[] {
  const folder = scratchFolder();
  vi.stubEnv('TMPDIR', folder);
  return () => readdirSync(folder).filter((name) => name.startsWith('lectern-inspect-'));
}

/** What is wrong with each field of what was asked. Fails when nothing is. */
async function errorsOf(promise: Promise<unknown>): Promise<FieldErrors> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Invalid) return error.errors;
  throw error instanceof Error ? error : new Error('It was not refused.');
}

/** A server that takes connections and never says anything. */
async function silentServer(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  server.on('connection', (socket) => onTestFinished(() => void socket.destroy()));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return address.port;
}

describe('a repository tells', () => {
  test('its branches, tags, default branch and what stable would be', async () => {
    const { folder, git, commit } = gitRepository();
    const first = commit('First');
    git('tag', 'v1.0.0');
    const second = commit('Second');
    git('tag', '--annotate', 'v1.1.0', '--message', 'The second release');
    git('tag', 'v2.0.0rc1');
    git('branch', 'docs/refresh');

    const { refs, stable } = await inspectRepository(folder);
    expect(refs.defaultBranch).toBe('main');
    expect(refs.branches).toEqual([
      { name: 'main', commit: second },
      { name: 'docs/refresh', commit: second },
    ]);
    // An annotated tag stands for the commit that it is about, not for itself.
    expect(refs.tags).toEqual([
      { name: 'v2.0.0rc1', commit: second },
      { name: 'v1.1.0', commit: second },
      { name: 'v1.0.0', commit: first },
    ]);
    expect(stable).toBe('v1.1.0');
  });

  test('what its files say of the docs', async () => {
    const { folder, commit } = gitRepository();
    const made = commit('Describe the tides', {
      '.readthedocs.yaml': CONFIG,
      'docs/conf.py': '',
      'docs/index.rst': '',
      'docs/guides/neap.md': '',
      'docs/logo.png': '',
      'README.rst': '',
      'setup.cfg': '',
      'tides/curve.py': '',
      'tides/draw.js': '',
    });
    const { files, filesProblem } = await inspectRepository(pathToFileURL(folder).href);
    expect(filesProblem).toBeNull();
    expect(files).toEqual({
      commit: { commit: made, subject: 'Describe the tides' },
      docs: { kind: 'sphinx', file: 'docs/conf.py', pages: 2 },
      config: { file: '.readthedocs.yaml', text: CONFIG, version: '2', problems: [], failsOnWarning: true },
      language: { code: 'py', reason: 'setup.cfg and 67% of the source files' },
    });
  });

  test('that MkDocs makes the docs, from the folder beside its file', async () => {
    const { folder, commit } = gitRepository();
    commit('Begin', { 'mkdocs.yml': 'site_name: Almanac\n', 'docs/index.md': '', 'notes/x.md': '' });
    const { files } = await inspectRepository(folder);
    expect(files?.docs).toEqual({ kind: 'mkdocs', file: 'mkdocs.yml', pages: 1 });
    expect(files?.config).toBeNull();
    expect(files?.language).toBeNull();
  });

  test('that it is empty', async () => {
    const { folder } = gitRepository();
    const found = await inspectRepository(folder);
    expect(found.refs).toEqual({ branches: [], tags: [], defaultBranch: null });
    expect(found.stable).toBeNull();
    expect(found.files).toBeNull();
    expect(found.filesProblem).toBe('The repository has no default branch to read files from.');
  });
});

describe('safety S12:', () => {
  test('nothing of the repository is checked out or run, and the scratch folder goes', async () => {
    const scratch = watchScratch();
    const ran = join(scratchFolder(), 'ran');
    const { folder, git, commit } = gitRepository();
    git('config', 'uploadpack.packObjectsHook', `touch ${ran};`);
    commit('Trap', { '.gitattributes': '* filter=trap\n', 'docs/conf.py': '' });
    mkdirSync(join(folder, '.git/hooks'), { recursive: true });
    writeFileSync(join(folder, '.git/hooks/post-checkout'), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
    const { files } = await inspectRepository(folder);
    expect(files?.docs?.kind).toBe('sphinx');
    expect(existsSync(ran)).toBe(false);
    expect(scratch()).toEqual([]);
  });

  test.each(['--upload-pack=touch /tmp/x', 'ext::sh -c id', 'ftp://git.example/x', '-x', 'almanac', ''])(
    'git never sees %j',
    async (url) => {
      const errors = await errorsOf(inspectRepository(url));
      expect(Object.keys(errors)).toEqual(['url']);
    },
  );

  test('nothing that points git elsewhere is passed on', async () => {
    const { folder, commit } = gitRepository();
    const made = commit('The right one');
    const other = gitRepository();
    other.commit('The wrong one');
    vi.stubEnv('GIT_DIR', join(other.folder, '.git'));
    const { files } = await inspectRepository(folder);
    expect(files?.commit.commit).toBe(made);
  });
});

describe('says in plain words', () => {
  test('that a folder is no repository', async () => {
    expect(await errorsOf(inspectRepository(scratchFolder()))).toEqual({
      url: ['This is not a git repository.'],
    });
  });

  test.each([
    ['a path', (folder: string) => join(folder, 'gone')],
    ['a path with odd signs', (folder: string) => join(folder, 'a b%20#ä')],
    ['an address', (folder: string) => pathToFileURL(join(folder, 'gone')).href],
  ])('that there is no folder at %s', async (_, urlIn) => {
    expect(await errorsOf(inspectRepository(urlIn(scratchFolder())))).toEqual({
      url: ['There is no folder at this path.'],
    });
  });

  test('that nothing answers', async () => {
    const port = await silentServer();
    const unused = port === 1 ? 2 : 1;
    expect(await errorsOf(inspectRepository(`http://127.0.0.1:${unused}/x.git`))).toEqual({
      url: ['Nothing answers at this address.'],
    });
  });

  test('that it takes too long', async () => {
    const port = await silentServer();
    const inspect = () => inspectRepository(`http://127.0.0.1:${port}/x.git`, { refsMs: 200 });
    expect(await errorsOf(inspect())).toEqual({ url: ['The repository did not answer within 0.2 s.'] });
  });
});

test('can be given up', async () => {
  const scratch = watchScratch();
  const port = await silentServer();
  const end = new AbortController();
  const inspect = inspectRepository(`http://127.0.0.1:${port}/x.git`, { signal: end.signal });
  await vi.waitUntil(() => scratch().length > 0);
  end.abort();
  await expect(inspect).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(scratch()).toEqual([]);
});
