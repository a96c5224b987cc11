const ENDINGS = ['ings', 'ing', 'ed', 'es', 's', 'e'];
/** A word is cut no shorter than this. */
const MIN_STEM = 3;
/** Words that are shorter have no ending to cut. */
const MIN_WORD = 4;

/** Makes a pattern that finds a word, also within others, and with another ending: `redirects` finds `redirect`. */
export function wordPattern(word: string): RegExp {
  const literal = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const stem = /^\p{L}+$/u.test(word) && word.length >= MIN_WORD ? stemOf(word) : undefined;
  const source = stem === undefined ? literal : `(?<!\\p{L})${stem}\\p{L}*|${literal}`;
  return new RegExp(source, 'giu');
}

/** Returns the source of what all forms of a word begin with. */
function stemOf(word: string): string {
  const base = /^(.{2,})(?:y|ies|ied|ying)$/u.exec(word)?.[1];
  // A `y` after a vowel stays: `keys`, `day`.
  if (base !== undefined && !/[aeiou]$/u.test(base)) return `${base}(?:y|ie)`;
  const ending = ENDINGS.find((each) => word.endsWith(each) && word.length - each.length >= MIN_STEM);
  if (ending === undefined || /(?:ss|us|is)$/u.test(word)) return word;
  const stem = word.slice(0, -ending.length);
  // `running` is a form of `run`, `passed` one of `pass`.
  return ending.startsWith('s') || ending === 'e' ? stem : stem.replace(/([bdgmnprt])\1$/u, '$1');
}
