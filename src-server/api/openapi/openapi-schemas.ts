import { z } from 'zod';

/** A schema of JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = { readonly [keyword: string]: unknown };
type Components = Record<string, JsonSchema>;

/** Schemas as JSON Schema, in the order given, and the named ones that they refer to. */
export type ConvertedSchemas = {
  readonly schemas: readonly JsonSchema[];
  readonly components: Readonly<Components>;
};

/**
 * Converts zod schemas of answers (`output`) or of bodies (`input`). Schemas with an id become components, so that a
 * project may contain a project.
 */
export function convertSchemas(schemas: readonly z.ZodType[], io: 'input' | 'output'): ConvertedSchemas {
  const all = z.object(Object.fromEntries(schemas.map((schema, index) => [`at${index}`, schema])));
  const converted = z.toJSONSchema(all, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: cleanSchema,
  });
  const { properties = {}, $defs = {} } = rewriteRefs(converted, componentName) as {
    readonly properties?: Readonly<Components>;
    readonly $defs?: Readonly<Components>;
  };
  return {
    schemas: schemas.map((_, index) => properties[`at${index}`] ?? {}),
    components: Object.fromEntries(
      Object.entries($defs).map(([name, { id: _, ...schema }]) => [componentName(name), schema]),
    ),
  };
}

/** Makes a reference to a named schema of the document. */
export function schemaRef(name: string): JsonSchema {
  return { $ref: `${COMPONENTS}${name}` };
}

/**
 * Makes for answers from which `fields` and `omit` remove members a schema `XSelection` beside `X`, without required
 * members. Selections reach into expanded members (behaviour.md 5), so those are selections as well.
 */
export function createSelections(named: Readonly<Components>, expandable: ReadonlySet<string>) {
  const components: Components = {};

  function ofName(name: string): string {
    const whole = named[name];
    if (!whole?.properties) return name;
    const selection = `${name}Selection`;
    if (!components[selection]) {
      components[selection] = {}; // a placeholder, for a schema that refers to itself
      components[selection] = withoutRequired(whole);
    }
    return selection;
  }

  function withoutRequired({ required: _, properties = {}, ...rest }: JsonSchema): JsonSchema {
    const members = Object.entries(properties as Components).map(([name, member]) => [
      name,
      expandable.has(name) ? rewriteRefs(member, ofName) : member,
    ]);
    return { ...rest, properties: Object.fromEntries(members) };
  }

  return {
    components: components as Readonly<Components>,

    /** Allows an answer whole or as a selection. */
    of(answer: JsonSchema): JsonSchema {
      const selection = answer.$ref ? rewriteRefs(answer, ofName) : withoutRequired(answer);
      return { anyOf: [answer, selection] };
    },
  };
}

/** Makes the schema of a page of a list (behaviour.md 4). */
export function pageOf(item: JsonSchema): JsonSchema {
  const link = { type: ['string', 'null'], format: 'uri' };
  return {
    type: 'object',
    properties: {
      count: { type: 'integer', minimum: 0, description: 'How many there are on all pages.' },
      next: { ...link, description: 'The next page; null on the last.' },
      previous: { ...link, description: 'The previous page; null on the first.' },
      results: { type: 'array', items: item },
    },
    required: ['count', 'next', 'previous', 'results'],
    additionalProperties: false,
  };
}

/** Makes the schema of a body as a form, with dotted names for members of nested objects (behaviour.md 3). */
export function toFormSchema(body: JsonSchema): JsonSchema {
  const required = new Set((body.required ?? []) as readonly string[]);
  const flat = Object.entries((body.properties ?? {}) as Components).flatMap(([name, member]) => {
    if (!member.properties) return [{ name, member, isRequired: required.has(name) }];
    const inner = new Set((member.required ?? []) as readonly string[]);
    return Object.entries(member.properties as Components).map(([key, value]) => ({
      name: `${name}.${key}`,
      member: value,
      isRequired: required.has(name) && inner.has(key),
    }));
  });
  const requiredNames = flat.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(flat.map(({ name, member }) => [name, member])),
    ...(requiredNames.length > 0 ? { required: requiredNames } : {}),
  };
}

const COMPONENTS = '#/components/schemas/';

/** Names the one recursive schema to which zod gives a name of its own: JSON itself. */
function componentName(name: string): string {
  if (name === '__schema0') return 'Json';
  if (name.startsWith('__'))
    throw new Error('A schema that refers to itself has no id: give it one with .meta().');
  return name;
}

/** Copies a schema with the name in every reference changed by `rename`. */
function rewriteRefs(value: unknown, rename: (name: string) => string): JsonSchema {
  const visit = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(visit);
    if (typeof item !== 'object' || item === null) return item;
    return Object.fromEntries(
      Object.entries(item).map(([key, member]) =>
        key === '$ref' && typeof member === 'string'
          ? [key, `${COMPONENTS}${rename(member.slice(member.lastIndexOf('/') + 1))}`]
          : [key, visit(member)],
      ),
    );
  };
  return visit(value) as JsonSchema;
}

/** Removes redundant limits, and formats that JSON Schema does not know. */
function cleanSchema({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}) {
  const { def } = zodSchema._zod;
  if (jsonSchema.type === 'integer') {
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  }
  if (def.type !== 'string') return;
  if (jsonSchema.format === 'starts_with' || jsonSchema.format === 'ends_with') delete jsonSchema.format;
  // The format `date-time` requires an offset, which v2 does not write; for those the pattern is kept instead.
  if (jsonSchema.format === 'date-time')
    delete jsonSchema['local' in def && def.local ? 'format' : 'pattern'];
}
