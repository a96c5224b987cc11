import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { DEFAULT_DIALECT, DIALECTS, type Dialect } from '../model/base/dialect.ts';
import { invalidChoiceError } from '../model/base/fields.ts';
import { NotFound } from '../model/base/problems.ts';
import { sortedJson } from '../model/base/text/sorted-json.ts';
import type { Clock } from '../model/base/timestamp.ts';
import type { Services } from '../services/open-services.ts';
import { badgeRouter } from './badge.ts';
import { sendPage } from './browsable/failure-page.ts';
import { welcome } from './browsable/welcome.ts';
import type { DialectTable } from './dialects/conventions.ts';
import { createDialectApps } from './dialects/dialect-apps.ts';
import { dialectTable } from './dialects/dialect-tables.ts';
import { mountTable } from './dialects/mount-table.ts';
import { type DispatchContext, pathOf } from './dispatch.ts';
import { createAnswerCache } from './http/answer-cache.ts';
import { type Authenticator, createAuthenticator } from './http/authenticate.ts';
import { withoutFormatSuffix } from './http/formats/format-suffix.ts';
import { type DocsHandler, type GuardOptions, hostGuard } from './http/host-guard.ts';
import { MethodNotAllowed } from './http/http-problems.ts';
import { SERVER_ERROR } from './http/problem-reply.ts';
import { discardBody } from './http/read-body.ts';
import { lastNonEmptyValue } from './http/read-query.ts';
import { detail, sendJson } from './http/send-json.ts';
import { createThrottle, type Throttle } from './http/throttle.ts';
import { noteCallerByToken } from './requests/note-caller.ts';
import { withFaults } from './requests/play-fault.ts';
import { noteRefusal, recordingOf, recordRequest } from './requests/request-recording.ts';

// An import would load all of node:http, with its WebSocket client: a tenth of the whole start.
const { createServer } = process.getBuiltinModule('node:http');

export type ApiOptions = {
  readonly services: Services;
  readonly guard: GuardOptions;
  readonly clock: Clock;
  /** Whether to limit requests per minute as the live service does. */
  readonly throttle: boolean;
  /** Lectern's own version, for the OpenAPI document. */
  readonly version: string;
  /** The dialect in which a request is answered that comes now. */
  readonly dialect: () => Dialect;
  readonly logError: DispatchContext['logError'];
  /** Default: `TIMEOUTS`. */
  readonly timeouts?: Timeouts | undefined;
  /** Runs behind the guard and before the API: serves the window of the headless host. */
  readonly middleware?: Middleware | undefined;
  /** Runs behind the guard and before everything else: the door for test suites. */
  readonly control?: Middleware | undefined;
  /** Runs behind the guard too: what commands ask of sync while this process has their data folder. */
  readonly sync?: Middleware | undefined;
  /** Runs behind the guard too: previews for commands while this process has their data folder. */
  readonly previews?: Middleware | undefined;
  /** Runs behind the guard too: what commands ask about projects while this process has their data folder. */
  readonly projects?: Middleware | undefined;
  /** Holds requests while all data is replaced. */
  readonly gate?: RequestGate | undefined;
  /** The port of the window where this server has another one. */
  readonly windowPort?: (() => number) | undefined;
  /** Answers on the documentation hosts, behind the guard; without it they answer 404. */
  readonly docs?: DocsHandler | undefined;
};

/** Answers a request, or passes it to `next`. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Lets requests pass, except while all data is replaced. */
export type RequestGate = {
  readonly enter: (next: () => void) => void;
  readonly track: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Time that headers and the whole request may take to arrive, in milliseconds. */
export type Timeouts = { readonly headers: number; readonly request: number };

const TIMEOUTS: Timeouts = { headers: 15_000, request: 30_000 };
/** Node checks for late requests this often; its default is every 30 s. */
const CHECKS_PER_TIMEOUT = 5;
const MAX_HEADER_BYTES = 16_384;
/** More connections at once than this are closed unread, so that the process keeps descriptors for its own files. */
const MAX_CONNECTIONS = 1_000;
/** How long a caller whose request was not HTTP or came too slowly has to read the answer, in milliseconds. */
const LINGER_MS = 1_000;

/** Creates the HTTP server of the API, not yet listening. A request passes the guard, the middleware, then the routes. */
export function createApiServer(options: ApiOptions): Server {
  const authenticate = createAuthenticator(options.services);
  const context = dispatchContext(options, authenticate);
  const app = createDialectApps(
    options.dialect,
    (table) => createApp(table, options, context),
    (error, request, response) => failed(error, request, response, options.logError),
  );
  const { middleware, docs, control, sync, previews, projects, gate } = options;
  const { faults, snapshots } = options.services;
  const faultOptions = {
    ...{ faults, authenticate, onReplaced: snapshots.onRestored },
    enter: gate?.enter ?? ((next: () => void) => next()),
  };
  const guard = hostGuard(options.guard, docs && hostedRequests(withFaults(faultOptions, docs)));
  const faultyApp = withFaults(faultOptions, app);
  const behindSync: RequestListener = sync ? unlogged(sync, faultyApp) : faultyApp;
  const behindGuard: RequestListener = middleware ? unlogged(middleware, behindSync) : behindSync;
  const behindGate: RequestListener = gate
    ? (request, response) => gate.enter(() => behindGuard(request, response))
    : behindGuard;
  // A call for a preview or a build lasts as long as that, so it must not hold up a restore.
  const behindProjects: RequestListener = projects ? unlogged(projects, behindGate) : behindGate;
  const behindPreviews: RequestListener = previews ? unlogged(previews, behindProjects) : behindProjects;
  const behindControl: RequestListener = control ? unlogged(control, behindPreviews) : behindPreviews;
  const { recorder } = options.services.requests;
  const listener: RequestListener = (request, response) => {
    recordRequest(recorder, request, response);
    guard(request, response, () => behindControl(request, response));
  };
  return createHttpServer(lastCatch(listener, options.logError), options.timeouts ?? TIMEOUTS);
}

/** Creates the Express application of one dialect. */
function createApp(table: DialectTable, options: ApiOptions, context: DispatchContext): Express {
  const app = express();
  app.disable('x-powered-by');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('etag', false); // ETags come from the store's revision (answer-cache.ts)
  app.set('query parser', false); // each route reads its own query
  app.use(withoutFormatSuffix);
  mountTable(app, table, context);
  app.use(badgeRouter(options.services));
  app.all('/api/openapi.json', readOnly, openapi(options));
  app.all('/', readOnly, welcome(options.version, dialectOf(table)));
  app.use(notFound(context.authenticate));
  app.use(errorHandler(options.logError, table));
  return app;
}

function dialectOf([first]: DialectTable): Dialect {
  return first?.conventions.dialect ?? DEFAULT_DIALECT;
}

function dispatchContext(options: ApiOptions, authenticate: Authenticator): DispatchContext {
  const { services } = options;
  return {
    services,
    authenticate,
    cache: createAnswerCache(services.revision),
    throttle: options.throttle ? restoredThrottle(options) : undefined,
    track: options.gate?.track,
    logError: options.logError,
    windowPort: options.windowPort,
  };
}

/** Passes requests to the window or to control first; the log has none that these answer. */
function unlogged(middleware: Middleware, next: RequestListener): RequestListener {
  return (request, response) => {
    const recording = recordingOf(request);
    if (recording) recording.isOwn = true;
    middleware(request, response, () => {
      if (recording) recording.isOwn = false;
      next(request, response);
    });
  };
}

/** Marks requests to documentation hosts for the log, which keeps no bodies of them. */
function hostedRequests(docs: DocsHandler): DocsHandler {
  return (request, response) => {
    const recording = recordingOf(request);
    if (recording) recording.door = 'hosting';
    docs(request, response);
  };
}

/** Answers 500 to whatever a listener throws: an error of one request never ends the process (safety S9). */
function lastCatch(listener: RequestListener, logError: ApiOptions['logError']): RequestListener {
  return (request, response) => {
    try {
      listener(request, response);
    } catch (error) {
      failed(error, request, response, logError);
    }
  };
}

function failed(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  logError: ApiOptions['logError'],
): void {
  logError(error, request.method ?? '', request.url?.split('?', 1)[0] ?? '');
  if (response.headersSent) response.destroy();
  else sendJson(response, 500, detail(SERVER_ERROR));
}

/** Counts requests from 0 again after a restore, since ids of users may be those of others. */
function restoredThrottle({ services, clock }: ApiOptions): Throttle {
  let count = createThrottle(clock);
  services.snapshots.onRestored(() => {
    count = createThrottle(clock);
  });
  return (caller, limit) => count(caller, limit);
}

/** Serves the OpenAPI document of a dialect, made on the first request since most starts never need it. */
function openapi({ version, dialect }: ApiOptions): RequestHandler {
  const bodies = new Map<Dialect, Buffer>();
  return async (request, response) => {
    const asked = lastNonEmptyValue(new URLSearchParams(request.originalUrl.split('?')[1]), 'dialect');
    const wanted = DIALECTS.find((each) => each === (asked ?? dialect()));
    if (!wanted) return sendJson(response, 400, JSON.stringify({ dialect: [invalidChoiceError(asked)] }));
    const { openapiDocument } = await import('./openapi/openapi.ts');
    const table = (await dialectTable(wanted)).flatMap(({ resources }) => resources);
    const body =
      bodies.get(wanted) ?? Buffer.from(sortedJson(openapiDocument(table, { version, dialect: wanted })));
    bodies.set(wanted, body);
    sendJson(response, 200, body);
  };
}

/** Refuses all but reads at the two paths outside the route table. */
const readOnly: RequestHandler = (request, response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') return next();
  sendJson(response, 405, detail(new MethodNotAllowed(request.method).message), { allow: 'GET, HEAD' });
};

function notFound(authenticate: Authenticator): RequestHandler {
  return (request, response) => {
    const recording = recordingOf(request);
    if (recording) recording.isUnmatched = true;
    noteCallerByToken(request, authenticate);
    noteRefusal(request, 'lookup', 'No route has this path.');
    void discardBody(request).then(() => sendJson(response, 404, detail(new NotFound().message)));
  };
}

/** Answers 404 for a path that cannot be decoded; any other error before a route is Lectern's own. */
function errorHandler(logError: DispatchContext['logError'], table: DialectTable): ErrorRequestHandler {
  const isPage = (path: string) =>
    table.some(({ root, conventions }) => conventions.failuresArePages && path.startsWith(root));
  return (error: unknown, request, response, _next) => {
    const path = pathOf(request);
    const status = error instanceof URIError ? 404 : 500;
    if (status === 500) logError(error, request.method, path);
    if (isPage(path)) return sendPage(response, status);
    sendJson(response, status, detail(status === 404 ? new NotFound().message : SERVER_ERROR));
  };
}

/** Sets the limits of safety S9. A request that is not HTTP still gets JSON; the guard refuses a missing Host header. */
function createHttpServer(listener: RequestListener, timeouts: Timeouts): Server {
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    connectionsCheckingInterval: Math.ceil(timeouts.headers / CHECKS_PER_TIMEOUT),
  };
  const server = createServer({ ...limits, requireHostHeader: false }, listener);
  server.maxConnections = MAX_CONNECTIONS;
  server.on('checkExpectation', listener); // an unknown expectation may be ignored (RFC 9110, 10.1.1)
  server.on('clientError', onClientError);
  return server;
}

function onClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, detail] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'Request headers are too large.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request took too long to arrive.']
        : ['400 Bad Request', 'The request could not be read.'];
  const body = JSON.stringify({ detail });
  // A caller that keeps its end open would hold the descriptor for ever.
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
