import { z } from 'zod';
import { plainIssue } from './plain-issue.ts';
import { type FieldErrors, Invalid } from './problems.ts';
import { messageText, pythonTypeName } from './text/python-repr.ts';
import { isWebUrl } from './web-url.ts';

/*
 * The rules of fields in request bodies, message for message (behaviour.md 3, "Scalar messages" and "Body coercion").
 * Each field carries the JSON Schema of what a well-behaved client sends; the coercions beyond it stay unadvertised.
 */

/** Key of errors that belong to no single field. */
export const NON_FIELD_ERRORS = 'non_field_errors';
export const REQUIRED = 'This field is required.';
export const NOT_NULL = 'This field may not be null.';
export const NOT_BLANK = 'This field may not be blank.';
export const NOT_A_STRING = 'Not a valid string.';
export const NOT_A_BOOLEAN = 'Must be a valid boolean.';
export const NOT_A_URL = 'Enter a valid URL.';
export const INVALID_VALUE = 'Invalid value.';
export const NULL_CHARACTER = 'Null characters are not allowed.';
export const NOT_A_SLUG = 'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.';

/** Error of a text with half of a surrogate pair. */
export function surrogateError(half: string): string {
  return `Surrogate characters are not allowed: U+${half.charCodeAt(0).toString(16).toUpperCase()}.`;
}

/** Error of a text that is longer than its field, in code points. */
export function tooLongError(max: number): string {
  return `Ensure this field has no more than ${max} characters.`;
}

/** Error of a value that the field does not accept. */
export function invalidChoiceError(value: unknown): string {
  return `"${messageText(value)}" is not a valid choice.`;
}

type JsonSchema = z.core.JSONSchemaMeta & Record<string, unknown>;
type Report = (message: string) => void;

/**
 * Creates a field from a function that returns the value or reports errors; after an error its return value is ignored.
 * `schema` is the JSON Schema of accepted values.
 */
export function field<T>(read: (input: unknown, report: Report) => T, schema: JsonSchema): z.ZodType<T> {
  return z
    .unknown()
    .transform((input, context) => {
      if (input === undefined) context.addIssue(REQUIRED);
      else return read(input, (message) => context.addIssue(message));
      return z.NEVER;
    })
    .meta(schema);
}

/** Rules of a text field; without any, every text that is not blank is valid. */
export type TextRules = {
  /** Maximum length in code points. */
  readonly max?: number;
  readonly blank?: boolean;
  readonly nullable?: boolean;
  readonly pattern?: { readonly expression: RegExp; readonly message: string };
  /** Whether surrounding white space is removed; default true. */
  readonly trim?: boolean;
  /** Whether white space alone, kept, is a text; default true. */
  readonly allSpaces?: boolean;
  /** Error of a value that is no text; default `NOT_A_STRING`. */
  readonly notText?: string;
  /** Another rule, checked after the others; returns the error. */
  readonly check?: (text: string) => string | undefined;
  readonly format?: string;
};

/** Creates a text field. Numbers are converted to text, as the service does. */
export function text(rules: TextRules & { readonly nullable: true }): z.ZodType<string | null>;
export function text(rules?: TextRules & { readonly nullable?: false }): z.ZodType<string>;
export function text(rules: TextRules = {}): z.ZodType<string | null> {
  return field<string | null>((input, report) => readText(input, rules, report), {
    type: rules.nullable ? ['string', 'null'] : 'string',
    ...(rules.blank ? {} : { minLength: 1 }),
    ...(rules.max === undefined ? {} : { maxLength: rules.max }),
    ...(rules.pattern ? { pattern: `${rules.blank ? '^$|' : ''}${rules.pattern.expression.source}` } : {}),
    ...(rules.format ? { format: rules.format } : {}),
  } as JsonSchema);
}

/** Creates a field for a URL with the scheme http, https, ftp or ftps. */
export function url(rules: Pick<TextRules, 'max' | 'blank'> = {}): z.ZodType<string> {
  return field<string>(
    (input, report) => {
      const value = readText(input, rules, report) ?? '';
      if (value !== '' && !isWebUrl(value)) report(NOT_A_URL);
      return value;
    },
    { type: 'string', format: 'uri', ...(rules.max === undefined ? {} : { maxLength: rules.max }) },
  );
}

const TRUE: ReadonlySet<unknown> = new Set([
  ...[true, 1, '1', 't', 'T', 'y', 'Y', 'yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'],
]);
const FALSE: ReadonlySet<unknown> = new Set([
  ...[false, 0, '0', 'f', 'F', 'n', 'N', 'no', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'],
]);

/** Creates a boolean field that also accepts the service's spellings of true and false. */
export function bool(): z.ZodType<boolean> {
  return field<boolean>(
    (input, report) => {
      if (input === null) report(NOT_NULL);
      else if (!TRUE.has(input) && !FALSE.has(input)) report(NOT_A_BOOLEAN);
      return TRUE.has(input);
    },
    { type: 'boolean' },
  );
}

/** Creates a field for one of some texts; with `blank`, also for the empty text. */
export function choice<const T extends string>(
  values: readonly T[],
  rules: { readonly blank: true },
): z.ZodType<T | ''>;
export function choice<const T extends string>(
  values: readonly T[],
  rules?: { readonly blank?: false },
): z.ZodType<T>;
export function choice<const T extends string>(
  values: readonly T[],
  rules: { readonly blank?: boolean } = {},
): z.ZodType<T | ''> {
  const known = new Map<string, T | ''>(values.map((value) => [value, value]));
  if (rules.blank) known.set('', '');
  return field<T | ''>(
    (input, report) => {
      if (input === null) report(NOT_NULL);
      const value = known.get(messageText(input));
      if (value === undefined && input !== null) report(invalidChoiceError(input));
      return value ?? '';
    },
    { type: 'string', enum: [...known.keys()] },
  );
}

/** Creates a field for an object inside a body. Unknown keys are dropped. */
export function nested<S extends z.ZodRawShape>(shape: S): z.ZodObject<S> {
  return z.object(shape);
}

/**
 * Parses a request body. Throws Invalid with the errors of all fields at once, in the service's shape (behaviour.md 3).
 * Errors of a list item are keyed by its index.
 */
export function parseBody<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input, { reportInput: true, error: plainIssue });
  if (result.success) return result.data;
  const errors: FieldErrors = {};
  for (const issue of result.error.issues) {
    const { message, isNonFieldError: isWhole } = describeIssue(issue);
    const path = issue.path.map(String);
    addError(errors, isWhole || path.length === 0 ? [...path, NON_FIELD_ERRORS] : path, message);
  }
  throw new Invalid(errors);
}

/** Parses the fields of a body that are valid by themselves and leaves the others out. */
export function validFields<S extends z.ZodRawShape>(
  shape: S,
  body: unknown,
): Partial<z.infer<z.ZodObject<S>>> {
  if (typeof body !== 'object' || body === null) return {};
  const input = body as Readonly<Record<string, unknown>>;
  const valid = Object.entries(shape).flatMap(([name, schema]) => {
    const result = z.safeParse(schema, input[name]);
    return result.success ? [[name, result.data]] : [];
  });
  return Object.fromEntries(valid) as Partial<z.infer<z.ZodObject<S>>>;
}

/**
 * Returns the service's text for an issue of zod. `isNonFieldError` is true when an object was expected and something
 * else was sent: that is an error of the whole object.
 */
export function describeIssue(issue: z.core.$ZodIssue): {
  readonly message: string;
  readonly isNonFieldError: boolean;
} {
  if (issue.code !== 'invalid_type') return { message: issue.message, isNonFieldError: false };
  const { input, expected } = issue;
  if (input === undefined) return { message: REQUIRED, isNonFieldError: false };
  if (input === null) {
    return { message: issue.path.length === 0 ? 'No data provided' : NOT_NULL, isNonFieldError: false };
  }
  if (expected !== 'array' && expected !== 'object')
    return { message: issue.message, isNonFieldError: false };
  if (expected === 'array') {
    return {
      message: `Expected a list of items but got type "${pythonTypeName(input)}".`,
      isNonFieldError: false,
    };
  }
  return {
    message: `Invalid data. Expected a dictionary, but got ${pythonTypeName(input)}.`,
    isNonFieldError: true,
  };
}

function readText(input: unknown, rules: TextRules, report: Report): string | null {
  if (input === null) {
    if (!rules.nullable) report(NOT_NULL);
    return null;
  }
  if (typeof input !== 'string' && typeof input !== 'number') {
    report(rules.notText ?? NOT_A_STRING);
    return '';
  }
  const whole = String(input);
  // Half of a surrogate pair is not a character and could not be stored unchanged.
  const half = /\p{Surrogate}/u.exec(whole)?.[0];
  if (half !== undefined) {
    report(surrogateError(half));
    return '';
  }
  const value = rules.trim === false ? whole : whole.trim();
  if (value === '' || (rules.allSpaces === false && value.trim() === '')) {
    if (!rules.blank) report(NOT_BLANK);
    return '';
  }
  let isValid = true;
  const reportInvalid = (message: string) => {
    isValid = false;
    report(message);
  };
  if (rules.max !== undefined && isLonger(value, rules.max)) reportInvalid(tooLongError(rules.max));
  if (value.includes('\0')) reportInvalid(NULL_CHARACTER);
  if (rules.pattern && !rules.pattern.expression.test(value)) reportInvalid(rules.pattern.message);
  const error = isValid ? rules.check?.(value) : undefined;
  if (error !== undefined) report(error);
  return value;
}

function isLonger(value: string, max: number): boolean {
  // A code point has at most two units: counting is left for texts that are near the limit.
  return value.length > max && (value.length > 2 * max || [...value].length > max);
}

function addError(errors: FieldErrors, path: readonly string[], message: string): void {
  let target = errors;
  for (const key of path.slice(0, -1)) {
    const next = target[key];
    const inner: FieldErrors = next === undefined || Array.isArray(next) ? {} : next;
    target[key] = inner;
    target = inner;
  }
  const last = path.at(-1) ?? NON_FIELD_ERRORS;
  const messages = target[last];
  if (Array.isArray(messages)) messages.push(message);
  else target[last] = [message];
}
