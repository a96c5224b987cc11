import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Version } from '../../../src-server/model/versions/version.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { type GitRepository, gitRepository, scratchFolder } from '../git/git-repository.ts';
import { outputOf, runTestBuild, type TestBuild } from './run-test-build.ts';

const MAKE =
  'mkdir -p $READTHEDOCS_OUTPUT/html && (cat words.txt */words.txt || true) > $READTHEDOCS_OUTPUT/html/index.html';
const config = (more = '') =>
  `version: 2\nbuild:\n  os: ubuntu-24.04\n  commands: [${JSON.stringify(MAKE)}]\n${more}`;

const pageOf = ({ result }: TestBuild) => readFileSync(join(result.stage ?? '', 'html/index.html'), 'utf8');

/** Adds commits on top of `main` in one process of git. */
function commitOften(folder: string, count: number): void {
  const commits = Array.from({ length: count }, (_, index) => {
    const from = index === 0 ? 'from refs/heads/main^0\n' : '';
    const author = `committer Mira <mira@example.org> ${1_700_000_000 + index} +0000`;
    return `commit refs/heads/main\n${author}\ndata 4\nNext\n${from}M 100644 inline words.txt\ndata 4\nnext\n`;
  });
  execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: folder, input: commits.join('') });
}

describe.skipIf(!hasProgram('git'))('the checkout', () => {
  test.each<[string, Partial<Version>, string]>([
    ['a branch', { identifier: 'origin/topic/one', verboseName: 'topic/one', machine: false }, 'topic'],
    [
      'stable of a branch',
      { slug: 'stable', identifier: 'origin/topic/one', verboseName: 'stable' },
      'topic',
    ],
    ['latest of another branch', { identifier: 'topic/one' }, 'topic'],
    ['latest of a tag', { identifier: 'v1' }, 'first'],
  ])('of %s', async (_name, version, text) => {
    const { folder, commit, git } = gitRepository();
    commit('First', { '.readthedocs.yaml': config(), 'words.txt': 'first' });
    git('tag', 'v1');
    git('checkout', '--quiet', '-b', 'topic/one');
    commit('Topic', { 'words.txt': 'topic' });
    git('checkout', '--quiet', 'main');
    commit('Last', { 'words.txt': 'last' });
    expect(pageOf(await runTestBuild({ repository: folder, version }))).toBe(text);
  });

  test('of a file:// URL and an old commit', async () => {
    const { folder, commit } = gitRepository();
    const first = commit('First', { '.readthedocs.yaml': config(), 'words.txt': 'first' });
    commitOften(folder, 55);
    const version = { slug: 'stable', verboseName: 'stable', identifier: first, type: 'tag' } as const;
    const build = await runTestBuild({ repository: `file://${folder}`, version });
    expect(build.result.commit).toBe(first);
    expect(pageOf(build)).toBe('first');
  });

  test.each([
    [
      'a branch',
      { identifier: 'origin/nope', verboseName: 'nope' },
      'Failed to checkout revision: origin/nope',
    ],
    [
      'a commit',
      { identifier: 'ab'.repeat(20), verboseName: 'v9', type: 'tag' },
      `Failed to checkout revision: ${'ab'.repeat(20)}`,
    ],
  ] as const)('of %s that is not there', async (_name, version, error) => {
    const { folder, commit } = gitRepository();
    commit('First', { '.readthedocs.yaml': config() });
    const { result, commands } = await runTestBuild({
      repository: folder,
      version: { ...version, machine: false },
    });
    expect(result).toEqual({ success: false, error });
    expect(commands.every(({ exitCode }) => exitCode !== undefined)).toBe(true);
  });

  test('of a repository without a commit', async () => {
    const { result } = await runTestBuild({ repository: gitRepository().folder });
    expect(result).toEqual({ success: false, error: 'The repository is empty: it has no commit to build.' });
  });

  test.each([
    ['with a HEAD that is not a branch', ['branch', 'trunk'], 'branches'],
    ['with only tags', ['tag', 'v1'], 'tags'],
  ])('of a repository %s', async (_name, keep, choice) => {
    const { folder, commit, git } = gitRepository();
    commit('First', { '.readthedocs.yaml': config() });
    git(...keep);
    git('update-ref', '-d', 'refs/heads/main');
    const error = `The repository has no default branch: its HEAD names a branch that does not exist. Choose one of its ${choice} as "Default branch" in the project's settings.`;
    expect((await runTestBuild({ repository: folder })).result).toEqual({ success: false, error });
    const chosen = { repository: folder, project: { defaultBranch: 'nope' } };
    const result = await runTestBuild({ ...chosen, version: { identifier: 'nope' } });
    expect(result.result.error).toBe('Failed to checkout revision: nope');
  });

  test.each(['refs/pull/7/head', 'refs/merge-requests/7/head'])(
    'of a pull request whose commit is gone builds %s',
    async (ref) => {
      const { folder, commit, git } = gitRepository();
      commit('First', { '.readthedocs.yaml': config(), 'words.txt': 'first' });
      git('checkout', '--quiet', '-b', 'topic');
      const head = commit('Topic', { 'words.txt': 'topic' });
      git('update-ref', ref, head);
      git('checkout', '--quiet', 'main');
      git('branch', '--quiet', '-D', 'topic');
      const version = { slug: '7', verboseName: '7', type: 'external', machine: false } as const;
      const lost = await runTestBuild({
        repository: folder,
        version: { ...version, identifier: 'ab'.repeat(20) },
      });
      expect(lost.result.commit).toBe(head);
      expect(pageOf(lost)).toBe('topic');
      const other = { ...version, verboseName: '8', identifier: 'ab'.repeat(20) };
      expect((await runTestBuild({ repository: folder, version: other })).result.error).toBe(
        `Failed to checkout revision: ${'ab'.repeat(20)}`,
      );
    },
  );

  test('of a missing repository', async () => {
    const { result } = await runTestBuild({ repository: join(scratchFolder(), 'gone') });
    expect(result).toEqual({
      success: false,
      error:
        'There was a problem connecting to your repository, ensure that your repository URL is correct. There is no folder at this path.',
    });
  });

  test.each([
    [
      'a name that looks like an option of git',
      { version: { identifier: 'origin/x', verboseName: '--upload-pack=sh', type: 'tag' } },
    ],
    ['such an identifier', { version: { identifier: '--upload-pack=sh' } }],
    ['such a URL', { repository: '--upload-pack=sh' }],
    ['a remote helper of git', { repository: 'ext::sh -c true' }],
  ] as const)('S12 refuses %s before it runs anything', async (_name, version) => {
    const { folder, commit } = gitRepository();
    commit('First', { '.readthedocs.yaml': config() });
    const { result, commands } = await runTestBuild({ repository: folder, ...version });
    expect(result.success).toBe(false);
    expect(result.error).not.toBe('');
    expect(commands).toEqual([]);
  });

  test('does not treat names as options', async () => {
    const { folder, commit, git } = gitRepository();
    commit('First', { '.readthedocs.yaml': config(), 'words.txt': 'first' });
    const branch = 'a;touch$IFS/tmp/lectern-owned;$(id)`id`';
    git('checkout', '--quiet', '-b', branch);
    commit('Odd', { 'words.txt': 'odd' });
    const version = { slug: 'odd', verboseName: branch, identifier: `origin/${branch}`, machine: false };
    expect(pageOf(await runTestBuild({ repository: folder, version }))).toBe('odd');
  });

  test.each(['svn', 'hg', 'bzr'] as const)('of %s is refused with an explanation', async (repositoryType) => {
    const { result, commands } = await runTestBuild({ repository: '/nowhere', project: { repositoryType } });
    expect(result.error).toContain(
      `Lectern builds git repositories; this project uses ${repositoryType.toUpperCase()}`,
    );
    expect(commands).toEqual([]);
  });

  test('shows an invalid configuration and the reason', async () => {
    const { folder, commit } = gitRepository();
    const hash = commit('First', {
      '.readthedocs.yaml': 'version: 2\nformats: all\nsphinx: {builder: gold}\n',
    });
    const build = await runTestBuild({ repository: folder });
    expect(build.result).toMatchObject({ success: false, commit: hash });
    expect(build.result.error).toMatch(/^Problem in your project's configuration\. Invalid "/);
    expect(outputOf(build, 'cat .readthedocs.yaml')).toContain('builder: gold');
  });
});

describe.skipIf(!hasProgram('git'))('submodules', () => {
  /** Creates a repository with two submodules, the second of which has a submodule. */
  function withSubmodules(more: string): GitRepository {
    const leaf = gitRepository();
    leaf.commit('Leaf', { 'words.txt': 'leaf ' });
    const inner = gitRepository();
    const add = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add'];
    inner.git(...add, leaf.folder, 'leaf');
    inner.commit('Inner', { 'words.txt': 'inner ' });
    const repository = gitRepository();
    repository.git(...add, leaf.folder, 'one');
    repository.git(...add, inner.folder, 'two');
    const text = '(cat */words.txt two/leaf/words.txt || true)';
    repository.commit('Outer', { '.readthedocs.yaml': config(more).replace(/\(cat.*\|\| true\)/, text) });
    return repository;
  }

  test.each([
    ['none by default', '', ''],
    ['all', 'submodules: {include: all}\n', 'leaf inner '],
    ['the included ones', 'submodules: {include: [two]}\n', 'inner '],
    ['all but the excluded ones', 'submodules: {exclude: [two]}\n', 'leaf '],
    ['nested ones', 'submodules: {include: all, recursive: true}\n', 'leaf inner leaf '],
  ])('%s', async (_name, more, text) => {
    const { folder } = withSubmodules(more);
    expect(pageOf(await runTestBuild({ repository: folder }))).toBe(text);
  });

  test('with a URL that git would execute are refused', async () => {
    const { folder, git } = withSubmodules('submodules: {include: all}\n');
    git('config', '--file', '.gitmodules', 'submodule.one.url', 'ext::sh -c true');
    git('commit', '--quiet', '--all', '--message', 'Odd');
    const { result } = await runTestBuild({ repository: folder });
    expect(result.error).toMatch(/^One or more submodule URLs are not valid: \["ext::sh -c true"\]/);
  });

  test('that are missing fail the build', async () => {
    const { folder } = withSubmodules('submodules: {include: [one]}\n');
    const url = readFileSync(join(folder, '.gitmodules'), 'utf8').match(/url = (.*)/)?.[1] ?? '';
    rmSync(url, { recursive: true });
    const build = await runTestBuild({ repository: folder });
    expect(build.result).toMatchObject({ success: false, error: '' });
    expect(build.commands.at(-1)?.command).toBe('git submodule update --init --force -- one');
  });
});
