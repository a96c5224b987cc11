import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';
import { packWheel } from '../steps/package-index.ts';
import { runTestBuild, type TestBuild } from '../steps/run-test-build.ts';

/** Sphinx and MkDocs come from this machine, everything else from the repository. */
const SHARED = 'version: 2\npython:\n  system_packages: true\n';
const NEEDS = '  install:\n    - requirements: needs.txt\n';
const PROJECT = '    - {method: pip, path: .}\n';
const SPHINX = 'sphinx: {configuration: docs/conf.py}\n';
const BACKEND = `
import os, zipfile
def build_wheel(folder, settings=None, metadata=None):
    path = 'glow-1.0-py3-none-any.whl'
    with zipfile.ZipFile(os.path.join(folder, path), 'w') as archive:
        archive.writestr('glow.py', open('glow.py').read())
        archive.writestr('glow-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: glow\\nVersion: 1.0\\n')
        archive.writestr('glow-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
        archive.writestr('glow-1.0.dist-info/RECORD', 'glow.py,,\\n')
    return path
`;
const FILES = {
  'needs.txt': '--no-index\n--find-links wheels\nember\n',
  'glow.py': '"""Glows."""\n\ndef glow(words):\n    """Says words."""\n',
  'backend.py': BACKEND,
  'pyproject.toml':
    '[project]\nname = "glow"\nversion = "1.0"\n[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n',
  'docs/conf.py':
    "import ember\nproject = ember.GLOW\nextensions = ['sphinx.ext.autodoc', 'sphinx.ext.viewcode']\nexclude_patterns = ['_build']\n",
  'docs/index.rst': 'Glow\n====\n\n.. toctree::\n\n   more\n',
  'docs/more.rst': 'More\n====\n\n.. code-block:: python\n\n   print(1)\n',
};
const AUTODOC = { 'docs/more.rst': 'More\n====\n\n.. automodule:: glow\n   :members:\n' };
const CONFIGURATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'requirements and Sphinx': { '.readthedocs.yaml': SHARED + NEEDS + SPHINX },
  'an installed project with autodoc': { '.readthedocs.yaml': SHARED + NEEDS + PROJECT + SPHINX, ...AUTODOC },
  'directory pages and all formats': {
    '.readthedocs.yaml': `${SHARED + NEEDS}sphinx: {configuration: docs/conf.py, builder: dirhtml}\nformats: [htmlzip, epub]\n`,
  },
  'several requirement files with a constraint': {
    '.readthedocs.yaml': `${SHARED + NEEDS}    - requirements: docs/more.txt\n${SPHINX}`,
    'docs/more.txt': '-r ../needs.txt\n-c pins.txt\n',
    'docs/pins.txt': 'ember==1.0\n',
  },
  MkDocs: {
    '.readthedocs.yaml': `${SHARED + NEEDS}mkdocs: {configuration: mkdocs.yml}\n`,
    'mkdocs.yml': 'site_name: Glow\ntheme: mkdocs\nplugins: [search]\n',
    'docs/index.md': '# Glow\n\nWords.\n',
  },
};

describe.skipIf(!hasProgram('python3-venv') || !hasProgram('sphinx-build') || !hasProgram('git'))(
  'an environment that is used again gives the pages that a new one gives',
  () => {
    test.each(Object.entries(CONFIGURATIONS))('%s', async (_name, files) => {
      const { folder, commit } = gitRepository();
      mkdirSync(join(folder, 'wheels'));
      packWheel(join(folder, 'wheels'));
      commit('Docs', { ...FILES, ...files });
      const workFolder = scratchFolder();
      const build = (isFromScratch: boolean) =>
        runTestBuild({
          ...{ repository: folder, project: { buildTools: 'own' }, workFolder },
          keeping: { isFromScratch },
        });
      const first = pagesOf(await build(true));
      const again = await build(false);
      expect(again.commands.map(({ command }) => command)).toContain(
        '# The environment of build 3 is used again',
      );
      const second = pagesOf(again);
      expect([...second.keys()].sort()).toEqual([...first.keys()].sort());
      for (const [path, text] of first) expect(second.get(path), path).toBe(text);
    });
  },
);

/** Returns the files that a build publishes, without those that say when they were made. */
function pagesOf({ result, commands }: TestBuild): ReadonlyMap<string, string> {
  expect(result, JSON.stringify([result.error, commands.at(-1)])).toMatchObject({ success: true });
  const stage = result.stage ?? '';
  const entries = readdirSync(stage, { recursive: true, withFileTypes: true });
  const paths = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  return new Map(paths.map((path) => [path.slice(stage.length + 1), contentOf(path)]));
}

function contentOf(path: string): string {
  if (/\.(?:zip|epub)$/.test(path))
    return execFileSync(
      '/usr/bin/python3',
      [
        '-c',
        'import sys, zipfile; print([(i.filename, i.file_size) for i in zipfile.ZipFile(sys.argv[1]).infolist()])',
        path,
      ],
      { encoding: 'utf8' },
    );
  if (path.endsWith('.gz')) return '';
  const text = readFileSync(path, 'latin1');
  // MkDocs dates its pages.
  return text.replaceAll(/Build Date UTC : .*|<lastmod>.*<\/lastmod>/g, '');
}
