import type { Request, RequestHandler, Response } from 'express';
import { parseBody } from '../model/base/fields.ts';
import { NotFound } from '../model/base/problems.ts';
import type { Actor } from '../services/kernel/actor.ts';
import type { Services } from '../services/open-services.ts';
import { browsablePage } from './browsable/browsable-page.ts';
import { type AnswerCache, type CachedAnswer, matchesEtag } from './http/answer-cache.ts';
import { answerJson } from './http/answer-json.ts';
import { ANONYMOUS_CALLER, type Authenticator, type Caller } from './http/authenticate.ts';
import { CONTENT_TYPES, commonHeaders, mergeVary } from './http/common-headers.ts';
import { type FlexFields, readFlexFields } from './http/flex-fields.ts';
import { MethodNotAllowed } from './http/http-problems.ts';
import { type Format, type Formats, negotiate } from './http/negotiate.ts';
import { type ListAnswer, listAnswer } from './http/pagination.ts';
import { problemReply } from './http/problem-reply.ts';
import { discardBody, type Message, readBody, readMessage } from './http/read-body.ts';
import { readPage } from './http/read-query.ts';
import type { Throttle } from './http/throttle.ts';
import { resourceMetadata } from './openapi/metadata.ts';
import { noteCaller } from './requests/note-caller.ts';
import { describeRefusal, refusalStep } from './requests/refusal-step.ts';
import { noteRefusal, recordingOf } from './requests/request-recording.ts';
import {
  allowedMethods,
  PATH_PARAMETERS,
  type PathParameter,
  type Resource,
  type Route,
  type RouteRequest,
} from './route.ts';

/** Everything that dispatching a request needs. */
export type DispatchContext = {
  readonly services: Services;
  readonly authenticate: Authenticator;
  readonly cache: AnswerCache;
  /** undefined: requests are not throttled. */
  readonly throttle: Throttle | undefined;
  /** Runs each change, so that replacing all data waits for it; default: nothing does. */
  readonly track?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
  readonly logError: (error: unknown, method: string, path: string) => void;
};

/** One request, with what the steps of the pipeline have found. */
type Exchange = {
  readonly request: Request;
  readonly response: Response;
  readonly query: URLSearchParams;
  format: Format;
  username: string | null;
  /** Whether a refusal is one of the format. */
  isNegotiating: boolean;
};

type Headers = Readonly<Record<string, string>>;

const FORMATS: Readonly<Record<Resource['dialect'], Formats>> = {
  v3: ['json', 'html'],
  v2: ['json'],
};

/** Serves one path. The order of the steps is a contract (behaviour.md 0): an early refusal hides a later one. */
export function dispatch(resource: Resource, context: DispatchContext): RequestHandler {
  const { services, cache } = context;
  const byMethod = new Map<string, Route>(resource.routes.map((route) => [route.method, route]));
  const get = byMethod.get('GET');
  if (get) byMethod.set('HEAD', get);
  const resourceHeaders = commonHeaders(resource, allowedMethods(resource));
  const isWebhook = resource.routes.some(({ signed }) => signed);

  function identify(exchange: Exchange): Caller {
    if (resource.dialect !== 'v3' && !resource.acceptsToken) return ANONYMOUS_CALLER;
    const caller = context.authenticate(exchange.request.headers.authorization);
    if (caller.actor.kind === 'user') exchange.username = caller.actor.user.username;
    if (caller.tokenId !== null) services.tokens.noteUse(caller.tokenId);
    noteCaller(exchange.request, caller);
    return caller;
  }

  function authorize(actor: Actor, request: Request): void {
    const route = byMethod.get(request.method === 'OPTIONS' ? 'GET' : request.method);
    services.access.authorize(actor, route?.access ?? resource.access, parameter(request, 'project_slug'));
  }

  function applyThrottle(actor: Actor, request: Request): void {
    if (!context.throttle || resource.dialect !== 'v3') return;
    const address = request.socket.remoteAddress ?? '';
    context.throttle(actor.kind === 'user' ? { userId: actor.user.id } : { address });
  }

  function read(exchange: Exchange, route: Route, actor: Actor, key: string, etag: string): void {
    const flex = readFlexFields(exchange.query, route.expandable ?? {}, route.list === true);
    const routeRequest = requestFor(exchange, services, actor, flex, undefined);
    const result = services.read(() => {
      authorize(actor, exchange.request);
      applyThrottle(actor, exchange.request);
      return route.run(routeRequest);
    });
    const text = write(exchange, resource, 200, select(result, route, flex), resourceHeaders);
    const answer = { body: text, headers: { ...bodyHeaders(exchange, text, resourceHeaders), etag } };
    cache.put(key, answer);
    sendCached(exchange, answer);
  }

  async function change(exchange: Exchange, route: Route, actor: Actor): Promise<void> {
    const routeRequest = requestFor(exchange, services, actor, NO_FLEX, undefined);
    route.find?.(routeRequest);
    const { request } = exchange;
    const message = route.signed ? await readMessage(request) : NO_MESSAGE;
    const body = route.body && !route.signed ? parseBody(route.body, await readBody(request)) : undefined;
    const run = () => route.run({ ...routeRequest, body, message });
    const result = recordingOf(request) ? await recordChange(request, run) : await run();
    send(exchange, resource, route.status, result, resourceHeaders);
  }

  /** Runs a change and notes what it committed. */
  async function recordChange(request: Request, run: () => unknown): Promise<unknown> {
    const { result, batches } = await services.changes.collect(run);
    const recording = recordingOf(request);
    if (recording) recording.batches = batches;
    return result;
  }

  async function serve(exchange: Exchange): Promise<void> {
    const { request, query } = exchange;
    validateParameters(request);
    exchange.isNegotiating = true;
    exchange.format = negotiate(request.headers.accept, query, FORMATS[resource.dialect]);
    exchange.isNegotiating = false;
    const { actor } = identify(exchange);
    const route = byMethod.get(request.method);
    const isRead = route !== undefined && route === get;
    const caller = `${actor.kind === 'user' ? actor.user.id : '-'}-${exchange.format}`;
    const key = `${caller} ${request.headers.host} ${request.originalUrl}`;
    const known = isRead ? cache.get(key) : undefined;
    if (known) {
      // The caller was authorized when this answer was made, and nothing has changed since.
      applyThrottle(actor, request);
      return sendCached(exchange, known);
    }
    if (isRead) return read(exchange, route, actor, key, cache.etag(caller));
    authorize(actor, request);
    applyThrottle(actor, request);
    if (request.method === 'OPTIONS')
      return send(exchange, resource, 200, resourceMetadata(resource), resourceHeaders);
    if (!route) throw new MethodNotAllowed(request.method);
    if (context.track) return context.track(() => change(exchange, route, actor));
    return change(exchange, route, actor);
  }

  return (request, response) => {
    const recording = isWebhook ? recordingOf(request) : undefined;
    if (recording) recording.door = 'webhook';
    const query = new URLSearchParams(request.originalUrl.slice(pathOf(request).length + 1));
    const exchange: Exchange = {
      request,
      response,
      query,
      format: 'json',
      username: null,
      isNegotiating: false,
    };
    serve(exchange)
      .catch(async (error: unknown) => {
        const step = exchange.isNegotiating ? 'negotiation' : refusalStep(error);
        noteRefusal(request, step, describeRefusal(error));
        await discardBody(request);
        const reply = problemReply(error, resource.dialect);
        if (reply.status === 500) context.logError(error, request.method, pathOf(request));
        send(exchange, resource, reply.status, reply.body, { ...resourceHeaders, ...reply.headers });
      })
      .catch((error: unknown) => {
        // Not even the refusal could be sent; an unhandled rejection would end the process.
        context.logError(error, request.method, pathOf(request));
        response.destroy();
      });
  };
}

/** Gives the whole path without the query; `request.path` of a mounted router has only the rest of it. */
export function pathOf({ originalUrl }: Pick<Request, 'originalUrl'>): string {
  const index = originalUrl.indexOf('?');
  return index === -1 ? originalUrl : originalUrl.slice(0, index);
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
    slug: param('project_slug'),
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

/** Checks path parameters against their patterns. @throws NotFound */
function validateParameters(request: Request): void {
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

function sendCached({ request, response }: Exchange, { body, headers }: CachedAnswer): void {
  if (matchesEtag(request.headers['if-none-match'], String(headers.etag))) {
    const { 'content-type': _type, 'content-length': _length, ...rest } = headers;
    response.writeHead(304, mergeVary(response, rest)).end();
    return;
  }
  response.writeHead(200, mergeVary(response, headers));
  if (request.method === 'HEAD') response.end();
  // Plain ASCII, as most answers are, need not be encoded.
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
      .writeHead(status, mergeVary(response, status === 204 ? headers : { ...headers, 'content-length': 0 }))
      .end();
    return;
  }
  const text = write(exchange, resource, status, result, headers);
  response.writeHead(status, mergeVary(response, bodyHeaders(exchange, text, headers)));
  response.end(request.method === 'HEAD' ? undefined : text);
}
