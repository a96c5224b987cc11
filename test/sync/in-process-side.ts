import type { Server } from 'node:http';
import { createApiServer } from '../../src-server/api/server.ts';
import { type Core, openCore } from '../../src-server/core.ts';
import { parseSeed } from '../../src-server/model/seeds/seed.ts';
import { type Actor, systemActor } from '../../src-server/services/kernel/actor.ts';
import { type TestClock, testClock } from '../support/test-clock.ts';
import { inProcessFetch } from './in-process-fetch.ts';

/** The host under which a side in process is called. */
export const SIDE_URL = 'http://127.0.0.1:1';
/** The user who owns the projects of both sides. */
export const OWNER = 'ana';
const TOKEN = 'a'.repeat(40);

/** What a side answered; `json` is undefined when it has no content. */
export type SideAnswer = { readonly status: number; readonly json: unknown };

/** One Lectern in memory, whose API of today is called in process. */
export type Side = {
  readonly core: Core;
  readonly operator: Actor;
  readonly token: string;
  readonly clock: TestClock;
  readonly fetch: typeof fetch;
  /** Calls the API as the owner. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<SideAnswer>;
  readonly close: () => Promise<void>;
};

/** Opens a Lectern in memory with these projects of the owner, in the format of seed files. */
export async function openSide(projects: readonly object[] = []): Promise<Side> {
  const clock = testClock({ step: 1 });
  const core = await openCore({
    ...{ data: null, requestLog: false, builds: false, clock },
    log: (line) => void (/failed/i.test(line) && console.error(line)),
  });
  const operator = systemActor('command');
  const users = [{ username: OWNER, token: TOKEN }];
  await core.services.seeds.load(operator, parseSeed({ users, projects }));
  const call = callerOf(apiServer(core, clock));
  return {
    ...{ core, operator, clock, token: TOKEN, fetch: call.fetch },
    call: call.json,
    close: core.close,
  };
}

function apiServer(core: Core, clock: TestClock): Server {
  return createApiServer({
    ...{ services: core.services, clock, throttle: false, version: '0.0.0' },
    guard: { port: () => 1, allowedHosts: [], allowedOrigins: [], acceptsVisits: false },
    dialect: () => 'current',
    logError: (error) => console.error(error),
  });
}

function callerOf(server: Server) {
  const send = inProcessFetch(server);
  const json = async (method: string, path: string, body?: unknown): Promise<SideAnswer> => {
    const answer = await send(`${SIDE_URL}/api/v3/${path}`, {
      method,
      headers: { authorization: `Token ${TOKEN}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
  return { fetch: send, json };
}
