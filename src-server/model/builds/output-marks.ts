import { logMark } from './log-line.ts';
import type { OutputLines } from './output-lines.ts';

/** Which lines of an output are errors and warnings; lines count from 1. */
export type OutputMarks = {
  /** The first of them, in order. */
  readonly errors: readonly number[];
  readonly warnings: readonly number[];
  readonly errorCount: number;
  readonly warningCount: number;
};

/** So many of either can be jumped to; who has more begins with these. */
export const MOST_MARKS = 1000;
/** A longer line is a file that somebody printed; its beginning tells. In bytes. */
const LONGEST = 4096;
/** What a line must hold to be worth a closer look: a mark's word, or a colour at its beginning. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal are control sequences
const MAYBE = /error|warn|fatal|CRITICAL|Exception|npm |\*\*\*|^\x1b\[/i;

/** Finds the errors and warnings among the lines that begin in an output. */
export function markOutput({ bytes, starts, firstLine }: OutputLines): OutputMarks {
  const errors: number[] = [];
  const warnings: number[] = [];
  let errorCount = 0;
  let warningCount = 0;
  for (let index = 0; index < starts.length; index++) {
    const start = starts[index] ?? 0;
    const end = Math.min(starts[index + 1] ?? bytes.length, start + LONGEST);
    // What is looked for is plain ASCII, and reading that is several times as quick as reading UTF-8.
    const line = bytes.toString('latin1', start, end);
    if (!MAYBE.test(line)) continue;
    const mark = logMark(line.trimEnd());
    if (mark === 'warning') {
      warningCount += 1;
      if (warnings.length < MOST_MARKS) warnings.push(firstLine + index);
    } else if (mark === 'error') {
      errorCount += 1;
      if (errors.length < MOST_MARKS) errors.push(firstLine + index);
    }
  }
  return { errors, warnings, errorCount, warningCount };
}
