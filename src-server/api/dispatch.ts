import type { Request, RequestHandler, Response } from 'express';
import { parseBody } from '../model/base/fields.ts';
import { NotFound } from '../model/base/problems.ts';
import type { Actor } from '../services/kernel/actor.ts';
import type { Services } from '../services/open-services.ts';
import { browsablePage } from './browsable/browsable.ts';
import type { AnswerCache, CachedAnswer } from './http/answer-cache.ts';
import { answerJson } from './http/answer-json.ts';
import { type Authenticator, type Caller, NOBODY } from './http/authenticate.ts';
import { discardBody } from './http/discard-body.ts';
import { type FlexFields, readFlexFields } from './http/flex-fields.ts';
import { MethodNotAllowed } from './http/http-problems.ts';
import { namesEtag } from './http/if-none-match.ts';
import { type Format, type Formats, negotiate } from './http/negotiate.ts';
import { type ListAnswer, listAnswer, readPage } from './http/page.ts';
import { problemReply } from './http/problem-reply.ts';
import { type Message, readBody, readMessage } from './http/read-body.ts';
import { besideVary, CONTENT_TYPES, standingHeaders } from './http/standing-headers.ts';
import type { Throttle } from './http/throttle.ts';
import { resourceMetadata } from './openapi/metadata.ts';
import {
  allowedMethods,
  PATH_PARAMETERS,
  type PathParameter,
  type Resource,
  type Route,
  type RouteRequest,
} from './route.ts';

/** What requests pass through on their way to a route. */
export type DispatchContext = {
  readonly services: Services;
  readonly authenticate: Authenticator;
  readonly cache: AnswerCache;
  /** undefined: nobody is held back. */
  readonly throttle: Throttle | undefined;
  readonly logError: (error: unknown, method: string, path: string) => void;
};

/** One request and what is settled of it on its way through the pipeline. */
type Exchange = {
  readonly request: Request;
  readonly response: Response;
  readonly query: URLSearchParams;
  format: Format;
  username: string | null;
};

type Headers = Readonly<Record<string, string>>;

const FORMATS: Readonly<Record<Resource['dialect'], Formats>> = {
  v3: ['json', 'html'],
  v2: ['json'],
  plain: ['json'],
};

/**
 * Serves one path. The order of the steps is the contract of behaviour.md 0: what is refused early hides what would
 * be refused later.
 */
export function dispatch(resource: Resource, context: DispatchContext): RequestHandler {
  const { services, cache } = context;
  const byMethod = new Map<string, Route>(resource.routes.map((route) => [route.method, route]));
  const get = byMethod.get('GET');
  if (get) byMethod.set('HEAD', get);
  const standing = standingHeaders(resource, allowedMethods(resource));

  function identify(exchange: Exchange): Caller {
    if (resource.dialect !== 'v3' && !resource.takesToken) return NOBODY;
    const caller = context.authenticate(exchange.request.headers.authorization);
    if (caller.actor.kind === 'user') exchange.username = caller.actor.user.username;
    if (caller.tokenId !== null) services.tokens.noteUse(caller.tokenId);
    return caller;
  }

  function admit(actor: Actor, request: Request): void {
    const route = byMethod.get(request.method === 'OPTIONS' ? 'GET' : request.method);
    services.access.admit(actor, route?.access ?? resource.otherwise, parameter(request, 'project_slug'));
  }

  function hold(actor: Actor, request: Request): void {
    if (!context.throttle || resource.dialect !== 'v3') return;
    const address = request.socket.remoteAddress ?? '';
    context.throttle(actor.kind === 'user' ? { userId: actor.user.id } : { address });
  }

  function read(exchange: Exchange, route: Route, actor: Actor, key: string, etag: string): void {
    const flex = readFlexFields(exchange.query, route.expandable ?? {}, route.list === true);
    const seen = requestFor(exchange, services, actor, flex, undefined);
    const result = services.read(() => {
      admit(actor, exchange.request);
      hold(actor, exchange.request);
      return route.run(seen);
    });
    const text = write(exchange, resource, 200, select(result, route, flex), standing);
    const answer = { body: text, headers: { ...bodyHeaders(exchange, text, standing), etag } };
    cache.offer(key, answer);
    sendAgain(exchange, answer);
  }

  async function change(exchange: Exchange, route: Route, actor: Actor): Promise<void> {
    const seen = requestFor(exchange, services, actor, NO_FLEX, undefined);
    route.find?.(seen);
    const { request } = exchange;
    const message = route.signed ? await readMessage(request) : NO_MESSAGE;
    const body = route.body && !route.signed ? parseBody(route.body, await readBody(request)) : undefined;
    send(exchange, resource, route.status, await route.run({ ...seen, body, message }), standing);
  }

  async function serve(exchange: Exchange): Promise<void> {
    const { request, query } = exchange;
    checkParameters(request);
    exchange.format = negotiate(request.headers.accept, query, FORMATS[resource.dialect]);
    const { actor } = identify(exchange);
    const route = byMethod.get(request.method);
    const reads = route !== undefined && route === get;
    const caller = `${actor.kind === 'user' ? actor.user.id : '-'}-${exchange.format}`;
    const key = `${caller} ${request.headers.host} ${request.originalUrl}`;
    const known = reads ? cache.get(key) : undefined;
    if (known) {
      // It was admitted when it was made, and nothing has changed since.
      hold(actor, request);
      return sendAgain(exchange, known);
    }
    if (reads) return read(exchange, route, actor, key, cache.etag(caller));
    admit(actor, request);
    hold(actor, request);
    if (request.method === 'OPTIONS')
      return send(exchange, resource, 200, resourceMetadata(resource), standing);
    if (!route) throw new MethodNotAllowed(request.method);
    return change(exchange, route, actor);
  }

  return (request, response) => {
    const query = new URLSearchParams(request.originalUrl.slice(pathOf(request).length + 1));
    const exchange: Exchange = { request, response, query, format: 'json', username: null };
    serve(exchange)
      .catch(async (error: unknown) => {
        await discardBody(request);
        const reply = problemReply(error, resource.dialect);
        if (reply.status === 500) context.logError(error, request.method, pathOf(request));
        send(exchange, resource, reply.status, reply.body, { ...standing, ...reply.headers });
      })
      .catch((error: unknown) => {
        // Not even a refusal could be sent; an error that nobody takes would end the process.
        context.logError(error, request.method, pathOf(request));
        response.destroy();
      });
  };
}

/** The path as it was asked for, without the query; a router below a mount sees only the rest of it. */
export function pathOf({ originalUrl }: Pick<Request, 'originalUrl'>): string {
  const mark = originalUrl.indexOf('?');
  return mark === -1 ? originalUrl : originalUrl.slice(0, mark);
}

const NO_MESSAGE: Message = { headers: {}, bytes: Buffer.alloc(0), data: async () => ({}) };
const NO_FLEX: FlexFields = { expands: () => false, select: (item) => item, selective: false };

function requestFor<Body>(
  exchange: Exchange,
  services: Services,
  actor: Actor,
  flex: FlexFields,
  body: Body,
): RouteRequest<Body> {
  const { request, query } = exchange;
  const page = readPage(query);
  const param = (name: PathParameter) => parameter(request, name) ?? '';
  const href = (path: string) => `http://${request.headers.host}${path}`;
  return {
    actor,
    services,
    param,
    id: (name) => Number(param(name)),
    query,
    flex,
    page,
    href,
    list: (items, view) => listAnswer(href(pathOf(request)), query, page, items, view),
    body,
    message: NO_MESSAGE,
  };
}

function parameter(request: Request, name: PathParameter): string | undefined {
  const value = request.params[name];
  return typeof value === 'string' ? value : undefined;
}

/** @throws NotFound for a parameter that no such path can have */
function checkParameters(request: Request): void {
  for (const name of Object.keys(request.params) as PathParameter[]) {
    if (!PATH_PARAMETERS[name].test(parameter(request, name) ?? '')) throw new NotFound();
  }
}

function select(result: unknown, route: Route, flex: FlexFields): unknown {
  if (!route.selectable || !flex.selective) return result;
  if (!route.list) return flex.select(result as object);
  const list = result as ListAnswer;
  return { ...list, results: list.results.map((item) => flex.select(item as object)) };
}

function write(
  exchange: Exchange,
  resource: Resource,
  status: number,
  result: unknown,
  headers: Headers,
): string {
  const text = answerJson(result);
  if (exchange.format === 'json') return text;
  const { request, username } = exchange;
  return browsablePage({
    resource,
    method: request.method,
    url: request.originalUrl,
    status,
    headers,
    text: result === undefined ? '' : text,
    username,
  });
}

function sendAgain({ request, response }: Exchange, { body, headers }: CachedAnswer): void {
  if (namesEtag(request.headers['if-none-match'], String(headers.etag))) {
    const { 'content-type': _type, 'content-length': _length, ...rest } = headers;
    response.writeHead(304, besideVary(response, rest)).end();
    return;
  }
  response.writeHead(200, besideVary(response, headers));
  if (request.method === 'HEAD') response.end();
  // Plain ASCII, as most answers are, leaves without being encoded.
  else response.end(body, headers['content-length'] === body.length ? 'latin1' : 'utf8');
}

function bodyHeaders(exchange: Exchange, text: string, headers: Headers): Record<string, string | number> {
  return {
    ...headers,
    'content-type': CONTENT_TYPES[exchange.format],
    'content-length': Buffer.byteLength(text),
  };
}

function send(
  exchange: Exchange,
  resource: Resource,
  status: number,
  result: unknown,
  headers: Headers,
): void {
  const { request, response } = exchange;
  const isEmpty = status === 204 || (result === undefined && exchange.format === 'json');
  if (isEmpty) {
    response
      .writeHead(status, besideVary(response, status === 204 ? headers : { ...headers, 'content-length': 0 }))
      .end();
    return;
  }
  const text = write(exchange, resource, status, result, headers);
  response.writeHead(status, besideVary(response, bodyHeaders(exchange, text, headers)));
  response.end(request.method === 'HEAD' ? undefined : text);
}
