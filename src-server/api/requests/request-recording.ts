import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { BodyState, RefusalStep, RequestDoor } from '../../model/requests/request-record.ts';
import type { RequestRecorder } from '../../services/requests/requests.ts';

/** What the steps of a request note about it for the log. */
export type Recording = {
  door: RequestDoor;
  user: string | null;
  token: string | null;
  step: RefusalStep | null;
  reason: string | null;
  /** Name of the fault that was played. */
  fault: string | null;
  batches: readonly number[];
  isUnmatched: boolean;
  /** Whether the log leaves it out: a call or a file of the window. */
  isOwn: boolean;
  /** The body as it came; undefined while none was read. */
  body: Buffer | undefined;
  readonly keepsBodies: boolean;
};

type Recorded = IncomingMessage & { [RECORDING]?: Recording };

const RECORDING = Symbol('recording');
/** Bodies beyond this are refused anyway, or are documents of our own. */
const MAX_READ_BYTES = 1_000_000;
const STEP_OF_STATUS: Readonly<Record<number, RefusalStep>> = { 404: 'lookup', 405: 'method' };

/** Returns what is noted about a request; undefined when it is not logged. */
export function recordingOf(request: IncomingMessage): Recording | undefined {
  return (request as Recorded)[RECORDING];
}

/** Notes what refused a request. */
export function noteRefusal(request: IncomingMessage, step: RefusalStep | null, reason: string): void {
  const recording = recordingOf(request);
  if (!recording) return;
  recording.step = step;
  recording.reason = reason;
}

/**
 * Records a request from now until its answer is handed over: the log has it before the caller can see the answer. Costs
 * one question where the log is off.
 */
export function recordRequest(
  recorder: RequestRecorder,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (!recorder.isOn()) return;
  const admission = recorder.admit();
  if (admission === 'dropped') return;
  const start = performance.now();
  const at = Date.now() * 1000;
  const recording: Recording = {
    door: 'api',
    user: null,
    token: null,
    step: null,
    reason: null,
    fault: null,
    batches: [],
    isUnmatched: false,
    isOwn: false,
    body: undefined,
    keepsBodies: admission === 'whole',
  };
  (request as Recorded)[RECORDING] = recording;
  // The guard strips the host from a request line with a whole URL; the log has it as it came.
  const url = request.url ?? '';
  let isDone = false;

  function finish(body: unknown): void {
    if (isDone) return;
    isDone = true;
    if (recording.isOwn) return;
    const isAnswered = body !== HUNG_UP || response.headersSent;
    const status = isAnswered ? response.statusCode : null;
    const kept = recording.door !== 'hosting' && recording.keepsBodies;
    recorder.add({
      at,
      door: recording.door,
      method: request.method ?? '',
      host: request.headers.host ?? '',
      url,
      status,
      duration: Math.round((performance.now() - start) * 1000),
      user: recording.user,
      token: recording.token,
      step: recording.step ?? (status === null ? null : (STEP_OF_STATUS[status] ?? null)),
      reason: recording.reason,
      fault: recording.fault,
      batches: recording.batches,
      isUnmatched: recording.isUnmatched,
      requestHeaders: request.rawHeaders,
      responseHeaders: flat(headers(response, written)),
      requestBytes: recording.body?.length ?? Number(request.headers['content-length'] ?? 0),
      responseBytes: sizeOf(body, response, written),
      ...requestBodyOf(recording, request, kept),
      ...responseBodyOf(body, kept, headers(response, written)),
    });
  }

  let written: OutgoingHttpHeaders | undefined;
  const { writeHead, end } = response;
  response.writeHead = function record(...args: Parameters<typeof writeHead>) {
    const last: unknown = args.at(-1);
    if (typeof last === 'object' && last !== null && !Array.isArray(last))
      written = last as OutgoingHttpHeaders;
    return Reflect.apply(writeHead, response, args);
  } as typeof writeHead;
  response.end = function record(...args: Parameters<typeof end>) {
    finish(args[0]);
    return Reflect.apply(end, response, args);
  } as typeof end;
  response.once('close', () => finish(HUNG_UP));
}

/** Stands for the body of an answer that was never given. */
const HUNG_UP = Symbol('hung up');

function headers(response: ServerResponse, written: OutgoingHttpHeaders | undefined): OutgoingHttpHeaders {
  return { ...response.getHeaders(), ...written };
}

function flat(all: OutgoingHttpHeaders): string[] {
  return Object.entries(all).flatMap(([name, value]) => [name, String(value ?? '')]);
}

function sizeOf(body: unknown, response: ServerResponse, written: OutgoingHttpHeaders | undefined): number {
  if (body === HUNG_UP) return 0;
  const length = written?.['content-length'] ?? response.getHeader('content-length');
  if (length !== undefined) return Number(length);
  return typeof body === 'string' ? Buffer.byteLength(body) : Buffer.isBuffer(body) ? body.length : 0;
}

type Kept<Side extends string> = { readonly [Key in `${Side}Body`]: string | null } & {
  readonly [Key in `${Side}State`]: BodyState;
};

function requestBodyOf(
  { body }: Recording,
  { headers: sent }: IncomingMessage,
  kept: boolean,
): Kept<'request'> {
  const isEmpty = sent['content-length'] === undefined && sent['transfer-encoding'] === undefined;
  if (isEmpty || sent['content-length'] === '0' || body?.length === 0)
    return { requestBody: null, requestState: 'none' };
  if (!kept || body === undefined) return { requestBody: null, requestState: 'left-out' };
  const isReadable = body.length <= MAX_READ_BYTES && isUtf8(body);
  return isReadable
    ? { requestBody: body.toString('utf8'), requestState: 'kept' }
    : { requestBody: null, requestState: 'unreadable' };
}

function responseBodyOf(body: unknown, kept: boolean, all: OutgoingHttpHeaders): Kept<'response'> {
  if (body === undefined || body === HUNG_UP || typeof body === 'function')
    return { responseBody: null, responseState: 'none' };
  const isJson = String(all['content-type'] ?? '').startsWith('application/json');
  const isText = typeof body === 'string' && body.length <= MAX_READ_BYTES;
  return kept && isJson && isText
    ? { responseBody: body, responseState: 'kept' }
    : { responseBody: null, responseState: 'left-out' };
}
