import { describe, expect, test } from 'vitest';
import { logSeverity } from '../../../../src-server/model/builds/log/log-severity.ts';
import { findDiagnostics } from '../../../../src-server/model/builds/log/output-diagnostics.ts';
import { indexLines } from '../../../../src-server/model/builds/log/output-lines.ts';

describe('a line of a log', () => {
  test.each([
    ['docs/a.rst:88: ERROR: Unknown directive', 'error'],
    ['CRITICAL: it is over', 'error'],
    ['fatal: not a git repository', 'error'],
    ['error: subprocess ended', 'error'],
    ['docs/a.rst:14: WARNING: no toctree', 'warning'],
    ['warning: CRLF will be replaced', 'warning'],
    ['\u001b[31mIt failed to start\u001b[0m', 'error'],
    ['\u001b[1m\u001b[91m2 errors found\u001b[0m', 'error'],
    ['\u001b[1;33mx is deprecated, use y', 'warning'],
    ['\u001b[31mWARNING: words come before colours', 'warning'],
    ['\u001b[1mERR\u001b[0mOR: in two colours', 'error'],
  ])('%j is marked %s', (line, mark) => {
    expect(logSeverity(line)).toBe(mark);
  });

  test.each([
    '',
    'reading sources... [ 58%] guides/neap',
    'TERRORS and FOREWARNINGS',
    'plain, then \u001b[31mred\u001b[0m',
    '\u001b[31m\u001b[0mred, and taken back',
    '\u001b[31mred, and no word of it',
    '\u001b[31m0 errors, no failures\u001b[0m',
    '\u001b[33mthe sun over the harbour',
    '\u001b[33mIt failed, in the wrong colour',
    'It failed, in no colour',
    '\u001b[38;5;31mone of 256 colours that failed',
    '\u001b[38;2;31;33;91mone of many colours',
    '\u001b[48;5;31mon a ground of 256 colours',
    '\u001b[32mgreen',
  ])('%j is not', (line) => {
    expect(logSeverity(line)).toBeUndefined();
  });
});

describe('an output', () => {
  const marks = (text: string) => findDiagnostics(indexLines(new TextEncoder().encode(text)));

  test('gives the lines of its errors, and counts its warnings', () => {
    const text = 'one\nWARNING: two\nERROR: drei ä\n\u001b[33mfour is skipped\nfatal: five';
    expect(marks(text)).toMatchObject({ errors: [3, 5], errorCount: 2, warningCount: 2 });
    expect(marks('')).toMatchObject({ errors: [], errorCount: 0, warningCount: 0 });
  });

  test('with very many errors gives the first ones, and counts all', () => {
    const { errors, errorCount } = marks('ERROR\n'.repeat(1500));
    expect(errors).toHaveLength(1000);
    expect(errors.at(-1)).toBe(1000);
    expect(errorCount).toBe(1500);
  });
});
