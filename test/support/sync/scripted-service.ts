import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A request that a scripted service received. */
export type ReceivedRequest = {
  /** Counts from 0. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};
/** What it answers: status, headers and text; or a function that does what it likes with the response. */
export type ScriptedAnswer =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly text?: string }
  | { readonly json: unknown; readonly status?: number; readonly headers?: Readonly<Record<string, string>> }
  | ((response: ServerResponse) => void);

/** A server whose answers a test writes. */
export type ScriptedService = { readonly url: string; readonly received: readonly ReceivedRequest[] };

/** Starts one on a free port, up to the end of the test. */
export async function scriptedService(
  answer: (request: ReceivedRequest) => ScriptedAnswer,
): Promise<ScriptedService> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method = '', url: path = '', headers } = request;
    const got = { at: received.length, method, path, headers, body };
    received.push(got);
    send(answer(got), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

function send(answer: ScriptedAnswer, response: ServerResponse): void {
  if (typeof answer === 'function') {
    answer(response);
    return;
  }
  const isJson = 'json' in answer;
  response.writeHead(answer.status ?? 200, {
    'content-type': isJson ? 'application/json' : 'text/html',
    ...answer.headers,
  });
  response.end(isJson ? JSON.stringify(answer.json) : answer.text);
}

/** A page of a list as the service sends it. */
export function listPage(results: readonly unknown[], count = results.length, next: string | null = null) {
  return { json: { count, next, previous: null, results } };
}
