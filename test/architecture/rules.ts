/** Says what is wrong with a file, each as `file:line: reason`; empty when all is well. */
export type Check = (path: string, source: string) => readonly string[];

const LIMIT = 400;
const LAYER_NAMES = /^(utils?|helpers?|common|misc|index|store|server)$/;
const ALLOWED_NAMES = new Set(['src-server/api/server.ts', 'src-main/index.ts']);
const SQL =
  /['"`]\s*(SELECT\s|INSERT (INTO|OR)\s|REPLACE INTO\s|UPDATE \w+\s+SET\s|DELETE FROM\s|CREATE (TABLE|INDEX|UNIQUE|VIRTUAL|TRIGGER|VIEW)\s|DROP (TABLE|INDEX)\s|ALTER TABLE\s|WITH \w+ AS\s|PRAGMA\s|VACUUM\b|BEGIN (IMMEDIATE|EXCLUSIVE|DEFERRED)|SAVEPOINT\s)/g;
// Regular expressions have an exec too.
const RUNS_SQL = /\.(?:prepare|pragma)\(|\b(?:db|database|sqlite|connection|handle)\.exec\(/gi;
const READS_CREDENTIALS = new Set([
  'src-server/services/kernel/access.ts',
  'src-server/api/http/authenticate.ts',
  'src-server/api/control/control-key.ts',
]);
const STORE_IMPORT = /^import (?!type\b)[^;']*from '[^']*\/store\/[^']*';/gm;
const WINDOW_IMPORT =
  /^import (?!type\b)[^;']*from '[^']*\/(?:src-server\/desk|src-main)\/[^']*';|\bimport\('[^']*\/(?:src-server\/desk|src-main)\//gm;

/** Allows SQL and the calls that run it only in the store. */
export const sqlOnlyInStore: Check = (path, source) => {
  if (path.startsWith('src-server/store/')) return [];
  return [
    ...findings(path, withoutComments(source), SQL, 'SQL outside the store'),
    ...findings(path, withoutComments(source), RUNS_SQL, 'runs SQL outside the store'),
  ];
};

/** Allows refusals of permission only in one file, and of credentials where the API reads them. */
export const permissionsOnlyInAccess: Check = (path, source) => {
  if (READS_CREDENTIALS.has(path)) return [];
  const pattern = /\bnew (?:Forbidden|NotAuthenticated)\b/g;
  return findings(path, withoutComments(source), pattern, 'refuses by itself: ask services/kernel/access.ts');
};

/** Lets entry points and workers import only types of the store, and the window only types of the desk; Biome has the rest. */
export const onlyTypesAcross: Check = (path, source) => {
  if (/^src-server\/(api|desk|hosting|builder|sync)\//.test(path))
    return findings(path, source, STORE_IMPORT, 'imports more than types of the store');
  if (path.startsWith('src-renderer/'))
    return findings(path, source, WINDOW_IMPORT, 'imports more than types of the desk');
  return [];
};

/** Refuses an await inside a transaction. */
export const noAwaitInTransaction: Check = (path, source) => {
  // What the desk calls a change is a procedure, which may wait.
  if (path.startsWith('src-server/desk/')) return [];
  const code = withoutComments(source).replaceAll(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''");
  return [...code.matchAll(/\b(transaction|change)(?:<[^()]*>)?\(/g)].flatMap((match) => {
    const inside = code.slice(
      match.index + match[0].length,
      closingBracket(code, match.index + match[0].length),
    );
    return /\b(await|async)\b/.test(inside)
      ? [`${path}:${lineOf(code, match.index)}: await or async inside ${match[1]}(…)`]
      : [];
  });
};

/** The type checker is not to be silenced; Biome checks `any`. */
export const noSilencedTypes: Check = (path, source) =>
  lines(path, source, /@ts-(expect-error|nocheck|ignore)\b/, 'silences the type checker');

/** Limits the length of a file. */
export const notTooLong: Check = (path, source) => {
  const count = source.trimEnd().split('\n').length;
  return count > LIMIT ? [`${path}:${count}: longer than ${LIMIT} lines`] : [];
};

/** Refuses names that say nothing: no utils, and no file named after its layer. */
export const noGenericNames: Check = (path) => {
  if (ALLOWED_NAMES.has(path)) return [];
  const parts = path.split('/');
  const stem = parts.pop()?.split('.')[0] ?? '';
  const folder = parts.find((part) => /^(utils?|helpers?|common|misc)$/.test(part));
  if (folder) return [`${path}:1: the folder ${folder} says nothing`];
  return LAYER_NAMES.test(stem) ? [`${path}:1: the name ${stem} says nothing`] : [];
};

function findings(path: string, source: string, pattern: RegExp, reason: string): readonly string[] {
  return [...source.matchAll(pattern)].map(({ index }) => `${path}:${lineOf(source, index)}: ${reason}`);
}

function lineOf(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}

/** The source with its comments blank, so that lines keep their numbers. A slash in a string or template begins none. */
function withoutComments(source: string): string {
  const pieces =
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  return source.replaceAll(pieces, (piece) =>
    piece.startsWith('/') ? piece.replaceAll(/[^\n]/g, ' ') : piece,
  );
}

/** Every line that holds the pattern. */
export function lines(path: string, source: string, pattern: RegExp, reason: string): readonly string[] {
  return source
    .split('\n')
    .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${reason}`] : []));
}

/** The index of the bracket that closes the one before `start`. */
function closingBracket(code: string, start: number): number {
  let depth = 1;
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1;
    if (code[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return code.length;
}
