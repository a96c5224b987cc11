/** Where a text stops being JSON. Lines and columns count from 1, columns in UTF-16 units as editors do. */
export type JsonFault = { readonly line: number; readonly column: number; readonly reason: string };

const SPACE = /[ \t\n\r]*/y;
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** Without the closing quote, so that a match ends where a broken text breaks. */
const TEXT =
  /"[\x20\x21\x23-\x5b\x5d-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[\x20\x21\x23-\x5b\x5d-\uffff]*)*/y;

type Bracket = '[' | '{';
type Due = 'value' | 'first item' | 'first key' | 'key' | 'colon' | 'next' | 'end';

/**
 * The first fault of a text that is not JSON; undefined when it is. The engine's own message names no place for most
 * faults and quotes the text around them, where a secret may stand.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: Bracket[] = [];
  let due: Due = 'value';
  let at = endOf(SPACE, text, 0);
  while (at < text.length) {
    const mark = text[at];
    const isValue: boolean = due === 'value' || due === 'first item';
    const isKey: boolean = due === 'key' || due === 'first key';
    let end = at + 1;
    if (mark === closing(open) && (due === 'next' || due === 'first item' || due === 'first key')) {
      open.pop();
      due = afterValue(open);
    } else if (mark === ',' && due === 'next') {
      due = open.at(-1) === '{' ? 'key' : 'value';
    } else if (mark === ':' && due === 'colon') {
      due = 'value';
    } else if (mark === '"' && (isValue || isKey)) {
      end = endOf(TEXT, text, at);
      if (text[end] !== '"') return faultAt(text, end, brokenText(text[end]));
      end += 1;
      due = isKey ? 'colon' : afterValue(open);
    } else if ((mark === '[' || mark === '{') && isValue) {
      open.push(mark);
      due = mark === '[' ? 'first item' : 'first key';
    } else {
      end = isValue ? endOf(LITERAL, text, at) : at;
      if (end === at) return faultAt(text, at, expected(due, open));
      due = afterValue(open);
    }
    at = endOf(SPACE, text, end);
  }
  return due === 'end' ? undefined : faultAt(text, at, `the file ends too early; ${expected(due, open)}`);
}

/** Where the match that begins at `from` ends; `from` itself when there is none. */
function endOf(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from;
  return expression.test(text) ? expression.lastIndex : from;
}

function afterValue(open: readonly Bracket[]): Due {
  return open.length === 0 ? 'end' : 'next';
}

function closing(open: readonly Bracket[]): string | undefined {
  const last = open.at(-1);
  return last && (last === '[' ? ']' : '}');
}

function expected(due: Due, open: readonly Bracket[]): string {
  switch (due) {
    case 'value':
      return 'a value is expected here';
    case 'first item':
      return 'a value or "]" is expected here';
    case 'first key':
      return 'a key in double quotes or "}" is expected here';
    case 'key':
      return 'a key in double quotes is expected here';
    case 'colon':
      return '":" is expected here';
    case 'next':
      return `"," or "${closing(open)}" is expected here`;
    case 'end':
      return 'nothing more is expected here';
  }
}

function brokenText(mark: string | undefined): string {
  if (mark === undefined) return 'the file ends inside a text';
  return mark === '\\'
    ? 'JSON does not know this escape'
    : 'a line break or control character cannot stand inside a text; write \\n';
}

function faultAt(text: string, at: number, reason: string): JsonFault {
  const before = text.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n'), reason };
}
