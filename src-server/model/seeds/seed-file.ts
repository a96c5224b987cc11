import { Invalid } from '../base/problems.ts';
import { findJsonSyntaxError } from '../base/text/json-syntax-error.ts';
import { parseSeed } from './seed.ts';
import type { Seed } from './seed-schema.ts';

/**
 * Parses the text of a seed file.
 * @throws Invalid on `file` with line and column when it is not JSON, else keyed by paths inside the file
 */
export function parseSeedFile(text: string): Seed {
  // Some editors start every file with a byte order mark.
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
