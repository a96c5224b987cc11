const MAX_ERRORS = 50;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z/;
/** Names of errors, and the codes of SQLite and of the system. */
const NAMES = /\b(?:[A-Z][A-Za-z]*(?:Error|Problem|Database|Log|InUse)|SQLITE_[A-Z_]+|E[A-Z]{4,})\b/g;
/** A time with names behind it. */
const NAMED = /Z .*\S/;
const FRAME = /^\s+at .*?((?:src-\w+|lib|out|node_modules|node:)[\w./:@-]*:\d+:\d+)\)?$/;

/**
 * Returns the last errors of a log: when, the names and codes in each, and where in the program. Their texts are left out,
 * since they may name what is somebody's own.
 */
export function namelessErrors(log: string): string {
  const errors: string[][] = [];
  for (const line of log.split('\n')) {
    const time = TIME.exec(line)?.[0];
    if (time !== undefined) errors.push([`${time} ${[...new Set(line.match(NAMES) ?? [])].join(' ')}`]);
    const place = FRAME.exec(line)?.[1];
    if (place !== undefined) errors.at(-1)?.push(`    at ${place}`);
  }
  return errors
    .filter(([first = '', ...frames]) => frames.length > 0 || NAMED.test(first))
    .slice(-MAX_ERRORS)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('');
}
