import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Tally } from './tally.ts';

const REPORT = z.object({
  testResults: z.array(
    z.object({
      status: z.enum(['passed', 'failed']),
      /** What broke outside any test: the file's own code or a hook; '' when nothing did. */
      message: z.string(),
      assertionResults: z.array(
        z.object({ status: z.enum(['passed', 'failed', 'skipped', 'pending', 'todo']) }),
      ),
    }),
  ),
});

/** Counts the tests in the file that vitest's JSON reporter wrote. Throws when there is none or it is another shape. */
export function readVitestReport(path: string): Tally {
  return countVitestReport(JSON.parse(readFileSync(path, 'utf8')));
}

/**
 * As `readVitestReport`, from the parsed text. A test that was begun and never ended failed; a file that broke
 * outside its tests is one failure more.
 */
export function countVitestReport(report: unknown): Tally {
  let [passed, failed, skipped] = [0, 0, 0];
  for (const file of REPORT.parse(report).testResults) {
    const count = (...statuses: string[]) =>
      file.assertionResults.filter(({ status }) => statuses.includes(status)).length;
    const failedHere = count('failed', 'pending');
    const failedOutsideTests = file.message !== '' || (file.status === 'failed' && failedHere === 0);
    passed += count('passed');
    failed += failedHere + (failedOutsideTests ? 1 : 0);
    skipped += count('skipped', 'todo');
  }
  return { passed, failed, skipped };
}
