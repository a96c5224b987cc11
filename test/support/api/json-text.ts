/**
 * Lists problems in the formatting of a JSON text (behaviour.md 0): keys not sorted by byte value, white space.
 * Does not use a parser, which would hide both by reordering numeric keys.
 */
export function formatProblems(json: string): string[] {
  const found: string[] = [];
  // The last key of each open object; undefined for a list.
  const open: (string | undefined)[] = [];
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|\s+|[{}[\],:]|[^\s"{}[\],:]+/g) ?? [];
  tokens.forEach((token, index) => {
    if (token === '{') open.push('');
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token.trim() === '') found.push('the JSON has white space between its tokens');
    else if (token.startsWith('"') && tokens[index + 1] === ':') {
      const key = String(JSON.parse(token));
      const before = open.at(-1) ?? '';
      if (Buffer.compare(Buffer.from(before), Buffer.from(key)) > 0) {
        found.push(`the key "${key}" stands after "${before}"`);
      }
      open[open.length - 1] = key;
    }
  });
  return [...new Set(found)];
}
