import type { IncomingMessage } from 'node:http';
import { type Authenticator, type Caller, isTokenHeader } from '../http/authenticate.ts';
import { recordingOf } from './request-recording.ts';

/** Notes for the log whose request it is: the user, and the end of the token. */
export function noteCaller(request: IncomingMessage, { actor, tokenId }: Caller): void {
  const recording = recordingOf(request);
  if (!recording) return;
  recording.user = actor.kind === 'user' ? actor.user.username : null;
  if (tokenId !== null) recording.token = request.headers.authorization?.trim().slice(-4) ?? null;
}

/** Returns the caller by the token of a request that no route answers; undefined without a valid one. */
export function callerByToken({ headers }: IncomingMessage, authenticate: Authenticator): Caller | undefined {
  // Asking about the key of a replay would use it up.
  if (!isTokenHeader(headers.authorization)) return undefined;
  try {
    return authenticate(headers.authorization);
  } catch {
    return undefined;
  }
}

/** Notes the caller of a request that no route answers, for the log. */
export function noteCallerByToken(request: IncomingMessage, authenticate: Authenticator): void {
  const caller = recordingOf(request) && callerByToken(request, authenticate);
  if (caller) noteCaller(request, caller);
}
