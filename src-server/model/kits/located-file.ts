import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { findJsonSyntaxError } from '../base/text/json-syntax-error.ts';
import type { KitFinding } from './kit.ts';

/** A value that was read from a text, and where its parts stand in it. */
export type LocatedFile = {
  readonly value: unknown;
  /** Returns the place of a path such as `steps[2].state`, or of the nearest part above it that is there. */
  readonly locate: (path: string) => Required<Pick<KitFinding, 'line' | 'column'>>;
};

/** What reading gives: a value, or what is wrong with the text. */
export type ReadResult = { readonly read: LocatedFile } | { readonly error: Omit<KitFinding, 'file'> };

/** The most that aliases of one file may be expanded to, in values: stops an alias bomb. */
const MAX_ALIASES = 100;
const MAX_YAML = 1_000_000;

/** Reads YAML of one document with unique keys. */
export function readLocatedYaml(text: string): ReadResult {
  if (text.length > MAX_YAML) return { error: { message: `It is longer than ${MAX_YAML} characters.` } };
  const lines = new LineCounter();
  const document = parse(text, lines);
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault) {
    const message = `Not YAML: ${fault.message.trim().replace(/\.$/, '')}.`;
    return { error: { ...placeAt(lines, fault.pos[0]), message } };
  }
  try {
    const repeated = findRepeatedKey(document);
    if (repeated !== undefined)
      return { error: { ...placeAt(lines, repeated), message: 'Not YAML: Map keys must be unique.' } };
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return { read: { value, locate: (path) => locateNode(document.contents, path, lines) } };
  } catch (error) {
    const message = `Not YAML: ${error instanceof Error ? error.message : 'it cannot be read'}.`;
    return { error: { line: 1, column: 1, message } };
  }
}

/** Reads JSON. Places are looked for only when they are asked for. */
export function readLocatedJson(text: string): ReadResult {
  try {
    const value: unknown = JSON.parse(text);
    let found: { readonly contents: Node | null; readonly lines: LineCounter } | undefined;
    return {
      read: {
        value,
        locate(path) {
          if (!found) {
            const lines = new LineCounter();
            found = { contents: parse(text, lines).contents, lines };
          }
          return locateNode(found.contents, path, found.lines);
        },
      },
    };
  } catch (error) {
    const fault = findJsonSyntaxError(text);
    if (!fault) throw error;
    const { line, column, reason } = fault;
    return { error: { line, column, message: `Not JSON: ${reason}.` } };
  }
}

function parse(text: string, lineCounter: LineCounter) {
  // The parser checks keys in quadratic time; `findRepeatedKey` does it in linear time.
  return parseDocument(text, { lineCounter, prettyErrors: false, stringKeys: true, uniqueKeys: false });
}

/** Returns where a key stands that its mapping has already. */
function findRepeatedKey(document: Document.Parsed): number | undefined {
  let found: number | undefined;
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          found = offsetOf(key) ?? 0;
          return visit.BREAK;
        }
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return found;
}

function placeAt(lines: LineCounter, offset: number) {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function locateNode(root: unknown, path: string, lines: LineCounter) {
  let offset = offsetOf(root) ?? 0;
  let node = root;
  let rest = path;
  for (;;) {
    const step = stepInto(node, rest);
    if (!step) return placeAt(lines, offset);
    offset = step.offset ?? offset;
    ({ node, rest } = step);
  }
}

type Step = { readonly node: unknown; readonly offset: number | undefined; readonly rest: string };

function stepInto(node: unknown, path: string): Step | undefined {
  if (isSeq(node)) {
    const index = /^\[(\d+)\]\.?/.exec(path);
    const item = index ? node.items[Number(index[1])] : undefined;
    return index && item !== undefined
      ? { node: item, offset: offsetOf(item), rest: path.slice(index[0].length) }
      : undefined;
  }
  if (!isMap(node)) return undefined;
  // A key may contain dots, as paths of pages do, so the longest that fits is meant.
  const fitting = node.items
    .filter(({ key }) => isScalar(key) && isPrefix(String(key.value), path))
    .toSorted((a, b) => String(b.key).length - String(a.key).length);
  const [pair] = fitting;
  if (!pair || !isScalar(pair.key)) return undefined;
  const rest = path.slice(String(pair.key.value).length).replace(/^\./, '');
  return { node: pair.value, offset: offsetOf(pair.key), rest };
}

function isPrefix(key: string, path: string): boolean {
  return path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`);
}

function offsetOf(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) ? node.range?.[0] : undefined;
}
