import { z } from 'zod';

/** A schema of JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = { readonly [keyword: string]: unknown };
type Components = Record<string, JsonSchema>;

/** Schemas as JSON Schema, in the order given; what has a name among them stands in `components`. */
export type ConvertedSchemas = {
  readonly schemas: readonly JsonSchema[];
  readonly components: Readonly<Components>;
};

/**
 * Converts zod schemas of answers (`output`) or of bodies (`input`). What has an id is named and referred to, so that a
 * project that holds a project ends.
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

/** Where a named schema stands in the document. */
export function schemaRef(name: string): JsonSchema {
  return { $ref: `${COMPONENTS}${name}` };
}

/**
 * Names the answers of which `fields` and `omit` may leave members out: `XSelection` beside `X`, nothing required.
 * A selection reaches into members that were expanded (behaviour.md 5), so those hold selections in turn.
 */
export function createSelections(named: Readonly<Components>, expandable: ReadonlySet<string>) {
  const components: Components = {};

  function ofName(name: string): string {
    const whole = named[name];
    if (!whole?.properties) return name;
    const selection = `${name}Selection`;
    if (!components[selection]) {
      components[selection] = {}; // holds the place while a schema that refers to itself is made
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

    /** An answer that is whole or a selection. The whole stands first. */
    of(answer: JsonSchema): JsonSchema {
      const selection = answer.$ref ? rewriteRefs(answer, ofName) : withoutRequired(answer);
      return { anyOf: [answer, selection] };
    },
  };
}

/** A page of a list (behaviour.md 4). */
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

/** A body as a form: members of nested objects have dotted names (behaviour.md 3). */
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

/** zod invents a name for a recursive schema without an id. The one that has no better name is JSON itself. */
function componentName(name: string): string {
  if (name === '__schema0') return 'Json';
  if (name.startsWith('__'))
    throw new Error('A schema that refers to itself has no id: give it one with .meta().');
  return name;
}

/** A copy in which every reference names what `rename` makes of its last part. */
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

/** Drops what only repeats itself, and formats that JSON Schema does not know. */
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
  // The format `date-time` asks for an offset, which v2 does not write; then the pattern says more than the format.
  if (jsonSchema.format === 'date-time')
    delete jsonSchema['local' in def && def.local ? 'format' : 'pattern'];
}
