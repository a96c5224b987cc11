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
import { sortedJson } from '../../model/base/text/sorted-json.ts';
import { ProjectDisabled } from '../../model/webhooks/integration.ts';
import type { ApiVersion } from '../route.ts';
import { RawJson } from './answer-json.ts';
import { HttpProblem, NothingDone, Throttled } from './http-problems.ts';

/** The answer to a request that is refused or fails. */
export type ProblemReply = {
  readonly status: number;
  /** undefined: an empty body. */
  readonly body: object | undefined;
  readonly headers: Readonly<Record<string, string>>;
};

/** The whole answer to an error of Lectern's own, whose cause stays in the log. */
export const SERVER_ERROR = 'A server error occurred.';

/** Makes the reply for a thrown error (behaviour.md 3). One that is no Problem does not tell its cause (safety S16). */
export function problemReply(error: unknown, apiVersion: ApiVersion): ProblemReply {
  if (error instanceof Invalid) return { status: 400, body: sorted(error.errors), headers: {} };
  if (error instanceof NothingDone) return { status: error.status, body: error.body, headers: {} };
  if (error instanceof NotAuthenticated) return unauthenticated(error, apiVersion);
  if (error instanceof Throttled) {
    const { status, message, retryAfter } = error;
    return { status, body: { detail: message }, headers: { 'retry-after': String(retryAfter) } };
  }
  const status = statusOf(error);
  if (status === undefined) {
    return { status: 500, body: { detail: SERVER_ERROR }, headers: {} };
  }
  const { message } = error as Problem;
  return { status, body: message === '' ? undefined : { detail: message }, headers: {} };
}

/** Sorts the fields, which come in the order in which they were checked. */
function sorted(errors: FieldErrors): object {
  return new RawJson(sortedJson(errors));
}

/** Answers 403 in v2, which has no way to sign in (behaviour.md 17). */
function unauthenticated(error: NotAuthenticated, apiVersion: ApiVersion): ProblemReply {
  const body = { detail: error.message };
  if (apiVersion !== 'v3') return { status: 403, body, headers: {} };
  return { status: 401, body, headers: { 'www-authenticate': 'Token' } };
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpProblem) return error.status;
  if (error instanceof NotFound) return 404;
  if (error instanceof Forbidden) return 403;
  if (error instanceof ProjectDisabled) return 406;
  if (error instanceof Conflict) return 409;
  if (error instanceof Unavailable) return 503;
  if (error instanceof StorageFull) return 507;
  if (error instanceof Problem) return 400;
  return undefined;
}
