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

/**
 * Returns the text of a recorded body. Of a webhook's event the masked fields are left out: what Lectern reads of one is
 * never masked, except for what proves its sender.
 */
function keptText({ door, requestBody: { text, state } }: RequestDetail): string {
  if (text === null || door !== 'webhook' || state !== 'kept') return text ?? '';
  return JSON.stringify(withoutMasked(JSON.parse(text))) ?? '';
}

function withoutMasked(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isMasked(item)).map(withoutMasked);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name, item]) => !isMasked(name) && !isMasked(item));
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutMasked(item)]));
}

function isMasked(value: unknown): boolean {
  return typeof value === 'string' && value.includes(MASK);
}

/** Returns the body of a recorded request as it is sent again: a form becomes one. */
export function replayBody(request: RequestDetail): string {
  const { requestBody, requestHeaders } = request;
  const text = keptText(request);
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
export function replayProblem(request: RequestDetail): string | undefined {
  const { requestBody, path, method } = request;
  if (requestBody.state === 'cut') return 'Only the beginning of its body was kept. Complete it first.';
  if (requestBody.state === 'unreadable' || requestBody.state === 'left-out')
    return READS.has(method) ? undefined : 'Its body was not kept. Enter one first.';
  if (keptText(request).includes(MASK) || path.includes(MASK))
    return `A secret was masked. Replace ${MASK} first.`;
  return undefined;
}

/** Tells whether a recorded event of a webhook is signed again: its sender had proven who it is, and is no user. */
export function isSignedAgain({ door, user, step }: RequestDetail): boolean {
  return door === 'webhook' && user === null && step !== 'authentication' && step !== 'lookup';
}

/** Says how an event of a webhook is sent again; undefined for other requests. */
export function describeSignature(request: RequestDetail): string | undefined {
  if (request.door !== 'webhook' || request.user !== null) return undefined;
  return isSignedAgain(request)
    ? 'Lectern signs it with the secret of the integration, and leaves out what the log has masked.'
    : 'Its sender was not accepted, so it is sent without a signature again.';
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
