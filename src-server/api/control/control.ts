import type { IncomingMessage, ServerResponse } from 'node:http';
import { NotFound } from '../../model/base/problems.ts';
import { answerJson } from '../http/answer-json.ts';
import { Malformed, MethodNotAllowed, UnsupportedMediaType } from '../http/http-problems.ts';
import { problemReply } from '../http/problem-reply.ts';
import { discardBody, readMessage } from '../http/read-body.ts';
import { detail, sendJson } from '../http/send-json.ts';
import { buildRoutes } from './build.routes.ts';
import { checkBody } from './check-body.ts';
import { clockRoutes } from './clock.routes.ts';
import { keyCheck } from './control-key.ts';
import { CONTROL_ACTOR, CONTROL_PATH, type ControlContext, type ControlRoute } from './control-route.ts';
import { faultRoutes } from './fault.routes.ts';
import { requestRoutes } from './request.routes.ts';
import { seedRoutes } from './seed.routes.ts';
import { snapshotRoutes } from './snapshot.routes.ts';

/** Every line of control's table. */
export const controlRoutes: readonly ControlRoute[] = [
  ...snapshotRoutes,
  ...requestRoutes,
  ...clockRoutes,
  ...seedRoutes,
  ...buildRoutes,
  ...faultRoutes,
];

export type ControlOptions = ControlContext & {
  /** What callers prove themselves with. */
  readonly key: string;
  /** The origins of the server itself; requests of any other web page are refused. */
  readonly isOwnOrigin: (origin: string, host: string) => boolean;
  /** Runs each change, so that a reset waits for the others. */
  readonly track: <T>(work: () => Promise<T>) => Promise<T>;
  readonly logError: (error: unknown, method: string, path: string) => void;
};

/** Answers a request below `CONTROL_PATH`; passes any other to `next`. */
export type ControlHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

type Match = { readonly route: ControlRoute; readonly params: Readonly<Record<string, string>> };

/**
 * Answers control's table (training.md). The order of checks: origin, key, path, method, body. All of it goes through the
 * services, as every other change does.
 */
export function createControl(options: ControlOptions, routes = controlRoutes): ControlHandler {
  const requireKey = keyCheck(options.key);

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    requireKey(request);
    const { route, params } = find(routes, request.method ?? '', path);
    const body = route.body && checkBody(route.body, await readJson(request, route));
    const aborted = new AbortController();
    response.once('close', () => aborted.abort());
    const work = async () =>
      route.run({
        ...options,
        actor: CONTROL_ACTOR,
        param: (name) => params[name] ?? '',
        query: new URLSearchParams((request.url ?? '').split('?')[1] ?? ''),
        body,
        signal: aborted.signal,
      });
    const result = await (route.method === 'GET' ? work() : options.track(work));
    send(response, route.status ?? (route.method === 'DELETE' ? 204 : 200), result);
  }

  return (request, response, next) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (!`${path}/`.startsWith(CONTROL_PATH)) return next();
    const { origin, host = '' } = request.headers;
    if (origin !== undefined && !options.isOwnOrigin(origin, host)) {
      void discardBody(request).then(() =>
        sendJson(response, 403, detail('Web pages cannot use control.'), NO_STORE),
      );
      return;
    }
    answer(request, response, path.slice(CONTROL_PATH.length))
      .catch(async (error: unknown) => {
        await discardBody(request);
        const reply = problemReply(error, 'v3');
        if (reply.status === 500) options.logError(error, request.method ?? '', path);
        const challenge: Record<string, string> = reply.status === 401 ? { 'www-authenticate': 'Key' } : {};
        sendJson(response, reply.status, answerJson(reply.body), {
          ...reply.headers,
          ...NO_STORE,
          ...challenge,
        });
      })
      .catch((error: unknown) => {
        options.logError(error, request.method ?? '', path);
        response.destroy();
      });
  };
}

const NO_STORE = { 'cache-control': 'no-store' };

/** @throws NotFound @throws MethodNotAllowed */
function find(routes: readonly ControlRoute[], method: string, path: string): Match {
  const parts = split(path);
  const matches = routes.flatMap((route): Match[] => {
    const params = match(split(route.path), parts);
    return params ? [{ route, params }] : [];
  });
  if (matches.length === 0) throw new NotFound('Control has no such path.');
  const found = matches.find(({ route }) => route.method === method);
  if (!found) throw new MethodNotAllowed(method);
  return found;
}

function match(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? '';
    if (!expected.startsWith(':')) {
      if (part !== expected) return undefined;
      continue;
    }
    const value = decode(part);
    if (value === undefined) return undefined;
    params[expected.slice(1)] = value;
  }
  return params;
}

function split(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Reads a body of JSON; an empty one is `{}` unless the route needs one. @throws UnsupportedMediaType @throws Malformed @throws PayloadTooLarge */
async function readJson(
  request: IncomingMessage,
  { maxBytes, emptyBody }: Pick<ControlRoute, 'maxBytes' | 'emptyBody'>,
): Promise<unknown> {
  const { bytes } = await readMessage(request, maxBytes);
  if (bytes.length === 0) {
    if (emptyBody !== undefined) throw new Malformed(emptyBody);
    return {};
  }
  const contentType = request.headers['content-type'] ?? '';
  if (contentType.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    throw new UnsupportedMediaType(contentType, 'Send the header “Content-Type: application/json”.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Malformed('The body is not JSON.');
  }
}

function send(response: ServerResponse, status: number, result: unknown): void {
  if (status === 204 || result === undefined) response.writeHead(204, NO_STORE).end();
  else sendJson(response, status, JSON.stringify(result), NO_STORE);
}
