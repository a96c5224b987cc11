import { z } from 'zod';
import { type FieldErrors, Invalid } from './problems.ts';
import { isWebUrl } from './web-url.ts';

/*
 * The rules of fields in request bodies, message for message (behaviour.md 3, "Scalar messages" and "Body coercion").
 * Each field carries the JSON Schema of what a well-behaved client sends; the coercions beyond it stay unadvertised.
 */

/** Under this key stand errors that belong to no single field. */
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

/** A text holds half of a surrogate pair. */
export function surrogateError(half: string): string {
  return `Surrogate characters are not allowed: U+${half.charCodeAt(0).toString(16).toUpperCase()}.`;
}

/** A text is longer than its field, in code points. */
export function tooLongError(max: number): string {
  return `Ensure this field has no more than ${max} characters.`;
}

/** The value is not among those the field takes. */
export function invalidChoiceError(value: unknown): string {
  return `"${messageText(value)}" is not a valid choice.`;
}

type JsonSchema = z.core.JSONSchemaMeta & Record<string, unknown>;
type Report = (message: string) => void;

/**
 * A field read by a function that either answers its value or complains; what it answers after a complaint is dropped.
 * `schema` describes to people what it takes.
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

/** What a text field takes; without options any text that is not blank. */
export type TextRules = {
  /** In code points. */
  readonly max?: number;
  readonly blank?: boolean;
  readonly nullable?: boolean;
  readonly pattern?: { readonly expression: RegExp; readonly message: string };
  /** Whether white space around the text is dropped; true unless told otherwise. */
  readonly trim?: boolean;
  /** A rule beyond these, asked only when they hold; answers what is wrong. */
  readonly check?: (text: string) => string | undefined;
  readonly format?: string;
};

/** A text. Numbers are accepted and written out, as the service does. */
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

/** An address with one of the schemes http, https, ftp, ftps. */
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

/** true or false, and what the service takes for them. */
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

/** One of some texts; with `blank` the empty one too. */
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

/** An object inside a body. Keys that the shape does not name are dropped. */
export function nested<S extends z.ZodRawShape>(shape: S): z.ZodObject<S> {
  return z.object(shape);
}

/**
 * Reads a request body. Throws Invalid with the errors of all fields at once, in the service's shape (behaviour.md 3).
 * In a list, an item's errors stand under its index.
 */
export function parseBody<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const errors: FieldErrors = {};
  for (const issue of result.error.issues) {
    const { message, isNonFieldError: isWhole } = describeIssue(issue);
    const path = issue.path.map(String);
    addError(errors, isWhole || path.length === 0 ? [...path, NON_FIELD_ERRORS] : path, message);
  }
  throw new Invalid(errors);
}

/**
 * The service's words for what zod found. `isWhole` is true when an object was due and something else came,
 * which is no error of the field but of the object as a whole.
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

/** Reads a boolean of the query; undefined, hence no filter, for whatever is neither (behaviour.md 6). */
export function queryBoolean(value: string | undefined): boolean | undefined {
  switch (value?.toLowerCase()) {
    case 'true':
    case '1':
      return true;
    case 'false':
    case '0':
      return false;
    default:
      return undefined;
  }
}

/** Reads a choice of the query; undefined, hence no filter, when absent or empty. Throws Invalid (behaviour.md 6). */
export function queryChoice(
  name: string,
  value: string | undefined,
  isValid: (value: string) => boolean,
): string | undefined {
  return queryChoices({ [name]: { value, isValid } })[name];
}

/** The same for several, so that the errors of all of them are told at once (behaviour.md 3). */
export function queryChoices<Name extends string>(
  choices: Readonly<
    Record<Name, { readonly value: string | undefined; readonly isValid: (value: string) => boolean }>
  >,
): Partial<Record<Name, string>> {
  const chosen: Partial<Record<Name, string>> = {};
  const errors: FieldErrors = {};
  for (const name of Object.keys(choices) as Name[]) {
    const { value, isValid } = choices[name];
    if (value === undefined || value === '') continue;
    if (isValid(value)) chosen[name] = value;
    else errors[name] = [`Select a valid choice. ${value} is not one of the available choices.`];
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return chosen;
}

function readText(input: unknown, rules: TextRules, report: Report): string | null {
  if (input === null) {
    if (!rules.nullable) report(NOT_NULL);
    return null;
  }
  if (typeof input !== 'string' && typeof input !== 'number') {
    report(NOT_A_STRING);
    return '';
  }
  const whole = String(input);
  // Half of a surrogate pair is no character: it could not be stored as it came.
  const half = /\p{Surrogate}/u.exec(whole)?.[0];
  if (half !== undefined) {
    report(surrogateError(half));
    return '';
  }
  const value = rules.trim === false ? whole : whole.trim();
  if (value === '') {
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
  return value.length > max && [...value].length > max;
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

/** A JSON value as the service writes it into a message. */
function messageText(value: unknown): string {
  if (typeof value === 'string') return value;
  return pythonRepr(value);
}

/** A value as the service's own language writes it. */
export function pythonRepr(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(pythonRepr).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `'${key}': ${pythonRepr(member)}`)
    .join(', ')}}`;
}

function pythonTypeName(value: unknown): string {
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return Array.isArray(value) ? 'list' : 'dict';
}
