import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type {
  BodyState,
  RawBody,
  RawHeaders,
  RefusalStep,
  RequestDoor,
} from '../../model/requests/request-record.ts';
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

/** A recording with what only this file knows of it. */
type Started = Recording & {
  readonly recorder: RequestRecorder;
  /** When it came: in microseconds since 1970, and by a clock that is never set, in milliseconds. */
  readonly at: number;
  readonly start: number;
  /** The guard strips the host from a request line with a whole URL; the log has it as it came. */
  readonly url: string;
  readonly writeHead: ServerResponse['writeHead'];
  readonly end: ServerResponse['end'];
  /** The headers that were given with the status. */
  written: OutgoingHttpHeaders | undefined;
  isDone: boolean;
};

type Recorded = IncomingMessage & { [RECORDING]?: Started };

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
  (request as Recorded)[RECORDING] = {
    recorder,
    at: Date.now() * 1000,
    start: performance.now(),
    url: request.url ?? '',
    writeHead: response.writeHead,
    end: response.end,
    written: undefined,
    isDone: false,
    door: 'api',
    user: null,
    token: null,
    step: null,
    reason: null,
    fault: null,
    batches: NO_BATCHES,
    isUnmatched: false,
    isOwn: false,
    body: undefined,
    keepsBodies: admission === 'whole',
  };
  // The same functions for every response: making them for each of thousands a second would cost more than recording.
  response.writeHead = writeHead;
  response.end = end;
  response.on('close', onClose);
}

const NO_BATCHES: readonly number[] = [];

const writeHead = function record(this: ServerResponse, ...args: Parameters<ServerResponse['writeHead']>) {
  const recording = (this.req as Recorded)[RECORDING] as Started;
  const last: unknown = args.at(-1);
  if (typeof last === 'object' && last !== null && !Array.isArray(last))
    recording.written = last as OutgoingHttpHeaders;
  return Reflect.apply(recording.writeHead, this, args);
} as ServerResponse['writeHead'];

const end = function record(this: ServerResponse, ...args: Parameters<ServerResponse['end']>) {
  const recording = (this.req as Recorded)[RECORDING] as Started;
  finish(recording, this, args[0]);
  return Reflect.apply(recording.end, this, args);
} as ServerResponse['end'];

function onClose(this: ServerResponse): void {
  const recording = (this.req as Recorded)[RECORDING];
  if (recording) finish(recording, this, HUNG_UP);
}

/** Stands for the body of an answer that was never given. */
const HUNG_UP = Symbol('hung up');

/** Hands the request over to the log, once. */
function finish(recording: Started, response: ServerResponse, body: unknown): void {
  if (recording.isDone) return;
  recording.isDone = true;
  if (recording.isOwn) return;
  const request = response.req;
  const isAnswered = body !== HUNG_UP || response.headersSent;
  const status = isAnswered ? response.statusCode : null;
  const keepsBodies = recording.door !== 'hosting' && recording.keepsBodies;
  const answered = answeredHeaders(response, recording.written);
  const sent = requestBodyOf(recording, request, keepsBodies);
  const given = responseBodyOf(body, keepsBodies, answered);
  recording.recorder.add({
    at: recording.at,
    door: recording.door,
    method: request.method ?? '',
    host: request.headers.host ?? '',
    url: recording.url,
    status,
    duration: Math.round((performance.now() - recording.start) * 1000),
    user: recording.user,
    token: recording.token,
    step: recording.step ?? (status === null ? null : (STEP_OF_STATUS[status] ?? null)),
    reason: recording.reason,
    fault: recording.fault,
    batches: recording.batches,
    isUnmatched: recording.isUnmatched,
    requestHeaders: request.rawHeaders,
    responseHeaders: flat(answered),
    requestBytes: recording.body?.length ?? Number(request.headers['content-length'] ?? 0),
    responseBytes: sizeOf(body, answered),
    requestBody: sent.body,
    requestState: sent.state,
    responseBody: given.body,
    responseState: given.state,
  });
}

function answeredHeaders(
  response: ServerResponse,
  written: OutgoingHttpHeaders | undefined,
): OutgoingHttpHeaders {
  if (written && response.getHeaderNames().length === 0) return written;
  return { ...response.getHeaders(), ...written };
}

/** The headers of the last answer: an answer from the cache has the same object again and again. */
let lastFlat: { readonly all: OutgoingHttpHeaders; readonly flat: RawHeaders } | undefined;

function flat(all: OutgoingHttpHeaders): RawHeaders {
  if (lastFlat?.all === all) return lastFlat.flat;
  const list: string[] = [];
  for (const name of Object.keys(all)) list.push(name, String(all[name] ?? ''));
  lastFlat = { all, flat: list };
  return list;
}

function sizeOf(body: unknown, answered: OutgoingHttpHeaders): number {
  if (body === HUNG_UP) return 0;
  const length = answered['content-length'];
  if (length !== undefined) return Number(length);
  return typeof body === 'string' ? Buffer.byteLength(body) : Buffer.isBuffer(body) ? body.length : 0;
}

type Kept = { readonly body: RawBody | null; readonly state: BodyState };

const NONE: Kept = { body: null, state: 'none' };
const LEFT_OUT: Kept = { body: null, state: 'left-out' };
const UNREADABLE: Kept = { body: null, state: 'unreadable' };

function requestBodyOf({ body }: Recording, { headers: sent }: IncomingMessage, keepsBodies: boolean): Kept {
  const isEmpty = sent['content-length'] === undefined && sent['transfer-encoding'] === undefined;
  if (isEmpty || sent['content-length'] === '0' || body?.length === 0) return NONE;
  if (!keepsBodies || body === undefined) return LEFT_OUT;
  const isReadable = body.length <= MAX_READ_BYTES && isUtf8(body);
  return isReadable ? { body: { text: body.toString('utf8') }, state: 'kept' } : UNREADABLE;
}

function responseBodyOf(body: unknown, keepsBodies: boolean, answered: OutgoingHttpHeaders): Kept {
  if (body === undefined || body === HUNG_UP || typeof body === 'function') return NONE;
  const isJson = String(answered['content-type'] ?? '').startsWith('application/json');
  if (!keepsBodies || !isJson || typeof body !== 'string' || body.length > MAX_READ_BYTES) return LEFT_OUT;
  return { body: { text: body }, state: 'kept' };
}
