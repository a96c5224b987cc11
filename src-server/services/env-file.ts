import { parse } from 'dotenv';
import { Invalid } from '../model/problems.ts';

/** What a `.env` file holds. */
export type EnvFile = {
  /** In the file's order; the last of several of one name counts. */
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  /** Numbers of lines that say nothing: neither a variable, nor part of one, nor a comment. */
  readonly ignoredLines: readonly number[];
};

/** In characters. */
const LONGEST = 256 * 1024;
const ASSIGNMENT = /^\s*(?:export\s+)?([\w.-]+)(?:\s*=|:\s)/;

/** Reads the text of a `.env` file. @throws Invalid on `text` when it is too long */
export function readEnvFile(text: string): EnvFile {
  if (text.length > LONGEST) throw new Invalid({ text: [`Paste at most ${LONGEST / 1024} KB.`] });
  const plain = text.replace(/^\uFEFF/, '');
  const found = parse(plain);
  const variables = Object.entries(found).map(([name, value]) => ({ name, value }));
  const inValues = new Set(
    variables.flatMap(({ value }) => (value.includes('\n') ? value.split('\n') : [])).map(core),
  );
  const ignoredLines = plain.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const [, name] = ASSIGNMENT.exec(line) ?? [];
    const isFine = name !== undefined ? Object.hasOwn(found, name) : /^\s*(?:#|$)/.test(line);
    return isFine || inValues.has(core(line)) ? [] : [index + 1];
  });
  return { variables, ignoredLines };
}

/** A line without what closes a quoted value at its end. */
function core(line: string): string {
  return line.replace(/["'`]\s*(?:#.*)?$/, '').trim();
}
