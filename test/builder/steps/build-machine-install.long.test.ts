import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openIsolation } from '../../../src-server/builder/process/isolation.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository } from '../git/git-repository.ts';
import { outputOf, programsFolder, runTestBuild, type TestBuild } from './run-test-build.ts';

/** Builds a wheel of `roman`, a package that Debian installs with Sphinx, without a tool of the machine. */
const BACKEND = `
import os, zipfile

def build_wheel(folder, *_):
    name, info = 'roman-99.0-py3-none-any.whl', 'roman-99.0.dist-info/'
    with zipfile.ZipFile(os.path.join(folder, name), 'w') as wheel:
        wheel.write('code/roman.py', 'roman.py')
        wheel.writestr(info + 'METADATA', 'Metadata-Version: 2.1\\nName: roman\\nVersion: 99.0\\n')
        wheel.writestr(info + 'WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
        wheel.writestr(info + 'RECORD', 'roman.py,,\\n')
    return name
`;
const PROJECT = '[project]\nname = "Roman"\nversion = "99.0"\n';
const IN_TREE = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n';
const MISSING = '[build-system]\nrequires = []\nbuild-backend = "no_such_backend"\n';
/** Has what Sphinx itself uses of it. */
const MODULE =
  '"""The tides of the repository."""\n__version__ = "99.0"\nclass InvalidRomanNumeralError(Exception): pass\ndef toRoman(number): return "I"\ndef fromRoman(text): return 1\n';
const CONFIG =
  'version: 2\npython:\n  install:\n    - requirements: needs.txt\n    - {path: ., method: pip}\nsphinx: {configuration: docs/conf.py}\n';
const CONF =
  "import roman\nproject = 'Roman'\nextensions = ['sphinx.ext.autodoc']\nprint('documents', roman.__file__)\n";

/** Creates a repository of a newer `roman` than this machine has, with its module in this place. */
function roman(buildSystem: string, modulePath: string, more: Readonly<Record<string, string>> = {}): string {
  const { folder, commit } = gitRepository();
  commit('Docs', {
    '.readthedocs.yaml': CONFIG,
    'needs.txt': 'not-wanted-here\n',
    'pyproject.toml': `${buildSystem}\n${PROJECT}`,
    'backend.py': BACKEND,
    [modulePath]: MODULE,
    'docs/conf.py': CONF,
    'docs/index.rst': 'Roman\n=====\n\n.. automodule:: roman\n',
    ...more,
  });
  return folder;
}

const pageOf = ({ result }: TestBuild) => readFileSync(join(result.stage ?? '', 'html/index.html'), 'utf8');
const commandsOf = ({ commands }: TestBuild) => commands.map(({ command }) => command);

describe.skipIf(!hasProgram('sphinx-build') || !hasProgram('python3-venv') || !hasProgram('git'))(
  'a build with what this machine has',
  () => {
    test.each([
      ['as it is', false],
      ['in the sandbox', true],
    ])('documents the code of the repository, not the copy of this machine, %s', async (_name, sandboxed) => {
      if (sandboxed && !hasProgram('bwrap')) return;
      const isolation = sandboxed ? { isolation: await openIsolation([]) } : {};
      const build = await runTestBuild({ repository: roman(IN_TREE, 'code/roman.py'), ...isolation });
      expect(build.result).toMatchObject({ success: true });
      expect(pageOf(build)).toContain('The tides of the repository.');
      expect(commandsOf(build)).toEqual(
        expect.arrayContaining([
          '/usr/bin/python3 -m venv --system-site-packages --without-pip $READTHEDOCS_VIRTUALENV_PATH',
          'python -m pip install --no-deps --no-build-isolation .',
        ]),
      );
      expect(outputOf(build, '# Only the project itself')).toContain('requirements: needs.txt');
      expect(outputOf(build, 'sphinx-build')).toContain(`documents ${build.folder}/venv/`);
    });

    test('finds by PYTHONPATH what cannot be installed, and says so', async () => {
      const build = await runTestBuild({ repository: roman(MISSING, 'src/roman.py') });
      expect(build.result).toMatchObject({ success: true });
      expect(pageOf(build)).toContain('The tides of the repository.');
      expect(outputOf(build, '# The project is not installed')).toContain('PYTHONPATH');
      expect(outputOf(build, 'sphinx-build')).toContain(`documents ${build.folder}/checkout/src/roman.py`);
    });

    test('uses PYTHONPATH where the tool has an environment of its own', async () => {
      const path = programsFolder('git', 'bash', 'sh', 'cat', 'dirname');
      const python = join(path, 'python3');
      const noEnvironments = '#!/bin/sh\ntest "$1 $2" != "-m venv" && exec /usr/bin/python3 "$@"\n';
      writeFileSync(python, noEnvironments, { mode: 0o755 });
      const script = `#!${python}\nimport sys\nfrom sphinx.cmd.build import main\nsys.exit(main())\n`;
      writeFileSync(join(path, 'sphinx-build'), script, { mode: 0o755 });
      symlinkSync('/usr/bin/env', join(path, 'env'));
      const build = await runTestBuild({ repository: roman(IN_TREE, 'roman.py'), path });
      expect(build.result).toMatchObject({ success: true });
      expect(outputOf(build, 'sphinx-build')).toContain(`documents ${build.folder}/checkout/roman.py`);
    });

    test('fails when a copy of this machine would be documented, unless that is accepted', async () => {
      const repository = roman(MISSING, 'hidden/roman.py');
      const build = await runTestBuild({ repository });
      expect(build.result.success).toBe(false);
      expect(build.result.error).toMatch(
        /^The documentation would be about another copy of this project: roman \d[\d.]* in \/usr\/lib\/.*roman\.py\./,
      );
      const accepted = await runTestBuild({ repository, acceptsInstalledCopies: true });
      expect(accepted.result).toMatchObject({ success: true });
      expect(outputOf(accepted, '# Another copy is documented')).toContain('roman');
    });

    test.skipIf(!hasProgram('mkdocs'))('does the same with MkDocs', async () => {
      const repository = roman(IN_TREE, 'code/roman.py', {
        '.readthedocs.yaml':
          'version: 2\nbuild:\n  os: ubuntu-24.04\n  tools: {python: "3"}\n  jobs:\n    pre_build:\n      - python -c "import roman; print(roman.__version__)"\npython:\n  install:\n    - {path: ., method: pip}\nmkdocs: {configuration: mkdocs.yml}\n',
        'mkdocs.yml': 'site_name: Roman\n',
        'docs/index.md': '# Roman\n',
      });
      const build = await runTestBuild({ repository });
      expect(build.result).toMatchObject({ success: true });
      expect(outputOf(build, 'python -c')).toBe('99.0\n');
      expect(pageOf(build)).toContain('Roman');
    });
  },
);
