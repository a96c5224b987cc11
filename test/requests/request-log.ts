import { parseRequestFilter } from '../../src-server/model/requests/request-filter.ts';
import type { RequestDetail, RequestRow } from '../../src-server/model/requests/request-record.ts';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import { type ApiServer, type StartOptions, startApi } from '../support/api/api-server.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';

/** Who asks the log. */
export const OPERATOR = systemActor('desk');

/** Starts a Lectern whose requests are logged, without those of its own start. */
export async function startLogged(options: StartOptions = {}): Promise<ApiServer> {
  const server = await startApi({ seed: SAMPLE_SEED, requestLog: true, ...options });
  await server.lectern.services.requests.clear(OPERATOR);
  return server;
}

/** Returns the rows that match, oldest first. */
export function logged({ lectern }: Pick<ApiServer, 'lectern'>, filter = ''): Promise<RequestRow[]> {
  const { terms } = parseRequestFilter(filter);
  return lectern.services.requests.list(OPERATOR, { filter: terms, since: 0, limit: 1_000 });
}

/** Returns the last request that matches, with headers and bodies. */
export async function lastLogged(server: ApiServer, filter = ''): Promise<RequestDetail> {
  const rows = await logged(server, filter);
  const last = rows.at(-1);
  if (!last) throw new Error('Nothing was logged.');
  return server.lectern.services.requests.get(OPERATOR, last.id);
}
