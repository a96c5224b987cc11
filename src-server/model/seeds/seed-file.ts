import { findJsonSyntaxError } from '../base/json-syntax-error.ts';
import { Invalid } from '../base/problems.ts';
import { parseSeed } from './seed.ts';
import type { Seed } from './seed-schema.ts';

/**
 * Reads the text of a seed file. Throws Invalid: for a text that is not JSON under `file`, with line and column;
 * else keyed by paths inside the file (see parseSeed).
 */
export function parseSeedFile(text: string): Seed {
  // Some editors begin every file with a byte order mark.
  return parseSeed(parseJson(text.replace(/^\uFEFF/, '')));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const syntaxError = findJsonSyntaxError(text);
    if (!syntaxError) throw error;
    const { line, column, reason } = syntaxError;
    throw new Invalid({ file: [`Not JSON at line ${line}, column ${column}: ${reason}.`] });
  }
}
