import type { Resource, Route } from '../route.ts';
import { type JsonSchema, schemaRef } from './openapi-schemas.ts';

type Response = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  /** Ours: the body that `content` describes may also be missing. */
  readonly 'x-body-may-be-empty'?: true;
};

/** The bodies of refusals (behaviour.md 3). */
export const PROBLEM_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
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

/** Answers that many operations share, by name. */
export const SHARED_RESPONSES: Readonly<Record<string, Response>> = {
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
};

const NAMES: ReadonlyMap<number, string> = new Map([
  [304, 'NotModified'],
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [406, 'NotAcceptable'],
  [409, 'Conflict'],
  [413, 'PayloadTooLarge'],
  [415, 'UnsupportedMediaType'],
  [429, 'TooManyRequests'],
  [500, 'ServerError'],
  [503, 'Unavailable'],
  [507, 'InsufficientStorage'],
]);

/** Every answer of an operation beside the one that it was called for, as references by status. */
export function refusalsOf(
  { dialect, path, acceptsToken: takesToken }: Resource,
  route: Route,
): Readonly<Record<string, object>> {
  const reads = route.method === 'GET';
  const statuses = new Set([
    ...[404, 406, 500],
    ...(reads ? [304] : [503, 507]),
    ...(route.body ? [400, 413, 415] : []),
    ...(dialect === 'v3' ? [401, 429] : []), // wrong credentials are refused at the open root too
    ...((dialect === 'v3' && route.access === 'maintainer') || takesToken ? [403] : []),
    ...(route.refusals ?? []),
  ]);
  return Object.fromEntries(
    [...statuses].sort((a, b) => a - b).map((status) => [status, reference(status, path)]),
  );
}

function reference(status: number, path: string): object {
  const name = NAMES.get(status);
  if (name === undefined) throw new Error(`${path}: no shared response describes the status ${status}.`);
  // The one 404 without a body (behaviour.md 2).
  const isNone = status === 404 && path.endsWith('/superproject/');
  return { $ref: `#/components/responses/${isNone ? 'NotFoundOrNone' : name}` };
}
