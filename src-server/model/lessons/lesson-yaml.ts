import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { plainIssue } from '../base/plain-issue.ts';
import { formatPath } from '../base/text/format-path.ts';

/** A part of a file that is YAML. */
export type YamlPart = { readonly text: string /** The file's line of its first. */; readonly line: number };
export type ReportProblem = (line: number, message: string) => void;

/** Reads YAML by a schema, and reports each problem with its line; undefined when there is one. */
export function readYaml<T>(
  { text, line }: YamlPart,
  schema: z.ZodType<T>,
  report: ReportProblem,
): T | undefined {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  for (const { pos, message } of document.errors)
    report(line - 1 + lineCounter.linePos(pos[0]).line, message);
  if (document.errors.length > 0) return undefined;
  let value: unknown;
  try {
    // Aliases could make a short text very large.
    value = document.toJS({ maxAliasCount: 0 });
  } catch {
    report(line, 'Aliases such as *name are not read here. Write it out.');
    return undefined;
  }
  const parsed = schema.safeParse(value, { reportInput: true, error: plainIssue });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    for (const key of keys) {
      const path = key === undefined ? issue.path : [...issue.path, key];
      const at = lineCounter.linePos(offsetOf(document, path)).line;
      const message = key === undefined ? issue.message : 'There is no such key.';
      report(line - 1 + at, path.length === 0 ? message : `${formatPath(path)}: ${message}`);
    }
  }
  return undefined;
}

/** Finds where a value stands; for one that is missing, where its parent does. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent: unknown =
      length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && key.value === last);
      if (isPair(pair) && isNode(pair.key)) return pair.key.range?.[0] ?? 0;
    }
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return node.range?.[0] ?? 0;
  }
  return isNode(document.contents) ? (document.contents.range?.[0] ?? 0) : 0;
}
