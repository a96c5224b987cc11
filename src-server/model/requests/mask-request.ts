import { maskBody } from './mask-body.ts';
import { maskHeaders, maskPath, maskReason, maskText } from './mask-text.ts';
import { memoizeTexts } from './memoize-texts.ts';
import type {
  BodyState,
  HeaderPairs,
  KeptBody,
  RawBody,
  RawHeaders,
  RawRequest,
  RequestRecord,
} from './request-record.ts';

const MAX_CLIENT_LENGTH = 300;
const MAX_HOST_LENGTH = 300;

const maskKnownBody = memoizeTexts(maskBody);

/** Headers with what is read of them. `token`: the last four characters that the mask shows. */
type MaskedHeaders = {
  readonly token: string | null;
  readonly pairs: HeaderPairs;
  readonly client: string;
  readonly contentType: string;
};

/**
 * Returns a function that makes of a recorded request what may be stored of it. What several requests of a batch share is
 * masked once, and their records share it.
 */
export function createMasker(): (raw: RawRequest) => RequestRecord {
  const knownHeaders = new Map<RawHeaders, MaskedHeaders>();
  const knownBodies = new Map<RawBody, { readonly contentType: string; readonly body: KeptBody }>();

  function headersOf(raw: RawHeaders, token: string | null): MaskedHeaders {
    const known = knownHeaders.get(raw);
    if (known?.token === token) return known;
    const masked = {
      token,
      pairs: maskHeaders(raw, token),
      client: maskText(headerOf(raw, 'user-agent')).slice(0, MAX_CLIENT_LENGTH),
      contentType: headerOf(raw, 'content-type'),
    };
    knownHeaders.set(raw, masked);
    return masked;
  }

  function bodyOf(raw: RawBody | null, state: BodyState, contentType: string): KeptBody {
    if (raw === null) return { text: null, state };
    const known = knownBodies.get(raw);
    if (known?.contentType === contentType) return known.body;
    const body = maskKnownBody(raw.text, contentType);
    knownBodies.set(raw, { contentType, body });
    return body;
  }

  return (raw) => {
    const { url, requestState, responseState, reason, token, ...facts } = raw;
    const requestHeaders = headersOf(raw.requestHeaders, token);
    const responseHeaders = headersOf(raw.responseHeaders, null);
    return {
      ...facts,
      token,
      host: maskText(raw.host).slice(0, MAX_HOST_LENGTH),
      path: maskPath(url),
      client: requestHeaders.client,
      reason: reason === null ? null : maskReason(reason),
      requestHeaders: requestHeaders.pairs,
      responseHeaders: responseHeaders.pairs,
      requestBody: bodyOf(raw.requestBody, requestState, requestHeaders.contentType),
      responseBody: bodyOf(raw.responseBody, responseState, responseHeaders.contentType),
    };
  };
}

function headerOf(headers: RawHeaders, name: string): string {
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() === name) return headers[index + 1] ?? '';
  }
  return '';
}
