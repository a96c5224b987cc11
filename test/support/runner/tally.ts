/** Numbers of tests by result. */
export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Names of the tests that passed only on a retry; they count as passed. */
  readonly flaky?: readonly string[];
  /** Names of the tests that failed, each with the beginning of its message. */
  readonly failures?: readonly string[];
};

/** Characters of a message that are shown beside the name of a failed test. */
const LONGEST_MESSAGE = 600;

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };

export function add(a: Tally, b: Tally): Tally {
  const flaky = [...(a.flaky ?? []), ...(b.flaky ?? [])];
  const failures = [...(a.failures ?? []), ...(b.failures ?? [])];
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    ...(flaky.length > 0 && { flaky }),
    ...(failures.length > 0 && { failures }),
  };
}

/** Returns the name of a failed test with the beginning of its message, indented below it. */
export function failure(name: string, message: string): string {
  const lines = message.slice(0, LONGEST_MESSAGE).split('\n');
  return [name, ...lines.filter((line) => line.trim() !== '')].join('\n      ');
}

/**
 * Adjusts a tally by the exit code of its suite. A non-zero exit code without a failed test (such as an unhandled
 * error) and a suite without tests count as one failure.
 */
export function withExitCode(tally: Tally, exitCode: number): Tally {
  const ran = tally.passed + tally.failed + tally.skipped > 0;
  return tally.failed === 0 && (exitCode !== 0 || !ran) ? { ...tally, failed: 1 } : tally;
}

/** Returns `N failed` and the name and message of each failed test; empty when there are none. */
export function failureLines({ failures = [] }: Tally): readonly string[] {
  return failures.length === 0 ? [] : [`${failures.length} failed`, ...failures.map((each) => `  ${each}`)];
}

/** Returns `N flaky` and a line for each flaky test; empty when there are none. */
export function flakyLines({ flaky = [] }: Tally): readonly string[] {
  return flaky.length === 0 ? [] : [`${flaky.length} flaky`, ...flaky.map((name) => `  ${name}`)];
}

/** Returns `N passed, N failed` and `, N skipped` if any: the last line of `npm test`, which scripts read. */
export function lastLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
