import type { ClientTime } from './client-time.ts';
import { networkFailure } from './network-failure.ts';
import { readBody, TooLong } from './read-body.ts';
import { ServiceFailure } from './service-failure.ts';

export type ServiceMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One request as it goes out. */
export type SentRequest = {
  readonly method: ServiceMethod;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};
/** An answer that arrived whole. */
export type ServiceAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};
/** Limits of one request. */
export type RequestLimits = {
  readonly time: ClientTime;
  /** From the start to the last byte of the answer. */
  readonly answerMs: number;
  readonly bodyBytes: number;
};
/** The runtime's own `fetch`, or one that a test passes. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;
/** How a request goes out. */
export type Sending = RequestLimits & { readonly fetch: Fetch };

/**
 * Sends one request, follows nothing, and reads the whole answer within limits of time and size.
 * @throws ServiceFailure without an answer @throws the reason of `signal` when it is aborted
 */
export async function sendOnce(
  { method, url, headers, body }: SentRequest,
  { fetch, time, answerMs, bodyBytes }: Sending,
  signal?: AbortSignal,
): Promise<ServiceAnswer> {
  const limit = time.limit(answerMs);
  try {
    const answer = await fetch(url, {
      ...{ method, headers, redirect: 'manual' as const },
      ...(body !== undefined && { body }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return { status: answer.status, headers: answer.headers, text: await readBody(answer.body, bodyBytes) };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TooLong) throw tooLong(url.host, bodyBytes);
    if (limit.aborted) throw tooSlow(url.host, answerMs);
    throw networkFailure(error, url.host);
  }
}

function tooSlow(host: string, ms: number): ServiceFailure {
  return new ServiceFailure(
    'no-answer',
    `${host} did not send a complete answer within ${Math.round(ms / 1000)} seconds.`,
  );
}

function tooLong(host: string, bytes: number): ServiceFailure {
  const size = `${Math.round(bytes / 1_000_000)} MB`;
  return new ServiceFailure(
    'not-the-service',
    `${host} sent more than ${size} as one answer, which was cut off. Check that the address is that of the service.`,
    { mayHaveHappened: true },
  );
}
