import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../../src-server/builder/config/config-check.ts';
import { guessLanguage } from '../../../src-server/builder/git/guess-language.ts';

const problems = (text: string) => checkConfig('.readthedocs.yaml', text).preview.problems;

describe('a configuration is valid:', () => {
  test.each([
    ['the shortest one', 'version: 2\n'],
    ['with comments and document markers', '---\n# ours\nversion: 2 # the second\n...\n'],
    ['with quotes', '"version": "2"\n'],
    ['with Windows line ends', 'version: 2\r\nformats:\r\n  - pdf\r\n'],
    ['with a list in brackets over several lines', 'version: 2\nformats: [\n  pdf,\n  epub\n]\n'],
    ['with a mapping in braces', 'version: 2\nsearch: { ranking: { "api/*": -5 } }\n'],
    ['with an unindented list', 'version: 2\nformats:\n- pdf\n- epub\n'],
    [
      'with shell commands',
      'version: 2\nbuild:\n  os: ubuntu-24.04\n  commands:\n    - echo "[x" {y\n    - |\n      if [ -f x ]; then\n        echo x\n      fi\n',
    ],
    ['with a bracket inside plain text', 'version: 2\nsearch:\n  ignore:\n    - draft [old\n'],
  ])('%s', (_name, text) => {
    expect(problems(text)).toEqual([]);
  });
});

describe('a mistake is found:', () => {
  test.each([
    ['version: 2\nbuild:\n\tos: x\n', /^Line 3: .*[Tt]abs/],
    ['version: 2\nversion: 2\n', /^"version" is given twice, on lines 1 and 2; the second one counts\.$/],
    ['version: 2\nformats: [pdf, epub\n', /^Line \d: /],
    [
      'version: 2\nsphynx:\n  x: y\n',
      /^Line 2: Invalid configuration option: sphynx\. Make sure the key name is correct\.$/,
    ],
    ['nonsense\n', /^Line 1: Expected mapping\.$/],
    ['sphinx:\n  configuration: docs/conf.py\n', /^It has no "version: 2"\.$/],
    ['', /^Empty config\.$/],
    ['version: 1\n', /^Line 1: Invalid version of the configuration file\.$/],
    ['version: 2\nformats: pdf\n', /^Line 2: Invalid "formats": expected list\.$/],
  ])('%j', (text, problem) => {
    expect(problems(text)[0]).toMatch(problem);
  });

  test('up to a limited number', () => {
    const text = Array.from({ length: 40 }, (_, index) => `key${index}: x\n`).join('');
    expect(problems(text)).toHaveLength(5);
  });
});

test('only the option of Sphinx makes warnings fail the build', () => {
  const fails = (text: string) => checkConfig('x', text).preview.failsOnWarning;
  expect(fails('version: 2\nsphinx:\n  fail_on_warning: true\n')).toBe(true);
  expect(fails('version: 2\nsphinx:\n  fail_on_warning: false\n')).toBe(false);
  expect(fails('version: 2\nmkdocs:\n  fail_on_warning: true\n')).toBe(false);
});

test.each([
  [['go.mod', 'main.go'], { code: 'go', reason: 'go.mod and 100% of the source files' }],
  [
    ['package.json', 'a.js', 'b.py', 'c.py'],
    { code: 'js', reason: 'package.json and 33% of the source files' },
  ],
  [['a.rb', 'b.rb', 'c.py'], { code: 'ruby', reason: '67% of the source files' }],
  // The service does not support Rust.
  [['Cargo.toml', 'a.rs'], null],
  [['README.rst', 'docs/conf.txt'], null],
])('guesses the language of %j', (paths, guess) => {
  expect(guessLanguage(paths)).toEqual(guess);
});
