import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiServer } from '../../src-server/api/server.ts';
import { type Core, openCore } from '../../src-server/core.ts';
import { parseSeed } from '../../src-server/model/seeds/seed.ts';
import { type Actor, systemActor } from '../../src-server/services/kernel/actor.ts';
import { type TestClock, testClock } from '../support/test-clock.ts';
import { inProcessFetch } from './in-process-fetch.ts';

/** The user who owns the projects of both sides. */
export const OWNER = 'ana';
const TOKEN = 'a'.repeat(40);

/** What a side answered; `json` is undefined when it has no content. */
export type SideAnswer = { readonly status: number; readonly json: unknown };

/** One Lectern whose API of today is called in process. */
export type Side = {
  readonly core: Core;
  readonly operator: Actor;
  readonly token: string;
  readonly clock: TestClock;
  /** Where its API is, in process or on a port. */
  readonly url: string;
  readonly fetch: typeof fetch;
  /** Calls the API as the owner. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<SideAnswer>;
  readonly close: () => Promise<void>;
};

export type SideOptions = {
  /** Projects of the owner, in the format of seed files. */
  readonly projects?: readonly object[];
  /** Folder of the data; by default all of it is in memory. */
  readonly data?: string;
  /** Whether other processes can call it too. */
  readonly listens?: boolean;
};

/** Opens one side. The owner and their token are there; in a folder that was used before, its data too. */
export async function openSide({ projects = [], data, listens = false }: SideOptions = {}): Promise<Side> {
  const clock = testClock({ step: 1 });
  const core = await openCore({
    ...{ data: data ?? null, keychain: 'off', requestLog: false, builds: false, clock },
    log: (line) => void (/failed/i.test(line) && console.error(line)),
  });
  const operator = systemActor('command');
  const isNew = core.services.users.list(operator).length === 0;
  if (isNew)
    await core.services.seeds.load(
      operator,
      parseSeed({ users: [{ username: OWNER, token: TOKEN }], projects }),
    );
  // No server has this port, so that the guard knows the host of calls in process.
  let port = 1;
  const server = apiServer(core, clock, () => port);
  if (listens) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  }
  const url = `http://127.0.0.1:${port}`;
  const fetchHere = inProcessFetch(server);
  return {
    ...{ core, operator, clock, url, token: TOKEN, fetch: fetchHere, call: callerOf(fetchHere, url) },
    async close() {
      server.closeAllConnections();
      if (listens) await new Promise((resolve) => server.close(resolve));
      await core.close();
    },
  };
}

function apiServer({ services }: Core, clock: TestClock, port: () => number): Server {
  return createApiServer({
    ...{ services, clock, throttle: false, version: '0.0.0' },
    guard: { port, allowedHosts: [], allowedOrigins: [], acceptsVisits: false },
    dialect: () => 'current',
    logError: (error) => console.error(error),
  });
}

function callerOf(send: typeof fetch, url: string): Side['call'] {
  return async (method, path, body) => {
    const answer = await send(`${url}/api/v3/${path}`, {
      method,
      headers: { authorization: `Token ${TOKEN}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
}
