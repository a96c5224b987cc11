import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type FaultPlay, isBodiless } from '../../model/faults/fault-rule.ts';
import type { Services } from '../../services/open-services.ts';
import type { Authenticator } from '../http/authenticate.ts';
import { discardBody } from '../http/read-body.ts';
import { detail, sendJson } from '../http/send-json.ts';
import { callerByToken, noteCallerByToken } from './note-caller.ts';
import { noteRefusal, recordingOf } from './request-recording.ts';

/** What playing faults needs. */
export type FaultOptions = {
  readonly faults: Services['faults'];
  readonly authenticate: Authenticator;
  /** Lets a request that was delayed pass, unless all data is being replaced. */
  readonly enter: (next: () => void) => void;
  /** Calls `listener` right after all data was replaced, before any request goes on. */
  readonly onReplaced: (listener: () => void) => void;
};

/** The header that names the fault in each answer that one affects. */
export const FAULT_HEADER = 'x-lectern-fault';
const OVERTAKEN =
  'All data was replaced while this request was delayed, so it was not carried out. Send it again if it still applies.';

/**
 * Plays the fault of a request, if a rule has one for it; else passes the request to `next` as it is. A request that is
 * still delayed when all data is replaced never reaches the new data.
 */
export function withFaults(options: FaultOptions, next: RequestListener): RequestListener {
  const { faults } = options;
  /** Ends each request that is delayed. */
  const delayed = new Set<() => void>();
  options.onReplaced(() => {
    for (const end of delayed) end();
    delayed.clear();
  });

  function delay(play: FaultPlay, request: IncomingMessage, response: ServerResponse): void {
    const end = () => {
      clearTimeout(timer);
      noteRefusal(request, null, OVERTAKEN);
      // At once, so that the log has it among those before the replacement.
      if (!response.destroyed) sendJson(response, 503, detail(OVERTAKEN));
    };
    // Its time may be over while data is being replaced: then it waits, and may be ended still.
    const goOn = () => options.enter(() => delayed.delete(end) && playNow(play, request, response, next));
    const timer = setTimeout(goOn, play.delay);
    delayed.add(end);
    // A caller that hangs up is not waited for.
    response.once('close', () => {
      clearTimeout(timer);
      delayed.delete(end);
    });
  }

  return (request, response) => {
    const play = faults.isAnyOn() ? faults.playFor(describe(request, options)) : undefined;
    if (!play) return next(request, response);
    const recording = recordingOf(request);
    if (recording) {
      recording.fault = play.name;
      noteCallerByToken(request, options.authenticate);
    }
    response.setHeader(FAULT_HEADER, play.name);
    if (play.delay === 0) playNow(play, request, response, next);
    else delay(play, request, response);
  };
}

function describe(request: IncomingMessage, { authenticate }: FaultOptions) {
  return {
    method: request.method ?? '',
    path: (request.url ?? '').split('?', 1)[0] ?? '',
    client: request.headers['user-agent'] ?? '',
    user: () => {
      const actor = callerByToken(request, authenticate)?.actor;
      return actor?.kind === 'user' ? actor.user.username : null;
    },
  };
}

function playNow(
  { answer, connection }: FaultPlay,
  request: IncomingMessage,
  response: ServerResponse,
  next: RequestListener,
): void {
  if (response.destroyed) return;
  if (connection === 'close') return void response.destroy();
  if (connection === 'cut') cutAnswer(response);
  if (answer) answerFault(answer, request, response);
  else next(request, response);
}

function answerFault(
  { status, body, retryAfter }: NonNullable<FaultPlay['answer']>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (isBodiless(status)) {
    // 205 is said to be empty; the other two have no body by themselves.
    const empty = status === 205 ? { ...headers, 'content-length': '0' } : headers;
    void discardBody(request).then(() => response.writeHead(status, empty).end());
    return;
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? { detail: `Fault: ${status}.` });
  void discardBody(request).then(() => sendJson(response, status, text, headers));
}

/** Lets an answer end in its middle: half of it is sent, then the connection is closed. */
function cutAnswer(response: ServerResponse): void {
  const { end } = response;
  response.end = function cut(...args: Parameters<typeof end>) {
    const body: unknown = args[0];
    const bytes =
      typeof body === 'string' ? Buffer.from(body, 'utf8') : Buffer.isBuffer(body) ? body : undefined;
    const half = bytes?.subarray(0, Math.floor(bytes.length / 2));
    if (half && half.length > 0) response.write(half, () => response.destroy());
    else response.destroy();
    return response;
  } as typeof end;
}
