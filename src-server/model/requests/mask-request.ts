import { maskBody } from './mask-body.ts';
import { maskHeaders, maskPath, maskReason, maskText } from './mask-text.ts';
import { memoizeTexts } from './memoize-texts.ts';
import type { BodyState, KeptBody, RawRequest, RequestRecord } from './request-record.ts';

const MAX_CLIENT_LENGTH = 300;
const MAX_HOST_LENGTH = 300;

const maskKnownBody = memoizeTexts(maskBody);

/** Makes of a recorded request what may be stored of it. */
export function maskRequest(raw: RawRequest): RequestRecord {
  const { url, requestState, responseState, reason, token, ...facts } = raw;
  return {
    ...facts,
    token,
    host: maskText(raw.host).slice(0, MAX_HOST_LENGTH),
    path: maskPath(url),
    client: maskText(headerOf(raw.requestHeaders, 'user-agent')).slice(0, MAX_CLIENT_LENGTH),
    reason: reason === null ? null : maskReason(reason),
    requestHeaders: maskHeaders(raw.requestHeaders, token),
    responseHeaders: maskHeaders(raw.responseHeaders, null),
    requestBody: keep(raw.requestBody, requestState, headerOf(raw.requestHeaders, 'content-type')),
    responseBody: keep(raw.responseBody, responseState, headerOf(raw.responseHeaders, 'content-type')),
  };
}

function keep(text: string | null, state: BodyState, contentType: string): KeptBody {
  return text === null ? { text: null, state } : maskKnownBody(text, contentType);
}

function headerOf(headers: readonly string[], name: string): string {
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() === name) return headers[index + 1] ?? '';
  }
  return '';
}
