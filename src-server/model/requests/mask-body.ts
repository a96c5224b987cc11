import { COMMIT_NAMES, KEPT_FIELDS } from './kept-names.ts';
import { MASK, maskName, maskText } from './mask-text.ts';
import { type KeptBody, MAX_BODY_BYTES } from './request-record.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const MAX_DEPTH = 32;
const NOTHING: KeptBody = { text: null, state: 'none' };
const UNREADABLE: KeptBody = { text: null, state: 'unreadable' };

/**
 * Returns a body as it may be kept: fields by allow-list, masked first and cut then, so that no half of a secret is left.
 * One that is neither JSON nor a form is not kept at all, since nobody can say where its secrets are.
 */
export function maskBody(text: string, contentType: string): KeptBody {
  if (text === '') return NOTHING;
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const parsed = type === 'application/x-www-form-urlencoded' ? parseForm(text) : parseJson(text, type);
  return parsed === undefined ? UNREADABLE : cut(JSON.stringify(maskValue(parsed, '', 0)));
}

function parseJson(text: string, type: string): Json | undefined {
  if (type !== 'application/json' && !type.endsWith('+json')) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Reads a form as an object; a repeated name has a list of values. */
function parseForm(text: string): Json {
  const form: Record<string, Json> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = form[name];
    form[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return { ...form };
}

/** `name` is the member that holds the value; what stands in a list has the name of the list. */
function maskValue(value: Json, name: string, depth: number): Json {
  if (value === null || typeof value === 'boolean') return value;
  if (depth > MAX_DEPTH) return MASK;
  if (Array.isArray(value)) return value.map((item: Json) => maskValue(item, name, depth + 1));
  if (typeof value === 'object') return maskMembers(value as { readonly [name: string]: Json }, depth);
  // What has no name, such as a body that is one string, could be anything.
  if (typeof value === 'string') return name === '' ? MASK : maskText(value, name);
  return name === '' ? MASK : value;
}

function maskMembers(members: { readonly [name: string]: Json }, depth: number): Json {
  // Made from entries, so that a member called `__proto__` is one like any other.
  return Object.fromEntries(
    Object.entries(members).map(([name, value]): [string, Json] => {
      const lastName = name.slice(name.lastIndexOf('.') + 1);
      const isKept = KEPT_FIELDS.has(lastName);
      const shown = (isKept && lastName === name) || COMMIT_NAMES.has(name) ? name : maskName(name);
      if (!isKept) return [shown, value === null ? null : MASK];
      return [shown, maskValue(lastName === 'payload' ? payloadOf(value) : value, lastName, depth + 1)];
    }),
  );
}

/** GitHub sends its event as JSON within a form. */
function payloadOf(value: Json): Json {
  if (typeof value !== 'string') return value;
  return parseJson(value, 'application/json') ?? MASK;
}

const encoder = new TextEncoder();

function cut(text: string): KeptBody {
  if (text.length * 3 <= MAX_BODY_BYTES) return { text, state: 'kept' };
  const bytes = encoder.encode(text);
  if (bytes.length <= MAX_BODY_BYTES) return { text, state: 'kept' };
  // A character that is cut in two would become a replacement character.
  const decoded = new TextDecoder().decode(bytes.subarray(0, MAX_BODY_BYTES));
  return { text: decoded.replace(/\uFFFD$/, ''), state: 'cut' };
}
