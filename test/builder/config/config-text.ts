import { expect } from 'vitest';
import { ConfigProblem } from '../../../src-server/builder/config/config-problem.ts';
import { type ParsedConfig, parseConfig } from '../../../src-server/builder/config/parse-config.ts';
import type { DocumentationType } from '../../../src-server/model/projects/project.ts';

export const FILE = '.readthedocs.yaml';

/** Parses a configuration after a first line with version 2. */
export function read(text: string, documentationType?: DocumentationType): ParsedConfig {
  const project = documentationType && { documentationType };
  return parseConfig({ file: FILE, text: `version: 2\n${text}`, project });
}

/** Returns the configuration problem that `read` throws. Fails on anything else. */
export function refused(read: () => unknown): ConfigProblem {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigProblem) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

/** Key, code, text after `Invalid "KEY": `, the file without its first line, and the number of the faulty line. */
export type Refusal = readonly [key: string, code: string, reason: string, text: string, line: number];

/** Messages that start with the file name, as in 2021. */
const NAMES_FILE = /^(?:config-required|python-invalid|submodules-invalid|invalid-key(?:s-combination)?)$/;

/** Checks all parts of a refusal. For `invalid-key`, the reason in the row is only the key. */
export function expectRefusal([key, code, value, text, line]: Refusal): void {
  const problem = refused(() => read(text));
  const reason =
    code === 'invalid-key'
      ? `Invalid configuration option: ${value}. Make sure the key name is correct.`
      : value;
  expect({ ...problem }).toEqual({ name: 'ConfigProblem', key, code, reason, file: FILE, line });
  const named = NAMES_FILE.test(code) ? `${FILE}: ` : '';
  expect(problem.message).toBe(`Invalid "${key}": ${named}${reason}`);
  expect(problem.buildError).toBe(`Problem in your project's configuration. ${problem.message}`);
}
