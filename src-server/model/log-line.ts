/* What a line of a log is to whoever looks for what went wrong. */

/** `error` and `warning` lines are tinted and can be jumped to. */
export type LogMark = 'error' | 'warning';

/** Words of documentation builders, of Python, git, npm, make and compilers. Numbers of errors are not errors. */
const ERROR =
  /\b(?:ERROR|CRITICAL|FATAL)\b|(?:^|[\s:])(?:[Ff]atal )?[Ee]rror:(?:\s|$)|^fatal: |^npm ERR!|^[A-Za-z_][\w.]*(?:Error|Exception)(?:: |$)|^make(?:\[\d+\])?: \*\*\* /;
const WARNING = /\bWARN(?:ING)?\b|(?:^|[\s:])[Ww]arning:(?:\s|$)|\b[A-Z]\w*Warning: |^npm warn /;
/** A longer line is a file that somebody printed; its beginning tells. */
const LONGEST = 4096;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal are control sequences
const COLOURS_FIRST = /^(?:\x1b\[[\d;]*m)+/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const COLOURS = /\x1b\[([\d;]*)m/g;

/**
 * What a line says by its words (`ERROR`, `WARNING`, `error: `), the first of them where it has both, else by the colour
 * that it begins with: red or yellow. undefined for all others.
 */
export function logMark(line: string): LogMark | undefined {
  const read = line.length > LONGEST ? line.slice(0, LONGEST) : line;
  const start = COLOURS_FIRST.exec(read)?.[0] ?? '';
  const words = read.includes('\x1b') ? read.replaceAll(COLOURS, '') : read;
  const error = words.search(ERROR);
  const warning = words.search(WARNING);
  if (error >= 0 && (warning < 0 || error <= warning)) return 'error';
  if (warning >= 0) return 'warning';
  return start === '' || words.trim() === '' ? undefined : markOfColour(foreground(start));
}

function markOfColour(colour: number | undefined): LogMark | undefined {
  if (colour === 31 || colour === 91) return 'error';
  return colour === 33 || colour === 93 ? 'warning' : undefined;
}

/** The colour of letters that these sequences leave: 30 to 37 and 90 to 97; undefined for the usual and for others. */
function foreground(sequences: string): number | undefined {
  let colour: number | undefined;
  for (const [, list = ''] of sequences.matchAll(COLOURS)) {
    const codes = list.split(';').map(Number);
    for (let at = 0; at < codes.length; at++) {
      const code = codes[at] ?? 0;
      // The numbers behind these two say which of many colours is meant.
      if (code === 38 || code === 48) {
        if (code === 38) colour = undefined;
        at += codes[at + 1] === 5 ? 2 : 4;
      } else if (code === 0 || code === 39) colour = undefined;
      else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) colour = code;
    }
  }
  return colour;
}
