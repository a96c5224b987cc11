import { Invalid } from '../../model/base/problems.ts';
import { formatTimestamp } from '../../model/base/timestamp.ts';
import { parseRequestFilter, type RequestFilter } from '../../model/requests/request-filter.ts';
import type { RequestRow } from '../../model/requests/request-record.ts';
import { lastNonEmptyValue } from '../http/read-query.ts';
import { type ControlRoute, controlRoute } from './control-route.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;
const MAX_WAIT_MS = 60_000;
const PARAMETERS: ReadonlySet<string> = new Set([
  'since',
  'limit',
  'method',
  'status',
  'path',
  'wait',
  'count',
]);

/** The log of requests: every request that was answered before is in it. */
export const requestRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'GET',
    path: 'requests/',
    async run({ services, actor, query, signal }) {
      checkNames(query);
      const wait = wholeNumber(query, 'wait', 0, MAX_WAIT_MS) ?? 0;
      const search = {
        filter: filterOf(query),
        // Without it, the newest are wanted.
        since: wholeNumber(query, 'since', 0, Number.MAX_SAFE_INTEGER),
        limit: wholeNumber(query, 'limit', 1, MAX_LIMIT) ?? DEFAULT_LIMIT,
      };
      const count = wholeNumber(query, 'count', 1, MAX_LIMIT) ?? 1;
      const rows =
        wait > 0
          ? await services.requests.waitFor(actor, search, { count, milliseconds: wait, signal })
          : await services.requests.list(actor, search);
      return { results: rows.map(requestView) };
    },
  }),
  controlRoute({
    method: 'DELETE',
    path: 'requests/',
    run: ({ services, actor }) => services.requests.clear(actor),
  }),
];

/** @throws Invalid */
function checkNames(query: URLSearchParams): void {
  for (const name of query.keys()) {
    if (!PARAMETERS.has(name))
      throw new Invalid({ [name]: [`There is no such parameter. Use ${[...PARAMETERS].join(', ')}.`] });
  }
}

/** Returns a whole number of the query; undefined when it is not there. @throws Invalid */
function wholeNumber(query: URLSearchParams, name: string, min: number, max: number): number | undefined {
  const text = lastNonEmptyValue(query, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw new Invalid({ [name]: [`Give a whole number from ${min} to ${max}.`] });
  return value;
}

/** @throws Invalid */
function filterOf(query: URLSearchParams): RequestFilter {
  return (['method', 'status', 'path'] as const).flatMap((name): RequestFilter => {
    const value = lastNonEmptyValue(query, name);
    if (value === undefined) return [];
    // A path may hold what a filter would take for more words.
    if (name === 'path') return [{ kind: 'path', text: value, isNegated: false }];
    const { terms, problems } = parseRequestFilter(`${name}:${value.replaceAll(/\s/g, '')}`);
    if (problems[0]) throw new Invalid({ [name]: [`Give ${problems[0].expected}.`] });
    return terms;
  });
}

function requestView(row: RequestRow) {
  const { id, at, door, method, host, path, status, duration, user, client, step, reason, fault } = row;
  return {
    id,
    at: formatTimestamp(at),
    door,
    method,
    host,
    path,
    status,
    ms: duration / 1000,
    user,
    client,
    step,
    reason,
    fault,
    changed: row.isChanged,
  };
}
