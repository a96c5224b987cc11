import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { countPlaywrightReport } from '../support/runner/playwright-report.ts';
import { printInTurn } from '../support/runner/print-in-turn.ts';
import { add, failureLines, flakyLines, lastLine, NOTHING, withExitCode } from '../support/runner/tally.ts';
import { countVitestReport } from '../support/runner/vitest-report.ts';

const file = (status: string, message: string, ...tests: readonly string[]) => ({
  name: 'live.test.ts',
  status,
  message,
  assertionResults: tests.map((each) => ({
    fullName: `is ${each}`,
    status: each,
    failureMessages: each === 'failed' ? ['expected 1\nto be 2'] : [],
  })),
});

describe('a vitest report is counted:', () => {
  test.each([
    ['every state', [file('failed', '', 'passed', 'failed', 'skipped', 'todo')], 1, 1, 2],
    ['over files', [file('passed', '', 'passed'), file('passed', '', 'passed', 'passed')], 3, 0, 0],
    ['a file that cannot be loaded', [file('failed', 'Cannot find module')], 0, 1, 0],
    ['a crash before any test ended', [file('failed', '', 'pending', 'pending')], 0, 2, 0],
    ['a hook that broke', [file('failed', 'h', 'skipped', 'skipped')], 0, 1, 2],
    ['a hook that broke besides a test', [file('failed', 'h', 'failed', 'passed')], 1, 2, 0],
    ['a nested hook that broke', [file('failed', '', 'skipped', 'passed')], 1, 1, 1],
  ])('%s', (_name, testResults, passed, failed, skipped) => {
    expect(countVitestReport({ testResults })).toMatchObject({ passed, failed, skipped });
  });

  test('its failures are named with their messages', () => {
    const testResults = [
      file('failed', 'a hook broke', 'passed', 'failed', 'pending'),
      file('passed', '', 'passed'),
    ];
    expect(failureLines(add(NOTHING, countVitestReport({ testResults })))).toEqual([
      '3 failed',
      '  live.test.ts › is failed\n      expected 1\n      to be 2',
      '  live.test.ts › is pending',
      '  live.test.ts\n      a hook broke',
    ]);
  });

  test('a report of another format is refused', () => {
    expect(() => countVitestReport({ testResults: [{ status: 'passed' }] })).toThrow();
    expect(() => countVitestReport({})).toThrow();
  });
});

describe('a playwright report', () => {
  const spec = (title: string, line: number, status: string) => ({
    ...{ title, file: 'live.spec.ts', line, tests: [{ status }] },
  });
  const suites = [
    {
      title: 'live.spec.ts',
      specs: [spec('is shown', 5, 'expected'), spec('is told', 9, 'flaky')],
      suites: [
        { title: 'in the dark', specs: [spec('is kept', 20, 'flaky'), spec('is lost', 30, 'unexpected')] },
      ],
    },
  ];

  test('counts what passed at the second attempt as passed, and names it', () => {
    const stats = { expected: 1, flaky: 2, unexpected: 1, skipped: 3 };
    const tally = countPlaywrightReport({ stats, suites, errors: [{ message: 'no such file' }] });
    expect(tally).toMatchObject({ passed: 3, failed: 2, skipped: 3 });
    expect(flakyLines(add(NOTHING, tally))).toEqual([
      '2 flaky',
      '  live.spec.ts:9 › is told',
      '  live.spec.ts:20 › in the dark › is kept',
    ]);
    expect(failureLines(tally)).toEqual([
      '2 failed',
      '  live.spec.ts:30 › in the dark › is lost',
      '  outside of any test\n      no such file',
    ]);
  });

  test('without such a test names none', () => {
    const stats = { expected: 4, flaky: 0, unexpected: 0, skipped: 0 };
    const tally = countPlaywrightReport({ stats, suites: [], errors: [] });
    expect(tally).toEqual({ passed: 4, failed: 0, skipped: 0 });
    expect(flakyLines(tally)).toEqual([]);
  });
});

describe('a suite', () => {
  test('that ends with an error but without a failed test counts as one failure', () => {
    expect(withExitCode({ passed: 3, failed: 0, skipped: 0 }, 1)).toEqual({
      passed: 3,
      failed: 1,
      skipped: 0,
    });
  });

  test('without any test counts as one failure', () => {
    expect(withExitCode(NOTHING, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  test('keeps its count otherwise', () => {
    expect(withExitCode({ passed: 3, failed: 2, skipped: 0 }, 1)).toEqual({
      passed: 3,
      failed: 2,
      skipped: 0,
    });
    expect(withExitCode({ passed: 3, failed: 0, skipped: 1 }, 0)).toEqual({
      passed: 3,
      failed: 0,
      skipped: 1,
    });
  });

  test('is added to the others', () => {
    const sum = add({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 });
    expect(sum).toEqual({ passed: 11, failed: 22, skipped: 33 });
  });
});

test('the last line', () => {
  expect(lastLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
  expect(lastLine({ passed: 12, failed: 1, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped');
});

test('programs that run at the same time are printed one after the other', () => {
  const output = new PassThrough({ encoding: 'utf8' });
  const newLane = printInTurn(output);
  const [first, second, third] = [newLane(), newLane(), newLane()];
  const write = (lane: typeof first, text: string) => lane.write(Buffer.from(text));
  const printed = () => output.read() ?? '';
  write(third, 'c');
  write(second, 'b');
  third.end();
  write(first, 'a');
  expect(printed()).toBe('a');
  write(first, 'A');
  first.end();
  expect(printed()).toBe('Ab');
  write(second, 'B');
  expect(printed()).toBe('B');
  second.end();
  expect(printed()).toBe('c');
});
