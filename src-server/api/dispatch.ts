import type { Request, RequestHandler, Response } from 'express';
import { NotAuthenticated } from '../model/base/problems.ts';
import type { Actor } from '../services/kernel/actor.ts';
import type { Services } from '../services/open-services.ts';
import { Page } from './browsable/failure-page.ts';
import type { Conventions, Lookup } from './dialects/conventions.ts';
import { type AnswerCache, type CachedAnswer, matchesEtag } from './http/answer-cache.ts';
import { ANONYMOUS_CALLER, type Authenticator, type Caller } from './http/authenticate.ts';
import { CONTENT_TYPES, commonHeaders, mergeVary } from './http/common-headers.ts';
import { type FlexFields, flexFieldsOf, NO_FLEX } from './http/flex-fields.ts';
import { formatSuffix } from './http/formats/format-suffix.ts';
import { type Format, type Formats, jsonIndent, negotiate } from './http/formats/negotiate.ts';
import { hrefOn } from './http/href.ts';
import { MethodNotAllowed } from './http/http-problems.ts';
import { type ListAnswer, listAnswer } from './http/pagination.ts';
import { discardBody, type Message, readBody, readMessage } from './http/read-body.ts';
import { readPage } from './http/read-query.ts';
import type { Throttle } from './http/throttle.ts';
import { resourceMetadata } from './openapi/metadata.ts';
import { parseRouteBody } from './parse-route-body.ts';
import { checkIds, checkSlugs, parameter } from './path-parameters.ts';
import { noteCaller } from './requests/note-caller.ts';
import { describeRefusal, refusalStep } from './requests/refusal-step.ts';
import { noteRefusal, recordingOf } from './requests/request-recording.ts';
import {
  allowedMethods,
  hasPlainText,
  type PathParameter,
  type Resource,
  type Route,
  type RouteRequest,
} from './route.ts';
import { type Writing, writeAnswer } from './write-answer.ts';

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
  /** The port of the window where it is not the one asked; links to its pages name it. */
  readonly windowPort?: (() => number) | undefined;
};

/** One request, with what the steps of the pipeline have found. */
type Exchange = Writing & {
  readonly response: Response;
  readonly query: URLSearchParams;
  format: Format;
  indent: number;
  username: string | null;
  /** Whether a refusal is one of the format. */
  isNegotiating: boolean;
  /** What is looked up now, for the text of a 404. */
  lookup: Lookup;
};

type Headers = Readonly<Record<string, string>>;

function formatsOf(resource: Resource): Formats {
  return [
    'json',
    ...(resource.apiVersion === 'v3' ? (['html'] as const) : []),
    ...(hasPlainText(resource) ? (['text'] as const) : []),
  ];
}

/** Serves one path. The order of the steps is a contract (behaviour.md 0): an early refusal hides a later one. */
export function dispatch(
  resource: Resource,
  conventions: Conventions,
  context: DispatchContext,
): RequestHandler {
  const { services, cache } = context;
  const byMethod = new Map<string, Route>(resource.routes.map((route) => [route.method, route]));
  const get = byMethod.get('GET');
  if (get) byMethod.set('HEAD', get);
  const resourceHeaders = commonHeaders(resource, allowedMethods(resource));
  const formats = formatsOf(resource);
  const isWebhook = resource.routes.some(({ signed }) => signed);

  function identify(exchange: Exchange): Caller {
    if (resource.apiVersion !== 'v3' && !resource.acceptsToken) return ANONYMOUS_CALLER;
    const caller = authenticate(exchange.request.headers.authorization);
    if (caller.actor.kind === 'user') exchange.username = caller.actor.user.username;
    if (caller.tokenId !== null) services.tokens.noteUse(caller.tokenId);
    noteCaller(exchange.request, caller);
    return caller;
  }

  /** Takes a wrong token for none at the root, which anybody may read uncounted (behaviour.md, Decisions). */
  function authenticate(authorization: string | undefined): Caller {
    try {
      return context.authenticate(authorization);
    } catch (error) {
      if (resource.throttle === 'none' && error instanceof NotAuthenticated) return ANONYMOUS_CALLER;
      throw error;
    }
  }

  function authorize(actor: Actor, exchange: Exchange): void {
    const { request } = exchange;
    exchange.lookup = 'project';
    const route = byMethod.get(request.method === 'OPTIONS' ? 'GET' : request.method);
    services.access.authorize(actor, route?.access ?? resource.access, parameter(request, 'project_slug'));
    exchange.lookup = 'object';
  }

  function applyThrottle(actor: Actor, request: Request): void {
    if (!context.throttle || resource.apiVersion !== 'v3' || resource.throttle === 'none') return;
    const address = request.socket.remoteAddress ?? '';
    context.throttle(actor.kind === 'user' ? { userId: actor.user.id } : { address }, resource.throttle);
  }

  function read(exchange: Exchange, route: Route, actor: Actor, key: string, etag: string): void {
    const { flexNames, maxLimit, hasEtags } = conventions;
    const result = services.read(() => {
      authorize(actor, exchange);
      applyThrottle(actor, exchange.request);
      checkIds(exchange);
      const flex = flexFieldsOf(route, exchange.query, flexNames);
      return select(route.run(requestFor(exchange, context, actor, flex, maxLimit)), route, flex);
    });
    const text = writeAnswer(exchange, resource, 200, result, resourceHeaders);
    const headers = bodyHeaders(exchange, text, resourceHeaders);
    const answer = { body: text, headers: hasEtags ? { ...headers, etag } : headers };
    cache.put(key, answer);
    sendCached(exchange, answer);
  }

  async function change(exchange: Exchange, route: Route, actor: Actor): Promise<void> {
    checkIds(exchange);
    const routeRequest = requestFor(exchange, context, actor, NO_FLEX, conventions.maxLimit);
    route.find?.(routeRequest);
    const { request } = exchange;
    const message = route.signed ? await readMessage(request) : NO_MESSAGE;
    const body =
      route.body && !route.signed ? parseRouteBody(route, routeRequest, await readBody(request)) : undefined;
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
    checkSlugs(request);
    exchange.isNegotiating = true;
    const { accept } = request.headers;
    exchange.format = negotiate(accept, query, formats, formatSuffix(pathOf(request)));
    exchange.indent = exchange.format === 'json' ? jsonIndent(accept) : 0;
    exchange.isNegotiating = false;
    const { actor } = identify(exchange);
    const route = byMethod.get(request.method);
    const isRead = route !== undefined && route === get;
    const format = exchange.indent === 0 ? exchange.format : `json${exchange.indent}`;
    const caller = `${actor.kind === 'user' ? actor.user.id : '-'}-${format}`;
    const key = `${conventions.dialect} ${caller} ${request.headers.host} ${request.originalUrl}`;
    const known = isRead ? cache.get(key) : undefined;
    if (known) {
      // The caller was authorized when this answer was made, and nothing has changed since.
      applyThrottle(actor, request);
      return sendCached(exchange, known);
    }
    if (isRead) return read(exchange, route, actor, key, cache.etag(caller));
    authorize(actor, exchange);
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
      indent: 0,
      username: null,
      isNegotiating: false,
      lookup: 'path',
    };
    serve(exchange)
      .catch(async (error: unknown) => {
        const step = exchange.isNegotiating ? 'negotiation' : refusalStep(error);
        noteRefusal(request, step, describeRefusal(error));
        await discardBody(request);
        const reply = conventions.problemReply(error, resource, exchange.lookup);
        if (reply.status === 500) context.logError(error, request.method, pathOf(request));
        if (reply.body instanceof Page) exchange.format = 'html';
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

function requestFor(
  exchange: Exchange,
  { services, windowPort }: DispatchContext,
  actor: Actor,
  flex: FlexFields,
  maxLimit: number,
): RouteRequest<undefined> {
  const { request, query } = exchange;
  const page = readPage(query, maxLimit);
  const param = (name: PathParameter) => parameter(request, name) ?? '';
  const href = hrefOn(request.headers.host, windowPort?.());
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
    body: undefined,
    message: NO_MESSAGE,
  };
}

function select(result: unknown, route: Route, flex: FlexFields): unknown {
  if (!route.selectable || !flex.selective) return result;
  if (!route.list) return flex.select(result as object);
  const list = result as ListAnswer;
  return { ...list, results: list.results.map((item) => flex.select(item as object)) };
}

function sendCached({ request, response }: Exchange, { body, headers }: CachedAnswer): void {
  if (headers.etag !== undefined && matchesEtag(request.headers['if-none-match'], String(headers.etag))) {
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
  const text = writeAnswer(exchange, resource, status, result, headers);
  response.writeHead(status, mergeVary(response, bodyHeaders(exchange, text, headers)));
  response.end(request.method === 'HEAD' ? undefined : text);
}
