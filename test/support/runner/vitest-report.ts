import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { failure, type Tally } from './tally.ts';

const REPORT = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['passed', 'failed']),
      /** Error outside any test, in the file or a hook; empty when there is none. */
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.enum(['passed', 'failed', 'skipped', 'pending', 'todo']),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Counts the tests in a file of vitest's JSON reporter. @throws Error when it is missing or invalid */
export function readVitestReport(path: string): Tally {
  return countVitestReport(JSON.parse(readFileSync(path, 'utf8')));
}

/**
 * Counts the tests in a parsed report. A test that never ended counts as failed; a file with an error outside its
 * tests adds one failure.
 */
export function countVitestReport(report: unknown): Tally {
  let [passed, failed, skipped] = [0, 0, 0];
  const failures: string[] = [];
  for (const file of REPORT.parse(report).testResults) {
    const count = (...statuses: string[]) =>
      file.assertionResults.filter(({ status }) => statuses.includes(status)).length;
    const failedHere = count('failed', 'pending');
    for (const { fullName, status, failureMessages } of file.assertionResults)
      if (status === 'failed' || status === 'pending')
        failures.push(failure(`${file.name} › ${fullName}`, failureMessages?.join('\n') ?? ''));
    const failedOutsideTests = file.message !== '' || (file.status === 'failed' && failedHere === 0);
    if (failedOutsideTests) failures.push(failure(file.name, file.message));
    passed += count('passed');
    failed += failedHere + (failedOutsideTests ? 1 : 0);
    skipped += count('skipped', 'todo');
  }
  return { passed, failed, skipped, ...(failures.length > 0 && { failures }) };
}
