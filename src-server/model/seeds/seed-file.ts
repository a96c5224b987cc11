import { findJsonFault } from '../base/json-fault.ts';
import { Invalid } from '../base/problems.ts';
import { parseSeed, type Seed } from './seed.ts';

/**
 * Reads the text of a seed file. Throws Invalid: for a text that is not JSON under `file`, with line and column;
 * else keyed by paths inside the file (see parseSeed).
 */
export function loadSeedFile(text: string): Seed {
  // Some editors begin every file with a byte order mark.
  return parseSeed(parsed(text.replace(/^\uFEFF/, '')));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = findJsonFault(text);
    if (!fault) throw error;
    const { line, column, reason } = fault;
    throw new Invalid({ file: [`Not JSON at line ${line}, column ${column}: ${reason}.`] });
  }
}
