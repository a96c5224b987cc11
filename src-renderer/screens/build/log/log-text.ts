import Anser from 'anser';
import { backgroundStyle, foregroundStyles } from './log-colours.ts';

/** A piece of a line in one style; `names` are class names such as `red` and `bold`. */
export type LogSpan = { readonly text: string; readonly names: readonly string[] };

// As strings, since linters reject control characters in a pattern.
const ESC = '\\u001b';
/** Matches all terminal sequences but colours: links and titles (OSC), cursor movement, character sets. */
const NON_COLOUR_SEQUENCE = new RegExp(
  `${ESC}\\][^\\u0007${ESC}]*(?:\\u0007|${ESC}\\\\)|${ESC}\\[[0-?]*[ -/]*[@-ln-~]|${ESC}[()][A-Z0-9]|${ESC}[@-Z\\\\^_=>78]`,
  'g',
);
/** Matches an ESC that does not start a colour. */
const LONE_ESCAPE = new RegExp(`${ESC}(?!\\[[\\d;]*m)`, 'g');
const OVERWRITES_TEXT = new RegExp(`[${ESC}\\r\\u0008]`);
/** Matches characters that cannot be shown or that change the direction of text. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const SHOWN_DECORATIONS: ReadonlySet<string> = new Set([
  'bold',
  'dim',
  'italic',
  'underline',
  'strikethrough',
]);
/** Prefix without effect, so that the rest of the chunk is read in the current colours. */
const NO_OP_CODE = '999m';

/**
 * Parses terminal lines into styled pieces of text, never into HTML. Colours last until they are reset, also across
 * lines. An overwritten line (carriage return, backspace) gives its last state.
 */
export function readLog(lines: readonly string[]): readonly (readonly LogSpan[])[] {
  const anser = new Anser();
  let isPlain = true;
  return lines.map((line) => {
    if (isPlain && !OVERWRITES_TEXT.test(line))
      return line === '' ? [] : [{ text: showInvisible(line), names: [] }];
    const written = line.replaceAll(NON_COLOUR_SEQUENCE, '').replaceAll(LONE_ESCAPE, '\u241b');
    const states = written.split('\r');
    const last = Math.max(
      0,
      states.findLastIndex((state) => state !== ''),
    );
    const spans: LogSpan[] = [];
    states.forEach((state, index) => {
      for (const [place, chunk] of state.split('\x1b[').entries()) {
        const { content, fg, bg, decorations } = anser.processChunkJson(
          place === 0 ? NO_OP_CODE + chunk : chunk,
          {},
          true,
        );
        const background = backgroundStyle(fg, bg, decorations.includes('reverse'));
        const shown = new Set(decorations.filter((name) => SHOWN_DECORATIONS.has(name)));
        const names = [...shown, ...(background === undefined ? foregroundStyles(fg) : [background])];
        isPlain = names.length === 0;
        if (index === last && content !== '') spans.push({ text: content, names });
      }
    });
    const withoutBackspaces = spans.some(({ text }) => text.includes('\b')) ? applyBackspaces(spans) : spans;
    return withoutBackspaces.map(({ text, names }) => ({ text: showInvisible(text), names }));
  });
}

/** Applies backspaces as a terminal does: each moves back one character, which the next one overwrites. */
function applyBackspaces(spans: readonly LogSpan[]): readonly LogSpan[] {
  const chars: LogSpan[] = [];
  let at = 0;
  for (const { text, names } of spans) {
    for (const char of text) {
      if (char === '\b') at = Math.max(0, at - 1);
      else {
        chars[at] = { text: char, names };
        at += 1;
      }
    }
  }
  const joined: LogSpan[] = [];
  for (const char of chars) {
    const last = joined.at(-1);
    if (last?.names === char.names) joined[joined.length - 1] = { ...last, text: last.text + char.text };
    else joined.push(char);
  }
  return joined;
}

/** Returns the text of a line without colours. */
export function plainLine(line: string): string {
  return (readLog([line])[0] ?? []).map(({ text }) => text).join('');
}

/** Replaces invisible characters by visible symbols. */
function showInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, (char) => {
    if (char === '\t') return char;
    const code = char.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
  });
}

/** Splits the pieces so that each match of `searchText` is a piece of its own; ignores case. */
export function splitMatches(
  spans: readonly LogSpan[],
  searchText: string,
): readonly (LogSpan & { readonly isMatch: boolean })[] {
  const text = spans.map((span) => span.text).join('');
  const lowerText = text.toLowerCase();
  const needle = searchText.toLowerCase();
  // When lower case changes the length, positions would not agree.
  if (needle === '' || lowerText.length !== text.length || !lowerText.includes(needle)) {
    return spans.map((span) => ({ ...span, isMatch: false }));
  }
  const edges = [0];
  for (let at = lowerText.indexOf(needle); at >= 0; at = lowerText.indexOf(needle, at + needle.length)) {
    edges.push(at, at + needle.length);
  }
  edges.push(lowerText.length);
  let start = 0;
  return spans.flatMap((span) => {
    const from = start;
    start += span.text.length;
    return edges.slice(0, -1).flatMap((edge, index) => {
      const piece = span.text.slice(Math.max(0, edge - from), Math.max(0, (edges[index + 1] ?? 0) - from));
      return piece === '' ? [] : [{ text: piece, names: span.names, isMatch: index % 2 === 1 }];
    });
  });
}
