import {
  type FieldErrors,
  Forbidden,
  Invalid,
  NotAuthenticated,
  NotFound,
  Problem,
  StorageFull,
  Unavailable,
} from '../../model/base/problems.ts';
import type { RefusalStep } from '../../model/requests/request-record.ts';
import { UnsignedWebhook } from '../../services/webhooks/authenticate-webhook.ts';
import {
  Malformed,
  MethodNotAllowed,
  NotAcceptable,
  PayloadTooLarge,
  Throttled,
  UnsupportedEncoding,
  UnsupportedMediaType,
} from '../http/http-problems.ts';
import { SERVER_ERROR } from '../http/problem-reply.ts';

type ProblemClass = abstract new (...args: never[]) => Error;

const STEPS: readonly (readonly [ProblemClass, RefusalStep | null])[] = [
  [NotAcceptable, 'negotiation'],
  [NotAuthenticated, 'authentication'],
  [UnsignedWebhook, 'authentication'],
  [Forbidden, 'permission'],
  [Throttled, 'throttle'],
  [MethodNotAllowed, 'method'],
  [NotFound, 'lookup'],
  [Malformed, 'body'],
  [PayloadTooLarge, 'body'],
  [UnsupportedEncoding, 'body'],
  [UnsupportedMediaType, 'body'],
  // Not the caller's doing.
  [Unavailable, null],
  [StorageFull, null],
  [Problem, 'validation'],
];

/** Returns the step that refused a request with this error; null when no step did. */
export function refusalStep(error: unknown): RefusalStep | null {
  return STEPS.find(([problem]) => error instanceof problem)?.[1] ?? null;
}

/** Says in one line why a request was refused: of each field, what is wrong with it. */
export function describeRefusal(error: unknown): string {
  if (error instanceof Invalid) return describeFields(error.errors, '').join(' ');
  return error instanceof Problem ? error.message : SERVER_ERROR;
}

function describeFields(errors: FieldErrors, prefix: string): string[] {
  return Object.entries(errors).flatMap(([field, value]) =>
    Array.isArray(value)
      ? [field === 'non_field_errors' ? value.join(' ') : `${prefix}${field}: ${value.join(' ')}`]
      : describeFields(value, `${prefix}${field}.`),
  );
}
