import { type Token, tokenize } from './tokens.ts';

/** Says what is wrong with a file, each as `file:line: reason`; empty when all is well. */
export type Check = (path: string, source: string) => readonly string[];

const LIMIT = 400;
const LAYER_NAMES = /^(utils?|helpers?|common|misc|index|store|server)$/;
const ALLOWED_NAMES = new Set(['src-server/api/server.ts', 'src-main/index.ts']);
const SQL =
  /^\s*(SELECT\s|INSERT (INTO|OR)\s|REPLACE INTO\s|UPDATE \w+\s+SET\s|DELETE FROM\s|CREATE (TABLE|INDEX|UNIQUE|VIRTUAL|TRIGGER|VIEW)\s|DROP (TABLE|INDEX)\s|ALTER TABLE\s|WITH \w+ AS\s|PRAGMA\s|VACUUM\b|BEGIN (IMMEDIATE|EXCLUSIVE|DEFERRED)|SAVEPOINT\s)/;
const DATABASE = /^(db|database|sqlite|connection|handle)$/i;

/** SQL and the calls that run it stand only in the store (architecture.md, decision 4). */
export const sqlOnlyInStore: Check = (path, source) => {
  if (path.startsWith('src-server/store/')) return [];
  return findings(path, source, (tokens, at) => {
    const token = tokens[at];
    if (token?.kind === 'string' || token?.kind === 'template') {
      return SQL.test(token.text) ? 'SQL outside the store' : undefined;
    }
    if (token?.text !== '.' || tokens[at + 2]?.text !== '(') return undefined;
    const method = tokens[at + 1]?.text;
    // Regular expressions have an exec too.
    const onDatabase = method === 'exec' && DATABASE.test(tokens[at - 1]?.text ?? '');
    return method === 'prepare' || method === 'pragma' || onDatabase
      ? `.${method}( outside the store`
      : undefined;
  });
};

/** Who may do what is decided in one file, and who somebody is at the API's door (architecture.md, decision 5). */
export const permissionsOnlyInAccess: Check = (path, source) => {
  if (path === 'src-server/services/kernel/access.ts' || path === 'src-server/api/http/authenticate.ts')
    return [];
  return findings(path, source, (tokens, at) => {
    const className = tokens[at]?.text === 'new' ? tokens[at + 1]?.text : undefined;
    return className === 'Forbidden' || className === 'NotAuthenticated'
      ? `new ${className}: ask services/kernel/access.ts`
      : undefined;
  });
};

/** A transaction never spans an await (architecture.md, decision 1). */
export const noAwaitInTransaction: Check = (path, source) =>
  findings(path, source, (tokens, at) => {
    const { kind, text } = tokens[at] ?? {};
    if (kind !== 'word' || (text !== 'transaction' && text !== 'change')) return undefined;
    const open = afterTypeArguments(tokens, at + 1);
    if (tokens[open]?.text !== '(') return undefined;
    const inside = tokens.slice(open + 1, closingBracket(tokens, open));
    const hasAwait = inside.some((token) => token.kind === 'word' && /^(await|async)$/.test(token.text));
    return hasAwait ? `await or async inside ${text}(…)` : undefined;
  });

/** The type checker is not to be silenced; Biome looks after `any`. */
export const noSilencedTypes: Check = (path, source) =>
  lines(path, source, /@ts-(expect-error|nocheck|ignore)\b/, 'silences the type checker');

/** A file that long hides something (style.md). */
export const notTooLong: Check = (path, source) => {
  const count = source.trimEnd().split('\n').length;
  return count > LIMIT ? [`${path}:${count}: longer than ${LIMIT} lines`] : [];
};

/** A name says what is inside: no utils, and no file named after its layer (architecture.md, "Folders"). */
export const noGenericNames: Check = (path) => {
  if (ALLOWED_NAMES.has(path)) return [];
  const parts = path.split('/');
  const stem = parts.pop()?.split('.')[0] ?? '';
  const folder = parts.find((part) => /^(utils?|helpers?|common|misc)$/.test(part));
  if (folder) return [`${path}:1: the folder ${folder} says nothing`];
  return LAYER_NAMES.test(stem) ? [`${path}:1: the name ${stem} says nothing`] : [];
};

function findings(
  path: string,
  source: string,
  match: (tokens: readonly Token[], at: number) => string | undefined,
) {
  const tokens = tokenize(source);
  return tokens.flatMap((token, at) => {
    const reason = match(tokens, at);
    return reason ? [`${path}:${token.line}: ${reason}`] : [];
  });
}

/** Every line that holds the pattern. */
export function lines(path: string, source: string, pattern: RegExp, reason: string): readonly string[] {
  return source
    .split('\n')
    .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${reason}`] : []));
}

/** The index after `<…>`, or the same index where there is none. */
function afterTypeArguments(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.text !== '<') return at;
  let depth = 0;
  for (let index = at; index < tokens.length; index += 1) {
    if (tokens[index]?.text === '<') depth += 1;
    if (tokens[index]?.text === '>') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return at;
}

/** The index of the bracket that closes the one at `open`. */
function closingBracket(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index += 1) {
    const { kind, text } = tokens[index] ?? {};
    if (kind === 'mark' && text === '(') depth += 1;
    if (kind === 'mark' && text === ')') depth -= 1;
    if (depth === 0) return index;
  }
  return tokens.length;
}
