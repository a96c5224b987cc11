import { refusalText } from './answer-text.ts';
import type { ServiceAnswer } from './send-request.ts';
import { ServiceFailure } from './service-failure.ts';

/** The request whose answer is read. */
export type AnsweredRequest = {
  readonly host: string;
  readonly token: string;
  readonly isReading: boolean;
};
/** A success and its content; undefined when it has none. */
export type ServiceResult = { readonly status: number; readonly json: unknown };

const NOT_AN_API =
  'Check the address: it is that of the dashboard, such as https://app.readthedocs.org, without a path.';
const NEW_TOKEN = 'Create a new one in your account there, and give it to Lectern.';

/** Returns the content of an answer. @throws ServiceFailure for every answer that is no success in JSON */
export function readAnswer(answer: ServiceAnswer, request: AnsweredRequest): ServiceResult {
  const { status, headers, text } = answer;
  if (status >= 300 && status < 400) throw redirected(answer, request);
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');
  const json = isJson ? parseJson(text) : undefined;
  if (status >= 200 && status < 300) return success(answer, json, isJson, request);
  const said = isJson ? refusalText(json?.value, request.token) : null;
  throw refusal(status, said, isJson || text.trim() === '', headers, request.host);
}

function success(
  { status, text }: ServiceAnswer,
  json: { readonly value: unknown } | undefined,
  isJson: boolean,
  { host, isReading }: AnsweredRequest,
): ServiceResult {
  if (text.trim() === '' && !isReading) return { status, json: undefined };
  if (json) return { status, json: json.value };
  if (isJson)
    throw new ServiceFailure('no-answer', `${host} sent an answer that is cut off or damaged.`, { status });
  throw new ServiceFailure(
    'not-the-service',
    `${host} answered with a web page, not with data. ${NOT_AN_API}`,
    {
      ...{ status, mayHaveHappened: !isReading },
    },
  );
}

function redirected(
  { status, headers }: ServiceAnswer,
  { host, isReading }: AnsweredRequest,
): ServiceFailure {
  const to = headers.get('location') ?? '';
  const what = isReading ? '' : ' Nothing was changed there.';
  const other = URL.canParse(to, `https://${host}`) ? new URL(to, `https://${host}`) : undefined;
  const where = !other
    ? 'elsewhere'
    : /log-?in|sign-?in|auth|sso/i.test(other.pathname)
      ? 'to a page for signing in'
      : other.host === host
        ? 'to another address'
        : `to another host, ${other.host.slice(0, 100)}`;
  return new ServiceFailure(
    'not-the-service',
    `${host} redirects ${where}.${what} The token is not sent there. ${NOT_AN_API}`,
    { status },
  );
}

function refusal(
  status: number,
  said: string | null,
  isOfTheApi: boolean,
  headers: Headers,
  host: string,
): ServiceFailure {
  const facts = { status, said };
  const quote = said === null ? '' : ` It said: ${said}`;
  if (status === 429)
    return new ServiceFailure('too-many-requests', `${host} answers that there are too many requests.`, {
      ...facts,
      retryAfter: retryAfterOf(headers),
    });
  if (status >= 500)
    return new ServiceFailure('no-answer', `${host} failed with status ${status}.`, {
      ...facts,
      retryAfter: retryAfterOf(headers),
    });
  // Proxies and edges answer with pages of their own; what the API refuses, it says in JSON.
  if (!isOfTheApi) return notOfTheApi(status, host);
  if (status === 401)
    return new ServiceFailure(
      'token',
      `${host} does not accept the token: it is wrong or was revoked. ${NEW_TOKEN}`,
      facts,
    );
  if (status === 403)
    return new ServiceFailure(
      'not-allowed',
      `${host} does not allow this with your token. Ask a maintainer there, or leave it out.${quote}`,
      facts,
    );
  if (status === 404)
    return new ServiceFailure(
      'missing',
      `${host} has no such object: it was removed there, or it is no longer yours. Pull to see what is there now.`,
      facts,
    );
  return new ServiceFailure('refused', `${host} refused the request with status ${status}.${quote}`, facts);
}

function notOfTheApi(status: number, host: string): ServiceFailure {
  if (status === 403)
    return new ServiceFailure(
      'not-allowed',
      `${host} blocks requests from this network (403, with a web page). Try from another network or without a proxy.`,
      { status },
    );
  return new ServiceFailure(
    'not-the-service',
    `${host} answered ${status} with a web page, not with data. ${NOT_AN_API}`,
    { status },
  );
}

/** Reads seconds, or a date by the clock of the service, since the one of this computer may be wrong. */
function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(until) ? null : Math.max(0, until);
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
