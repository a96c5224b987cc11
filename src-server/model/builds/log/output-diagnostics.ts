import { logSeverity } from './log-severity.ts';
import type { OutputLines } from './output-lines.ts';

/** The error and warning lines of an output, from line 1. */
export type OutputDiagnostics = {
  /** The first line numbers, in order. */
  readonly errors: readonly number[];
  readonly warnings: readonly number[];
  readonly errorCount: number;
  readonly warningCount: number;
};

/** How many lines of each severity are kept to jump to. */
export const MAX_DIAGNOSTICS = 1000;
/** Only the beginning of longer lines is checked, in bytes. */
const MAX_LINE_BYTES = 4096;
/** A quick filter for lines to check: a severity word, or a leading colour. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal are control sequences
const CANDIDATE = /error|warn|fatal|CRITICAL|Exception|npm |\*\*\*|^\x1b\[/i;

/** Finds the errors and warnings among the lines that begin in an output. */
export function findDiagnostics({ bytes, starts, firstLine }: OutputLines): OutputDiagnostics {
  const errors: number[] = [];
  const warnings: number[] = [];
  let errorCount = 0;
  let warningCount = 0;
  for (let index = 0; index < starts.length; index++) {
    const start = starts[index] ?? 0;
    const end = Math.min(starts[index + 1] ?? bytes.length, start + MAX_LINE_BYTES);
    // All patterns are ASCII, and decoding latin1 is several times as fast as UTF-8.
    const line = bytes.toString('latin1', start, end);
    if (!CANDIDATE.test(line)) continue;
    const severity = logSeverity(line.trimEnd());
    if (severity === 'warning') {
      warningCount += 1;
      if (warnings.length < MAX_DIAGNOSTICS) warnings.push(firstLine + index);
    } else if (severity === 'error') {
      errorCount += 1;
      if (errors.length < MAX_DIAGNOSTICS) errors.push(firstLine + index);
    }
  }
  return { errors, warnings, errorCount, warningCount };
}
