import { logSeverity } from './log-severity.ts';
import type { OutputLines } from './output-lines.ts';

/** Which lines of an output are errors and warnings; lines count from 1. */
export type OutputDiagnostics = {
  /** The first of them, in order. */
  readonly errors: readonly number[];
  readonly warnings: readonly number[];
  readonly errorCount: number;
  readonly warningCount: number;
};

/** So many of either can be jumped to; who has more begins with these. */
export const MAX_DIAGNOSTICS = 1000;
/** A longer line is a file that somebody printed; its beginning tells. In bytes. */
const MAX_LINE_BYTES = 4096;
/** What a line must hold to be worth a closer look: a mark's word, or a colour at its beginning. */
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
    // What is looked for is plain ASCII, and reading that is several times as quick as reading UTF-8.
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
