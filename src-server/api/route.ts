import type { z } from 'zod';
import type { AccessLevel } from '../services/kernel/access.ts';
import type { Actor } from '../services/kernel/actor.ts';
import type { Services } from '../services/open-services.ts';
import type { Page, PageRequest } from '../store/engine/list-page.ts';
import type { Expandable, FlexFields } from './http/flex-fields.ts';
import type { ListAnswer } from './http/pagination.ts';
import type { Message } from './http/read-body.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A query parameter beyond those that every route of its kind takes. `schema` is JSON Schema. */
export type QueryParameter = {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
};

/** A request as a route sees it: checked by all that comes before (dispatch.ts). */
export type RouteRequest<Body> = {
  readonly actor: Actor;
  readonly services: Services;
  /** A parameter of the path, already of the right form. */
  readonly param: (name: PathParameter) => string;
  /** The same as a number. */
  readonly id: (name: PathParameter) => number;
  readonly query: URLSearchParams;
  readonly flex: FlexFields;
  readonly page: PageRequest;
  /** The absolute address of a path on the host that was asked. */
  readonly href: (path: string) => string;
  /** Wraps a page of items for a list's answer. */
  readonly list: <Item>(page: Page<Item>, view: (item: Item) => unknown) => ListAnswer;
  readonly body: Body;
  /** Headers and body as they came; only of a route that is `signed`. */
  readonly message: Message;
};

/** What each parameter of a path looks like; anything else is no such path (404). Checked here, once. */
export const PATH_PARAMETERS = {
  project_slug: /^[-\w]+$/,
  version_slug: /^[-\w.]+$/,
  alias_slug: /^[-\w]+$/,
  build_id: /^\d+$/,
  redirect_id: /^\d+$/,
  integration_id: /^\d{1,15}$/,
  environmentvariable_id: /^\d+$/,
  id: /^\d+$/,
} as const;
export type PathParameter = keyof typeof PATH_PARAMETERS;

/** A door's dialect: what differs between the API's versions before any route is asked. */
export type Dialect = 'v3' | 'v2' | 'plain';

/** One operation, as data: it mounts the server, makes the OpenAPI document and feeds the browsable pages. */
export type Route<Body = unknown> = {
  readonly method: Method;
  /** With parameters as `:project_slug`; ends in a slash. */
  readonly path: string;
  readonly access: AccessLevel;
  /** What it does, in a few words that begin with a capital. */
  readonly summary: string;
  readonly status: 200 | 201 | 202 | 204;
  /** Schema of the answer; of one item of it when `list` is set. */
  readonly answer?: z.ZodType;
  readonly list?: boolean;
  /** Whether `fields` and `omit` apply; true for every resource of v3. */
  readonly selectable?: boolean;
  readonly expandable?: Expandable;
  readonly query?: readonly QueryParameter[];
  readonly body?: z.ZodType<Body>;
  /** The sender signs the bytes: `run` gets the `message` as it came, and `body` only describes it. */
  readonly signed?: true;
  /** Further statuses that this operation can answer, for the documentation. */
  readonly refusals?: readonly number[];
  /** Looks the object up before the body is read, so that 404 comes before 400 and 415 (behaviour.md 0). */
  readonly find?: (request: RouteRequest<undefined>) => void;
  readonly run: (request: RouteRequest<Body>) => unknown;
};

/** All operations of one path. */
export type Resource = {
  readonly dialect: Dialect;
  readonly path: string;
  /** A name for people: `Project list`. */
  readonly name: string;
  readonly description: string;
  /** What is asked of a caller whose method the path does not take, before the 405 (behaviour.md 2). */
  readonly fallbackAccess: AccessLevel;
  /** Whether callers may say who they are by a token where the dialect knows no such thing (v2). */
  readonly acceptsToken?: true;
  readonly routes: readonly Route[];
};

/** Types the body of a route after its schema, then files it among the others. */
export function route<Body = undefined>(definition: Route<Body>): Route {
  return definition as unknown as Route;
}

/** The `Allow` header of a resource, in the order of behaviour.md 3. */
export function allowedMethods(resource: Resource): string {
  const methods = new Set<string>(resource.routes.map(({ method }) => method));
  const listed = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => methods.has(method));
  return [...listed, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}
