/** The place where a text stops being JSON. Lines and columns start at 1; columns count UTF-16 units, as editors do. */
export type JsonSyntaxError = { readonly line: number; readonly column: number; readonly reason: string };

const WHITESPACE = /[ \t\n\r]*/y;
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** A string without its closing quote, so that a match ends where a broken string breaks. */
const STRING =
  /"[\x20\x21\x23-\x5b\x5d-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[\x20\x21\x23-\x5b\x5d-\uffff]*)*/y;

type Bracket = '[' | '{';
type Expectation = 'value' | 'first item' | 'first key' | 'key' | 'colon' | 'next' | 'end';

/**
 * Finds the first syntax error of a JSON text; undefined when there is none. The engine's own message lacks the place of
 * most errors and quotes the text around them, which may contain a secret.
 */
export function findJsonSyntaxError(text: string): JsonSyntaxError | undefined {
  const open: Bracket[] = [];
  let expecting: Expectation = 'value';
  let at = matchEnd(WHITESPACE, text, 0);
  while (at < text.length) {
    const character = text[at];
    const isValue: boolean = expecting === 'value' || expecting === 'first item';
    const isKey: boolean = expecting === 'key' || expecting === 'first key';
    let end = at + 1;
    if (
      character === closingBracket(open) &&
      (expecting === 'next' || expecting === 'first item' || expecting === 'first key')
    ) {
      open.pop();
      expecting = afterValue(open);
    } else if (character === ',' && expecting === 'next') {
      expecting = open.at(-1) === '{' ? 'key' : 'value';
    } else if (character === ':' && expecting === 'colon') {
      expecting = 'value';
    } else if (character === '"' && (isValue || isKey)) {
      end = matchEnd(STRING, text, at);
      if (text[end] !== '"') return errorAt(text, end, invalidStringReason(text[end]));
      end += 1;
      expecting = isKey ? 'colon' : afterValue(open);
    } else if ((character === '[' || character === '{') && isValue) {
      open.push(character);
      expecting = character === '[' ? 'first item' : 'first key';
    } else {
      end = isValue ? matchEnd(LITERAL, text, at) : at;
      if (end === at) return errorAt(text, at, expectedText(expecting, open));
      expecting = afterValue(open);
    }
    at = matchEnd(WHITESPACE, text, end);
  }
  return expecting === 'end'
    ? undefined
    : errorAt(text, at, `the file ends too early; ${expectedText(expecting, open)}`);
}

/** Returns where the match at `from` ends; `from` itself when nothing matches. */
function matchEnd(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from;
  return expression.test(text) ? expression.lastIndex : from;
}

function afterValue(open: readonly Bracket[]): Expectation {
  return open.length === 0 ? 'end' : 'next';
}

function closingBracket(open: readonly Bracket[]): string | undefined {
  const last = open.at(-1);
  return last && (last === '[' ? ']' : '}');
}

function expectedText(expecting: Expectation, open: readonly Bracket[]): string {
  switch (expecting) {
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
      return `"," or "${closingBracket(open)}" is expected here`;
    case 'end':
      return 'nothing more is expected here';
  }
}

function invalidStringReason(character: string | undefined): string {
  if (character === undefined) return 'the file ends inside a text';
  return character === '\\'
    ? 'JSON does not know this escape'
    : 'a line break or control character cannot stand inside a text; write \\n';
}

function errorAt(text: string, at: number, reason: string): JsonSyntaxError {
  const before = text.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n'), reason };
}
