import { Problem } from '../../model/base/problems.ts';
import type { Budget } from './budget.ts';
import { type ClientTime, machineTime } from './client-time.ts';
import { readAnswer, type ServiceResult } from './read-answer.ts';
import { type Patience, RUN, withRetries } from './retry.ts';
import { type Fetch, type ServiceAnswer, type ServiceMethod, sendOnce } from './send-request.ts';
import { apiBaseOf, resolveBelow } from './service-address.ts';
import type { ServiceFailure } from './service-failure.ts';

/** Asks the API of one service as the owner of one token. Paths are relative to the API: `projects/kettle/`. */
export type ServiceClient = {
  /** The host that is asked, for sentences. */
  readonly host: string;
  /** Reads; repeated after failures that pass. @throws ServiceFailure */
  readonly get: (path: string) => Promise<unknown>;
  /** Changes, once: a failure whose `mayHaveHappened` is set leaves open whether it did. @throws ServiceFailure */
  readonly post: (path: string, body: unknown) => Promise<ServiceResult>;
  /** As `post`. */
  readonly patch: (path: string, body: unknown) => Promise<ServiceResult>;
  /** As `post`. */
  readonly delete: (path: string) => Promise<ServiceResult>;
  /** Returns how many requests were sent, repeated and redirected ones included. */
  readonly requests: () => number;
};

export type ClientOptions = {
  readonly address: string;
  readonly token: string;
  readonly budget: Budget;
  /** Name and version of this program, and whom to ask about it. */
  readonly userAgent: string;
  readonly time?: ClientTime;
  /** Returns a number from 0 up to 1. */
  readonly random?: () => number;
  /** Ends requests that read, and waits. A change that was sent is never cut off. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each request is sent. */
  readonly onRequest?: (() => void) | undefined;
  /** Called before a wait that the service or a failure causes. */
  readonly onWait?: ((ms: number, failure: ServiceFailure) => void) | undefined;
  /** How long failures are waited out; default: as a run does. */
  readonly patience?: Patience;
  readonly answerMs?: number;
  readonly bodyBytes?: number;
  /** Default: the runtime's. */
  readonly fetch?: Fetch;
};

const ANSWER_MS = 60_000;
const BODY_BYTES = 16_000_000;
const MAX_REDIRECTS = 3;
const TOKEN = /^[\x21-\x7e]{1,500}$/;

/** Creates the client of one run. Nothing is sent yet. @throws Problem for an address or a token that cannot be right */
export function createServiceClient(options: ClientOptions): ServiceClient {
  const base = apiBaseOf(options.address);
  const { token, signal, onWait } = options;
  // The runtime would name a header that it refuses, and with it the token.
  if (!TOKEN.test(token))
    throw new Problem('The token holds blanks or letters that no token has. Copy it again, without quotes.');
  const time = options.time ?? machineTime;
  const random = options.random ?? Math.random;
  let requests = 0;

  async function sendCounted(method: ServiceMethod, url: URL, body?: string): Promise<ServiceAnswer> {
    // A change may be the second half of one: a cut ends its waits, and nothing else of it.
    if (method === 'GET') signal?.throwIfAborted();
    await options.budget.take(signal);
    requests += 1;
    options.onRequest?.();
    const headers = {
      ...{ authorization: `Token ${token}`, accept: 'application/json' },
      ...{ 'accept-language': 'en', 'user-agent': options.userAgent },
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const sending = {
      fetch: options.fetch ?? fetch,
      time,
      answerMs: options.answerMs ?? ANSWER_MS,
      bodyBytes: options.bodyBytes ?? BODY_BYTES,
    };
    // Nobody would know what became of a change that was cut off.
    return sendOnce({ method, url, headers, body }, sending, method === 'GET' ? signal : undefined);
  }

  /** Follows redirects within the host. */
  async function read(url: URL): Promise<ServiceAnswer> {
    let answer = await sendCounted('GET', url);
    for (let at = url, left = MAX_REDIRECTS; left > 0; left -= 1) {
      const next = redirectWithin(at, answer);
      if (!next) break;
      at = next;
      answer = await sendCounted('GET', next);
    }
    return answer;
  }

  async function request(method: ServiceMethod, path: string, body?: unknown): Promise<ServiceResult> {
    const url = resolveBelow(base, path);
    const isReading = method === 'GET';
    const text = body === undefined ? undefined : JSON.stringify(body);
    const send = async () => {
      const answer = isReading ? await read(url) : await sendCounted(method, url, text);
      return readAnswer(answer, { host: base.host, token, isReading });
    };
    const patience = options.patience ?? RUN;
    return withRetries(send, { time, random, host: base.host, isReading, signal, onWait, patience });
  }

  return {
    host: base.host,
    get: async (path) => (await request('GET', path)).json,
    post: (path, body) => request('POST', path, body),
    patch: (path, body) => request('PATCH', path, body),
    delete: (path) => request('DELETE', path),
    requests: () => requests,
  };
}

/** Returns where an answer redirects to, if that is on the same host in the same protocol, and no page for signing in. */
function redirectWithin(from: URL, { status, headers }: ServiceAnswer): URL | undefined {
  const to = headers.get('location');
  if (![301, 302, 303, 307, 308].includes(status) || to === null || !URL.canParse(to, from)) return undefined;
  const url = new URL(to, from);
  const stays = url.origin === from.origin && url.username === '' && url.password === '';
  return stays && url.pathname.includes('/api/') ? url : undefined;
}
