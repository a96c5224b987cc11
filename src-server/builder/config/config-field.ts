import type { ConfigCode } from './config-codes.ts';
import { ConfigProblem } from './config-problem.ts';
import type { ConfigNode } from './read-yaml.ts';

/** Shared by all fields while a file is read. */
export type ConfigSource = {
  readonly file: string;
  /** Unknown keys, in the order of reading; reported last (behaviour.md 15). */
  readonly unknownKeys: ConfigProblem[];
  /** What is surprising about the file, a sentence each. */
  readonly notes: string[];
};

/** A field of the file: its dotted key, and its node, if it is present. */
export type ConfigField = {
  readonly source: ConfigSource;
  readonly key: string;
  readonly node: ConfigNode | undefined;
  readonly line: number;
};

const MAX_QUOTED = 60;

/** Returns a problem of a field. */
export function problemAt(
  { source, key, line }: ConfigField,
  code: ConfigCode,
  reason: string,
): ConfigProblem {
  return new ConfigProblem({ key, code, reason, file: source.file, line });
}

/** Returns the text of a field as errors quote it. */
export function quoted({ node }: ConfigField): string {
  if (!node) return 'nothing';
  if (node.kind !== 'scalar') return node.kind === 'map' ? 'a mapping' : 'a list';
  return truncate(node.value === null ? 'null' : node.source);
}

/** Cuts a text from the file to what an error can quote. */
export function truncate(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

/** Returns the fields of all keys of a mapping; none when it is absent. @throws ConfigProblem `invalid-dictionary` */
export function entriesOf(field: ConfigField): readonly (readonly [string, ConfigField])[] {
  const { node, source, key } = field;
  if (!node) return [];
  if (node.kind !== 'map')
    throw problemAt(field, 'invalid-dictionary', `${quoted(field)} is not a dictionary`);
  return [...node.entries].map(([name, entry]) => [
    name,
    {
      source,
      key: key === '' ? truncate(name) : `${key}.${truncate(name)}`,
      node: entry.node,
      line: entry.line,
    },
  ]);
}

/** Returns the fields of a mapping's known keys, also of absent ones. @throws ConfigProblem `invalid-dictionary` */
export function fieldsOf<const Name extends string>(
  field: ConfigField,
  names: readonly Name[],
): Readonly<Record<Name, ConfigField>> {
  const { source, key, line } = field;
  const present = new Map(entriesOf(field));
  for (const [name, entry] of present) {
    if (names.some((known) => known === name)) continue;
    const reason = `Invalid configuration option: ${entry.key}. Make sure the key name is correct.`;
    source.unknownKeys.push(problemAt(entry, 'invalid-key', reason));
  }
  const absentField = (name: string): ConfigField => ({
    ...{ source, line, node: undefined },
    key: key === '' ? name : `${key}.${name}`,
  });
  return Object.fromEntries(names.map((name) => [name, present.get(name) ?? absentField(name)])) as Record<
    Name,
    ConfigField
  >;
}

/** Returns the fields of a list's items, `KEY[0]` and on; none when it is absent. @throws ConfigProblem `invalid-list` */
export function itemsOf(field: ConfigField): readonly ConfigField[] {
  const { node, source, key } = field;
  if (!node) return [];
  if (node.kind !== 'list') throw problemAt(field, 'invalid-list', 'expected list');
  return node.items.map((item, at) => ({ source, key: `${key}[${at}]`, node: item, line: item.line }));
}

/** Whether the file gives a field the value `null`. */
export function isNull({ node }: ConfigField): boolean {
  return node?.kind === 'scalar' && node.value === null;
}

/** Reads a boolean. @throws ConfigProblem `invalid-bool` */
export function asBool(field: ConfigField, defaultValue: boolean): boolean {
  const { node } = field;
  if (!node) return defaultValue;
  const value = node.kind === 'scalar' ? node.value : null;
  if (value === true || value === 1) return true;
  if (value === false || value === 0) return false;
  throw problemAt(field, 'invalid-bool', `expected one of (0, 1, true, false), got ${quoted(field)}`);
}

/** Reads text. @throws ConfigProblem `invalid-string`, `value-not-found` when it is absent */
export function asText(field: ConfigField): string {
  const { node } = field;
  if (!node) throw problemAt(field, 'value-not-found', `${field.key.replace(/^.*\./, '')} not found`);
  if (node.kind === 'scalar' && typeof node.value === 'string') return node.value;
  throw problemAt(field, 'invalid-string', 'expected string');
}

/** Reads a list of texts. @throws ConfigProblem `invalid-list`, `invalid-string` */
export function asTextList(field: ConfigField): readonly string[] {
  return itemsOf(field).map(asText);
}

/** Reads shell commands. An unquoted colon turns one into a mapping, which the error explains. @throws ConfigProblem */
export function asCommands(field: ConfigField): readonly string[] {
  return itemsOf(field).map((item) => {
    if (item.node?.kind !== 'map') return asText(item);
    throw problemAt(
      item,
      'invalid-string',
      'expected string; put quotes around a command that contains ": "',
    );
  });
}

/** Reads one of the choices. @throws ConfigProblem `invalid-choice` */
export function asChoice<const Choice extends string>(
  field: ConfigField,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((known) => field.node?.kind === 'scalar' && field.node.value === known);
  if (choice !== undefined) return choice;
  throw problemAt(field, 'invalid-choice', `expected one of (${choices.join(', ')}), got ${quoted(field)}`);
}

/** Reads `all` or a list of texts. @throws ConfigProblem `invalid-list`, `invalid-string` */
export function asAllOrTextList(field: ConfigField): 'all' | readonly string[] {
  return field.node?.kind === 'scalar' && field.node.value === 'all' ? 'all' : asTextList(field);
}
