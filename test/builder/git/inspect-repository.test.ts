import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { GitError } from '../../../src-server/builder/git/git.ts';
import { gitErrorMessage } from '../../../src-server/builder/git/git-error-messages.ts';
import { inspectRepository } from '../../../src-server/builder/git/inspect-repository.ts';
import { type FieldErrors, Invalid } from '../../../src-server/model/base/problems.ts';
import { gitRepository, scratchFolder } from './git-repository.ts';

const CONFIG = 'version: 2\nsphinx:\n  configuration: docs/conf.py\n  fail_on_warning: true\n';

/** Redirects scratch folders to a new folder; returns a function that lists them. */
function watchScratch(): () => string[] {
  const folder = scratchFolder();
  vi.stubEnv('TMPDIR', folder);
  return () => readdirSync(folder).filter((name) => name.startsWith('lectern-inspect-'));
}

/** Returns the field errors of a refused request. Fails when it is accepted. */
async function errorsOf(promise: Promise<unknown>): Promise<FieldErrors> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Invalid) return error.errors;
  throw error instanceof Error ? error : new Error('It was not refused.');
}

/** Starts a server that accepts connections and never responds. */
async function silentServer(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  server.on('connection', (socket) => onTestFinished(() => void socket.destroy()));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return address.port;
}

describe('an inspection finds', () => {
  test('the branches, tags, default branch and stable version', async () => {
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
    // An annotated tag resolves to its commit.
    expect(refs.tags).toEqual([
      { name: 'v2.0.0rc1', commit: second },
      { name: 'v1.1.0', commit: second },
      { name: 'v1.0.0', commit: first },
    ]);
    expect(stable).toBe('v1.1.0');
  });

  test('what the files reveal about the documentation', async () => {
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
      config: {
        file: '.readthedocs.yaml',
        text: CONFIG,
        version: '2',
        problems: [],
        python: '3',
        failsOnWarning: true,
      },
      language: { code: 'py', reason: 'setup.cfg and 67% of the source files' },
    });
  });

  test('MkDocs, with the folder beside its file', async () => {
    const { folder, commit } = gitRepository();
    commit('Begin', { 'mkdocs.yml': 'site_name: Almanac\n', 'docs/index.md': '', 'notes/x.md': '' });
    const { files } = await inspectRepository(folder);
    expect(files?.docs).toEqual({ kind: 'mkdocs', file: 'mkdocs.yml', pages: 1 });
    expect(files?.config).toBeNull();
    expect(files?.language).toBeNull();
  });

  test('an empty repository', async () => {
    const { folder } = gitRepository();
    const found = await inspectRepository(folder);
    expect(found.refs).toEqual({ branches: [], tags: [], defaultBranch: null });
    expect(found.stable).toBeNull();
    expect(found.files).toBeNull();
    expect(found.filesProblem).toBe('The repository has no default branch to read files from.');
  });
});

describe('S12 safety:', () => {
  test('no file of the repository is checked out or run, and the scratch folder is removed', async () => {
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
    'git never receives %j',
    async (url) => {
      const errors = await errorsOf(inspectRepository(url));
      expect(Object.keys(errors)).toEqual(['url']);
    },
  );

  test('environment variables that redirect git are not passed on', async () => {
    const { folder, commit } = gitRepository();
    const made = commit('The right one');
    const other = gitRepository();
    other.commit('The wrong one');
    vi.stubEnv('GIT_DIR', join(other.folder, '.git'));
    const { files } = await inspectRepository(folder);
    expect(files?.commit.commit).toBe(made);
  });
});

describe('an inspection explains', () => {
  test('that a folder is not a repository', async () => {
    expect(await errorsOf(inspectRepository(scratchFolder()))).toEqual({
      url: [
        'This is not a git repository. Choose the folder of one, or make it one: run git init there, and commit.',
      ],
    });
  });

  test.each([
    ['a path', (folder: string) => join(folder, 'gone')],
    ['a path with special characters', (folder: string) => join(folder, 'a b%20#ä')],
    ['a URL', (folder: string) => pathToFileURL(join(folder, 'gone')).href],
  ])('that there is no folder at %s', async (_, urlIn) => {
    expect(await errorsOf(inspectRepository(urlIn(scratchFolder())))).toEqual({
      url: ['There is no folder at this path.'],
    });
  });

  test('that no server responds', async () => {
    const port = await silentServer();
    const unused = port === 1 ? 2 : 1;
    expect(await errorsOf(inspectRepository(`http://127.0.0.1:${unused}/x.git`))).toEqual({
      url: ['Nothing answers at this address and port. Check them, and that the server runs.'],
    });
  });

  test('that a host is not found, and that a port is none', () => {
    const said = (stderr: string) =>
      gitErrorMessage(new GitError('refused', stderr), 30, 'https://git.example/x.git');
    expect(said("fatal: unable to access 'x': Could not resolve host: git.example")).toBe(
      'The host git.example could not be found. Check the address. This computer may also be offline.',
    );
    expect(
      said("fatal: unable to access 'x': Failed to connect to git.example port 9 after 0 ms: Error"),
    ).toMatch(/^Nothing answers/);
  });

  test('that it takes too long', async () => {
    const port = await silentServer();
    const inspect = () => inspectRepository(`http://127.0.0.1:${port}/x.git`, { refsMs: 200 });
    expect(await errorsOf(inspect())).toEqual({ url: ['The repository did not answer within 0.2 s.'] });
  });
});

test('an inspection can be cancelled', async () => {
  const scratch = watchScratch();
  const port = await silentServer();
  const end = new AbortController();
  const inspect = inspectRepository(`http://127.0.0.1:${port}/x.git`, { signal: end.signal });
  await expect.poll(scratch).not.toEqual([]);
  end.abort();
  await expect(inspect).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(scratch()).toEqual([]);
});
