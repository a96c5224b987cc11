import { describe, expect, test } from 'vitest';
import { commandOfLine, firstNumbers } from '../../src-renderer/screens/build/log/log-layout.ts';
import { plainLine, readLog, splitMatches } from '../../src-renderer/screens/build/log/log-text.ts';
import { formatYaml } from '../../src-renderer/screens/build/steps/format-yaml.ts';
import type { Json } from '../../src-server/model/builds/build.ts';
import { logSeverity } from '../../src-server/model/builds/log/log-severity.ts';
import { findDiagnostics } from '../../src-server/model/builds/log/output-diagnostics.ts';
import { indexLines } from '../../src-server/model/builds/log/output-lines.ts';

const ESC = '\u001b';
const one = (line: string) => readLog([line])[0];

describe('a line of a terminal', () => {
  test('is read with its colours', () => {
    expect(one(`${ESC}[1mRunning${ESC}[0m ${ESC}[31;1mx${ESC}[39m`)).toEqual([
      { text: 'Running', names: ['bold'] },
      { text: ' ', names: [] },
      { text: 'x', names: ['bold', 'red'] },
    ]);
  });

  test.each([
    ['38;5;208', 'yellow'],
    ['38;5;196', 'red'],
    ['38;5;21', 'blue'],
    ['38;5;244', 'dim'],
    ['38;5;9', 'red'],
    ['38;2;10;200;100', 'green'],
    ['38;2;255;255;255', ''],
    ['38;2;200;0;255', 'magenta'],
    ['38;2;0;190;200', 'cyan'],
    ['90', 'dim'],
    ['97', ''],
    ['7', 'onText'],
    ['7;32', 'onGreen'],
    ['41', 'onRed'],
    ['37;44', 'onBlue'],
    ['48;5;208', 'onYellow'],
    ['40', ''],
    ['47', 'onGrey'],
    ['1;48;2;200;0;255', 'bold onMagenta'],
  ])('has the nearest colour that can be read: %s is %j', (code, names) => {
    expect(one(`${ESC}[${code}mx`)).toEqual([{ text: 'x', names: names.split(' ').filter(Boolean) }]);
  });

  test('keeps colours of the line before until they are ended', () => {
    const names = readLog([`${ESC}[31mone`, 'two', '', `three${ESC}[0m!`, 'four']).map((spans) =>
      spans.map((span) => span.names.join(' ')),
    );
    expect(names).toEqual([['red'], ['red'], [], ['red', ''], ['']]);
  });

  test.each([
    ['10 %\r50 %\r100 %', '100 %'],
    ['50 %\r', '50 %'],
    [`a${ESC}[Kb${ESC}[2Jc`, 'abc'],
    [`${ESC}]8;;https://x.org${ESC}\\link${ESC}]8;;${ESC}\\`, 'link'],
    [`${ESC}]0;title\u0007x`, 'x'],
    [`a${ESC}`, 'a\u241b'],
    [`a${ESC}[`, 'a\u241b['],
    ['a\u0000b\bc\u007f\td', 'a\u2400c\u2421\td'],
    ['abc\b\b\bXYZ', 'XYZ'],
    ['abc\b\bX', 'aXc'],
    [`50${ESC}[31m\b1${ESC}[0m %`, '51 %'],
    ['\b\ba', 'a'],
    ['\u202eevil', '\ufffdevil'],
    ['half \ud83d a sign \udc00', 'half \ud83d a sign \udc00'],
    ['<b>&amp;</b>', '<b>&amp;</b>'],
    [`${ESC}[38;5;196mred${ESC}[0m`, 'red'],
  ])('%j reads %j', (line, text) => {
    expect(plainLine(line)).toBe(text);
  });

  test('finds a text across pieces', () => {
    const spans = one(`${ESC}[33mWARN${ESC}[0mING: warning`) ?? [];
    expect(splitMatches(spans, 'Warning').map(({ text, isMatch: isFound }) => [text, isFound])).toEqual([
      ['WARN', true],
      ['ING', true],
      [': ', false],
      ['warning', true],
    ]);
    expect(splitMatches(spans, '').every(({ isMatch: isFound }) => !isFound)).toBe(true);
  });
});

describe('what a line says', () => {
  test.each([
    ['docs/neap.rst:88: ERROR: Unknown directive', 'error'],
    ['fatal: repository not found', 'error'],
    ['main.c:3:5: error: expected ;', 'error'],
    ['Sphinx error:', 'error'],
    ['Extension error:', 'error'],
    ["ModuleNotFoundError: No module named 'x'", 'error'],
    ['make: *** [Makefile:20: html] Error 2', 'error'],
    ['npm ERR! code E404', 'error'],
    [`${ESC}[31mSomething is missing${ESC}[0m`, 'error'],
    [`${ESC}[31mSomething red${ESC}[0m`, undefined],
    ['docs/a.rst:14: WARNING: document is in no toctree', 'warning'],
    ['WARNING: the word ERROR: is quoted', 'warning'],
    ['x.py:1: DeprecationWarning: old', 'warning'],
    [`${ESC}[33mdocs: duplicate label${ESC}[39m`, 'warning'],
    ['build finished with 0 errors, 2 warnings.', undefined],
    ['Collecting error_handler==1.0', undefined],
    [`${ESC}[31m${ESC}[0m`, undefined],
    [`${ESC}[32mfine${ESC}[0m`, undefined],
    ['', undefined],
  ])('%j is %s', (line, mark) => {
    expect(logSeverity(line)).toBe(mark);
  });

  test('is counted over a whole output, and found again', () => {
    const output = indexLines(Buffer.from('ok\nx: WARNING: a\nERROR: b\nSphinx error:\r\nwarning: c'));
    expect(findDiagnostics(output)).toEqual({
      errors: [3, 4],
      warnings: [2, 5],
      errorCount: 2,
      warningCount: 2,
    });
  });

  test('is found again no more than a thousand times', () => {
    const marks = findDiagnostics(indexLines(Buffer.from('ERROR\n'.repeat(1200))));
    expect([marks.errors.length, marks.errorCount]).toEqual([1000, 1200]);
  });
});

test('lines are counted through all commands', () => {
  const numbers = firstNumbers([{ lines: 2 }, { lines: 0 }, { lines: 3 }]);
  expect(numbers).toEqual([1, 3, 3, 6]);
  expect([0, 1, 2, 3, 5, 6].map((line) => commandOfLine(numbers, line))).toEqual([-1, 0, 0, 2, 2, -1]);
});

test('a configuration is written as people write it', () => {
  const config: Json = {
    version: '2',
    formats: ['pdf', 'yes'],
    sphinx: { configuration: 'docs/conf.py', fail_on_warning: false },
    python: { install: [{ requirements: 'r.txt' }, { method: 'pip', path: '.' }] },
    empty: {},
    none: null,
  };
  expect(formatYaml(config)).toBe(`version: "2"
formats:
  - pdf
  - "yes"
sphinx:
  configuration: docs/conf.py
  fail_on_warning: false
python:
  install:
    - requirements: r.txt
    - method: pip
      path: "."
empty: {}
none: null
`);
});
