import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { type Lectern, openLectern } from '../../../src-server/lectern.ts';
import { DEFAULT_DIALECT, type Dialect } from '../../../src-server/model/base/dialect.ts';
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
  | 'throttle'
  | 'allowedHosts'
  | 'allowedOrigins'
  | 'timeouts'
  | 'acceptUnsignedWebhooks'
  | 'requestLimits'
  | 'requestLog'
  | 'builds'
  | 'dialect'
  | 'also'
> & {
  /** Content of a seed file, as in docs/seed.schema.json. */
  readonly seed?: object;
  /** Users to add beside those of the seed; all get tokens. Default: `alice` and `stranger`. */
  readonly users?: readonly string[];
  /** Default: testClock({ step: 1 }), whose times all differ and are the same in every run. */
  readonly clock?: Clock;
  /** Data folder; default: in memory. */
  readonly data?: string;
};

export type RequestOptions = {
  /** Sent as `Authorization: Token …`. */
  readonly token?: string;
  /** User whose token is sent; default: none. */
  readonly user?: string;
  readonly headers?: RequestHeaders;
  /** Strings and bytes are sent unchanged, other values as JSON. The default content type is JSON. */
  readonly body?: unknown;
  /** Sent as application/x-www-form-urlencoded. */
  readonly form?: Readonly<Record<string, string>> | URLSearchParams;
  /** Raw bytes to send instead; method and path then only label the request. */
  readonly raw?: string | Buffer;
};

/** A response; `json` is undefined when the body is not JSON. */
export type Answer = Received & { readonly json: unknown };

/** A running Lectern and a client that checks every response against the served OpenAPI document. */
export type ApiServer = {
  readonly url: string;
  readonly port: number;
  /** Tokens by username. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly lectern: Lectern;
  /** Lines that the server logged. */
  readonly log: readonly string[];
  /** Sends a request. @throws Error when the response violates the document */
  readonly request: (method: string, path: string, options?: RequestOptions) => Promise<Answer>;
  /** Returns a digest of all rows of all tables. */
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
    // Only the tests of the log need its thread.
    requestLog: false,
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
    const contract = await contractOf(port, agent, options.dialect ?? DEFAULT_DIALECT);
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

// Shared by all servers of a dialect, whose documents are the same: making one takes longer than starting a server.
const shared = new Map<Dialect, Contract>();

async function contractOf(port: number, agent: Agent, dialect: Dialect): Promise<Contract> {
  const known = shared.get(dialect);
  if (known) return known;
  const request = { port, agent, method: 'GET', path: '/api/openapi.json', headers: {} };
  const contract = createContract(JSON.parse((await sendRequest(request)).text) as JsonObject);
  shared.set(dialect, contract);
  return contract;
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

/** Returns a member of a JSON response, such as an id. @throws Error when it is missing */
export function member(json: unknown, ...path: readonly (string | number)[]): unknown {
  let found = json;
  for (const key of path) {
    const at = String(key);
    if (Array.isArray(found)) found = found[Number(key)];
    else if (isObject(found) && Object.hasOwn(found, at)) found = found[at];
    else throw new Error(`The response has no ${path.join('.')}.`);
  }
  return found;
}
