import { parse } from 'dotenv';
import { Invalid } from '../../model/base/problems.ts';

/** What a `.env` file holds. */
export type EnvFile = {
  /** In the file's order; the last of several of one name counts. */
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  /** Numbers of lines that say nothing: neither a variable, nor part of one, nor a comment. */
  readonly ignoredLines: readonly number[];
  /** Names that stand there more than once, in the order of their first lines. */
  readonly repeated: readonly RepeatedName[];
};

/** A name that several lines of a `.env` give a value. */
export type RepeatedName = {
  readonly name: string;
  /** The number of the line that counts, the last one. */
  readonly line: number;
  /** Numbers of the others. */
  readonly ignored: readonly number[];
};

/** The parser's other way to read takes minutes for a text of blank lines. */
const SCANNER = { fast: true };
/** In characters. */
const MAX_LENGTH = 256 * 1024;
const ASSIGNMENT = /^\s*(?:export\s+)?([\w.-]+)(?:\s*=|:\s)/;
/** The same in a whole text, with what stands before the name. */
const ASSIGNMENTS = /^([^\S\n]*(?:export\s+)?)([\w.-]+)(?=\s*=|:\s)/gm;

/** Reads the text of a `.env` file. @throws Invalid on `text` when it is too long */
export function readEnvFile(text: string): EnvFile {
  if (text.length > MAX_LENGTH) throw new Invalid({ text: [`Paste at most ${MAX_LENGTH / 1024} KB.`] });
  const plain = text.replace(/^\uFEFF/, '');
  const found = parse(plain, SCANNER);
  const variables = Object.entries(found).map(([name, value]) => ({ name, value }));
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
 * The parser keeps the last of one name and does not tell of the others. So each name gets the number of its place, and
 * the text is parsed once more: places inside a quoted value are none of the names then found.
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

/** A line without what closes a quoted value at its end. */
function withoutClosingQuote(line: string): string {
  return line.replace(/["'`]\s*(?:#.*)?$/, '').trim();
}
