import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';
import { outputOf, runTestBuild, type TestBuild, type TestBuildOptions } from '../steps/run-test-build.ts';

/** Builds a wheel with the standard library: as a program in the folder `wheels`, and as the project's own backend. */
const PACK = `
import os, pathlib, sys, zipfile
def wheel(folder, name, version, files):
    path = f'{name}-{version}-py3-none-any.whl'
    with zipfile.ZipFile(os.path.join(folder, path), 'w') as archive:
        for file, text in files.items():
            archive.writestr(file, text)
        info = f'{name}-{version}.dist-info'
        archive.writestr(f'{info}/METADATA', f'Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n')
        archive.writestr(f'{info}/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
        archive.writestr(f'{info}/RECORD', ''.join(f'{each},,\\n' for each in files))
    return path
def build_wheel(folder, settings=None, metadata=None):
    return wheel(folder, 'glow', '1.0', {'glow.py': open('glow.py').read()})
if __name__ == '__main__':
    pathlib.Path('wheels').mkdir(exist_ok=True)
    for version in ['1.0', '2.0']:
        wheel('wheels', 'ember', version, {'ember.py': f'VERSION = "{version}"'})
    # Some versions of Python bring no setuptools.
    for name in ['setuptools', 'sphinx']:
        wheel('wheels', name, '1.0', {})
`;
/** Writes what an environment has, then changes it as a careless job would. */
const PAGE = [
  'mkdir -p $READTHEDOCS_OUTPUT/html',
  'python -c "import ember, glow; print(ember.VERSION, glow.WORDS)" > $READTHEDOCS_OUTPUT/html/index.html',
  'test ! -e $READTHEDOCS_VIRTUALENV_PATH/left',
  'touch $READTHEDOCS_VIRTUALENV_PATH/left',
];
const config = (more = '') => `version: 2
build:
  os: ubuntu-24.04
  tools: {python: "3"}
  jobs:
    build: {html: ${JSON.stringify(PAGE)}}
${more}
python:
  install:
    - requirements: needs.txt
    - {method: pip, path: .}
sphinx: {configuration: conf.py}
`;
const FILES = {
  '.readthedocs.yaml': config(),
  'conf.py': '',
  'glow.py': 'WORDS = "one"\n',
  'pack.py': PACK,
  'pyproject.toml':
    '[project]\nname = "glow"\nversion = "1.0"\n[build-system]\nrequires = []\nbuild-backend = "pack"\nbackend-path = ["."]\n',
  'needs.txt': '-r more.txt\n',
  'more.txt': 'ember\n-c pins.txt\n',
  'pins.txt': 'ember==1.0\n',
};
/** Packages come from the repository itself. */
const INDEX = [
  { name: 'PIP_NO_INDEX', value: '1' },
  { name: 'PIP_FIND_LINKS', value: 'wheels' },
];
const NEW = '# A new environment is made';

describe.skipIf(!hasProgram('python3-venv') || !hasProgram('sphinx-build') || !hasProgram('git'))(
  'the environment of a version',
  () => {
    test('is used again until something that it was made from changes', async () => {
      const { folder, commit } = gitRepository();
      commit('Docs', FILES);
      execFileSync('/usr/bin/python3', ['pack.py'], { cwd: folder });
      commit('Wheels');
      const workFolder = scratchFolder();
      const kept = join(workFolder, 'kept', 'versions', '2');
      const build = (options: Partial<TestBuildOptions> = {}) =>
        runTestBuild({
          ...{ repository: folder, project: { buildTools: 'own' }, workFolder, variables: INDEX },
          ...options,
        });
      const commandsOf = ({ commands }: TestBuild) => commands.map(({ command }) => command);
      const pageOf = ({ result, commands }: TestBuild) => {
        expect(result, JSON.stringify([result.error, commands.slice(-1)])).toMatchObject({ success: true });
        return readFileSync(join(result.stage ?? '', 'html/index.html'), 'utf8');
      };

      const first = await build();
      expect(pageOf(first)).toBe('1.0 one\n');
      expect(commandsOf(first)).toContain('python -m pip install -r ./needs.txt');
      const fresh = commandsOf(await build({ keeping: { environmentDays: 0 } }));
      expect(fresh).toEqual(commandsOf(first).filter((command) => !command.startsWith('# An env')));

      // The project itself is installed by each build, from the commit that it builds.
      commit('Words', { 'glow.py': 'WORDS = "two"\n' });
      const second = await build();
      expect(pageOf(second)).toBe('1.0 two\n');
      expect(commandsOf(second).filter((command) => /pip install|venv|^# /.test(command))).toEqual([
        '# The environment of build 3 is used again',
        'python -m pip install --upgrade --upgrade-strategy only-if-needed .',
      ]);
      // What a job of the last build left in its copy is not there.
      expect(existsSync(join(kept, 'environment', 'left'))).toBe(false);

      const changes: readonly [reason: string, change: () => void, options?: Partial<TestBuildOptions>][] = [
        ['pins.txt changed', () => commit('Pins', { 'pins.txt': 'ember==2.0\n' })],
        [
          'pyproject.toml changed',
          () => commit('Project', { 'pyproject.toml': `${FILES['pyproject.toml']}\n` }),
        ],
        [
          'The configuration of the environment changed',
          () => commit('Job', { '.readthedocs.yaml': config('    pre_create_environment: ["true"]') }),
        ],
        [
          'The variables of the project, or the settings of pip and uv changed',
          () => undefined,
          { variables: [...INDEX, { name: 'EMBER', value: '1' }] },
        ],
        [
          'The files of the environment changed',
          () => writeFileSync(join(kept, 'environment', 'pyvenv.cfg'), ''),
          { variables: [...INDEX, { name: 'EMBER', value: '1' }] },
        ],
      ];
      for (const [reason, change, options] of changes) {
        change();
        const again = await build(options);
        expect(pageOf(again)).toBe('2.0 two\n');
        expect(outputOf(again, NEW)).toBe(`${reason} since build 3.\n`);
      }
      const last = { variables: [...INDEX, { name: 'EMBER', value: '1' }] };
      expect(commandsOf(await build(last))).toContain('# The environment of build 3 is used again');

      const record = join(kept, 'environment.json');
      const { created, ...rest } = JSON.parse(readFileSync(record, 'utf8'));
      writeFileSync(record, JSON.stringify({ ...rest, created: created - 8 * 86_400_000 }));
      expect(outputOf(await build(last), NEW)).toBe('More than 7 days have passed since build 3.\n');

      const scratch = await build({ ...last, keeping: { isFromScratch: true } });
      expect(pageOf(scratch)).toBe('2.0 two\n');
      expect(commandsOf(scratch)[0]).toBe('# This build is from scratch');
      expect(commandsOf(scratch)).toContain('python -m pip install -r ./needs.txt');
      expect(outputOf(scratch, 'python3 -m venv')).toBe('');

      commit('Broken', { 'pins.txt': 'ember==3.0\n' });
      expect((await build(last)).result).toMatchObject({ success: false });
      expect(existsSync(record)).toBe(true);
      commit('Mended', { 'pins.txt': 'ember==2.0\n' });
      expect(commandsOf(await build(last))).toContain('# The environment of build 3 is used again');
    });

    test('is moved into a build without jobs, and kept on unless the build changed it', async () => {
      const { folder, commit } = gitRepository();
      commit('Docs', {
        '.readthedocs.yaml':
          'version: 2\npython:\n  system_packages: true\nsphinx: {configuration: conf.py}\n',
        'conf.py': '',
        'index.rst': 'Glow\n====\n',
      });
      const workFolder = scratchFolder();
      const record = join(workFolder, 'kept/versions/2/environment.json');
      const build = async () => {
        const { result, commands } = await runTestBuild({
          ...{ repository: folder, project: { buildTools: 'own' }, workFolder },
        });
        expect(result).toMatchObject({ success: true });
        return commands.some(({ command }) => command === '# The environment of build 3 is used again');
      };
      expect([await build(), existsSync(record)]).toEqual([false, true]);
      expect([await build(), existsSync(record)]).toEqual([true, true]);
      commit('Careless', { 'conf.py': 'import sys\nopen(sys.prefix + "/left", "w").close()\n' });
      expect([await build(), existsSync(record)]).toEqual([true, false]);
      const strict = 'import os, sys\nassert not os.path.exists(sys.prefix + "/left")\n';
      commit('Strict', { 'conf.py': strict });
      expect([await build(), existsSync(record)]).toEqual([false, true]);
    });

    test('is of one build where a job may install anything, which the log says', async () => {
      const { folder, commit } = gitRepository();
      commit('Docs', { ...FILES, '.readthedocs.yaml': config('    pre_install: ["true"]') });
      const workFolder = scratchFolder();
      const build = await runTestBuild({
        ...{ repository: folder, project: { buildTools: 'own' }, workFolder },
        variables: INDEX,
      });
      expect(outputOf(build, '# The environment is made for this build alone')).toBe(
        'No later build uses it, since build.jobs.pre_install may install anything.\n',
      );
      expect(existsSync(join(workFolder, 'kept/versions/2/environment.json'))).toBe(false);
    });
  },
);
