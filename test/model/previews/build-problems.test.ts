import { expect, test } from 'vitest';
import { findBuildProblems } from '../../../src-server/model/previews/build-problems.ts';

const FILES = ['docs/index.rst', 'docs/conf.py', 'mkdocs.yml', 'docs/index.md', 'src/tides.py'];
const resolve = (path: string) => {
  const inside = path.replace(/^\/build\/checkout\//, '');
  return [inside, `docs/${inside}`].find((each) => FILES.includes(each));
};

/** Output, and what is found in it: severity, file, line, message. */
const CASES: readonly { readonly output: string; readonly found?: readonly unknown[] }[] = [
  {
    output: '/build/checkout/docs/index.rst:12: WARNING: Title underline too short.',
    found: ['warning', 'docs/index.rst', 12, 'Title underline too short.'],
  },
  {
    output: '/build/checkout/src/tides.py:docstring of tides.high:3: ERROR: Unexpected indentation.',
    found: ['error', 'src/tides.py', 3, 'Unexpected indentation.'],
  },
  {
    output: "/build/checkout/docs/index.rst: WARNING: document isn't included in any toctree",
    found: ['warning', 'docs/index.rst', null, "document isn't included in any toctree"],
  },
  {
    output:
      'Traceback (most recent call last):\n  File "/usr/lib/sphinx/config.py", line 1, in f\n  File "/build/checkout/docs/conf.py", line 7, in <module>\nNameError: name \'x\' is not defined\nsphinx.errors.ConfigError: There is a programmable error in your configuration file:',
    found: ['error', 'docs/conf.py', 7, "NameError: name 'x' is not defined"],
  },
  {
    output:
      "\u001b[33mWARNING -  \u001b[0mDoc file 'index.md' contains a link 'gone.md', but the target is not found.",
    found: [
      'warning',
      'docs/index.md',
      null,
      "Doc file 'index.md' contains a link 'gone.md', but the target is not found.",
    ],
  },
  {
    output:
      'ERROR    -  MkDocs encountered an error parsing the configuration file: while parsing a flow node\n  in "/build/checkout/mkdocs.yml", line 3, column 1',
    found: [
      'error',
      'mkdocs.yml',
      3,
      'MkDocs encountered an error parsing the configuration file: while parsing a flow node',
    ],
  },
  {
    output: 'docs/index.md:4:2: MD001 heading levels',
    found: ['error', 'docs/index.md', 4, 'MD001 heading levels'],
  },
  {
    output: 'make: *** [Makefile:20: html] Error 2',
    found: ['error', null, null, 'make: *** [Makefile:20: html] Error 2'],
  },
  // No file of the folder, no severity, and the same again.
  { output: '/etc/passwd:1: note\nhttp://host:80: WARNING'.slice(0, 19) },
  {
    output: '/build/checkout/docs/index.rst:1: ERROR: x\n/build/checkout/docs/index.rst:1: ERROR: x',
    found: ['error', 'docs/index.rst', 1, 'x'],
  },
];

test.each(CASES)('$output', ({ output, found: expected }) => {
  const found = findBuildProblems(output, resolve);
  expect(found.map(({ severity, file, line, message }) => [severity, file, line, message])).toEqual(
    expected ? [expected] : [],
  );
});

test('errors come first, and an output of any length is read at once', () => {
  const warnings = '/build/checkout/docs/index.rst:1: WARNING: w\n'.repeat(20_000);
  const output = `${warnings}/build/checkout/docs/index.rst:2: ERROR: e\n${'a:'.repeat(500_000)}\n`;
  expect(findBuildProblems(output, resolve).map(({ severity }) => severity)).toEqual(['error', 'warning']);
});
