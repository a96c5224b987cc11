import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { type Lectern, openLectern } from '../../../src-server/lectern.ts';
import type { Clock } from '../../../src-server/model/base/timestamp.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import type { LecternOptions } from '../../../src-server/options.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { databaseDigest } from '../store/database-digest.ts';
import { testClock } from '../test-clock.ts';
import { type Received, type RequestHeaders, sendBytes, sendRequest } from './http-request.ts';
import { type Contract, createContract } from './openapi-client.ts';
import { isObject, type JsonObject } from './schema-checker.ts';

export type StartOptions = Pick<
  LecternOptions,
  'throttle' | 'allowedHosts' | 'allowedOrigins' | 'timeouts'
> & {
  /** A seed file's content, as in docs/seed.schema.json. */
  readonly seed?: object;
  /** Further people; each gets a token, as do those of the seed. `alice` and `stranger` unless given. */
  readonly users?: readonly string[];
  /** testClock({ step: 1 }) unless given: every time is another, and the same in every run. */
  readonly clock?: Clock;
  /** Where its data lies; in memory unless given. */
  readonly data?: string;
};

export type RequestOptions = {
  /** Sent as `Authorization: Token …`. */
  readonly token?: string;
  /** Whose token to send; nobody's unless given. */
  readonly user?: string;
  readonly headers?: RequestHeaders;
  /** A text or bytes go out as they are, anything else as JSON; of type JSON unless the headers say otherwise. */
  readonly body?: unknown;
  /** Sent as application/x-www-form-urlencoded. */
  readonly form?: Readonly<Record<string, string>> | URLSearchParams;
  /** Bytes for the socket in place of all this; method and path then only name the request. */
  readonly raw?: string | Buffer;
};

/** `json` is undefined where the body is no JSON. */
export type Answer = Received & { readonly json: unknown };

/** A running Lectern and a client that holds every answer against the served OpenAPI document. */
export type ApiServer = {
  readonly url: string;
  readonly port: number;
  /** By user name. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly lectern: Lectern;
  /** Lines that the server logged. */
  readonly log: readonly string[];
  /** @throws Error when the answer departs from the document */
  readonly request: (method: string, path: string, options?: RequestOptions) => Promise<Answer>;
  /** Of all rows of all tables. */
  readonly digest: () => string;
  readonly close: () => Promise<void>;
};

const USERS = ['alice', 'stranger'];

/** Starts a Lectern in memory on a free port. Tokens are the same in every run. */
export async function startApi(options: StartOptions = {}): Promise<ApiServer> {
  const { seed, users = USERS, clock = testClock({ step: 1 }), data = null, ...rest } = options;
  const log: string[] = [];
  const newToken = countedTokens();
  const lectern = await openLectern({
    ...rest,
    data,
    port: 0,
    ...(data !== null && { keychain: 'off' as const }),
    clock,
    newToken,
    log: (line) => log.push(line),
  });
  const agent = new Agent({ keepAlive: true });
  const close = async (): Promise<void> => {
    agent.destroy();
    await lectern.close();
  };
  try {
    const { url, port } = lectern;
    const tokens = await populate(lectern, seed, users);
    const contract = await contractOf(port, agent);
    const request: ApiServer['request'] = async (method, path, options = {}) => {
      const headers = headersOf(options, tokens);
      const received =
        options.raw === undefined
          ? await sendRequest({ port, agent, method, path, headers, body: bodyOf(options) })
          : await sendBytes(port, options.raw);
      const problems = contract({
        method,
        path,
        sent: headers,
        isRaw: options.raw !== undefined,
        answer: received,
      });
      if (problems.length > 0) throw new Error(contractError(method, path, received, problems, log));
      return { ...received, json: parsed(received) };
    };
    return {
      url,
      port,
      tokens,
      lectern,
      log,
      request,
      digest: () => databaseDigest(lectern.database),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function populate(lectern: Lectern, seed: object | undefined, users: readonly string[]) {
  const { services } = lectern;
  const actor = systemActor('command');
  const tokens: Record<string, string> = {};
  if (seed) {
    const file = parseSeed(seed);
    await services.seeds.load(actor, file);
    for (const { username, token } of file.users) if (token) tokens[username] = token;
  }
  for (const username of users) services.users.ensure(actor, username);
  for (const user of services.users.list(actor)) {
    tokens[user.username] ??= services.tokens.create(actor, user, 'test').token;
  }
  return tokens;
}

function countedTokens(): () => string {
  let count = 0;
  return () => createHash('sha1').update(`token ${++count}`).digest('hex');
}

// Compiling the schemas takes longer than starting a server, and the document is the same for all of them.
const contracts = new Map<string, Contract>();

async function contractOf(port: number, agent: Agent): Promise<Contract> {
  const { text } = await sendRequest({ port, agent, method: 'GET', path: '/api/openapi.json', headers: {} });
  const known = contracts.get(text) ?? createContract(JSON.parse(text) as JsonObject);
  contracts.set(text, known);
  return known;
}

function headersOf(options: RequestOptions, tokens: Readonly<Record<string, string>>): RequestHeaders {
  const { user, form, body } = options;
  if (user !== undefined && tokens[user] === undefined) throw new Error(`There is no token of "${user}".`);
  const token = options.token ?? (user === undefined ? undefined : tokens[user]);
  const type = form
    ? 'application/x-www-form-urlencoded'
    : body === undefined
      ? undefined
      : 'application/json';
  const own = Object.entries(options.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  return {
    ...(token === undefined ? {} : { authorization: `Token ${token}` }),
    ...(type === undefined ? {} : { 'content-type': type }),
    ...Object.fromEntries(own),
  };
}

function bodyOf({ body, form }: RequestOptions): string | Buffer | undefined {
  if (form) return new URLSearchParams(form instanceof URLSearchParams ? form : { ...form }).toString();
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return body;
  return JSON.stringify(body);
}

function parsed({ text, headers }: Received): unknown {
  return headers['content-type'] === 'application/json' && text !== '' ? JSON.parse(text) : undefined;
}

function contractError(
  method: string,
  path: string,
  { status, text }: Received,
  problems: readonly string[],
  log: readonly string[],
): string {
  return [
    `${method} ${path} was answered ${status}, against the OpenAPI document:`,
    ...problems.map((problem) => `  - ${problem}`),
    `  body: ${text.length > 800 ? `${text.slice(0, 800)}…` : text}`,
    ...(status >= 500 ? log.slice(-2).map((line) => `  log: ${line}`) : []),
  ].join('\n');
}

/** A member of an answer's JSON, for tests that need an id of it. @throws Error when it is not there */
export function member(json: unknown, ...path: readonly (string | number)[]): unknown {
  let found = json;
  for (const key of path) {
    const at = String(key);
    if (Array.isArray(found)) found = found[Number(key)];
    else if (isObject(found) && Object.hasOwn(found, at)) found = found[at];
    else throw new Error(`The answer has no ${path.join('.')}.`);
  }
  return found;
}
