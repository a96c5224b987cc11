import { findDiagnostics, type OutputDiagnostics } from './output-diagnostics.ts';
import { indexLines, OUTPUT_START, type OutputPosition } from './output-lines.ts';

/*
 * The output of a command is stored in chunks, each with an index of its lines, so that reading a part of a million lines
 * costs no more than of a thousand.
 */

/** A chunk of output with an index of its lines. */
export type OutputChunk = OutputPosition & {
  /** The number of lines that begin in it. */
  readonly lines: number;
  /** Its length in UTF-8. */
  readonly bytes: number;
  readonly diagnostics: OutputDiagnostics;
  readonly text: string;
};

/** The maximum length of a chunk, in bytes. */
export const MAX_CHUNK_BYTES = 65_536;
const NEWLINE = 10;

/** Splits output into chunks at line ends; a line longer than a chunk begins one and spans several. */
export function splitOutput(output: Buffer, position: OutputPosition = OUTPUT_START): OutputChunk[] {
  const chunks: OutputChunk[] = [];
  let { firstLine, continues } = position;
  for (let start = 0; start < output.length; ) {
    const end = chunkEnd(output, start);
    const bytes = output.subarray(start, end);
    const lines = indexLines(bytes, { firstLine, continues });
    chunks.push({
      ...{ firstLine, continues, lines: lines.starts.length, bytes: bytes.length },
      diagnostics: findDiagnostics(lines),
      text: bytes.toString('utf8'),
    });
    firstLine += lines.starts.length;
    continues = bytes.at(-1) !== NEWLINE;
    start = end;
  }
  return chunks;
}

function chunkEnd(output: Buffer, start: number): number {
  const limit = start + MAX_CHUNK_BYTES;
  if (output.length <= limit) return output.length;
  const newline = output.lastIndexOf(NEWLINE, limit - 1);
  if (newline >= start) return newline + 1;
  let end = limit;
  // Never within a character.
  while (((output[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}
