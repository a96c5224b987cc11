import { Problem } from '../../model/base/problems.ts';

/**
 * What kind of failure it was: the request never left, the answer never came whole (or was a 5xx), too many requests, the
 * token does not work, it is not allowed, the object does not exist, the service refused the content, or the other side
 * is not the service that was expected.
 */
export type FailureKind =
  | 'not-sent'
  | 'no-answer'
  | 'too-many-requests'
  | 'token'
  | 'not-allowed'
  | 'missing'
  | 'refused'
  | 'not-the-service';

/** A request that failed. The message says what happened and what to do; it never holds the token. */
export class ServiceFailure extends Problem {
  override readonly name = 'ServiceFailure';
  readonly kind: FailureKind;
  readonly status: number | null;
  /** What the service said about it, as plain text; null when it said nothing. */
  readonly said: string | null;
  /** Whether a change can have happened there although the request failed. */
  readonly mayHaveHappened: boolean;
  /** Whether the same request may succeed a little later. */
  readonly isTemporary: boolean;
  /** Milliseconds that the service asks to wait; null when it asks for nothing. */
  readonly retryAfter: number | null;

  constructor(
    kind: FailureKind,
    message: string,
    facts: Partial<
      Pick<ServiceFailure, 'status' | 'said' | 'mayHaveHappened' | 'isTemporary' | 'retryAfter'>
    > = {},
  ) {
    super(message);
    this.kind = kind;
    this.status = facts.status ?? null;
    this.said = facts.said ?? null;
    this.mayHaveHappened = facts.mayHaveHappened ?? kind === 'no-answer';
    this.isTemporary = facts.isTemporary ?? (kind === 'no-answer' || kind === 'too-many-requests');
    this.retryAfter = facts.retryAfter ?? null;
  }
}
