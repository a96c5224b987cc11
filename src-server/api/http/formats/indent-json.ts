const TOKEN = /\{\}|\[\]|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^"{}[\],:]+/g;

/** Indents compact JSON without parsing it, so that the order of keys and the numbers stay what they are. */
export function indentJson(text: string, width: number): string {
  let out = '';
  let depth = 0;
  const line = () => `\n${' '.repeat(width * depth)}`;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      depth += 1;
      out += token + line();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      out += line() + token;
    } else if (token === ',') out += token + line();
    else out += token === ':' ? ': ' : token;
  }
  return out;
}
