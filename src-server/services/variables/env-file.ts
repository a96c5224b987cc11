import { parse } from 'dotenv';
import { Invalid } from '../../model/base/problems.ts';

/** The content of a `.env` file. */
export type EnvFile = {
  /** In the file's order; the last one of a name wins. */
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  /** Numbers of lines that are neither a variable, nor part of one, nor a comment. */
  readonly ignoredLines: readonly number[];
  /** Names that occur more than once, in the order of their first lines. */
  readonly repeated: readonly RepeatedName[];
};

/** A name that several lines of a `.env` set. */
export type RepeatedName = {
  readonly name: string;
  /** Number of the last line, which wins. */
  readonly line: number;
  /** Numbers of the other lines. */
  readonly ignored: readonly number[];
};

/** Limits the text, since the parser's fallback takes minutes for many blank lines. */
const SCANNER = { fast: true };
/** Longest text in characters, and most variables; a real one has a hundredth (safety S9). */
const MAX_LENGTH = 64 * 1024;
const MAX_VARIABLES = 500;
const ASSIGNMENT = /^\s*(?:export\s+)?([\w.-]+)(?:\s*=|:\s)/;
/** Finds the same in a whole text, with what precedes the name. */
const ASSIGNMENTS = /^([^\S\n]*(?:export\s+)?)([\w.-]+)(?=\s*=|:\s)/gm;

/** Reads the text of a `.env` file. @throws Invalid on `text` when it is too long or has too many variables */
export function readEnvFile(text: string): EnvFile {
  if (text.length > MAX_LENGTH) throw new Invalid({ text: [`Paste at most ${MAX_LENGTH / 1024} KB.`] });
  const plain = text.replace(/^\uFEFF/, '');
  const found = parse(plain, SCANNER);
  const variables = Object.entries(found).map(([name, value]) => ({ name, value }));
  if (variables.length > MAX_VARIABLES)
    throw new Invalid({ text: [`Paste at most ${MAX_VARIABLES} variables at once.`] });
  const valueLines = new Set(
    variables
      .flatMap(({ value }) => (value.includes('\n') ? value.split('\n') : []))
      .map(withoutClosingQuote),
  );
  const ignoredLines = plain.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const [, name] = ASSIGNMENT.exec(line) ?? [];
    const isParsed = name !== undefined ? Object.hasOwn(found, name) : /^\s*(?:#|$)/.test(line);
    return isParsed || valueLines.has(withoutClosingQuote(line)) ? [] : [index + 1];
  });
  return { variables, ignoredLines, repeated: repeatedNames(plain, found) };
}

/**
 * Finds the lines of each name. The parser keeps only the last one of a name, so each name gets the number of its place
 * and the text is parsed again: places inside a quoted value are not among the names then found.
 */
function repeatedNames(plain: string, found: Readonly<Record<string, string>>): RepeatedName[] {
  const text = plain.replace(/\r\n?/g, '\n');
  const assignments: { readonly name: string; readonly markedName: string; readonly line: number }[] = [];
  let [line, position] = [1, 0];
  const numbered = text.replace(ASSIGNMENTS, (all: string, before: string, name: string, at: number) => {
    const start = at + before.length;
    for (; position < start; position += 1) if (text[position] === '\n') line += 1;
    const markedName = `${name}.${assignments.length}.`;
    assignments.push({ name, markedName, line });
    return all.slice(0, before.length) + markedName;
  });
  const statements = parse(numbered, SCANNER);
  const lines = new Map<string, number[]>();
  for (const { name, markedName, line } of assignments) {
    if (!Object.hasOwn(statements, markedName) || !Object.hasOwn(found, name)) continue;
    const all = lines.get(name);
    if (all) all.push(line);
    else lines.set(name, [line]);
  }
  return [...lines].flatMap(([name, all]) => {
    const last = all.at(-1);
    return all.length < 2 || last === undefined ? [] : [{ name, line: last, ignored: all.slice(0, -1) }];
  });
}

/** Removes what closes a quoted value at the end of a line. */
function withoutClosingQuote(line: string): string {
  return line.replace(/["'`]\s*(?:#.*)?$/, '').trim();
}
