import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Where a request breaks: before it arrives, after it arrived, or half-way through its answer. */
export const BREAKS = ['before', 'after', 'half-way'] as const;
export type Break = (typeof BREAKS)[number];

/** A proxy in front of a Lectern that can break one of the requests. */
export type BreakingProxy = {
  readonly url: string;
  /** The requests since the proxy was told what to break, as `METHOD /path`. */
  readonly requests: readonly string[];
  /** Counts from the next request, 0, and breaks the n-th one; `stays` breaks all later ones before they arrive. */
  readonly breakAt: (n: number, how: Break, options?: { readonly stays?: boolean }) => void;
  /** Breaks nothing any more, and counts from 0. */
  readonly mend: () => void;
  readonly close: () => Promise<void>;
};

/** Starts a proxy in front of a server on this computer. It changes the host of requests, which Lectern checks. */
export async function breakingProxy(target: string): Promise<BreakingProxy> {
  const { host, port } = new URL(target);
  const requests: string[] = [];
  let planned: { readonly at: number; readonly how: Break; readonly stays: boolean } | undefined;

  function breakOf(at: number): Break | undefined {
    if (!planned) return undefined;
    if (at === planned.at) return planned.how;
    return planned.stays && at > planned.at ? 'before' : undefined;
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests.push(`${request.method} ${request.url}`);
    const how = breakOf(requests.length - 1);
    if (how === 'before') return void response.destroy();
    const answer = await forward(request, { host, port }, await buffer(request));
    if (how === 'after') return void response.destroy();
    if (how === 'half-way') return cutHalfWay(answer, response);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    breakAt(at, how, { stays = false } = {}) {
      requests.length = 0;
      planned = { at, how, stays };
    },
    mend() {
      requests.length = 0;
      planned = undefined;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Forwarded = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

async function forward(
  { method, url, headers }: IncomingMessage,
  { host, port }: Pick<URL, 'host' | 'port'>,
  body: Buffer,
): Promise<Forwarded> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = sendRequest({ port, host: '127.0.0.1', method, path: url, headers: { ...headers, host } });
    sent.on('response', resolve).on('error', reject).end(body);
  });
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
}

/** Sends the head and half of the body, or half of a head where there is no body, and cuts the connection. */
function cutHalfWay({ status, headers, body }: Forwarded, response: ServerResponse): void {
  const { socket } = response;
  if (body.length < 2) {
    socket?.write(`HTTP/1.1 ${status} `, () => response.destroy());
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
}
