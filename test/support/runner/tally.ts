/** How many tests ended how. */
export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The names of those that passed only when they were repeated; they count as passed. */
  readonly flaky?: readonly string[];
};

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };

export function add(a: Tally, b: Tally): Tally {
  const flaky = [...(a.flaky ?? []), ...(b.flaky ?? [])];
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    ...(flaky.length > 0 && { flaky }),
  };
}

/**
 * The tally that a suite's end allows. A bad exit code without a failed test (an unhandled error, say), and a suite
 * in which nothing ran, count as one failure.
 */
export function withExitCode(tally: Tally, exitCode: number): Tally {
  const ran = tally.passed + tally.failed + tally.skipped > 0;
  return tally.failed === 0 && (exitCode !== 0 || !ran) ? { ...tally, failed: 1 } : tally;
}

/** `N flaky` and a line for each of them; nothing when there are none. */
export function flakyLines({ flaky = [] }: Tally): readonly string[] {
  return flaky.length === 0 ? [] : [`${flaky.length} flaky`, ...flaky.map((name) => `  ${name}`)];
}

/** `N passed, N failed`, and `, N skipped` only if any were: what scripts read as the last line of `npm test`. */
export function lastLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
