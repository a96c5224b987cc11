import { type OutputPlace, readLines, WHOLE_OUTPUT } from './output-lines.ts';
import { markOutput, type OutputMarks } from './output-marks.ts';

/*
 * What a command writes is kept in chunks, each with what is known of its lines, so that any part of a million lines
 * costs what it costs of a thousand.
 */

/** A part of an output with what is known of its lines. */
export type OutputChunk = OutputPlace & {
  /** How many lines begin in it. */
  readonly lines: number;
  /** How long it is, as UTF-8. */
  readonly bytes: number;
  readonly marks: OutputMarks;
  readonly text: string;
};

/** No chunk is longer; in bytes. */
export const MOST_CHUNK = 65_536;
const NEWLINE = 10;

/** Cuts output into chunks that end at line ends; a line longer than a chunk begins one and fills several. */
export function cutOutput(output: Buffer, place: OutputPlace = WHOLE_OUTPUT): OutputChunk[] {
  const chunks: OutputChunk[] = [];
  let { firstLine, continues } = place;
  for (let start = 0; start < output.length; ) {
    const end = endOfChunk(output, start);
    const bytes = output.subarray(start, end);
    const lines = readLines(bytes, { firstLine, continues });
    chunks.push({
      ...{ firstLine, continues, lines: lines.starts.length, bytes: bytes.length },
      marks: markOutput(lines),
      text: bytes.toString('utf8'),
    });
    firstLine += lines.starts.length;
    continues = bytes.at(-1) !== NEWLINE;
    start = end;
  }
  return chunks;
}

function endOfChunk(output: Buffer, start: number): number {
  const limit = start + MOST_CHUNK;
  if (output.length <= limit) return output.length;
  const newline = output.lastIndexOf(NEWLINE, limit - 1);
  if (newline >= start) return newline + 1;
  let end = limit;
  // Never within a character.
  while (((output[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}
