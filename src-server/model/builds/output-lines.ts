/** Some output with the places where its lines begin. */
export type OutputLines = {
  readonly bytes: Buffer;
  /** Where each line begins; the end of a line that began earlier is none. */
  readonly starts: Uint32Array;
  /** The number of the first line that begins here; lines count from 1. */
  readonly firstLine: number;
};

/** Where some output stands in the whole. */
export type OutputPosition = {
  readonly firstLine: number;
  /** Whether it begins within a line. */
  readonly continues: boolean;
};

/** A part of an output. */
export type LineWindow = {
  /** The number of the first line here. */
  readonly from: number;
  readonly lines: readonly string[];
  /** The numbers of lines too long to be shown whole; the raw output has them. */
  readonly truncated: readonly number[];
};

/** Where a text stands in an output. */
export type LineMatches = {
  /** Numbers of lines, in order, each once. */
  readonly lines: readonly number[];
  /** Whether there are more than these. */
  readonly more: boolean;
};

/** The place of a whole output. */
export const OUTPUT_START: OutputPosition = { firstLine: 1, continues: false };
/** In bytes; a longer line is a file that somebody printed. Shorter than a chunk, so that what is shown lies in one. */
const MAX_LINE_BYTES = 16_384;
const NEWLINE = 10;
/** Colours and moves of the cursor, which may stand within a word (ECMA-48, control sequences). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are control sequences
const CONTROL_SEQUENCE = /\x1b\[[0-?]*[ -/]*[@-~]/g;

/** Finds the beginnings of the lines. A newline at the end begins no line. */
export function indexLines(output: Uint8Array, position: OutputPosition = OUTPUT_START): OutputLines {
  const bytes = Buffer.from(output.buffer, output.byteOffset, output.byteLength);
  let starts = new Uint32Array(Math.max(16, bytes.length >> 5));
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    // A loop over bytes: asking for the next newline costs a call a line, and lines are short.
    if (at === 0 ? position.continues : bytes[at - 1] !== NEWLINE) continue;
    if (count === starts.length) {
      const more = new Uint32Array(starts.length * 2);
      more.set(starts);
      starts = more;
    }
    starts[count] = at;
    count += 1;
  }
  return { bytes, starts: starts.slice(0, count), firstLine: position.firstLine };
}

/** At most `count` of the lines that begin here, from the one of this number on. */
export function lineWindow(output: OutputLines, from: number, count: number): LineWindow {
  const { bytes, starts, firstLine } = output;
  const first = Math.max(firstLine, from);
  const last = Math.min(firstLine + starts.length - 1, first + count - 1);
  const lines: string[] = [];
  const truncated: number[] = [];
  for (let number = first; number <= last; number++) {
    const { start, end } = lineRange(output, number - firstLine);
    const isLong = end - start > MAX_LINE_BYTES;
    if (isLong) truncated.push(number);
    const text = bytes.toString('utf8', start, isLong ? start + MAX_LINE_BYTES : end);
    lines.push(text.endsWith('\r') ? text.slice(0, -1) : text);
  }
  return { from: first, lines, truncated };
}

/**
 * The lines that hold a text, case and colours aside; at most `max` of them. `before` is the end of the line that goes
 * on here, in which the text may begin.
 */
export function findLines(output: OutputLines, text: string, max: number, before = ''): LineMatches {
  const needle = text.toLowerCase();
  const lines: number[] = [];
  if (needle === '') return { lines, more: false };
  const searched = before.toLowerCase() + searchableText(output.bytes);
  let number = output.firstLine - (output.starts[0] === 0 ? 0 : 1);
  let counted = 0;
  for (let at = searched.indexOf(needle); at >= 0; ) {
    for (
      let end = searched.indexOf('\n', counted);
      end >= 0 && end < at;
      end = searched.indexOf('\n', counted)
    ) {
      number += 1;
      counted = end + 1;
    }
    if (lines.length >= max) return { lines, more: true };
    lines.push(number);
    const end = searched.indexOf('\n', at);
    at = end < 0 ? -1 : searched.indexOf(needle, end);
  }
  return { lines, more: false };
}

/** An output as it is searched: small letters without colours. */
export function searchableText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll(CONTROL_SEQUENCE, '').toLowerCase();
}

/** Without the newline. */
function lineRange({ bytes, starts }: OutputLines, index: number): { start: number; end: number } {
  const start = starts[index] ?? 0;
  const next = starts[index + 1];
  if (next !== undefined) return { start, end: next - 1 };
  return { start, end: bytes.at(-1) === NEWLINE ? bytes.length - 1 : bytes.length };
}
