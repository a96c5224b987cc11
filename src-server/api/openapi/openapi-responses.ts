import type { Dialect } from '../../model/base/dialect.ts';
import type { AccessLevel } from '../../services/kernel/access.ts';
import type { Resource, Route } from '../route.ts';
import { type JsonSchema, schemaRef } from './openapi-schemas.ts';

type Response = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  /** Lectern's own extension: the body that `content` describes may be missing. */
  readonly 'x-body-may-be-empty'?: true;
};

/** Schemas of the bodies of refusals (behaviour.md 3). */
const PROBLEM_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Detail: {
    type: 'object',
    description: 'What is wrong, in a sentence.',
    properties: { detail: { type: 'string', minLength: 1 } },
    required: ['detail'],
    additionalProperties: false,
  },
  FieldErrors: {
    type: 'object',
    description:
      'What is wrong with each field; a nested object has its own. `non_field_errors` holds what belongs to no field.',
    minProperties: 1,
    additionalProperties: {
      anyOf: [
        { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
        schemaRef('FieldErrors'),
      ],
    },
  },
};

const JSON_DETAIL = { 'application/json': { schema: schemaRef('Detail') } };

function detail(description: string, headers?: Response['headers']): Response {
  return { description, ...(headers ? { headers } : {}), content: JSON_DETAIL };
}

/** The schema of a refusal that today's service words as a bare list (live-service.md 1). */
const MESSAGES: Readonly<Record<string, JsonSchema>> = {
  Messages: {
    type: 'array',
    description: 'Rules that the request breaks, which belong to none of its fields.',
    items: { type: 'string', minLength: 1 },
    minItems: 1,
  },
};

/** Schemas of the bodies of refusals in a dialect. */
export function problemSchemas(dialect: Dialect): Readonly<Record<string, JsonSchema>> {
  return dialect === 'current' ? { ...PROBLEM_SCHEMAS, ...MESSAGES } : PROBLEM_SCHEMAS;
}

/** Responses that operations of a dialect refer to by name. */
export function sharedResponses(dialect: Dialect): Readonly<Record<string, Response>> {
  if (dialect === '2020') return SHARED_RESPONSES;
  const { NotModified: _, ...shared } = SHARED_RESPONSES;
  const bodies = { anyOf: [schemaRef('Detail'), schemaRef('FieldErrors'), schemaRef('Messages')] };
  return {
    ...shared,
    BadRequest: { ...shared.BadRequest, content: { 'application/json': { schema: bodies } } },
    NullByte: { description: 'A value in the query has a null byte.', content: textOf('text/plain') },
    ServerError: { ...shared.ServerError, content: textOf('text/html') },
  };
}

function textOf(type: string): Response['content'] {
  return { [type]: { schema: { type: 'string' } } };
}

/** Responses of the specification's dialect. */
const SHARED_RESPONSES = {
  SlashAdded: {
    description: 'The path lacks its final slash.',
    headers: { Location: { required: true, schema: { type: 'string' } } },
  },
  NotModified: { description: 'What `If-None-Match` names is still current.' },
  BadRequest: {
    description: 'The body or a parameter breaks a rule, or the body is not what its type says.',
    content: {
      'application/json': { schema: { anyOf: [schemaRef('Detail'), schemaRef('FieldErrors')] } },
    },
  },
  Unauthorized: detail('No token, or one that is not valid.', {
    'WWW-Authenticate': { required: true, schema: { type: 'string', const: 'Token' } },
  }),
  Forbidden: detail('The caller may not do this.'),
  NotFound: detail('There is no such thing, or none that the caller may see; or `format` is unknown.'),
  NotFoundOrNone: {
    ...detail('There is no such thing; with an empty body, the project exists and has none.'),
    'x-body-may-be-empty': true,
  },
  MethodNotAllowed: detail('The path does not take this method.', {
    Allow: { required: true, schema: { type: 'string' } },
  }),
  NotAcceptable: detail('The Accept header excludes JSON and HTML.'),
  Conflict: detail('The thing is not in a state that allows this.'),
  PayloadTooLarge: detail('The body is larger than 1 MB.'),
  UnsupportedMediaType: detail('The body is neither JSON nor a form.'),
  Unreadable: detail('The request is no HTTP, took too long to arrive, or has too large headers.'),
  Misdirected: detail('This server does not answer under the host name of the request.'),
  TooManyRequests: detail('Too many requests in a minute; only with `--throttle`.', {
    'Retry-After': {
      required: true,
      description: 'Seconds to wait.',
      schema: { type: 'integer', minimum: 1 },
    },
  }),
  ServerError: detail('Something went wrong here; the log has the cause.'),
  Unavailable: detail('Something that this needs, such as the keychain, cannot be reached just now.'),
  InsufficientStorage: detail('The disk is full; nothing was changed.'),
} satisfies Readonly<Record<string, Response>>;

/** Derives the refusals of an operation, by status, from its version of the API, method, access, query and body. */
export function refusalsOf(
  { apiVersion, path, acceptsToken, throttle }: Resource,
  { method, access, query = [], body, expandable }: Route,
  dialect: Dialect,
): object {
  const isV3 = apiVersion === 'v3';
  const refusesQuery = query.some(({ schema }) => 'enum' in schema || 'maxLength' in schema);
  return {
    ...(method === 'GET' && (dialect === '2020' || !isV3) && { 304: reference('NotModified') }),
    ...((body || refusesQuery || (dialect === 'current' && expandable)) && { 400: reference('BadRequest') }),
    ...(isV3 && throttle !== 'none' && { 401: reference('Unauthorized') }),
    ...(((isV3 && (needsPermission(access) || path.includes(':username'))) || acceptsToken) && {
      403: reference('Forbidden'),
    }),
    // The one 404 without a body (behaviour.md 2).
    404: reference(path.endsWith('/superproject/') ? 'NotFoundOrNone' : 'NotFound'),
    406: reference('NotAcceptable'),
    ...(body && { 413: reference('PayloadTooLarge'), 415: reference('UnsupportedMediaType') }),
    ...(isV3 && throttle !== 'none' && { 429: reference('TooManyRequests') }),
    500: reference('ServerError'),
    ...(method !== 'GET' && { 503: reference('Unavailable'), 507: reference('InsufficientStorage') }),
  };
}

function needsPermission(access: AccessLevel): boolean {
  return access === 'maintainer' || access === 'nobody';
}

function reference(name: keyof typeof SHARED_RESPONSES): object {
  return { $ref: `#/components/responses/${name}` };
}
