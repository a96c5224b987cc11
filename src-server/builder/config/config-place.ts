import { posix } from 'node:path';
import { type ConfigCode, ConfigProblem } from './config-problem.ts';
import type { ConfigNode } from './read-yaml.ts';

/** What one reading of a file shares. */
export type ConfigSource = {
  readonly file: string;
  /** Keys that mean nothing, as they are met. They are told last (behaviour.md 15). */
  readonly unknown: ConfigProblem[];
};

/** A place in the file: its dotted key, and what stands there, if anything. */
export type Place = {
  readonly source: ConfigSource;
  readonly key: string;
  readonly node: ConfigNode | undefined;
  readonly line: number;
};

const MAX_QUOTED = 60;

/** The problem with what stands at a place. */
export function problemAt({ source, key, line }: Place, code: ConfigCode, reason: string): ConfigProblem {
  return new ConfigProblem({ key, code, reason, file: source.file, line });
}

/** What stands there, as an error quotes it. */
export function quoted({ node }: Place): string {
  if (!node) return 'nothing';
  if (node.kind !== 'scalar') return node.kind === 'map' ? 'a mapping' : 'a list';
  return short(node.value === null ? 'null' : node.source);
}

function short(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

/** The places of all keys of a mapping; none where there is nothing. @throws ConfigProblem `invalid-dictionary` */
export function entriesOf(place: Place): readonly (readonly [string, Place])[] {
  const { node, source, key } = place;
  if (!node) return [];
  if (node.kind !== 'map')
    throw problemAt(place, 'invalid-dictionary', `${quoted(place)} is not a dictionary`);
  return [...node.entries].map(([name, entry]) => [
    name,
    { source, key: key === '' ? short(name) : `${key}.${short(name)}`, node: entry.node, line: entry.line },
  ]);
}

/** The places of a mapping's known keys, empty ones where they are absent. @throws ConfigProblem `invalid-dictionary` */
export function fieldsOf<const Name extends string>(
  place: Place,
  names: readonly Name[],
): Readonly<Record<Name, Place>> {
  const { source, key, line } = place;
  const given = new Map(entriesOf(place));
  for (const [name, entry] of given) {
    if (names.some((known) => known === name)) continue;
    const reason = `Invalid configuration option: ${entry.key}. Make sure the key name is correct.`;
    source.unknown.push(problemAt(entry, 'invalid-key', reason));
  }
  const absent = (name: string): Place => ({
    ...{ source, line, node: undefined },
    key: key === '' ? name : `${key}.${name}`,
  });
  return Object.fromEntries(names.map((name) => [name, given.get(name) ?? absent(name)])) as Record<
    Name,
    Place
  >;
}

/** The places of a list's items, `KEY[0]` and on; none where there is nothing. @throws ConfigProblem `invalid-list` */
export function itemsOf(place: Place): readonly Place[] {
  const { node, source, key } = place;
  if (!node) return [];
  if (node.kind !== 'list') throw problemAt(place, 'invalid-list', 'expected list');
  return node.items.map((item, at) => ({ source, key: `${key}[${at}]`, node: item, line: item.line }));
}

/** @throws ConfigProblem `invalid-bool` */
export function asBool(place: Place, absent: boolean): boolean {
  const { node } = place;
  if (!node) return absent;
  const value = node.kind === 'scalar' ? node.value : null;
  if (value === true || value === 1) return true;
  if (value === false || value === 0) return false;
  throw problemAt(place, 'invalid-bool', `expected one of (0, 1, true, false), got ${quoted(place)}`);
}

/** Text. @throws ConfigProblem `invalid-string`, `value-not-found` where there is nothing */
export function asText(place: Place): string {
  const { node } = place;
  if (!node) throw problemAt(place, 'value-not-found', `${place.key.replace(/^.*\./, '')} not found`);
  if (node.kind === 'scalar' && typeof node.value === 'string') return node.value;
  throw problemAt(place, 'invalid-string', 'expected string');
}

/** Text in a list. @throws ConfigProblem `invalid-list`, `invalid-string` */
export function asTexts(place: Place): readonly string[] {
  return itemsOf(place).map(asText);
}

/** Lines for a shell. A colon in one easily makes a mapping of it, which the error says. @throws ConfigProblem */
export function asCommands(place: Place): readonly string[] {
  return itemsOf(place).map((item) => {
    if (item.node?.kind !== 'map') return asText(item);
    throw problemAt(item, 'invalid-string', 'expected string; put quotes around a command that holds ": "');
  });
}

/** One of some words. @throws ConfigProblem `invalid-choice` */
export function asChoice<const Word extends string>(place: Place, words: readonly Word[]): Word {
  const word = words.find((known) => place.node?.kind === 'scalar' && place.node.value === known);
  if (word !== undefined) return word;
  throw problemAt(place, 'invalid-choice', `expected one of (${words.join(', ')}), got ${quoted(place)}`);
}

/** `all`, or a list of text. @throws ConfigProblem `invalid-list`, `invalid-string` */
export function asAllOrTexts(place: Place): 'all' | readonly string[] {
  return place.node?.kind === 'scalar' && place.node.value === 'all' ? 'all' : asTexts(place);
}

/**
 * A path in the repository, without `./` and final slash. Whether it exists is not asked (behaviour.md 15).
 * @throws ConfigProblem `invalid-path` for none, and for one that leads out of the repository
 */
export function asPath(place: Place): string {
  const text = asText(place);
  if (text === '') throw problemAt(place, 'invalid-path', `path ${text} does not exist`);
  const path = posix.normalize(text).replace(/(?<=.)\/$/, '');
  if (path.startsWith('/') || path === '..' || path.startsWith('../'))
    throw problemAt(place, 'invalid-path', `path ${quoted(place)} leads out of the repository`);
  return path;
}

/** The same where `null` and nothing mean that the builder looks for it. @throws ConfigProblem */
export function asPathOrNull(place: Place): string | null {
  const { node } = place;
  return !node || (node.kind === 'scalar' && node.value === null) ? null : asPath(place);
}
