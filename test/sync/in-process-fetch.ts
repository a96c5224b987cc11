import { IncomingMessage, type OutgoingHttpHeaders, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Returns a response that keeps what is written. Own members are used, since Express replaces the prototype. */
function keptResponse(request: IncomingMessage): { response: ServerResponse; chunks: Buffer[] } {
  const response = new ServerResponse(request);
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function') chunks.push(bytesOf(chunk));
  };
  const writeHead = response.writeHead.bind(response);
  Object.assign(response, {
    // Headers that are given here are not among those that can be read afterwards.
    writeHead(status: number, headers: OutgoingHttpHeaders = {}) {
      for (const [name, value] of Object.entries(headers))
        if (value !== undefined) response.setHeader(name, value);
      return writeHead(status);
    },
    write(chunk: unknown) {
      keep(chunk);
      return true;
    },
    end(chunk?: unknown) {
      keep(chunk);
      if (!response.headersSent) response.writeHead(response.statusCode);
      response.emit('finish');
      response.emit('close');
      return response;
    },
  });
  return { response, chunks };
}

function bytesOf(chunk: unknown): Buffer {
  return typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk as Uint8Array);
}

/** Makes a `fetch` that gives requests to the listener of a server that does not listen. */
export function inProcessFetch(server: Server): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const socket = new Socket();
    const incoming = new IncomingMessage(socket);
    incoming.method = request.method;
    incoming.url = `${url.pathname}${url.search}`;
    incoming.httpVersion = '1.1';
    const body = Buffer.from(await request.arrayBuffer());
    const headers = { ...Object.fromEntries(request.headers), host: url.host };
    if (body.length > 0) Object.assign(headers, { 'content-length': String(body.length) });
    incoming.headers = headers;
    incoming.rawHeaders = Object.entries(headers).flat();
    if (body.length > 0) incoming.push(body);
    incoming.push(null);
    const { response, chunks } = keptResponse(incoming);
    const finished = new Promise<void>((resolve) => response.once('finish', resolve));
    server.emit('request', incoming, response);
    await finished;
    const empty = [204, 304].includes(response.statusCode) || request.method === 'HEAD';
    const received = new Headers();
    for (const [name, value] of Object.entries(response.getHeaders())) received.set(name, String(value));
    return new Response(empty ? null : Buffer.concat(chunks), {
      status: response.statusCode,
      headers: received,
    });
  };
}
