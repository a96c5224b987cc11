/** A piece of TypeScript source. Comments and regular expressions never become tokens; a template's text does. */
export type Token = {
  readonly kind: 'word' | 'string' | 'template' | 'mark';
  /** For a string or a template its content as written, without the quotes. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
};

const PATTERNS = {
  space: /\s+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y,
  word: /[\p{ID_Start}$_#@][\p{ID_Continue}$]*|\d[\w.]*/uy,
  string: /'(?:\\[\s\S]|[^'\\\n])*'?|"(?:\\[\s\S]|[^"\\\n])*"?/y,
  regex: /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y,
  templateText: /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/y,
  mark: /=>|[\s\S]/y,
};

/** After these words a slash begins a regular expression; after any other word it divides. */
const BEFORE_REGEX = new Set(
  'return typeof case in of delete void throw new do else await yield instanceof extends default'.split(' '),
);

/**
 * Cuts TypeScript into tokens, well enough to see imports, calls and what stands inside their parentheses.
 * Code inside `${…}` of a template is cut too. Never throws: broken source gives some tokens.
 */
export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = [];
  // One entry for each open brace: whether it was opened by `${`, so that its end goes on with the template.
  const braces: boolean[] = [];
  let [at, line] = [0, 1];

  const take = (kind: keyof typeof PATTERNS): string | undefined => {
    const pattern = PATTERNS[kind];
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  const pass = (text: string): void => {
    at += text.length;
    line += text.split('\n').length - 1;
  };
  const push = (kind: Token['kind'], text: string, written = text): void => {
    tokens.push({ kind, text, line });
    pass(written);
  };
  const template = (): void => {
    push('template', take('templateText') ?? '');
    if (source.startsWith('${', at)) {
      braces.push(true);
      pass('${');
    } else pass(source.slice(at, at + 1));
  };

  while (at < source.length) {
    const space = take('space');
    const word = space ? undefined : take('word');
    const string = space || word ? undefined : take('string');
    const regex = space || word || string || !regexMayFollow(tokens.at(-1)) ? undefined : take('regex');
    if (space) pass(space);
    else if (word) push('word', word);
    else if (string) push('string', unquote(string), string);
    else if (regex) pass(regex);
    else {
      const mark = take('mark') ?? '';
      if (mark === '`') {
        pass(mark);
        template();
      } else if (mark === '}' && braces.pop()) {
        pass(mark);
        template();
      } else {
        if (mark === '{') braces.push(false);
        push('mark', mark);
      }
    }
  }
  return tokens;
}

function unquote(string: string): string {
  return string.length > 1 && string.endsWith(string.charAt(0)) ? string.slice(1, -1) : string.slice(1);
}

function regexMayFollow(previous: Token | undefined): boolean {
  if (!previous) return true;
  if (previous.kind === 'word') return BEFORE_REGEX.has(previous.text);
  return previous.kind === 'mark' && !')]}'.includes(previous.text);
}
