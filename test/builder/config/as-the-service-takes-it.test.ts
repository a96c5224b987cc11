import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../../src-server/builder/config/parse-config.ts';
import { BUILD, SPHINX } from './config-folder.ts';
import { FILE, refused } from './config-text.ts';

// What the service's parser lets pass and a strict one would not (behaviour.md 15): read the same here, with a note.

const read = (text: string) => parseConfig({ file: FILE, text });
const CHECKOUT = posix.join('/', 'home', 'docs/checkouts/readthedocs.org/user_builds/tides/checkouts/latest');

test('of a key that is given twice the last one counts', () => {
  const text = `${BUILD}${SPHINX}formats: [pdf]\nformats: [epub]\nsphinx: {configuration: b/conf.py, configuration: c/conf.py}\n`;
  const { config, notes } = read(text);
  expect(config).toMatchObject({ formats: ['epub'], sphinx: { configuration: 'c/conf.py' } });
  expect(notes).toEqual([
    '"formats" is given twice, on lines 6 and 7; the second one counts.',
    '"configuration" is given twice, on lines 8 and 8; the second one counts.',
    '"sphinx" is given twice, on lines 5 and 8; the second one counts.',
  ]);
  // What does not count is not checked either.
  expect(read(`${BUILD}${SPHINX}formats: [doc]\nformats: []\n`).config.formats).toEqual([]);
});

test('of several merged mappings the last key wins, of one list the first item, and an own key always', () => {
  const anchors = 'search:\n  ranking:\n    a: &a {one: 1}\n'.replace('a: &a {one: 1}', '"x": 1');
  expect(read(`version: 2\n${anchors}`).config.search.ranking).toEqual({ x: 1 });
  const merge = (merges: string) =>
    read(`version: 2\nsubmodules: &a {recursive: true}\nmkdocs: {<<: {configuration: a}, ${merges}}\n`).config
      .mkdocs?.configuration;
  expect(merge('<<: {configuration: b}')).toBe('b');
  expect(merge('<<: [{configuration: c}, {configuration: d}]')).toBe('c');
  expect(merge('configuration: e')).toBe('e');
});

describe('a path', () => {
  test.each([
    [`${CHECKOUT}/docs/conf.py`, 'docs/conf.py', undefined],
    ['./docs//conf.py', 'docs/conf.py', undefined],
    ['/docs/conf.py', '../../../../../../../../docs/conf.py', 'begins at the root of the computer'],
    ['../docs/conf.py', '../docs/conf.py', 'leads out of the repository'],
  ])('%s is read as %s', (written, path, note) => {
    const { rendered, notes } = read(`${BUILD}sphinx: {configuration: ${written}}\n`);
    expect(rendered.sphinx).toMatchObject({ configuration: path });
    expect(notes).toEqual(note === undefined ? [] : [expect.stringContaining(note)]);
  });

  test('that leads out is no matter where nothing uses it', () => {
    const text = `version: 2\nbuild: {os: ubuntu-24.04, commands: [make]}\npython: {install: [{requirements: /docs/a.txt}]}\n`;
    expect(read(text).config).toMatchObject({ doctype: 'generic', build: { commands: ['make'] } });
  });

  test('of a page is within the pages', () => {
    const { config } = read(`${BUILD}${SPHINX}search: {ignore: [/a//b.html, ../c.html, d/../e/*]}\n`);
    expect(config.search.ignore).toEqual(['a/b.html', 'c.html', 'e/*']);
  });
});

test('null stands for an absent key where the service takes it so', () => {
  const { config, refusedToday } = read(
    'version: 2\nbuild: {os: ubuntu-24.04, tools: null, commands: [make]}\nconda: null\n',
  );
  expect(config).toMatchObject({ conda: null, build: { tools: {}, commands: ['make'] } });
  expect(refusedToday).toEqual([]);
  expect(read(`${BUILD}sphinx:\n`)).toMatchObject({
    config: { sphinx: { builder: 'sphinx', configuration: null } },
    refusedToday: [{ message: 'config:sphinx:missing-config' }],
  });
  for (const key of ['formats', 'build', 'python', 'submodules', 'search', 'mkdocs'])
    expect(refused(() => read(`version: 2\n${key}: null\n`)).code, key).toMatch(
      /^invalid-(?:list|dictionary)$/,
    );
});

test.each(['2', '"2"', '2.0', '"02"', "' 2 '", '2.7'])('version %s is 2', (version) => {
  expect(read(`version: ${version}\n${SPHINX}`).config.version).toBe('2');
});

test.each([
  ['create_environment: [make]', 'generic'],
  ['install: []', 'generic'],
  ['build: {html: [make]}', 'generic'],
  ['pre_build: [make]', 'sphinx'],
])('a file without a tool and with the job %s builds %s', (job, doctype) => {
  expect(read(`${BUILD}  jobs: {${job}}\n`).config.doctype).toBe(doctype);
});
