import { type ApiPath, matchApiPath } from './api-path.ts';
import { MASK } from './mask-text.ts';
import type { RequestDetail } from './request-record.ts';

/** A request that is to be sent again. */
export type ReplayRequest = {
  readonly method: string;
  /** From the root, with the query. */
  readonly path: string;
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Sends a request to this server and returns the status of its answer. */
export type SendRequest = (request: ReplayRequest) => Promise<number>;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Headers that a replay sends as they came; the rest belongs to the connection or to who called. */
const REPLAYED_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'content-type',
  'if-none-match',
  'origin',
  'range',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'user-agent',
  'x-event-key',
  'x-github-event',
  'x-gitlab-event',
]);

/** Returns the headers of a recorded request that a replay sends again. */
export function replayHeaders({ id, requestHeaders }: RequestDetail): Record<string, string> {
  const kept = requestHeaders.filter(
    ([name, value]) => REPLAYED_HEADERS.has(name.toLowerCase()) && !value.includes(MASK),
  );
  return { ...Object.fromEntries(kept), 'x-lectern-replay': String(id) };
}

/** Returns the body of a recorded request as it is sent again: a form becomes one. */
export function replayBody({ requestBody, requestHeaders }: RequestDetail): string {
  const text = requestBody.text ?? '';
  const type = requestHeaders.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded') || requestBody.state !== 'kept') return text;
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(JSON.parse(text) as Record<string, unknown>)) {
    for (const each of Array.isArray(value) ? value : [value])
      form.append(name, typeof each === 'string' ? each : JSON.stringify(each));
  }
  return form.toString();
}

/** Says why a recorded request cannot be sent again as it was; undefined when it can. */
export function replayProblem({ requestBody, path, method }: RequestDetail): string | undefined {
  if (requestBody.state === 'cut') return 'Only the beginning of its body was kept. Complete it first.';
  if (requestBody.state === 'unreadable' || requestBody.state === 'left-out')
    return READS.has(method) ? undefined : 'Its body was not kept. Enter one first.';
  if ((requestBody.text ?? '').includes(MASK) || path.includes(MASK))
    return `A secret was masked. Replace ${MASK} first.`;
  return undefined;
}

/** Says what a request would do, before it is sent. */
export function describeReplay(
  paths: readonly ApiPath[],
  { method, path }: Pick<ReplayRequest, 'method' | 'path'>,
): { readonly changes: boolean; readonly text: string } {
  if (READS.has(method)) return { changes: false, text: 'It only reads: nothing is changed.' };
  const found = matchApiPath(paths, path);
  if (!found) return { changes: false, text: 'No route has this path: nothing is changed.' };
  const summary = found.methods[method];
  return summary === undefined
    ? { changes: false, text: `${found.path} does not take ${method}: nothing is changed.` }
    : { changes: true, text: `${summary}: this changes the data again, as a new request.` };
}
