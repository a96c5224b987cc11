import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository } from '../git/git-repository.ts';
import { outputOf, programsFolder, runTestBuild } from './run-test-build.ts';

const BUILD = 'version: 2\nbuild:\n  os: ubuntu-24.04\n';
const MKDOCS = {
  '.readthedocs.yaml': `${BUILD}  tools: {python: "3"}\nmkdocs: {configuration: mkdocs.yml}\nformats: [pdf]\n`,
  'mkdocs.yml': 'site_name: Glow\n',
  'docs/index.md': '# Glow\n\nFirst words.\n',
};

/** Returns a configuration with these commands. */
const commands = (...lines: readonly string[]) => ({
  '.readthedocs.yaml': `${BUILD}  commands:\n${lines.map((line) => `    - ${JSON.stringify(line)}\n`).join('')}`,
});
const MAKE = 'mkdir -p $READTHEDOCS_OUTPUT/html && echo hello > $READTHEDOCS_OUTPUT/html/index.html';

describe.skipIf(!hasProgram('mkdocs') || !hasProgram('git'))('MkDocs', () => {
  test('creates the pages and notes that it creates no other formats', async () => {
    const { folder, commit } = gitRepository();
    commit('Docs', MKDOCS);
    const build = await runTestBuild({ repository: folder });
    expect(build.result).toMatchObject({ success: true, downloads: [] });
    expect(outputOf(build, 'cat ./mkdocs.yml')).toBe('site_name: Glow\n');
    expect(build.commands.map(({ command }) => command)).toContain(
      'mkdocs build --clean --site-dir $READTHEDOCS_OUTPUT/html --config-file ./mkdocs.yml',
    );
    expect(outputOf(build, '# pdf is left out')).toContain('build.jobs.build.pdf');
    expect(readFileSync(join(build.result.stage ?? '', 'html/index.html'), 'utf8')).toContain('First words.');
  });

  test('fails on warnings when configured', async () => {
    const { folder, commit } = gitRepository();
    const strict = MKDOCS['.readthedocs.yaml'].replace('mkdocs.yml}', 'mkdocs.yml, fail_on_warning: true}');
    commit('Docs', { ...MKDOCS, '.readthedocs.yaml': strict, 'docs/index.md': '[gone](gone.md)\n' });
    const build = await runTestBuild({ repository: folder });
    expect(build.result).toMatchObject({ success: false, error: '' });
    expect(outputOf(build, 'mkdocs build')).toContain('gone.md');
  });
});

describe.skipIf(!hasProgram('git'))('build.commands', () => {
  test('replace the whole build, each line in its own shell', async () => {
    const { folder, commit } = gitRepository();
    commit('Docs', commands('cd docs || echo "here, $READTHEDOCS_PROJECT"', 'pwd', MAKE));
    const build = await runTestBuild({ repository: folder });
    expect(build.result).toMatchObject({ success: true });
    expect(build.commands.slice(5).map(({ command }) => command)).toEqual([
      'cd docs || echo "here, $READTHEDOCS_PROJECT"',
      'pwd',
      MAKE,
    ]);
    expect(outputOf(build, 'cd docs')).toContain('here, glow\n');
    expect(outputOf(build, 'pwd')).toMatch(/\/build\/checkout\n$/);
    expect(readFileSync(join(build.result.stage ?? '', 'html/index.html'), 'utf8')).toBe('hello\n');
  });

  test('stop at the first failure', async () => {
    const { folder, commit } = gitRepository();
    commit('Docs', commands('echo said; exit 3', MAKE));
    const build = await runTestBuild({ repository: folder });
    expect(build.result).toMatchObject({ success: false, error: '' });
    expect(build.commands.at(-1)).toEqual({ command: 'echo said; exit 3', output: 'said\n', exitCode: 3 });
  });

  test('cannot install into the Python of this machine', async () => {
    const { folder, commit } = gitRepository();
    commit('Docs', commands('python3 -m pip install nothing-of-this-name'));
    const build = await runTestBuild({ repository: folder, project: { buildTools: 'own' } });
    expect(build.result.success).toBe(false);
    expect(outputOf(build, 'python3 -m pip')).toMatch(/virtual ?env|No module named pip/i);
  });

  test.each([
    ['no pages', 'true', /^The build made no pages/],
    [
      'pages without an index',
      'mkdir -p _readthedocs/html; echo a > _readthedocs/html/a.html',
      /no index\.html/,
    ],
    [
      'a link to a folder outside',
      'mkdir _readthedocs; ln -s /etc _readthedocs/html',
      /leads out of the repository/,
    ],
    ['two zips', `${MAKE}; cd _readthedocs; mkdir htmlzip; touch htmlzip/a.zip htmlzip/b.zip`, /2 files in/],
  ])('that leave %s fail', async (_name, line, error) => {
    const { folder, commit } = gitRepository();
    commit('Docs', commands(line));
    const { result } = await runTestBuild({ repository: folder });
    expect(result).toMatchObject({ success: false, error: expect.stringMatching(error) });
  });

  test('that create a page too long for search note it in the log, S8 without a value', async () => {
    const { folder, commit } = gitRepository();
    const line = 'cd _readthedocs/html; mkdir hunter22; echo > hunter22/a.html; truncate -s 17M long.html';
    commit('Docs', commands(MAKE, line));
    const variables = [{ name: 'TOKEN', value: 'hunter22' }];
    const build = await runTestBuild({ repository: folder, variables });
    expect(build.result.success).toBe(true);
    expect(outputOf(build, '# Pages not indexed for search')).toBe(
      'They are served, but search does not find them:\n' +
        '  ********/a.html: its path contains the value of a variable\n' +
        '  long.html: 17 MB is too large\n',
    );
  });

  test('S10 publish no links out of the pages and no unreadable files', async () => {
    const { folder, commit } = gitRepository();
    const made = 'cd _readthedocs/html; mkdir sub; ';
    const links =
      'ln -s ../../../checkout/_readthedocs/html/index.html round; ln -s ../html/index.html by; ln -s pipe to; ' +
      'mkdir -p deep/er; ln -s .. deep/er/back; ln -s deep/er/back/../../html/index.html far; ' +
      'ln -s index.html/../in through; ln -s turn turn; ln -s /etc/passwd out; ln -s ../../secret up; ln -s index.html in; ln -s ../index.html sub/in; ';
    commit(
      'Docs',
      commands(
        `${MAKE}; ${made}${links}ln -s nowhere gone; mkfifo pipe; chmod 0 index.html; echo s > ../../secret`,
      ),
    );
    const build = await runTestBuild({ repository: folder });
    expect(build.result.success).toBe(true);
    const html = join(build.result.stage ?? '', 'html');
    const left = 'out up gone pipe round by to far through turn'.split(' ');
    for (const name of left) {
      expect(lstatSync(join(html, name), { throwIfNoEntry: false }), name).toBe(undefined);
      expect(outputOf(build, '# Links left out')).toContain(`html/${name}\n`);
    }
    for (const name of ['index.html', 'in', 'sub/in'])
      expect(readFileSync(join(html, name), 'utf8')).toBe('hello\n');
  });
});

const JOBS = `${BUILD}  tools: {python: "3"}
  jobs:
    pre_checkout: ["echo pre_checkout >> $HOME/order; ls -A; touch left", "echo [$BIN_PATH] [$READTHEDOCS_GIT_COMMIT_HASH]"]
    post_checkout: ["mv $HOME/order .; ls left || echo post_checkout >> order"]
    pre_system_dependencies: ["echo pre_system >> order"]
    post_system_dependencies: ["echo post_system >> order"]
    pre_create_environment: ["echo pre_create >> order"]
    create_environment: ["echo create >> order"]
    post_create_environment: ["echo post_create >> order"]
    pre_install: ["echo pre_install >> order"]
    install: ["echo install >> order"]
    post_install: ["echo post_install >> order"]
    pre_build: ["echo pre_build >> order"]
    build:
      html: ["echo html >> order", "mkdir -p $READTHEDOCS_OUTPUT/html", "cp order $READTHEDOCS_OUTPUT/html/index.html"]
      pdf: ["mkdir $READTHEDOCS_OUTPUT/pdf", "echo %PDF > $READTHEDOCS_OUTPUT/pdf/any.pdf"]
    post_build: ["echo post_build", "cat order >&2"]
sphinx: {configuration: docs/conf.py}
formats: [pdf]
`;

describe.skipIf(!hasProgram('git'))('build.jobs', () => {
  const before = 'pre_checkout post_checkout pre_system post_system';
  const installing = 'pre_create create post_create pre_install install post_install';

  test('run in order and replace steps of the builder', async () => {
    const { folder, commit } = gitRepository();
    commit('Docs', { '.readthedocs.yaml': JOBS });
    const build = await runTestBuild({ repository: folder, project: { buildTools: 'own' } });
    expect(build.result).toMatchObject({ success: true, downloads: ['pdf'] });
    const order = outputOf(build, 'cat order').trim().replaceAll('\n', ' ');
    expect(order).toBe(`${before} ${installing} pre_build html`);
    // The commit is known, its files are not there, and what the job leaves there is gone.
    expect(outputOf(build, 'echo pre_checkout')).toBe('');
    expect(outputOf(build, 'echo [$BIN_PATH]')).toBe(`[${build.folder}/venv/bin] [${build.result.commit}]\n`);
    expect(build.commands.findIndex(({ command }) => command.startsWith('echo pre_checkout'))).toBeLessThan(
      build.commands.findIndex(({ command }) => command.startsWith('git checkout')),
    );
    expect(existsSync(join(build.result.stage ?? '', 'pdf/glow.pdf'))).toBe(true);
  });

  test('that install packages are skipped and named when the tools of this machine are used', async () => {
    const { folder, commit } = gitRepository();
    commit('Docs', { '.readthedocs.yaml': JOBS });
    const build = await runTestBuild({ repository: folder });
    const around = 'pre_create post_create pre_install post_install';
    const order = outputOf(build, 'cat order').trim().replaceAll('\n', ' ');
    expect(order).toBe(`${before} ${around} pre_build html`);
    const note = outputOf(build, '# Nothing is installed').trim().split('\n').slice(1);
    expect(note).toEqual([
      '  build.jobs.create_environment: echo create >> order',
      '  build.jobs.install: echo install >> order',
    ]);
  });
});

describe.skipIf(!hasProgram('git'))('a missing tool is named with instructions:', () => {
  test.each([
    [
      'Sphinx',
      'sphinx: {configuration: conf.py}\n',
      /no "sphinx-build" here\. Install Sphinx \("pipx install sphinx"\), or/,
    ],
    [
      'MkDocs',
      'mkdocs: {configuration: mkdocs.yml}\n',
      /no "mkdocs" here\. Install MkDocs \("pipx install mkdocs"\), or/,
    ],
  ])('%s', async (_name, docs, error) => {
    const { folder, commit } = gitRepository();
    commit('Docs', { '.readthedocs.yaml': `${BUILD}  tools: {python: "3"}\n${docs}` });
    const { result } = await runTestBuild({ repository: folder, path: programsFolder('git', 'cat') });
    expect(result).toMatchObject({ success: false, error: expect.stringMatching(error) });
  });

  test.each([
    [
      'Python',
      'python: "3.6"',
      /requests Python 3\.6, but on this computer there is 3\.\d+.*"uv python install 3\.6"/,
    ],
    ['Python 2', 'python: "2.7"', /requests Python 2\.7, for which environments can no longer be created/],
    [
      'Rust',
      'rust: "1.96"',
      /needs Rust 1\.96, but there is no "rustc" on this computer\. Install it from rustup\.rs/,
    ],
    ['conda', 'python: "miniforge3-25.11"', /needs conda, but there is no "conda"/],
  ])('%s', async (_name, tool, error) => {
    const { folder, commit } = gitRepository();
    const conda = tool.includes('mini') ? 'conda: {environment: env.yml}\n' : '';
    vi.stubEnv('PYENV_ROOT', '/nowhere');
    const config = `${BUILD}  tools: {${tool}}\n  jobs: {build: {html: ["true"]}}\n${conda}`;
    commit('Docs', { '.readthedocs.yaml': config });
    const { result } = await runTestBuild({
      repository: folder,
      project: { buildTools: 'own' },
      path: programsFolder('git', 'cat', 'python3'),
    });
    expect(result).toMatchObject({ success: false, error: expect.stringMatching(error) });
  });

  test('a different version is used and noted', async () => {
    const { folder, commit } = gitRepository();
    commit('Docs', {
      '.readthedocs.yaml': `${BUILD}  tools: {nodejs: "26"}\n  jobs: {build: {html: [${JSON.stringify(MAKE)}]}}\n`,
    });
    const path = programsFolder('bash', 'cat', 'git', 'mkdir');
    writeFileSync(join(path, 'node'), '#!/bin/sh\necho v18.2.0\n', { mode: 0o755 });
    const build = await runTestBuild({ repository: folder, path });
    expect(build.result).toMatchObject({ success: true });
    expect(outputOf(build, '# Node.js 18.2.0 instead of 26')).toContain('build.tools.nodejs requests 26');
    expect(JSON.stringify(build.progress)).toContain('"full_version":"18.2.0"');
  });

  test('system packages, which are not installed', async () => {
    const { folder, commit } = gitRepository();
    const config = `${BUILD}  tools: {python: "3"}\n  apt_packages: [nothing-of-this-name, git]\n  jobs: {build: {html: ["${MAKE}"]}}\n`;
    commit('Docs', { '.readthedocs.yaml': config });
    const build = await runTestBuild({ repository: folder });
    expect(build.result.error).toBe('');
    expect(outputOf(build, '# apt_packages')).toContain('nothing-of-this-name');
  });
});
