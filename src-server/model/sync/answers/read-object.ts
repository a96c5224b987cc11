import { z } from 'zod';
import { PROJECT_SLUG, PROJECT_SLUG_MAX, VERSION_SLUG, VERSION_SLUG_MAX } from '../../base/slug.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import type { Json, JsonObject } from '../../builds/build.ts';
import { CURRENT_PRIVACY_LEVELS } from '../../projects/project.ts';
import type { RemoteKind } from '../remote.ts';
import type { Fields } from '../sync-fields.ts';
import { isPrintable, type Path, type Shaped, ShapeReader } from './shape-findings.ts';

/*
 * What the service answers (live-service.md 3), read without trust: a field that does not fit is left out and named, so
 * that it is neither compared nor taken; an object without a usable identity is left out whole.
 */

/** What the readers know beside the answer. */
export type ShapeContext = { readonly service: RemoteKind; readonly now: Timestamp };

/** Reads one object of an answer. */
export type ReadObject<T> = (
  input: unknown,
  path: Path,
  reader: ShapeReader,
  context: ShapeContext,
) => T | undefined;

/** An id. */
export const key = z.int().positive();
export const flag = z.boolean();
/** A text of one line, in code points as the service counts. */
export const line = (max: number) =>
  z
    .string()
    .refine((text) => text.length <= max || (text.length <= 2 * max && [...text].length <= max), {
      error: `It is longer than ${max} characters.`,
      abort: true,
    })
    .refine(isPrintable, 'It holds characters that cannot be shown.');
/** A text of one line that is not blank. */
export const filled = (max: number) => line(max).refine((text) => text.trim() !== '', 'It is blank.');
export const projectSlug = line(PROJECT_SLUG_MAX).regex(PROJECT_SLUG, 'This is no slug of a project.');
export const versionSlug = line(VERSION_SLUG_MAX).regex(VERSION_SLUG, 'This is no slug of a version.');
export const privacy = z.enum(CURRENT_PRIVACY_LEVELS);

/** Reads one object that is a whole answer; `name` begins the paths of what does not fit. */
export function readOne<T>(
  read: ReadObject<T>,
  input: unknown,
  name: string,
  context: ShapeContext,
): Shaped<T> {
  const reader = new ShapeReader(context.now);
  return { value: read(input, [name], reader, context), findings: reader.findings };
}

/** Reads the fields that both sides have; one that does not fit is left out. */
export function readFields(
  schemas: Readonly<Record<string, z.ZodType<Json>>>,
  object: Readonly<Record<string, unknown>>,
  path: Path,
  reader: ShapeReader,
): Fields {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const value = reader.optional(schema, object[name], [...path, name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns the times of an object as texts; others than short texts are left out. */
export function timesOf(object: Readonly<Record<string, unknown>>): JsonObject {
  const times = (['created', 'modified'] as const).flatMap((name) => {
    const text = object[name];
    return typeof text === 'string' && text.length <= 40 && isPrintable(text) ? [[name, text]] : [];
  });
  return Object.fromEntries(times) as JsonObject;
}
