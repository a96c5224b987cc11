import type { BuildWebhookPayload } from '../../model/webhooks/build-webhook.ts';

/** The result of a delivery: the answer's status, or why there was none. */
export type DeliveryResult = { readonly status: number | null; readonly problem: string | null };

/** The time limit of an answer, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Messages for network errors. */
const ERROR_MESSAGES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answers at this address.',
  ENOTFOUND: 'There is no host with this name.',
  EAI_AGAIN: 'The host name could not be resolved.',
  ECONNRESET: 'The connection was cut.',
  UND_ERR_SOCKET: 'The connection was cut.',
  ETIMEDOUT: 'The address does not answer.',
};

/**
 * Sends one message (behaviour.md 16) without following redirects or retrying. Returns any failure as a result.
 * @throws DOMException AbortError when aborted
 */
export async function deliverWebhook(
  address: string,
  payload: BuildWebhookPayload,
  signal?: AbortSignal,
): Promise<DeliveryResult> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { url, authorization } = splitCredentials(address);
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Lectern',
        ...(authorization !== undefined && { authorization }),
      },
      body: JSON.stringify(payload),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    await answer.body?.cancel();
    return { status: answer.status, problem: problemOf(answer.status) };
  } catch (error) {
    if (signal?.aborted) throw error;
    if (timeout.aborted) return { status: null, problem: `No answer within ${TIMEOUT_MS / 1000} s.` };
    return { status: null, problem: ERROR_MESSAGES[codeOf(error)] ?? 'The message could not be sent.' };
  }
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `It answered ${status}, a redirect, which is not followed.`;
  return `It answered ${status}.`;
}

/** Moves the name and password of a URL into a header, since fetch rejects them in the URL. */
function splitCredentials(address: string): {
  readonly url: URL;
  readonly authorization: string | undefined;
} {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return { url, authorization: undefined };
  const credentials = `${decodeSafely(username)}:${decodeSafely(password)}`;
  return { url, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the code of a fetch error's cause. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
