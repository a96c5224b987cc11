import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export type JsonObject = { readonly [key: string]: unknown };

const BASE = 'https://lectern.invalid/openapi';

/** Resolves a JSON pointer such as `#/components/responses/NotFound`. @throws Error when it does not exist */
export function resolveRef(document: JsonObject, ref: string): JsonObject {
  const [start, ...parts] = ref.split('/');
  let found: unknown = start === '#' ? document : undefined;
  for (const part of parts) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  if (!isObject(found)) throw new Error(`${ref} leads nowhere`);
  return found;
}

/** Returns the object, or the target of its $ref. */
export function deref(document: JsonObject, object: JsonObject): JsonObject {
  return typeof object.$ref === 'string' ? resolveRef(document, object.$ref) : object;
}

/** Returns whether a value is an object and not a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Which of `anyOf: [X, XSelection]` a response must match. */
export type Strictness = 'whole' | 'selection';

/** Compiles the schemas of the document in strict mode, which refuses unknown keywords and formats. */
export function schemaChecker(document: JsonObject) {
  const validator = validators(document);

  return {
    /** Lists the schema violations of `value`. @throws Error for a schema that cannot be compiled */
    faults(schema: JsonObject, value: unknown, strictness: Strictness = 'whole'): string[] {
      const validate = validator(chosen(schema, strictness) as JsonObject);
      if (validate(value)) return [];
      const errors = validate.errors ?? [];
      const messages = errors.slice(0, 6).map(({ instancePath, message, params }) => {
        return `body${instancePath} ${message ?? ''} ${JSON.stringify(params)}`;
      });
      return errors.length > messages.length
        ? [...messages, `and ${errors.length - messages.length} more`]
        : messages;
    },
  };
}

function validators(document: JsonObject) {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, inlineRefs: false });
  addFormats.default(ajv);
  ajv.addKeyword('components');
  ajv.addSchema(
    absolute({ $id: BASE, components: { schemas: (document.components as JsonObject).schemas } }),
  );
  const compiled = new Map<string, ValidateFunction>();
  return (schema: JsonObject): ValidateFunction => {
    const key = JSON.stringify(schema);
    const known = compiled.get(key) ?? ajv.compile(absolute(schema));
    compiled.set(key, known);
    return known;
  };
}

/** Makes the references of a schema absolute, so that they work outside the document. */
function absolute(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${BASE}#/`)) as JsonObject;
}

/** Replaces `anyOf: [X, XSelection]` by one of the two at every depth; referenced components stay unchanged. */
function chosen(value: unknown, strictness: Strictness): unknown {
  if (Array.isArray(value)) return value.map((item) => chosen(item, strictness));
  if (!isObject(value)) return value;
  const [first, second, ...more] = Array.isArray(value.anyOf) ? (value.anyOf as readonly JsonObject[]) : [];
  const isChoice =
    first?.$ref !== undefined && second?.$ref === `${first.$ref}Selection` && more.length === 0;
  if (isChoice) return strictness === 'whole' ? first : second;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, chosen(member, strictness)]));
}
