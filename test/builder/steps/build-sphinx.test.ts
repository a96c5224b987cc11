import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';
import { outputOf, programsFolder, runTestBuild } from './run-test-build.ts';

const CONFIG = `version: 2
build: {os: ubuntu-24.04, tools: {python: "3"}}
sphinx: {configuration: docs/conf.py}
`;
const PAGES = {
  '.readthedocs.yaml': CONFIG,
  'docs/conf.py': "project = 'Glow'\nexclude_patterns = ['_build']\n",
  'docs/index.rst': 'Glow\n====\n\n.. toctree::\n\n   more\n\nFirst words.\n',
  'docs/more.rst': 'More\n====\n\n.. code-block:: python\n\n   print(1)\n',
};

/** Programs of a machine without LaTeX. */
const WITHOUT_LATEX = ['bash', 'cat', 'git', 'sphinx-build'];

/** A fake sphinx-build, for tests of what is built and not of what Sphinx makes of it: the index is the page. */
const FAKE_SPHINX = `#!/bin/sh
for out; do :; done
mkdir -p "$out"
case " $* " in *" -b epub "*) page=glow.epub ;; *" -b latex "*) page=glow.tex; touch "$out/latexmkrc" ;; *) page=index.html ;; esac
exec cp index.rst "$out/$page"
`;

/** Creates a folder of programs with the fake sphinx-build. */
function fakeSphinxFolder(): string {
  const path = programsFolder('bash', 'cat', 'cp', 'git', 'mkdir', 'sh', 'touch');
  writeFileSync(join(path, 'sphinx-build'), FAKE_SPHINX, { mode: 0o755 });
  return path;
}

/** Returns the files below a folder by path. */
function filesOf(folder: string): Map<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = found.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]));
}

describe.skipIf(!hasProgram('sphinx-build') || !hasProgram('git'))('Sphinx', () => {
  test('creates the same pages as without Lectern, with every step in the log', async () => {
    const { folder, commit } = gitRepository();
    const hash = commit('Docs', PAGES);
    const build = await runTestBuild({ repository: folder });
    expect(build.result).toMatchObject({ success: true, error: '', commit: hash, downloads: [] });
    expect(build.commands.map(({ command, exitCode }) => [command, exitCode])).toEqual([
      [`git clone --depth 1 --no-checkout -- file://${folder} .`, 0],
      ['git fetch --force --depth 50 origin +refs/heads/main:refs/remotes/origin/main', 0],
      ['git checkout --force origin/main --', 0],
      ['git clean -d -f -f', 0],
      ['cat .readthedocs.yaml', 0],
      ['cat ./docs/conf.py', 0],
      ['sphinx-build -T -b html -d _build/doctrees -D language=en . $READTHEDOCS_OUTPUT/html', 0],
    ]);
    expect(outputOf(build, 'cat .readthedocs')).toBe(CONFIG);
    expect(outputOf(build, 'sphinx-build')).toContain('build succeeded');
    expect(build.progress.map(({ state }) => state).filter(Boolean)).toEqual([
      'cloning',
      'installing',
      'building',
    ]);
    const commitText = { commitSubject: 'Docs', commitAuthor: 'Mira' };
    expect(build.progress).toContainEqual({ commit: hash, commitText });
    expect(build.progress.find(({ config }) => config)?.config).toMatchObject({
      version: '2',
      doctype: 'sphinx',
    });

    const alone = scratchFolder();
    const args = ['-q', '-b', 'html', '-d', join(alone, 'doctrees'), '-D', 'language=en'];
    execFileSync('/usr/bin/sphinx-build', [...args, join(folder, 'docs'), join(alone, 'html')], {
      env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    });
    const ours = filesOf(join(build.result.stage ?? '', 'html'));
    const theirs = filesOf(join(alone, 'html'));
    expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
    for (const [path, content] of theirs) {
      expect(ours.get(path), path).toBe(content);
    }
  });

  test('builds a version from its tag, even when it has moved, and stable from its commit', async () => {
    const { folder, commit, git } = gitRepository();
    const first = commit('First', PAGES);
    git('tag', 'v1');
    const second = commit('Second', { 'docs/index.rst': 'Glow\n====\n\nSecond words.\n' });
    git('tag', 'v2');
    commit('Third', { 'docs/index.rst': 'Glow\n====\n\nThird words.\n' });
    const tag = { slug: 'v1', verboseName: 'v1', identifier: first, type: 'tag', machine: false } as const;
    const path = fakeSphinxFolder();
    const v1 = await runTestBuild({ repository: folder, version: tag, path });
    expect(v1.result).toMatchObject({ success: true, commit: first });
    expect(v1.commands[1]?.command).toBe('git fetch --force --depth 50 origin +refs/tags/v1:refs/tags/v1');
    const page = (stage = '') => readFileSync(join(stage, 'html/index.html'), 'utf8');
    expect(page(v1.result.stage)).toContain('First words.');

    git('tag', '--force', 'v1', 'v2');
    expect((await runTestBuild({ repository: folder, version: tag, path })).result).toMatchObject({
      commit: first,
    });

    const stable = { slug: 'stable', verboseName: 'stable', identifier: second, type: 'tag' } as const;
    const built = await runTestBuild({ repository: folder, version: stable, path });
    expect(page(built.result.stage)).toContain('Second words.');
  });

  test('creates a zip and an epub, and explains why there is no PDF', async () => {
    const { folder, commit } = gitRepository();
    commit('Docs', { ...PAGES, '.readthedocs.yaml': `${CONFIG}formats: all\n` });
    const build = await runTestBuild({ repository: folder, path: programsFolder(...WITHOUT_LATEX) });
    expect(build.result).toMatchObject({ success: true, downloads: ['epub', 'htmlzip'] });
    const stage = build.result.stage ?? '';
    expect(readdirSync(join(stage, 'epub'))).toEqual(['glow.epub']);
    const names = execFileSync('/usr/bin/python3', ['-m', 'zipfile', '-l', join(stage, 'htmlzip/glow.zip')], {
      encoding: 'utf8',
    });
    expect(names).toContain('glow-latest/index.html');
    expect(outputOf(build, '# The PDF is left out')).toContain('There is no LaTeX');
    expect(existsSync(join(stage, 'pdf'))).toBe(false);
  });

  test.each([
    [
      'is published when LaTeX wrote one despite errors',
      'echo %PDF > glow.pdf; exit 12',
      true,
      () => programsFolder(...WITHOUT_LATEX),
    ],
    ['is missed when LaTeX wrote nothing', 'exit 12', false, fakeSphinxFolder],
  ])('a PDF %s', async (_name, does, success, programs) => {
    const { folder, commit } = gitRepository();
    commit('Docs', { ...PAGES, '.readthedocs.yaml': `${CONFIG}formats: [pdf]\n` });
    const path = programs();
    writeFileSync(join(path, 'latexmk'), `#!/bin/sh\necho "$@"\n${does}\n`, { mode: 0o755 });
    const build = await runTestBuild({ repository: folder, path });
    expect(build.result).toMatchObject({ success, error: '', ...(success && { downloads: ['pdf'] }) });
    expect(outputOf(build, 'latexmk')).toBe(
      '-r latexmkrc -pdf -f -dvi- -ps- -jobname=glow -interaction=nonstopmode\n',
    );
  });

  test('creates only pages for a pull request', async () => {
    const { folder, commit, git } = gitRepository();
    commit('Docs', PAGES);
    git('checkout', '--quiet', '--detach');
    const commitHash = commit('Asked', { '.readthedocs.yaml': `${CONFIG}formats: [htmlzip]\n` });
    git('update-ref', 'refs/pull/7/head', commitHash);
    git('checkout', '--quiet', 'main');
    const build = await runTestBuild({
      repository: folder,
      path: fakeSphinxFolder(),
      version: { slug: '7', verboseName: '7', identifier: commitHash, type: 'external', machine: false },
    });
    expect(build.result).toMatchObject({ success: true, commit: commitHash, downloads: [] });
  });

  test('that fails ends the build without an error message but with its log', async () => {
    const { folder, commit } = gitRepository();
    const hash = commit('Docs', { ...PAGES, 'docs/conf.py': 'import nothing_of_this_name\n' });
    const build = await runTestBuild({ repository: folder });
    expect(build.result).toEqual({ success: false, error: '', commit: hash });
    expect(build.commands.at(-1)).toMatchObject({ exitCode: 2 });
    expect(outputOf(build, 'sphinx-build')).toContain("No module named 'nothing_of_this_name'");
  });

  test('fails on warnings when configured, after finding all of them', async () => {
    const { folder, commit } = gitRepository();
    commit('Docs', {
      ...PAGES,
      '.readthedocs.yaml': CONFIG.replace('conf.py}', 'conf.py, fail_on_warning: true, builder: dirhtml}'),
      'docs/more.rst': 'More\n====\n\n:doc:`one` :doc:`two`\n',
    });
    const build = await runTestBuild({ repository: folder });
    expect(build.result).toMatchObject({ success: false, error: '' });
    expect(build.commands.at(-1)?.command).toContain('-T -W --keep-going -b dirhtml ');
    expect(outputOf(build, 'sphinx-build')).toMatch(/one[\s\S]*two/);
  });

  test('finds conf.py when the configuration names none', async () => {
    const { folder, commit } = gitRepository();
    const { '.readthedocs.yaml': _, ...pages } = PAGES;
    commit('Docs', { ...pages, 'examples/conf.py': '' });
    const build = await runTestBuild({ repository: folder, path: fakeSphinxFolder() });
    expect(build.result).toMatchObject({ success: true, downloads: ['epub', 'htmlzip'] });
    expect(build.commands.map(({ command }) => command)).toContain('cat ./docs/conf.py');
  });
});

describe('conf.py', () => {
  test.each([
    ['is missing', { 'a.txt': '' }, /^A configuration file was not found\. Make sure you have a conf\.py/],
    ['is missing next to a mkdocs.yml', { 'mkdocs.yml': '' }, /There is a mkdocs\.yml: to build with MkDocs/],
    [
      'exists twice',
      { 'a/conf.py': '', 'b/conf.py': '' },
      /^We found more than one conf\.py and are not sure/,
    ],
  ])('%s', async (_name, files, error) => {
    const { folder, commit } = gitRepository();
    commit('Docs', files);
    const { result } = await runTestBuild({ repository: folder, path: programsFolder(...WITHOUT_LATEX) });
    expect(result).toMatchObject({ success: false, error: expect.stringMatching(error) });
  });

  test('is named but missing', async () => {
    const { folder, commit } = gitRepository();
    commit('Docs', { '.readthedocs.yaml': CONFIG });
    const { result } = await runTestBuild({ repository: folder });
    expect(result.error).toBe(
      'A configuration file was not found. sphinx.configuration names docs/conf.py, which is not in the repository.',
    );
  });
});
