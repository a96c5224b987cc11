import type { Entry, Har, Header, PostData } from 'har-format';
import type { HeaderPairs, RequestDetail } from './request-record.ts';

/** The text of an archive around its entries. */
export type HarFrame = { readonly start: string; readonly end: string };

/** Returns what stands before and after the entries of an HTTP Archive, which are JSON with commas between them. */
export function harFrame(version: string): HarFrame {
  const empty: Har = { log: { version: '1.2', creator: { name: 'Lectern', version }, entries: [] } };
  return { start: JSON.stringify(empty).slice(0, -END.length), end: `\n${END}\n` };
}

const END = ']}}';

/** Makes the entry of a request. It was masked when it was stored, so that the archive holds no secret either. */
export function toHarEntry(request: RequestDetail): Entry {
  const { requestHeaders, responseHeaders, responseBody, method, status } = request;
  const milliseconds = request.duration / 1000;
  const url = `http://${request.host}${request.path}`;
  const text = responseBody.text;
  return {
    startedDateTime: new Date(request.at / 1000).toISOString(),
    time: milliseconds,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: harHeaders(requestHeaders),
      queryString: queryOf(request.path),
      headersSize: -1,
      bodySize: request.requestBytes,
      ...postDataOf(request),
    },
    response: {
      status: status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: harHeaders(responseHeaders),
      content: {
        size: request.responseBytes,
        mimeType: headerOf(responseHeaders, 'content-type'),
        ...(text !== null && { text }),
        ...(responseBody.state !== 'kept' &&
          responseBody.state !== 'none' && { comment: responseBody.state }),
      },
      redirectURL: headerOf(responseHeaders, 'location'),
      headersSize: -1,
      bodySize: request.responseBytes,
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    ...(request.reason !== null && { comment: request.reason }),
  };
}

function harHeaders(pairs: HeaderPairs): Header[] {
  return pairs.map(([name, value]) => ({ name, value }));
}

function queryOf(path: string): { name: string; value: string }[] {
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  return [...query].map(([name, value]) => ({ name, value }));
}

function postDataOf({ requestBody, requestHeaders }: RequestDetail): { postData?: PostData } {
  if (requestBody.text === null) return {};
  return { postData: { mimeType: headerOf(requestHeaders, 'content-type'), text: requestBody.text } };
}

function headerOf(pairs: HeaderPairs, wanted: string): string {
  return pairs.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}
