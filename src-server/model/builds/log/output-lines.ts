/** A part of output with the offsets of its lines. */
export type OutputLines = {
  readonly bytes: Buffer;
  /** The offset of each line that begins in this part. */
  readonly starts: Uint32Array;
  /** The number of the first line that begins here, from 1. */
  readonly firstLine: number;
};

/** The position of a part within the whole output. */
export type OutputPosition = {
  readonly firstLine: number;
  /** Whether it begins within a line. */
  readonly continues: boolean;
};

/** A window of lines. */
export type LineWindow = {
  /** The number of the first line. */
  readonly from: number;
  readonly lines: readonly string[];
  /** The numbers of truncated lines; the raw output has them whole. */
  readonly truncated: readonly number[];
};

/** Lines that contain a text. */
export type LineMatches = {
  /** Line numbers, in order and unique. */
  readonly lines: readonly number[];
  /** Whether there are more than these. */
  readonly more: boolean;
};

/** The position of a whole output. */
export const OUTPUT_START: OutputPosition = { firstLine: 1, continues: false };
/** Longer lines are truncated, in bytes. Shorter than a chunk, so that a shown line is in one. */
const MAX_LINE_BYTES = 16_384;
const NEWLINE = 10;
/** Colours and cursor movements, which may be within a word (ECMA-48, control sequences). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are control sequences
const CONTROL_SEQUENCE = /\x1b\[[0-?]*[ -/]*[@-~]/g;

/** Finds the offsets of the lines. A final newline begins no line. */
export function indexLines(output: Uint8Array, position: OutputPosition = OUTPUT_START): OutputLines {
  const bytes = Buffer.from(output.buffer, output.byteOffset, output.byteLength);
  let starts = new Uint32Array(Math.max(16, bytes.length >> 5));
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    // A loop over bytes is faster than a call of indexOf per line, since lines are short.
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

/** Returns at most `count` of the lines that begin here, from line `from` on. */
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
 * Finds at most `max` lines that contain a text, ignoring case and colours. `before` is the end of the line that
 * continues here, in which the text may begin.
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

/** Returns output as it is searched: lower case without colours. */
export function searchableText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll(CONTROL_SEQUENCE, '').toLowerCase();
}

/** Returns a line without its newline. */
function lineRange({ bytes, starts }: OutputLines, index: number): { start: number; end: number } {
  const start = starts[index] ?? 0;
  const next = starts[index + 1];
  if (next !== undefined) return { start, end: next - 1 };
  return { start, end: bytes.at(-1) === NEWLINE ? bytes.length - 1 : bytes.length };
}
