import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { failure, type Tally } from './tally.ts';

const SPEC = z.object({
  title: z.string(),
  file: z.string(),
  line: z.int(),
  tests: z.array(z.object({ status: z.string() })),
});

/** A file, or a `describe` in it; the title of a file is its name. */
const SUITE = z.object({
  title: z.string(),
  specs: z.array(SPEC),
  get suites() {
    return z.array(SUITE).optional();
  },
});
type Suite = z.infer<typeof SUITE>;

const REPORT = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  suites: z.array(SUITE),
  /** Errors outside any test. */
  errors: z.array(z.object({ message: z.string().optional() })),
});

/** Counts the tests in a file of Playwright's JSON reporter. @throws Error when it is missing or invalid */
export function readPlaywrightReport(path: string): Tally {
  return countPlaywrightReport(JSON.parse(readFileSync(path, 'utf8')));
}

/** Counts the tests in a parsed report. A test that passed only on a retry counts as passed and is named. */
export function countPlaywrightReport(report: unknown): Tally {
  const { stats, suites, errors } = REPORT.parse(report);
  const named = (status: string) => suites.flatMap((suite) => namesOf(status, suite, []));
  const flaky = named('flaky');
  const failures = [
    ...named('unexpected'),
    ...errors.map(({ message = '' }) => failure('outside of any test', message)),
  ];
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    ...(flaky.length > 0 && { flaky }),
    ...(failures.length > 0 && { failures }),
  };
}

/** Returns `FILE:LINE › TITLES` of each test that ended so. */
function namesOf(wanted: string, { specs, suites = [] }: Suite, above: readonly string[]): string[] {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === wanted))
    .map(({ file, line, title }) => [`${file}:${line}`, ...above, title].join(' › '));
  return [...own, ...suites.flatMap((suite) => namesOf(wanted, suite, [...above, suite.title]))];
}
