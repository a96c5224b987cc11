/* Finds error and warning lines in build output. */

/** The severity of a line; the window tints such lines and jumps to them. */
export type LogSeverity = 'error' | 'warning';

/** Words of documentation builders, Python, git, npm, make and compilers. Counts of errors are not errors. */
const ERROR =
  /\b(?:ERROR|CRITICAL|FATAL)\b|(?:^|[\s:])(?:[Ff]atal )?[Ee]rror:(?:\s|$)|^fatal: |^npm ERR!|^[A-Za-z_][\w.]*(?:Error|Exception)(?:: |$)|^make(?:\[\d+\])?: \*\*\* /;
const WARNING = /\bWARN(?:ING)?\b|(?:^|[\s:])[Ww]arning:(?:\s|$)|\b[A-Z]\w*Warning: |^npm warn /;
/** Words that make a red line an error or a yellow one a warning, since tools colour other lines too. */
const ERROR_HINT =
  /\b(?:errors?|fail(?:s|ed|ure|ures|ing)?|fatal|critical|exceptions?|denied|refused|abort(?:s|ed|ing)?|invalid|missing|unknown|not found|can(?:not|'t)|unable|could not|couldn't)\b/i;
const WARNING_HINT =
  /\b(?:warn(?:s|ed|ings?)?|caution|attention|deprecat\w*|ignor(?:ed|ing)|skipp(?:ed|ing)|duplicate)\b/i;
/** A count of zero is good news. */
const ZERO_COUNT =
  /\b(?:0|no) (?:errors?|warnings?|failures?)\b|\b(?:errors?|warnings?|failures?)\s*[:=]\s*0\b/gi;
/** Only the beginning of longer lines is checked; they are printed files. */
const MAX_LENGTH = 4096;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal are control sequences
const LEADING_COLOURS = /^(?:\x1b\[[\d;]*m)+/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const COLOURS = /\x1b\[([\d;]*)m/g;

/**
 * Returns the severity of a line by its first severity word (`ERROR`, `WARNING`, `error: `), else by its leading colour,
 * red or yellow, if a weaker word confirms it; undefined for all other lines.
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

/** Returns the text colour that these sequences set, 30 to 37 or 90 to 97; undefined for the default and others. */
function foreground(sequences: string): number | undefined {
  let colour: number | undefined;
  for (const [, list = ''] of sequences.matchAll(COLOURS)) {
    const codes = list.split(';').map(Number);
    for (let at = 0; at < codes.length; at++) {
      const code = codes[at] ?? 0;
      // The parameters after these two select one of many colours.
      if (code === 38 || code === 48) {
        if (code === 38) colour = undefined;
        at += codes[at + 1] === 5 ? 2 : 4;
      } else if (code === 0 || code === 39) colour = undefined;
      else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) colour = code;
    }
  }
  return colour;
}
