import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { forApplication, headerForChromium } from '../origins.ts';

/** Says which session a page belongs to; absent for the default one. */
export const SESSION_HEADER = 'x-fake-electron-session';

/** Answers a request as a handler of `protocol.handle` does; undefined when there is none. */
export type Answer = (request: Request, session: string) => Promise<Response | undefined>;

/** Electron's own protocols see none of these: the network service adds them, or they are about the connection. */
const DROPPED_HEADERS =
  /^(host|connection|accept-encoding|content-length|transfer-encoding|sec-.*|x-fake-electron-.*)$/;

/** Starts the loopback server that turns Chromium's requests into app:// requests; its port. */
export async function startSchemeServer(answer: Answer): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    // A handler that fails is a failed request, as in Electron, never a page.
    serve(incoming, outgoing, answer).catch(() => outgoing.destroy());
  });
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse, answer: Answer): Promise<void> {
  const aborted = new AbortController();
  outgoing.on('close', () => aborted.abort());
  const chromiumUrl = `http://${incoming.headers.host}${incoming.url}`;
  const url = forApplication(chromiumUrl);
  const session = String(incoming.headers[SESSION_HEADER] ?? '');
  const response =
    url === chromiumUrl ? undefined : await answer(toRequest(incoming, url, aborted.signal), session);
  if (!response || response.status === 0) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(response.status, response.statusText, headersOf(response));
  outgoing.flushHeaders();
  if (response.body) await pipeline(Readable.fromWeb(response.body as NodeStream), outgoing);
  else outgoing.end();
}

function toRequest(incoming: IncomingMessage, url: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (DROPPED_HEADERS.test(name)) continue;
    for (const each of [value ?? []].flat())
      headers.append(name, /^(origin|referer)$/.test(name) ? forApplication(each) : each);
  }
  const method = incoming.method ?? 'GET';
  const body = /^(GET|HEAD)$/.test(method) ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
  return new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit);
}

function headersOf(response: Response): string[] {
  return [...response.headers].flatMap(([name, value]) => [name, headerForChromium(value)]);
}
