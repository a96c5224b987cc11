import { posix } from 'node:path';
import { type Token, tokenize } from './tokens.ts';

/** One import of a file, whichever way it is written. */
export type Import = {
  /** As written: './a.ts', 'node:fs'. '' when it is computed. */
  readonly specifier: string;
  /** Gone at run time. An `import('…')` that stands for a type is not told apart and counts as one at run time. */
  readonly typeOnly: boolean;
  readonly line: number;
};

/** Every static import, re-export, dynamic import and require of the source. */
export function importsOf(source: string): readonly Import[] {
  const tokens = tokenize(source);
  return tokens.flatMap((token, index) => importAt(tokens, index, token) ?? []);
}

/** What a relative specifier means, as a path from the repository's root; undefined for a package. */
export function resolveImport(from: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined;
}

function importAt(tokens: readonly Token[], index: number, token: Token): Import | undefined {
  if (token.kind !== 'word' || isMember(tokens, index)) return undefined;
  if (token.text === 'import' || token.text === 'require') {
    if (tokens[index + 1]?.text === '(') return call(tokens, index);
    if (token.text === 'import') return statement(tokens, index, true);
  }
  return token.text === 'export' ? statement(tokens, index, false) : undefined;
}

/** `x.import`, `{ import: … }`: a name, not the keyword. */
function isMember(tokens: readonly Token[], index: number): boolean {
  return tokens[index - 1]?.text === '.' || tokens[index + 1]?.text === ':';
}

function call(tokens: readonly Token[], index: number): Import {
  const argument = tokens[index + 2];
  const end = tokens[index + 3]?.text;
  const plain = argument && ['string', 'template'].includes(argument.kind) && (end === ')' || end === ',');
  return { specifier: plain ? argument.text : '', typeOnly: false, line: tokens[index]?.line ?? 0 };
}

/** Reads `import … from '…'`, `import '…'` or `export … from '…'`; undefined for any other statement. */
function statement(tokens: readonly Token[], index: number, bareAllowed: boolean): Import | undefined {
  const line = tokens[index]?.line ?? 0;
  const after = tokens[index + 1];
  if (bareAllowed && after?.kind === 'string') return { specifier: after.text, typeOnly: false, line };
  const named = new Set(['{', '}', ',', '*']);
  let depth = 0;
  for (let at = index + 1; at < tokens.length; at += 1) {
    const token = tokens[at];
    const next = tokens[at + 1];
    if (!token || (token.kind === 'mark' && !named.has(token.text))) return undefined;
    if (token.text === '{') depth += 1;
    if (token.text === '}') depth -= 1;
    if (depth === 0 && token.text === 'from' && next?.kind === 'string') {
      return { specifier: next.text, typeOnly: isTypeOnly(tokens.slice(index + 1, at)), line };
    }
  }
  return undefined;
}

/** `type` in front, or in front of every name between the braces. */
function isTypeOnly(clause: readonly Token[]): boolean {
  if (clause[0]?.text === 'type' && clause[1] !== undefined && clause[1].text !== ',') return true;
  if (clause[0]?.text !== '{') return false;
  const names = clause
    .slice(1, -1)
    .map((token) => token.text)
    .join(' ')
    .split(',');
  const exported = names.map((name) => name.trim()).filter((name) => name !== '');
  return exported.length > 0 && exported.every((name) => /^type [^ ]+( as [^ ]+)?$/.test(name));
}
