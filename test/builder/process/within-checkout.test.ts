import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withinCheckout } from '../../../src-server/builder/process/within-checkout.ts';
import { resolveMkdocsPages } from '../../../src-server/builder/steps/docs-source.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';
import { runTestBuild } from '../steps/run-test-build.ts';

const BUILD = 'version: 2\nbuild:\n  os: ubuntu-24.04\n  tools: {python: "3"}\n';
const CONDA = BUILD.replace('"3"', '"miniforge3-25.11"');
const SPHINX = 'sphinx: {configuration: conf.py}\n';
// An environment whose Python installs nothing, and so needs neither time nor a network.
const FAKE_PYTHON = `${BUILD}  jobs:
    create_environment:
      - mkdir -p $READTHEDOCS_VIRTUALENV_PATH/bin
      - ln -s "$(which true)" $READTHEDOCS_VIRTUALENV_PATH/bin/python
`;
const OWN = { buildTools: 'own' } as const;
const PAGES = { 'conf.py': "project = 'Glow'\n", 'index.rst': 'Glow\n====\n' };
const OUTSIDE = {
  ...PAGES,
  'mkdocs.yml': 'site_name: Glow\n',
  'needs.txt': '',
  'env.yml': '',
  'setup.py': '',
};

describe.skipIf(!hasProgram('git') || !hasProgram('sphinx-build') || !hasProgram('python3-venv'))(
  'S12 a link in a path',
  () => {
    /** Creates a repository with a link `away` to a folder outside and a link `near` to one inside. */
    function linked(config: string | undefined, more: Readonly<Record<string, string>> = {}) {
      const outside = scratchFolder();
      for (const [name, text] of Object.entries(OUTSIDE)) writeFileSync(join(outside, name), text);
      const { folder, commit } = gitRepository();
      symlinkSync(outside, join(folder, 'away'));
      symlinkSync('real', join(folder, 'near'));
      symlinkSync(join(outside, 'mkdocs.yml'), join(folder, 'mkdocs.yml'));
      symlinkSync(join(outside, 'needs.txt'), join(folder, 'requirements.txt'));
      mkdirSync(join(folder, 'real'));
      for (const [name, text] of Object.entries(PAGES)) writeFileSync(join(folder, 'real', name), text);
      commit('Docs', { ...(config !== undefined && { '.readthedocs.yaml': config }), ...more });
      return folder;
    }

    test.each([
      ['sphinx.configuration', 'away/conf.py', `${BUILD}sphinx: {configuration: away/conf.py}\n`, {}],
      ['mkdocs.configuration', 'away/mkdocs.yml', `${BUILD}mkdocs: {configuration: away/mkdocs.yml}\n`, {}],
      ['mkdocs.configuration', 'mkdocs.yml', `${BUILD}mkdocs: {fail_on_warning: true}\n`, {}],
      ['python.install[0].path', 'away', `${FAKE_PYTHON}python: {install: [{path: away}]}\n${SPHINX}`, OWN],
      [
        'python.install[1].requirements',
        'away/needs.txt',
        `${FAKE_PYTHON}python: {install: [{requirements: real/none.txt}, {requirements: away/needs.txt}]}\n${SPHINX}`,
        OWN,
      ],
      ['conda.environment', 'away/env.yml', `${CONDA}conda: {environment: away/env.yml}\n${SPHINX}`, OWN],
    ])('that leads out of the repository ends the build: %s', async (key, path, config, project) => {
      const { result, commands } = await runTestBuild({
        repository: linked(config, { ...PAGES, 'real/none.txt': '' }),
        project,
        path: `${condaFolder()}:/usr/bin:/bin`,
      });
      expect(result).toMatchObject({ success: false, error: leadsOut(key, path) });
      expect(commands.map(({ command }) => command).filter((line) => line.includes(`/${path}`))).toEqual([]);
    });

    test.each([
      ['the folder of pages', 'docs', 'site_name: Glow\n'],
      ['a folder that it names', 'away', "docs_dir: 'away'\nx: !!python/name:a.b\nsite_name: Glow\n"],
    ])('does not let MkDocs read pages from outside: %s', async (_name, path, text) => {
      const outside = scratchFolder();
      writeFileSync(join(outside, 'index.md'), '# Private\n');
      const repository = gitRepository();
      symlinkSync(outside, join(repository.folder, path));
      repository.commit('Docs', {
        '.readthedocs.yaml': `${BUILD}mkdocs: {configuration: mkdocs.yml}\n`,
        'mkdocs.yml': text,
      });
      const { result } = await runTestBuild({ repository: repository.folder });
      expect(result.error).toBe(leadsOut('mkdocs.configuration', path));
    });

    test('that stays in the repository is followed', async () => {
      const repository = linked(`${BUILD}sphinx: {configuration: near/conf.py}\n`);
      expect((await runTestBuild({ repository })).result).toMatchObject({ success: true });
    });

    test.each([
      ['_build', `${BUILD}${SPHINX}`, leadsOut('sphinx.configuration', '_build')],
      [
        '_readthedocs',
        `${BUILD}${SPHINX}`,
        '$READTHEDOCS_OUTPUT/ is a link that leads out of the repository.',
      ],
    ])('is not written through: %s', async (name, config, error) => {
      const outside = scratchFolder();
      const { folder, commit } = gitRepository();
      symlinkSync(outside, join(folder, name));
      commit('Docs', { '.readthedocs.yaml': config, ...PAGES });
      expect((await runTestBuild({ repository: folder })).result.error).toBe(error);
      expect(readdirSync(outside)).toEqual([]);
    });

    test('of MkDocs to pages outside the checkout is reported as such', async () => {
      const root = scratchFolder();
      const checkout = join(root, 'checkout');
      mkdirSync(checkout);
      mkdirSync(join(root, 'beside'));
      writeFileSync(join(checkout, 'mkdocs.yml'), 'docs_dir: ../beside\n');
      await expect(resolveMkdocsPages(checkout, 'mkdocs.yml')).rejects.toThrow(
        /path \.\.\/beside leads out of the repository$/,
      );
      writeFileSync(join(checkout, 'mkdocs.yml'), 'docs_dir: ../none\n');
      expect(await resolveMkdocsPages(checkout, 'mkdocs.yml')).toBe('../none');
    });

    test('keeps a path inside the repository unchanged, and a missing file is not a link', () => {
      const folder = linked(undefined);
      expect(withinCheckout(folder, 'near/conf.py', 'a')).toBe('near/conf.py');
      expect(withinCheckout(folder, '.', 'a')).toBe('.');
      expect(withinCheckout(folder, 'none/conf.py', 'a')).toBe('none/conf.py');
      expect(() => withinCheckout(folder, 'away', 'a.b')).toThrow('Invalid "a.b": path away leads out');
    });
  },
);

function leadsOut(key: string, path: string): string {
  return `Problem in your project's configuration. Invalid "${key}": path ${path} leads out of the repository by a link`;
}

/** Creates a folder of programs with a fake conda. */
function condaFolder(): string {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'conda'), '#!/bin/sh\n', { mode: 0o755 });
  return folder;
}
