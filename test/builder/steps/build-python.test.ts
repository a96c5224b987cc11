import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository } from '../git/git-repository.ts';
import { outputOf, programsFolder, runTestBuild, type TestBuild } from './run-test-build.ts';

const own = { buildTools: 'own' } as const;
const SHARED = 'version: 2\npython:\n  system_packages: true\n';
const SPHINX = 'sphinx: {configuration: conf.py}\n';
const PAGES = { 'conf.py': "project = 'Glow'\n", 'index.rst': 'Glow\n====\n' };
/** An index that does not answer: no server listens on this port. */
const OFFLINE = [{ name: 'PIP_INDEX_URL', value: 'http://127.0.0.1:9/simple' }];

const commandsOf = ({ commands }: TestBuild) => commands.map(({ command }) => command);

/** Python program that builds a wheel of one module in the folder `wheels`. */
const WHEEL = `
import pathlib, zipfile
pathlib.Path('wheels').mkdir()
with zipfile.ZipFile('wheels/ember-1.0-py3-none-any.whl', 'w') as wheel:
    wheel.writestr('ember.py', 'GLOW = "it glows"')
    wheel.writestr('ember-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: ember\\nVersion: 1.0\\n')
    wheel.writestr('ember-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr('ember-1.0.dist-info/RECORD', '')
`;

/**
 * Writes a fake uv, which makes environments without pip, so quickly that only a test of pip itself needs a real
 * one. They have a Sphinx that writes an empty page, for tests of what an environment is filled with.
 */
function writeUv(folder: string): void {
  const uv = `#!/bin/sh\n[ "$1" = pip ] && echo installed && exit\nfor last; do :; done\n${environmentWithSphinx(folder)}\n`;
  writeFileSync(join(folder, 'uv'), uv, { mode: 0o755 });
}

/** Returns the shell command that makes the environment `$last` with a fake Sphinx, which is written into the folder. */
function environmentWithSphinx(folder: string): string {
  const sphinx = join(folder, 'packages', 'sphinx');
  mkdirSync(sphinx, { recursive: true });
  writeFileSync(join(sphinx, '__init__.py'), '');
  const page =
    "import os, sys\nos.makedirs(sys.argv[-1])\nopen(os.path.join(sys.argv[-1], 'index.html'), 'x')\n";
  writeFileSync(join(sphinx, '__main__.py'), page);
  const make = 'python3 -m venv --system-site-packages --without-pip "$last"';
  return `${make} && exec cp -R '${sphinx}' "$last"/lib/python3.*/site-packages/`;
}

/** The environment of the first test that made one with pip, which takes most of the time of such a build. */
let environment: string | undefined;
afterAll(() => environment && rmSync(environment, { recursive: true, force: true }));

function keepEnvironment(made: string): void {
  environment = mkdtempSync(join(tmpdir(), 'lectern-venv-'));
  cpSync(made, environment, { recursive: true, verbatimSymlinks: true });
  // As an environment is by default: without the packages of this machine.
  const settings = join(environment, 'pyvenv.cfg');
  writeFileSync(
    settings,
    readFileSync(settings, 'utf8').replace('site-packages = true', 'site-packages = false'),
  );
}

/** Returns a PATH whose Python copies the kept environment instead of making one, for tests of what follows. */
function pathWithEnvironment(): string {
  const path = programsFolder('bash', 'cat', 'cp', 'git', 'sh');
  const copy = environment && `[ "$1 $2" = "-m venv" ] && exec cp -a '${environment}' "$3"\n`;
  const python = `#!/bin/sh\n${copy ?? ''}exec /usr/bin/python3 "$@"\n`;
  writeFileSync(join(path, 'python3'), python, { mode: 0o755 });
  return path;
}

describe.skipIf(!hasProgram('python3-venv') || !hasProgram('sphinx-build') || !hasProgram('git'))(
  'a virtual environment',
  () => {
    test('is created, filled and used', async () => {
      const { folder, commit } = gitRepository();
      commit('Docs', {
        ...PAGES,
        '.readthedocs.yaml': `${SHARED}  install:\n    - requirements: needs.txt\n${SPHINX}`,
        'needs.txt': '--no-index\n--find-links wheels\nember\n',
        'pack.py': WHEEL,
        'conf.py': "import sys, ember\nproject = 'Glow'\nprint(ember.GLOW, 'in', sys.prefix)\n",
      });
      execFileSync('/usr/bin/python3', ['pack.py'], { cwd: folder });
      commit('Wheel');
      const build = await runTestBuild({ repository: folder, project: own });
      expect(build.result).toMatchObject({ success: true });
      expect(outputOf(build, '# Today’s service would refuse this build')).toBe(
        'Lectern builds it all the same. Correct it before the service builds this project:\n' +
          '  "build.os" is required (build:user:config:build-os-required)\n' +
          '  "python.system_packages" has been removed (config:python:system-packages-removed)\n',
      );
      expect(commandsOf(build).slice(6)).toEqual([
        'python3 -m venv --system-site-packages $READTHEDOCS_VIRTUALENV_PATH',
        '# sphinx is not installed',
        'python -m pip install -r ./needs.txt',
        'cat ./conf.py',
        'python -m sphinx -T -b html -d _build/doctrees -D language=en . $READTHEDOCS_OUTPUT/html',
      ]);
      expect(outputOf(build, 'python -m sphinx')).toContain(`it glows in ${join(build.folder, 'venv')}`);
      keepEnvironment(join(build.folder, 'venv'));
    });

    test('that cannot be filled without a network explains the alternative', async () => {
      const { folder, commit } = gitRepository();
      commit('Docs', { ...PAGES, '.readthedocs.yaml': `version: 2\n${SPHINX}` });
      const path = pathWithEnvironment();
      const build = await runTestBuild({ repository: folder, project: own, variables: OFFLINE, path });
      expect(build.result).toMatchObject({ success: false, error: '' });
      expect(build.commands.at(-1)?.command).toBe('python -m pip install --upgrade sphinx');
      expect(build.commands.at(-1)?.output).toMatch(
        /\nLectern: the index of packages cannot be reached, .*what this computer has.*\n$/,
      );
      // Not asked again and again.
      expect(build.commands.at(-1)?.output).toContain('Lectern: 127.0.0.1:9 does not answer');
      expect(build.commands.at(-1)?.output).not.toContain('Retrying');
    });

    test('is filled without a network from a folder that the settings name as an index', async () => {
      const index = mkdtempSync(join(tmpdir(), 'lectern-index-'));
      const pack = WHEEL.replaceAll('ember', 'sphinx')
        .replace('wheels', 'sphinx')
        .replace('wheels/', 'sphinx/');
      execFileSync('/usr/bin/python3', ['-c', pack], { cwd: index });
      const wheel = 'sphinx-1.0-py3-none-any.whl';
      writeFileSync(join(index, 'sphinx/index.html'), `<a href="${wheel}">${wheel}</a>`);
      const { folder, commit } = gitRepository();
      commit('Docs', { ...PAGES, '.readthedocs.yaml': `version: 2\n${SPHINX}` });
      const path = pathWithEnvironment();
      const variables = [...OFFLINE, { name: 'PIP_EXTRA_INDEX_URL', value: `file://${index}` }];
      const build = await runTestBuild({ repository: folder, project: own, variables, path });
      const installed = outputOf(build, 'python -m pip install --upgrade sphinx');
      expect(installed).toContain('Successfully installed sphinx-1.0');
      expect(installed).toContain('Lectern: 127.0.0.1:9 does not answer');
      rmSync(index, { recursive: true });
    });

    test('is created by uv when installed', async () => {
      const { folder, commit } = gitRepository();
      commit('Docs', {
        ...PAGES,
        '.readthedocs.yaml': `${SHARED}  install:\n    - {path: ., extra_requirements: [docs, more]}\n${SPHINX}`,
      });
      const path = programsFolder('bash', 'cat', 'cp', 'git', 'python3', 'sh');
      writeUv(path);
      const build = await runTestBuild({ repository: folder, project: own, path });
      expect(build.result).toMatchObject({ success: true });
      expect(commandsOf(build).slice(6, 9)).toEqual([
        'uv venv --seed --python python3 --system-site-packages $READTHEDOCS_VIRTUALENV_PATH',
        '# sphinx is not installed',
        "uv pip install --python $READTHEDOCS_VIRTUALENV_PATH --upgrade '.[docs,more]'",
      ]);
    });

    test.each([
      [
        'command: pip, requirements: pyproject.toml, extras: [docs, pdf]',
        '--extra docs --extra pdf -r ./pyproject.toml',
      ],
      ['command: pip, requirements: pyproject.toml, extras: all', '--all-extras -r ./pyproject.toml'],
      ['command: pip, path: ., extras: [docs]', "'.[docs]'"],
      ['command: pip, path: ., extras: all', '--all-extras .'],
    ])('is filled by uv where the file asks for it: %s', async (entry, installed) => {
      const { folder, commit } = gitRepository();
      commit('Docs', {
        ...PAGES,
        '.readthedocs.yaml': `${SHARED}  install:\n    - {method: uv, ${entry}}\n${SPHINX}`,
        'pyproject.toml': '',
      });
      const path = programsFolder('bash', 'cat', 'cp', 'git', 'python3', 'sh');
      writeUv(path);
      const build = await runTestBuild({ repository: folder, project: own, path });
      expect(build.result).toMatchObject({ success: true });
      expect(commandsOf(build)).toContain(
        `uv pip install --python $READTHEDOCS_VIRTUALENV_PATH ${installed}`,
      );
    });

    test('is created by conda when configured', async () => {
      const { folder, commit } = gitRepository();
      const line =
        'echo "[$BIN_PATH] [$CONDA_ENVS_PATH] [$CONDA_DEFAULT_ENV] [$READTHEDOCS_VIRTUALENV_PATH]"';
      const jobs = `jobs: {post_build: [${JSON.stringify(line)}]}`;
      const tools = `build: {os: ubuntu-24.04, tools: {python: miniforge3-latest}, ${jobs}}\n`;
      commit('Docs', {
        ...PAGES,
        '.readthedocs.yaml': `version: 2\n${tools}conda: {environment: env.yml}\n${SPHINX}`,
        'env.yml': 'name: any\n',
      });
      const path = programsFolder('bash', 'cat', 'cp', 'git', 'python3', 'sh');
      const program = `#!/bin/sh\n[ "$1 $2 $4" = "env create --prefix" ] || exit 9\nlast=$5\n${environmentWithSphinx(path)}\n`;
      writeFileSync(join(path, 'conda'), program, { mode: 0o755 });
      const build = await runTestBuild({ repository: folder, project: own, path });
      expect(build.result).toMatchObject({ success: true });
      expect(commandsOf(build)[5]).toBe(
        'conda env create --quiet --prefix $CONDA_ENVS_PATH/latest --file ./env.yml',
      );
      const conda = `${build.folder}/conda`;
      expect(outputOf(build, 'echo')).toBe(`[${conda}/latest/bin] [${conda}] [latest] []\n`);
    });

    test('is available to build.commands that request Python', async () => {
      const { folder, commit } = gitRepository();
      const line =
        'mkdir -p $READTHEDOCS_OUTPUT/html; python -c "import sys; print(sys.prefix)" > $READTHEDOCS_OUTPUT/html/index.html';
      const config = `version: 2\nbuild:\n  os: ubuntu-24.04\n  tools: {python: "3"}\n  commands:\n    - ${JSON.stringify(line)}\n`;
      commit('Docs', { '.readthedocs.yaml': config });
      const path = programsFolder('bash', 'cat', 'cp', 'git', 'mkdir', 'python3', 'sh');
      writeUv(path);
      const build = await runTestBuild({ repository: folder, project: own, path });
      const index = readFileSync(join(build.result.stage ?? '', 'html/index.html'), 'utf8');
      expect(index.trim()).toBe(join(build.folder, 'venv'));
      const configProgress = build.progress.filter(({ config: told }) => told).at(-1);
      expect(JSON.stringify(configProgress)).toMatch(/"full_version":"3\.\d+\.\d+"/);
    });
  },
);

describe.skipIf(!hasProgram('sphinx-build') || !hasProgram('git'))('the tools of this machine', () => {
  test('are used unchanged, and skipped installations are named', async () => {
    const { folder, commit } = gitRepository();
    const installs = '  install:\n    - requirements: needs.txt\n';
    commit('Docs', { ...PAGES, '.readthedocs.yaml': `version: 2\npython:\n${installs}${SPHINX}` });
    const build = await runTestBuild({ repository: folder });
    expect(build.result).toMatchObject({ success: true });
    expect(outputOf(build, '# Nothing is installed')).toContain(
      '  python.install: requirements: needs.txt\n',
    );
    expect(commandsOf(build).some((command) => command.includes('venv'))).toBe(false);
  });
});
