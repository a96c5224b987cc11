import {
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type ScalarTag,
} from 'yaml';
import { ConfigProblem } from './config-problem.ts';

/** A node of the file, and the line on which it begins. */
export type ConfigNode = { readonly line: number; readonly size: number } & (
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, ConfigEntry> }
  | { readonly kind: 'list'; readonly items: readonly ConfigNode[] }
  /** `source` is the text in the file: `3.10` where the value is 3.1. */
  | {
      readonly kind: 'scalar';
      readonly value: string | number | boolean | null;
      readonly source: string;
    }
);
export type ConfigEntry = { readonly node: ConfigNode; readonly line: number };

/** In characters; real files are a hundredth of it. */
export const MAX_TEXT = 100_000;
/** Nodes, counting those behind each alias again: the limit that stops an alias bomb. */
const MAX_NODES = 20_000;
const MAX_DEPTH = 50;
/** How many keys that are given twice the notes name, and how much of each. */
const MAX_NOTES = 10;
const MAX_QUOTED = 60;
const TOO_DEEP = 'It is nested too deeply';
/** Messages for the author of the file, in place of the parser's own for its caller. */
const ERROR_MESSAGES: { readonly [code in ErrorCode]?: string } = {
  MULTIPLE_DOCS: 'It contains more than one document',
  NON_STRING_KEY: 'A key has to be text',
  RESOURCE_EXHAUSTION: TOO_DEEP,
};

/** The booleans of YAML 1.1, which the service reads; the rest of the schema is YAML 1.2. */
const BOOLEAN: ScalarTag = {
  tag: 'tag:yaml.org,2002:bool',
  default: true,
  test: /^(?:[Yy]es|YES|[Nn]o|NO|[Tt]rue|TRUE|[Ff]alse|FALSE|[Oo]n|ON|[Oo]ff|OFF)$/,
  resolve: (text) => /^(?:y|t|on)/i.test(text),
};

/**
 * Reads YAML into a tree of plain values (safety S15): no language types, one document. Of a key that is given twice the
 * last one counts, as the service takes it; `notes` gets a sentence for each.
 * @throws ConfigProblem `config-syntax-invalid`, also for a file that is empty or not a mapping
 */
export function readYaml(file: string, text: string, notes: string[] = []): ConfigNode {
  const lines = new LineCounter();
  const fail = (reason: string, line: number | null): never => {
    throw new ConfigProblem({ key: '', code: 'config-syntax-invalid', reason, file, line });
  };
  if (text.length > MAX_TEXT) return fail(`It is longer than ${MAX_TEXT} characters`, null);
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    // The parser checks this in quadratic time, and the last one counts.
    uniqueKeys: false,
    resolveKnownTags: false,
    customTags: (tags) => [
      BOOLEAN,
      ...tags.filter((tag) => typeof tag === 'string' || tag.tag !== BOOLEAN.tag),
    ],
  });
  const error = document.errors[0] ?? document.warnings.find(({ code }) => code === 'TAG_RESOLVE_FAILED');
  if (error)
    return fail(`YAML: ${ERROR_MESSAGES[error.code] ?? error.message}`, lines.linePos(error.pos[0]).line);
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return fail('Empty config', null);
  const converter = new YamlConverter(lines, fail, notes);
  const root = converter.convert(contents, 1, 0);
  if (root.kind !== 'map') return fail('Expected mapping', root.line);
  return root.entries.size === 0 ? fail('Empty config', null) : root;
}

/** Converts the parser's tree in one pass, in the order of the file. */
class YamlConverter {
  readonly #lines: LineCounter;
  readonly #fail: (reason: string, line: number) => never;
  readonly #notes: string[];
  readonly #anchors = new Map<string, ConfigNode>();
  #nodeCount = 0;

  constructor(lines: LineCounter, fail: (reason: string, line: number) => never, notes: string[]) {
    this.#lines = lines;
    this.#fail = fail;
    this.#notes = notes;
  }

  convert(node: unknown, lineAbove: number, depth: number): ConfigNode {
    const line = this.#lineOf(node) ?? lineAbove;
    if (depth > MAX_DEPTH) return this.#fail(`YAML: ${TOO_DEEP}`, line);
    if (isAlias(node)) {
      // An anchor is defined only after its node has ended, so that no node contains itself.
      const target = this.#anchors.get(node.source);
      if (!target) return this.#fail(`YAML: *${node.source} is not defined above`, line);
      this.#count(target.size, line);
      return { ...target, line };
    }
    this.#count(1, line);
    const read = isMap(node)
      ? this.#map(node.items, line, depth)
      : isSeq(node)
        ? this.#list(node.items, line, depth)
        : this.#scalar(node, line);
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, read);
    return read;
  }

  #map(
    pairs: readonly { readonly key: unknown; readonly value: unknown }[],
    line: number,
    depth: number,
  ): ConfigNode {
    const entries = new Map<string, ConfigEntry>();
    const merged: ConfigNode[] = [];
    for (const { key, value } of pairs) {
      const keyLine = this.#lineOf(key) ?? line;
      const name = isScalar(key) ? String(key.value) : '';
      const node = this.convert(value, keyLine, depth + 1);
      if (name === '<<') {
        // Of one list the first mapping counts, of several keys the last.
        merged.unshift(...(node.kind === 'list' ? node.items : [node]));
        continue;
      }
      this.#noteTwice(name, entries.get(name)?.line, keyLine);
      entries.set(name, { node, line: keyLine });
    }
    for (const node of merged) {
      if (node.kind !== 'map') return this.#fail('YAML: "<<" merges mappings only', node.line);
      this.#count(node.size, node.line);
      for (const [name, entry] of node.entries) if (!entries.has(name)) entries.set(name, entry);
    }
    return { kind: 'map', entries, line, size: totalSize([...entries.values()].map((entry) => entry.node)) };
  }

  #noteTwice(name: string, first: number | undefined, line: number): void {
    if (first === undefined || this.#notes.length >= MAX_NOTES) return;
    const key = name.length > MAX_QUOTED ? `${name.slice(0, MAX_QUOTED)}…` : name;
    this.#notes.push(`"${key}" is given twice, on lines ${first} and ${line}; the second one counts.`);
  }

  #list(nodes: readonly unknown[], line: number, depth: number): ConfigNode {
    const items = nodes.map((node) => this.convert(node, line, depth + 1));
    return { kind: 'list', items, line, size: totalSize(items) };
  }

  #scalar(node: unknown, line: number): ConfigNode {
    const value: unknown = isScalar(node) ? node.value : null;
    const source = (isScalar(node) ? node.source : undefined) ?? String(value ?? '');
    if (source.includes('\0')) return this.#fail('YAML: It contains a NUL character', line);
    const plain =
      value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return { kind: 'scalar', value: plain ? value : source, source, line, size: 1 };
  }

  #count(nodes: number, line: number): void {
    this.#nodeCount += nodes;
    if (this.#nodeCount > MAX_NODES) this.#fail(`YAML: It contains more than ${MAX_NODES} values`, line);
  }

  #lineOf(node: unknown): number | undefined {
    const start = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;
    return start === undefined ? undefined : this.#lines.linePos(start).line;
  }
}

function totalSize(nodes: readonly ConfigNode[]): number {
  return nodes.reduce((total, { size }) => total + size, 1);
}
