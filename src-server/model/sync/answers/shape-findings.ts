import type { z } from 'zod';
import { plainIssue } from '../../base/plain-issue.ts';
import { formatPath } from '../../base/text/format-path.ts';
import { parseTimestamp, type Timestamp } from '../../base/timestamp.ts';
import type { Json, JsonObject } from '../../builds/build.ts';

/** What did not fit in an answer of the service, and where it stands: `redirects[3].from_url`. */
export type ShapeFinding = { readonly path: string; readonly message: string };

/** A value of an answer that was read, without what did not fit; undefined when nothing of it can be used. */
export type Shaped<T> = { readonly value: T | undefined; readonly findings: readonly ShapeFinding[] };

/** Findings that are kept of one answer: a hostile one has as many as it likes. */
const MAX_FINDINGS = 50;
/** How long a text of the service is that is only shown. */
const MAX_SHOWN_TEXT = 2_000;
/** How long the shown fields of one object are together, as JSON. */
const MAX_SHOWN = 16_000;
const MAX_SHOWN_DEPTH = 4;
/** Times of the service may be a little ahead of this computer's clock. */
const AHEAD: Timestamp = 86_400_000_000;
const OBJECT = 'Give an object with fields.';
/** Half of a surrogate pair, and control characters: no field of the service has them. */
const UNPRINTABLE = /[\p{Cc}\p{Surrogate}]/u;

export type Path = readonly (string | number)[];

/** Reads parts of one answer and collects what does not fit. */
export class ShapeReader {
  readonly #found: ShapeFinding[] = [];
  readonly now: Timestamp;

  constructor(now: Timestamp) {
    this.now = now;
  }

  get findings(): readonly ShapeFinding[] {
    return this.#found;
  }

  report(path: Path, message: string): undefined {
    if (this.#found.length < MAX_FINDINGS) this.#found.push({ path: formatPath(path), message });
    return undefined;
  }

  /** Reads a value by a schema; reports and returns undefined when it does not fit. */
  value<T>(schema: z.ZodType<T>, input: unknown, path: Path): T | undefined {
    const result = schema.safeParse(input, { error: plainIssue });
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    return this.report([...path, ...((issue?.path ?? []) as Path)], issue?.message ?? 'It does not fit.');
  }

  /** Reads a value that may be absent; nothing is reported then. */
  optional<T>(schema: z.ZodType<T>, input: unknown, path: Path): T | undefined {
    return input === undefined ? undefined : this.value(schema, input, path);
  }

  /** Reads an object. */
  object(input: unknown, path: Path): Readonly<Record<string, unknown>> | undefined {
    if (typeof input === 'object' && input !== null && !Array.isArray(input))
      return input as Readonly<Record<string, unknown>>;
    return this.report(path, OBJECT);
  }

  /** Reads a time; one in the future is reported and counts as now, so that it stands before nothing else for ever. */
  time(input: unknown, path: Path): Timestamp | undefined {
    const at = typeof input === 'string' ? parseTimestamp(input) : undefined;
    if (at === undefined) return this.report(path, 'Give a time such as 2026-01-09T07:00:00Z.');
    if (at <= this.now + AHEAD) return at;
    this.report(path, 'This time is in the future. Check the clock of this computer.');
    return this.now;
  }

  /** Keeps read-only fields to show them: bounded, plain data. Addresses for requests and secrets are left out. */
  shown(input: Readonly<Record<string, unknown>>, without: ReadonlySet<string>, path: Path): JsonObject {
    const kept: [string, Json][] = [];
    let size = 0;
    for (const [name, value] of Object.entries(input)) {
      if (without.has(name) || !/^[a-z][a-z0-9_]{0,59}$/.test(name) || SECRET.test(name)) continue;
      const json = plainJson(value, MAX_SHOWN_DEPTH);
      const length = json === undefined ? 0 : JSON.stringify(json).length;
      if (json === undefined || size + length > MAX_SHOWN) {
        this.report([...path, name], 'It is too long or too deep to be shown.');
        continue;
      }
      size += length;
      kept.push([name, json]);
    }
    return Object.fromEntries(kept);
  }
}

/** Names of fields whose values are never kept, whatever a service sends. */
const SECRET = /token|password|secret|(?:^|_)key$|^value$/;

/** Returns a value as plain data within bounds; undefined when it exceeds them. */
function plainJson(value: unknown, depth: number): Json | undefined {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') return value.length <= MAX_SHOWN_TEXT ? printable(value) : undefined;
  if (typeof value !== 'object' || depth === 0) return undefined;
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_SHOWN_TEXT).map((item) => plainJson(item, depth - 1));
    return items.includes(undefined) ? undefined : (items as Json[]);
  }
  const entries = Object.entries(value)
    .filter(([name]) => name !== '_links' && name !== '__proto__' && !SECRET.test(name))
    .map(([name, inner]) => [name.slice(0, 60), plainJson(inner, depth - 1)] as const);
  return entries.some(([, inner]) => inner === undefined)
    ? undefined
    : (Object.fromEntries(entries) as JsonObject);
}

/** An address that would run something when somebody clicked it. */
const RUNS = /^\s*(?:javascript|data|vbscript|file|blob):/i;

/** Returns a text without characters that no field of the service has; '' for an address that nobody may follow. */
function printable(text: string): string {
  if (RUNS.test(text)) return '';
  return text.replace(/[\p{Cc}\p{Surrogate}]/gu, (found) => (found === '\n' || found === '\t' ? found : '�'));
}

/** Returns whether a text has only characters that can be stored and shown. */
export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text);
}
