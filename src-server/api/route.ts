import type { z } from 'zod';
import type { FieldErrors } from '../model/base/problems.ts';
import type { AccessLevel } from '../services/kernel/access.ts';
import type { Actor } from '../services/kernel/actor.ts';
import type { Services } from '../services/open-services.ts';
import type { Page, PageRequest } from '../store/engine/list-page.ts';
import type { Expandable, FlexFields } from './http/flex-fields.ts';
import type { ListAnswer } from './http/pagination.ts';
import type { Message } from './http/read-body.ts';
import type { ThrottleLimit } from './http/throttle.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A query parameter of one route. Values outside its `enum` or `maxLength` are refused with a 400. */
export type QueryParameter = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
};

/** A request as a route sees it; dispatch.ts has made all the checks that come first. */
export type RouteRequest<Body> = {
  readonly actor: Actor;
  readonly services: Services;
  /** The project that the path names; '' where it names none. */
  readonly slug: string;
  /** A parameter of the path, already checked against its pattern. */
  readonly param: (name: PathParameter) => string;
  /** The same as a number. */
  readonly id: (name: PathParameter) => number;
  readonly query: URLSearchParams;
  readonly flex: FlexFields;
  readonly page: PageRequest;
  /** Gives the absolute URL of a path on the host of the request; a page of the window has the window's port. */
  readonly href: (path: string) => string;
  /** Wraps a page of items for a list's answer. */
  readonly list: <Item>(page: Page<Item>, view: (item: Item) => unknown) => ListAnswer;
  readonly body: Body;
  /** Headers and body as they came; set only for a route that is `signed`. */
  readonly message: Message;
};

/** Pattern of each path parameter, checked before any route runs; a path that does not match is a 404. */
export const PATH_PARAMETERS = {
  project_slug: /^[-\w]+$/,
  version_slug: /^[-\w.]+$/,
  alias_slug: /^[-\w]+$/,
  build_id: /^\d+$/,
  redirect_id: /^\d+$/,
  integration_id: /^\d{1,15}$/,
  environmentvariable_id: /^\d+$/,
  notification_id: /^\d+$/,
  organization_slug: /^[-\w]+$/,
  username: /^[\w.@+-]+$/,
  id: /^\d+$/,
} as const;
export type PathParameter = keyof typeof PATH_PARAMETERS;

/** A version of the API: decides formats, tokens and throttling before any route runs. */
export type ApiVersion = 'v3' | 'v2';

/** One operation of a path, as data: mounts the server, makes the OpenAPI document and feeds the browsable pages. */
export type Route<Body = unknown> = {
  readonly method: Method;
  readonly access: AccessLevel;
  /** Name in the OpenAPI document, from which clients make function names: never change it. */
  readonly operationId: string;
  /** What it does, in a few words that begin with a capital. */
  readonly summary: string;
  readonly status: 200 | 201 | 202 | 204;
  /** Schema of the answer; of one item of it when `list` is set. */
  readonly answer?: z.ZodType;
  /** Schema of the body of a refusal that is an answer of the route (`NothingDone`), with its status; default: 400. */
  readonly refusal?: z.ZodType;
  readonly refusalStatus?: 400 | 410;
  readonly list?: boolean;
  /** Writes the answer as plain text, for callers that ask for that. */
  readonly plainText?: (answer: unknown) => string;
  /** Whether `fields` and `omit` apply (behaviour.md 5). */
  readonly selectable: boolean;
  readonly expandable?: Expandable;
  readonly query?: readonly QueryParameter[];
  readonly body?: z.ZodType<Body>;
  /** The sender signs the bytes: `run` gets the `message` as it came, and `body` only documents it. */
  readonly signed?: true;
  /** Looks the object up before the body is read, so that 404 comes before 400 and 415 (behaviour.md 0). */
  readonly find?: (request: RouteRequest<undefined>) => void;
  /** Finds errors of the fields of a body that its schema accepts, to be told together with the schema's. */
  readonly fieldErrors?: (request: RouteRequest<undefined>, body: unknown) => FieldErrors;
  readonly run: (request: RouteRequest<Body>) => unknown;
};

/** All operations of one path. */
export type Resource = {
  readonly apiVersion: ApiVersion;
  /** With parameters as `:project_slug`; ends in a slash. */
  readonly path: string;
  /** A name for people: `Project list`. */
  readonly name: string;
  readonly description: string;
  /** Required for every operation that names no level of its own, and before the 405 for other methods (behaviour.md 2). */
  readonly access: AccessLevel;
  /** Names the model in a 404 of today's service: `No Version matches the given query.` */
  readonly model?: string;
  /** Limits requests as the dialect does everywhere else; `none` counts none. */
  readonly throttle?: ThrottleLimit | 'none';
  /** Whether v2 reads tokens at this path; elsewhere it ignores them. */
  readonly acceptsToken?: true;
  readonly routes: readonly Route[];
};

/** A route before its resource supplies what it leaves out. */
type Operation<Body = unknown> = Omit<Route<Body>, OptionalField> & Partial<Pick<Route, OptionalField>>;
type OptionalField = 'access' | 'selectable';
type Definition<Body> = Omit<Operation<Body>, 'method' | 'status'> & Partial<Pick<Route, 'status'>>;

/** Makes all operations of a path; of v3 every GET is selectable unless it says otherwise. */
export function resource(
  path: `/api/${ApiVersion}/${string}`,
  about: Omit<Resource, 'apiVersion' | 'path' | 'routes'>,
  operations: readonly Operation[],
): Resource {
  const apiVersion = path.startsWith('/api/v3/') ? 'v3' : 'v2';
  const routes = operations.map((operation) => ({
    access: about.access,
    selectable: apiVersion === 'v3' && operation.method === 'GET',
    ...operation,
  }));
  return { ...about, apiVersion, path, routes };
}

export const get = operationOf('GET');
export const post = operationOf('POST');
export const put = operationOf('PUT');
export const patch = operationOf('PATCH');
export const remove = operationOf('DELETE');

/** Types the body of an operation by its schema; the status is 204 without an answer, 201 for a POST, else 200. */
function operationOf(method: Method) {
  return <Body = undefined>(definition: Definition<Body>): Operation => {
    const status = definition.answer === undefined ? 204 : method === 'POST' ? 201 : 200;
    return { method, status, ...definition } as unknown as Operation;
  };
}

/** Whether a resource answers plain text as well. */
export function hasPlainText({ routes }: Resource): boolean {
  return routes.some(({ plainText }) => plainText !== undefined);
}

/** The `Allow` header of a resource, in the order of behaviour.md 3. */
export function allowedMethods({ routes }: Resource): string {
  const methods = new Set<string>(routes.map(({ method }) => method));
  const listed = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => methods.has(method));
  return [...listed, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}
