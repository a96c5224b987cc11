import { type Lectern, openLectern } from '../../../src-server/lectern.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import type { LecternOptions } from '../../../src-server/options.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { SAMPLE_SEED } from '../sample-seed.ts';

/** An answer with its body as JSON; undefined without a body. */
export type JsonAnswer = { readonly status: number; readonly headers: Headers; readonly json: unknown };

/** A Lectern with control, and clients for it and for the API. */
export type ControlServer = {
  readonly lectern: Lectern;
  readonly log: readonly string[];
  /** Sends a request below `/-/control/` with the key; `body` as JSON. */
  readonly control: (
    method: string,
    path: string,
    options?: {
      readonly body?: unknown;
      readonly headers?: Record<string, string>;
      readonly key?: string | null;
    },
  ) => Promise<JsonAnswer>;
  /** Sends a request to the API as alice. */
  readonly api: (method: string, path: string, body?: unknown) => Promise<JsonAnswer>;
  readonly close: () => Promise<void>;
};

/** Starts a Lectern with control on a free port, in memory unless `data` says otherwise, and marks its start. */
export async function startControl(
  options: LecternOptions & { readonly seed?: object } = {},
): Promise<ControlServer> {
  const log: string[] = [];
  const { seed, ...rest } = options;
  const lectern = await openLectern({
    ...{ data: null, port: 0, control: true, keychain: 'off' as const },
    ...rest,
    log: (line) => log.push(line),
  });
  const actor = systemActor('command');
  if (seed) await lectern.services.seeds.load(actor, parseSeed(seed));
  const alice = lectern.services.users.ensure(actor, 'alice');
  const { token } = lectern.services.tokens.create(actor, alice, 'test');
  await lectern.control?.takeStart();
  const { url, key } = lectern.control ?? { url: `${lectern.url}/-/control/`, key: '' };
  return {
    lectern,
    log,
    control(method, path, { body, headers, key: sentKey = key } = {}) {
      const authorization: Record<string, string> =
        sentKey === null ? {} : { authorization: `Key ${sentKey}` };
      return send(url + path, method, { ...authorization, ...headers }, body);
    },
    api: (method, path, body) => send(lectern.url + path, method, { authorization: `Token ${token}` }, body),
    close: () => lectern.close(),
  };
}

/** The body of a new project. */
export function projectNamed(name: string): object {
  return { name, repository: { url: `https://example.org/${name.toLowerCase()}.git`, type: 'git' } };
}

/** A seed file with a few projects of alice. */
export const smallWorld: object = SAMPLE_SEED;

async function send(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<JsonAnswer> {
  const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(url, {
    method,
    headers: { ...json, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    json: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
}
