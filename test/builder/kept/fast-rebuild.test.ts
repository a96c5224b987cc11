import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../support/faults-run.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';
import { outputOf, runTestBuild, type TestBuild, type TestBuildOptions } from '../steps/run-test-build.ts';

const config = (more = '') => `version: 2
build:
  os: ubuntu-24.04
  tools: {python: "3"}
  jobs:
    post_build: [echo careless >> $READTHEDOCS_OUTPUT/html/one.html]
sphinx: {configuration: docs/conf.py}
${more}`;
const page = (name: string, words = 'words') => `${name}\n====\n\nSome ${words}.\n`;
const FILES = {
  '.readthedocs.yaml': config(),
  'docs/conf.py':
    "project = 'Glow'\nextensions = []\nexclude_patterns = ['_build']\nhtml_static_path = ['_static']\n",
  'docs/_static/x.css': 'a {color: red}\n',
  'docs/_ext/glow.py': '',
  'docs/index.rst': 'Glow\n====\n\n.. toctree::\n   :glob:\n\n   *\n',
  'docs/one.rst': page('One'),
  'docs/two.rst': page('Two'),
  'docs/gone.rst': page('Gone'),
};
const FULL = '# Fast rebuild: everything is built';
const FAST = '# Fast rebuild: it goes on from build 3';

describe.skipIf(!hasProgram('sphinx-build') || !hasProgram('git'))('a fast rebuild', () => {
  test('goes on from the last build, and builds everything when that could be wrong', async () => {
    const { folder, commit } = gitRepository();
    commit('Docs', FILES);
    const workFolder = scratchFolder();
    const state = join(workFolder, 'kept/versions/2/fast');
    const build = (options: Partial<TestBuildOptions> = {}) =>
      runTestBuild({ repository: folder, version: { fastRebuild: true }, workFolder, ...options });
    const isFast = ({ progress }: TestBuild) => progress.some((each) => each.isFast);

    const first = await build();
    expect(first.result).toMatchObject({ success: true });
    expect(isFast(first)).toBe(false);

    commit('Words', { 'docs/gone.rst': page('Gone', 'other words') });
    const second = await build();
    expect(isFast(second)).toBe(true);
    expect(outputOf(second, FAST)).toContain('Only what has changed since');
    expect(outputOf(second, 'sphinx-build')).toContain('0 added, 1 changed, 0 removed');
    const ours = pagesOf(second);
    expect(ours.get('gone.html')).toContain('other words');
    // Its titles are last in the index now, which is no other title.
    expect(second.commands.map(({ command }) => command)).not.toContain('# All pages are written again');
    // What a job did to a page that was not written again is done once.
    expect(ours.get('one.html')?.match(/careless/g)).toHaveLength(1);
    const clean = await build({ version: {} });
    expect(clean.commands.map(({ command }) => command).filter((each) => /Fast/.test(each))).toEqual([]);
    for (const [path, text] of pagesOf(clean))
      expect(comparable(path, ours.get(path)), path).toEqual(comparable(path, text));

    // What other pages show of a page, and files that no page names.
    const shown: readonly (readonly [reason: string | undefined, Readonly<Record<string, string>>])[] = [
      [undefined, { 'docs/_static/x.css': 'a {color: blue}\n' }],
      ['A title or a target', { 'docs/two.rst': page('Twain', 'other words') }],
      ['A title or a target', { 'docs/three.rst': page('Three') }],
      [
        'A table of contents',
        { 'docs/index.rst': 'Glow\n====\n\n.. toctree::\n\n   two\n   one\n   three\n   gone\n' },
      ],
    ];
    for (const [reason, files] of shown) {
      const name = Object.keys(files).join();
      commit('More', files);
      const more = await build();
      expect(isFast(more), name).toBe(true);
      const note = more.commands.find(({ command }) => command === '# All pages are written again');
      expect(note?.output, name).toEqual(reason === undefined ? undefined : expect.stringContaining(reason));
      const [found, wanted] = [pagesOf(more), pagesOf(await build({ version: {} }))];
      expect([...found.keys()].sort(), name).toEqual([...wanted.keys()].sort());
      for (const [path, text] of wanted)
        expect(comparable(path, found.get(path)), `${path} after ${name}`).toEqual(comparable(path, text));
    }

    const edited = (name: string, change: (value: Record<string, unknown>) => void) => {
      const value = JSON.parse(readFileSync(join(state, name), 'utf8'));
      change(value);
      writeFileSync(join(state, name), JSON.stringify(value));
    };
    const causes: readonly (readonly [reason: string, change: () => void, Partial<TestBuildOptions>?])[] = [
      ['docs/conf.py changed', () => commit('Conf', { 'docs/conf.py': `${FILES['docs/conf.py']}\n` })],
      ['.readthedocs.yaml changed', () => commit('Config', { '.readthedocs.yaml': config('formats: []\n') })],
      ['docs/_ext/glow.py changed', () => commit('Code', { 'docs/_ext/glow.py': 'words = 1\n' })],
      [
        'docs/gone.rst was removed',
        () => {
          execFileSync('git', ['rm', '--quiet', 'docs/gone.rst'], { cwd: folder });
          commit('Gone', {});
        },
      ],
      [
        'The environment changed',
        () =>
          edited('state.json', ({ inputs }) =>
            Object.assign(inputs as object, { 'The environment': 'other' }),
          ),
      ],
      ['What is kept could not be read', () => rmSync(join(state, 'output'), { recursive: true })],
      ['The options of the builder changed', () => {}, { project: { language: 'de' } }],
    ];
    for (const [reason, change, options] of casesOf(causes, 3)) {
      change();
      const again = await build(options);
      expect(again.result, reason).toMatchObject({ success: true });
      expect(isFast(again)).toBe(false);
      expect(outputOf(again, FULL)).toBe(`${reason} since build 3.\n`);
      expect(pagesOf(again).has('gone.html')).toBe(!/removed|environment|options|kept/.test(reason));
    }
  });
});

/** Returns a page as it is, and the search index without its order, which is that of reading. */
function comparable(path: string, text = ''): unknown {
  return path === 'searchindex.js'
    ? JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
    : text;
}

function pagesOf({ result }: TestBuild): ReadonlyMap<string, string> {
  const folder = join(result.stage ?? '', 'html');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]));
}
