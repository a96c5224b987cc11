/* What a line of a log is to whoever looks for what went wrong. */

/** `error` and `warning` lines are tinted and can be jumped to. */
export type LogSeverity = 'error' | 'warning';

/** Words of documentation builders, of Python, git, npm, make and compilers. Numbers of errors are not errors. */
const ERROR =
  /\b(?:ERROR|CRITICAL|FATAL)\b|(?:^|[\s:])(?:[Ff]atal )?[Ee]rror:(?:\s|$)|^fatal: |^npm ERR!|^[A-Za-z_][\w.]*(?:Error|Exception)(?:: |$)|^make(?:\[\d+\])?: \*\*\* /;
const WARNING = /\bWARN(?:ING)?\b|(?:^|[\s:])[Ww]arning:(?:\s|$)|\b[A-Z]\w*Warning: |^npm warn /;
/** Words that make a red line an error and a yellow one a warning: tools colour much else. */
const ERROR_HINT =
  /\b(?:errors?|fail(?:s|ed|ure|ures|ing)?|fatal|critical|exceptions?|denied|refused|abort(?:s|ed|ing)?|invalid|missing|unknown|not found|can(?:not|'t)|unable|could not|couldn't)\b/i;
const WARNING_HINT =
  /\b(?:warn(?:s|ed|ings?)?|caution|attention|deprecat\w*|ignor(?:ed|ing)|skipp(?:ed|ing)|duplicate)\b/i;
/** A number of them is a tally, and none of them good news. */
const ZERO_COUNT =
  /\b(?:0|no) (?:errors?|warnings?|failures?)\b|\b(?:errors?|warnings?|failures?)\s*[:=]\s*0\b/gi;
/** A longer line is a file that somebody printed; its beginning tells. */
const MAX_LENGTH = 4096;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal are control sequences
const LEADING_COLOURS = /^(?:\x1b\[[\d;]*m)+/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const COLOURS = /\x1b\[([\d;]*)m/g;

/**
 * What a line says by its words (`ERROR`, `WARNING`, `error: `), the first of them where it has both, else by the colour
 * that it begins with, red or yellow, where a weaker word bears it out. undefined for all others: colour alone is
 * decoration.
 */
export function logSeverity(line: string): LogSeverity | undefined {
  const read = line.length > MAX_LENGTH ? line.slice(0, MAX_LENGTH) : line;
  const start = LEADING_COLOURS.exec(read)?.[0] ?? '';
  const words = read.includes('\x1b') ? read.replaceAll(COLOURS, '') : read;
  const error = words.search(ERROR);
  const warning = words.search(WARNING);
  if (error >= 0 && (warning < 0 || error <= warning)) return 'error';
  if (warning >= 0) return 'warning';
  return start === '' ? undefined : severityOfColour(foreground(start), words.replaceAll(ZERO_COUNT, ''));
}

function severityOfColour(colour: number | undefined, words: string): LogSeverity | undefined {
  if (colour === 31 || colour === 91) return ERROR_HINT.test(words) ? 'error' : undefined;
  return (colour === 33 || colour === 93) && WARNING_HINT.test(words) ? 'warning' : undefined;
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
