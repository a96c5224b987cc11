import type { ServerResponse } from 'node:http';
import { CONTENT_SECURITY_POLICY } from './common-headers.ts';

/** Headers of every answer (safety S14). */
const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
} as const;

/** Answers JSON outside the route table; ends an answer that has started already. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendText(response, status, body, 'application/json', headers);
}

/** Does the same for text of any type. */
export function sendText(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return void response.end();
  response.writeHead(status, {
    ...SECURITY_HEADERS,
    ...headers,
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** Gives the body of a refusal that is one sentence. */
export function detail(text: string): string {
  return JSON.stringify({ detail: text });
}
