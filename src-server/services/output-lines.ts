/** An output with the places where its lines begin, so that any of a million lines is found at once. */
export type OutputLines = {
  readonly bytes: Buffer;
  /** Where each line begins. */
  readonly starts: Uint32Array;
};

/** A part of an output. */
export type LineWindow = {
  /** The number of the first line here; lines count from 1. */
  readonly from: number;
  readonly lines: readonly string[];
  /** The numbers of lines too long to be shown whole; the raw output has them. */
  readonly cut: readonly number[];
};

/** Where a text stands in an output. */
export type LinesFound = {
  /** Numbers of lines, in order, each once. */
  readonly lines: readonly number[];
  /** Whether there are more than these. */
  readonly more: boolean;
};

/** In bytes; a longer line is a file that somebody printed. */
const LONGEST_LINE = 16_384;
const NEWLINE = 10;
/** Searching goes by pieces of so many bytes, so that a long output is never one string. */
const PIECE = 1 << 20;
/** Colours and moves of the cursor, which may stand within a word (ECMA-48, control sequences). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are control sequences
const CONTROL_SEQUENCE = /\x1b\[[0-?]*[ -/]*[@-~]/g;

/** Finds the beginnings of the lines. A newline at the end begins no line. */
export function readLines(output: Uint8Array): OutputLines {
  const bytes = Buffer.from(output.buffer, output.byteOffset, output.byteLength);
  let starts = new Uint32Array(Math.max(16, bytes.length >> 5));
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    // A loop over bytes: asking for the next newline costs a call a line, and lines are short.
    if (at > 0 && bytes[at - 1] !== NEWLINE) continue;
    if (count === starts.length) {
      const more = new Uint32Array(starts.length * 2);
      more.set(starts);
      starts = more;
    }
    starts[count] = at;
    count += 1;
  }
  return { bytes, starts: starts.slice(0, count) };
}

/** At most `count` lines from the one of this number on. */
export function lineWindow(output: OutputLines, from: number, count: number): LineWindow {
  const first = Math.max(1, from);
  const last = Math.min(output.starts.length, first + count - 1);
  const lines: string[] = [];
  const cut: number[] = [];
  for (let number = first; number <= last; number++) {
    const { start, end } = placeOf(output, number);
    const isLong = end - start > LONGEST_LINE;
    if (isLong) cut.push(number);
    const text = output.bytes.toString('utf8', start, isLong ? start + LONGEST_LINE : end);
    lines.push(text.endsWith('\r') ? text.slice(0, -1) : text);
  }
  return { from: first, lines, cut };
}

/** The lines that hold a text, case and colours aside; at most `max` of them. */
export function findLines(output: OutputLines, text: string, max: number): LinesFound {
  const needle = text.toLowerCase();
  const lines: number[] = [];
  if (needle === '') return { lines, more: false };
  for (let first = 1; first <= output.starts.length; ) {
    const next = lineAfter(output, first);
    const end = next > output.starts.length ? output.bytes.length : (output.starts[next - 1] ?? 0);
    const piece = output.bytes
      .toString('utf8', output.starts[first - 1], end)
      .replaceAll(CONTROL_SEQUENCE, '');
    if (!collect(piece.toLowerCase(), needle, first, max, lines)) return { lines, more: true };
    first = next;
  }
  return { lines, more: false };
}

/** Adds the lines of a piece that hold the needle; false when there are more than `max`. */
function collect(piece: string, needle: string, first: number, max: number, lines: number[]): boolean {
  let number = first;
  let counted = 0;
  for (let at = piece.indexOf(needle); at >= 0; ) {
    for (let end = piece.indexOf('\n', counted); end >= 0 && end < at; end = piece.indexOf('\n', counted)) {
      number += 1;
      counted = end + 1;
    }
    if (lines.length >= max) return false;
    lines.push(number);
    const end = piece.indexOf('\n', at);
    at = end < 0 ? -1 : piece.indexOf(needle, end);
  }
  return true;
}

/** The number of the first line that begins beyond the piece that begins with this line. */
function lineAfter({ starts }: OutputLines, first: number): number {
  const limit = (starts[first - 1] ?? 0) + PIECE;
  let low = first + 1;
  let high = starts.length + 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle - 1] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Without the newline. */
function placeOf({ bytes, starts }: OutputLines, number: number): { start: number; end: number } {
  const start = starts[number - 1] ?? 0;
  const next = starts[number];
  if (next !== undefined) return { start, end: next - 1 };
  return { start, end: bytes.at(-1) === NEWLINE ? bytes.length - 1 : bytes.length };
}
