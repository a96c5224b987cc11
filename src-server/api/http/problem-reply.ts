import {
  Conflict,
  type FieldErrors,
  Forbidden,
  Invalid,
  NotAuthenticated,
  NotFound,
  Problem,
  StorageFull,
  Unavailable,
} from '../../model/base/problems.ts';
import { sortedJson } from '../../model/base/sorted-json.ts';
import { ProjectDisabled } from '../../model/webhooks/integration.ts';
import type { Dialect } from '../route.ts';
import { RawJson } from './answer-json.ts';
import {
  Malformed,
  MethodNotAllowed,
  NotAcceptable,
  PayloadTooLarge,
  Throttled,
  UnsupportedEncoding,
  UnsupportedMediaType,
} from './http-problems.ts';

/** What to answer instead of the thing asked for. */
export type ProblemReply = {
  readonly status: number;
  /** undefined: an empty body. */
  readonly body: object | undefined;
  readonly headers: Readonly<Record<string, string>>;
};

/** All that is said of a mistake of ours. */
export const SERVER_ERROR = 'A server error occurred.';

/** Makes a thrown error into a reply (behaviour.md 3). What is not a Problem says nothing of its cause (safety S16). */
export function problemReply(error: unknown, dialect: Dialect): ProblemReply {
  if (error instanceof Invalid) return { status: 400, body: sorted(error.errors), headers: {} };
  if (error instanceof NotAuthenticated) return unauthenticated(error, dialect);
  if (error instanceof Throttled) {
    return {
      status: 429,
      body: { detail: error.message },
      headers: { 'retry-after': String(error.retryAfter) },
    };
  }
  const status = statusOf(error);
  if (status === undefined) {
    return { status: 500, body: { detail: SERVER_ERROR }, headers: {} };
  }
  const { message } = error as Problem;
  return { status, body: message === '' ? undefined : { detail: message }, headers: {} };
}

/** The names of fields are in the order in which they were checked; an answer's keys are sorted. */
function sorted(errors: FieldErrors): object {
  return new RawJson(sortedJson(errors));
}

/** v2 has no way to sign in, so it cannot ask anybody to (behaviour.md 17). */
function unauthenticated(error: NotAuthenticated, dialect: Dialect): ProblemReply {
  const body = { detail: error.message };
  if (dialect !== 'v3') return { status: 403, body, headers: {} };
  return { status: 401, body, headers: { 'www-authenticate': 'Token' } };
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof NotFound) return 404;
  if (error instanceof Forbidden) return 403;
  if (error instanceof MethodNotAllowed) return 405;
  if (error instanceof NotAcceptable || error instanceof ProjectDisabled) return 406;
  if (error instanceof Conflict) return 409;
  if (error instanceof PayloadTooLarge) return 413;
  if (error instanceof UnsupportedMediaType || error instanceof UnsupportedEncoding) return 415;
  if (error instanceof Malformed) return 400;
  if (error instanceof Unavailable) return 503;
  if (error instanceof StorageFull) return 507;
  if (error instanceof Problem) return 400;
  return undefined;
}
