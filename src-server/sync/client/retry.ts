import type { ClientTime } from './client-time.ts';
import { ServiceFailure } from './service-failure.ts';

/** How long failures are waited out. */
export type Patience = {
  readonly attempts: number;
  /** A longer wait than this that the service asks for is answered with a sentence instead of waiting. */
  readonly longestRetryAfterMs: number;
  /** After this time nothing is tried again. */
  readonly giveUpAfterMs: number;
  /** Says what to do about a failure that stayed, after its own sentence. */
  readonly advise: (failure: ServiceFailure, attempts: number, host: string) => string;
};

/** Of a run, which goes on in the background. The service never asks for more than a minute. */
export const RUN: Patience = {
  ...{ attempts: 6, longestRetryAfterMs: 120_000, giveUpAfterMs: Number.POSITIVE_INFINITY },
  advise: afterAttempts,
};
/** Of a person who waits to hear whether an address and a token are right. */
export const TRIAL: Patience = {
  ...{ attempts: 2, longestRetryAfterMs: 3_000, giveUpAfterMs: 3_000 },
  advise: ({ kind, retryAfter }) => {
    // Before anything was sent, the sentence says what to check about the address.
    if (kind === 'not-sent') return 'Nothing was kept.';
    const seconds = Math.ceil((retryAfter ?? 0) / 1000);
    return seconds > 0
      ? `Nothing was kept. Try again in ${seconds} s.`
      : 'Nothing was kept. Check the address, or try again later.';
  },
};

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const DEFAULT_RETRY_AFTER_MS = 15_000;

export type RetryOptions = {
  readonly time: ClientTime;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  readonly host: string;
  readonly patience: Patience;
  /** Reading may be repeated; a change only when it cannot have happened. */
  readonly isReading: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called before each wait. */
  readonly onWait?: ((ms: number, failure: ServiceFailure) => void) | undefined;
};

/** Sends a request, again after a wait where that is safe. @throws ServiceFailure the last one, saying how often it was tried */
export async function withRetries<Result>(
  send: () => Promise<Result>,
  options: RetryOptions,
): Promise<Result> {
  const { time, isReading, signal, onWait, patience } = options;
  const started = time.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ServiceFailure) || !mayRepeat(error, isReading)) throw error;
      const isLate = time.now() - started > patience.giveUpAfterMs;
      const wait = isLate ? null : waitBefore(error, attempt, options);
      if (wait === null) throw lastFailure(error, attempt, options);
      onWait?.(wait, error);
      await time.wait(wait, signal);
    }
  }
}

function mayRepeat(failure: ServiceFailure, isReading: boolean): boolean {
  return failure.isTemporary && (isReading || !failure.mayHaveHappened);
}

/** Returns how long to wait before the next attempt; null when there is none. */
function waitBefore(
  failure: ServiceFailure,
  attempt: number,
  { random, patience }: RetryOptions,
): number | null {
  const asked = failure.retryAfter ?? (failure.kind === 'too-many-requests' ? DEFAULT_RETRY_AFTER_MS : 0);
  if (attempt >= patience.attempts || asked > patience.longestRetryAfterMs) return null;
  const backOff = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  // Half of it is random, so that several Lecterns do not come back together.
  return Math.max(asked, Math.round(backOff * (0.5 + random() / 2)));
}

function lastFailure(
  failure: ServiceFailure,
  attempts: number,
  { host, patience }: RetryOptions,
): ServiceFailure {
  const { kind, status, said, mayHaveHappened, isTemporary, retryAfter } = failure;
  const facts = { status, said, mayHaveHappened, isTemporary, retryAfter };
  return new ServiceFailure(kind, `${failure.message} ${patience.advise(failure, attempts, host)}`, facts);
}

function afterAttempts({ kind, retryAfter }: ServiceFailure, attempts: number, host: string): string {
  if (kind === 'too-many-requests' && (retryAfter ?? 0) > RUN.longestRetryAfterMs)
    return `It asks to wait ${Math.ceil((retryAfter ?? 0) / 60_000)} minutes; resume the run after that.`;
  const tried = `${host} was asked ${attempts} times. What was done is kept;`;
  return kind === 'too-many-requests'
    ? `${tried} lower the share of requests in Settings, or resume the run later.`
    : `${tried} resume the run later.`;
}
