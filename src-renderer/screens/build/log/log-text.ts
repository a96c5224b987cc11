import Anser from 'anser';
import { groundOf, tonesOf } from './log-colours.ts';

/** A piece of a line in one dress. `names` say what it looks like: `red`, `bold`. */
export type LogSpan = { readonly text: string; readonly names: readonly string[] };

// As texts, since control characters in a pattern are taken for a mistake.
const ESC = '\\u001b';
/** Links and titles (OSC), moves of the cursor, and sets of letters: everything of a terminal but colours. */
const NO_COLOUR = new RegExp(
  `${ESC}\\][^\\u0007${ESC}]*(?:\\u0007|${ESC}\\\\)|${ESC}\\[[0-?]*[ -/]*[@-ln-~]|${ESC}[()][A-Z0-9]|${ESC}[@-Z\\\\^_=>78]`,
  'g',
);
/** An ESC that begins nothing of a colour. */
const LONE_ESCAPE = new RegExp(`${ESC}(?!\\[[\\d;]*m)`, 'g');
const HAS_STATES = new RegExp(`[${ESC}\\r\\u0008]`);
/** What a window cannot show, and what would turn the order of letters around. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const SHOWN: ReadonlySet<string> = new Set(['bold', 'dim', 'italic', 'underline', 'strikethrough']);
/** Changes nothing, so that what follows is read in the colours that are in force. */
const AS_BEFORE = '999m';

/**
 * Lines of a terminal as pieces of text, never as HTML. Colours last until they are ended, also over the end of a line.
 * Of a line that was written over, the last state; a step back writes over one sign.
 */
export function readLog(lines: readonly string[]): readonly (readonly LogSpan[])[] {
  const anser = new Anser();
  let isPlain = true;
  return lines.map((line) => {
    if (isPlain && !HAS_STATES.test(line)) return line === '' ? [] : [{ text: visible(line), names: [] }];
    const written = line.replaceAll(NO_COLOUR, '').replaceAll(LONE_ESCAPE, '\u241b');
    const states = written.split('\r');
    const last = Math.max(
      0,
      states.findLastIndex((state) => state !== ''),
    );
    const spans: LogSpan[] = [];
    states.forEach((state, index) => {
      for (const [place, chunk] of state.split('\x1b[').entries()) {
        const { content, fg, bg, decorations } = anser.processChunkJson(
          place === 0 ? AS_BEFORE + chunk : chunk,
          {},
          true,
        );
        const ground = groundOf(fg, bg, decorations.includes('reverse'));
        const shown = new Set(decorations.filter((name) => SHOWN.has(name)));
        const names = [...shown, ...(ground === undefined ? tonesOf(fg) : [ground])];
        isPlain = names.length === 0;
        if (index === last && content !== '') spans.push({ text: content, names });
      }
    });
    const whole = spans.some(({ text }) => text.includes('\b')) ? steppedBack(spans) : spans;
    return whole.map(({ text, names }) => ({ text: visible(text), names }));
  });
}

/** With every sign where a terminal would have it: a backspace goes back by one, and what follows is written over it. */
function steppedBack(spans: readonly LogSpan[]): readonly LogSpan[] {
  const signs: LogSpan[] = [];
  let at = 0;
  for (const { text, names } of spans) {
    for (const sign of text) {
      if (sign === '\b') at = Math.max(0, at - 1);
      else {
        signs[at] = { text: sign, names };
        at += 1;
      }
    }
  }
  const joined: LogSpan[] = [];
  for (const sign of signs) {
    const last = joined.at(-1);
    if (last?.names === sign.names) joined[joined.length - 1] = { ...last, text: last.text + sign.text };
    else joined.push(sign);
  }
  return joined;
}

/** The line as it is read: without colours. */
export function plainLine(line: string): string {
  return (readLog([line])[0] ?? []).map(({ text }) => text).join('');
}

/** Signs that cannot be seen, as signs that can. */
function visible(text: string): string {
  return text.replaceAll(UNSEEN, (sign) => {
    if (sign === '\t') return sign;
    const code = sign.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
  });
}

/** The pieces with what is looked for as pieces of their own, marked; case aside. */
export function markFound(
  spans: readonly LogSpan[],
  wanted: string,
): readonly (LogSpan & { readonly isFound: boolean })[] {
  const text = spans.map((span) => span.text).join('');
  const plain = text.toLowerCase();
  const needle = wanted.toLowerCase();
  // Where lower case is of another length, places would not be the same.
  if (needle === '' || plain.length !== text.length || !plain.includes(needle)) {
    return spans.map((span) => ({ ...span, isFound: false }));
  }
  const edges = [0];
  for (let at = plain.indexOf(needle); at >= 0; at = plain.indexOf(needle, at + needle.length)) {
    edges.push(at, at + needle.length);
  }
  edges.push(plain.length);
  let start = 0;
  return spans.flatMap((span) => {
    const from = start;
    start += span.text.length;
    return edges.slice(0, -1).flatMap((edge, index) => {
      const piece = span.text.slice(Math.max(0, edge - from), Math.max(0, (edges[index + 1] ?? 0) - from));
      return piece === '' ? [] : [{ text: piece, names: span.names, isFound: index % 2 === 1 }];
    });
  });
}
