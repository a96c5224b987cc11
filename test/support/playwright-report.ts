import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Tally } from './tally.ts';

const REPORT = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  /** What broke outside any test. */
  errors: z.array(z.unknown()),
});

/** Counts the tests in the file that Playwright's JSON reporter wrote. Throws when there is none or it is another shape. */
export function readPlaywrightReport(path: string): Tally {
  return countPlaywrightReport(JSON.parse(readFileSync(path, 'utf8')));
}

/** As `readPlaywrightReport`, from the parsed text. A test that passed only when repeated failed. */
export function countPlaywrightReport(report: unknown): Tally {
  const { stats, errors } = REPORT.parse(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}
