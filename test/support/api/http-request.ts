import { type Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';

/** One value, several for a repeated header, or undefined to omit a default header. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export type RequestInput = {
  readonly port: number;
  readonly agent?: Agent;
  readonly method: string;
  /** Sent unchanged. */
  readonly path: string;
  readonly headers: RequestHeaders;
  readonly body?: string | Buffer | undefined;
};

/** A response as received. Header names are in lower case; repeated headers are joined by `, `. */
export type Received = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** Sends one request to 127.0.0.1 with any headers, including Host. Does not follow redirects. */
export function sendRequest({ port, agent, method, path, headers, body }: RequestInput): Promise<Received> {
  const defaultHeaders = {
    host: `127.0.0.1:${port}`,
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: flat({ ...defaultHeaders, ...headers }),
        ...(agent && { agent }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: joined(response.rawHeaders),
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends bytes unchanged, even invalid HTTP, and reads one response. */
export function sendBytes(port: number, bytes: string | Buffer): Promise<Received> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(bytes));
    const finish = (): void => {
      const answer = readAnswer(received, true);
      if (answer) resolve(answer);
      else
        reject(new Error(`The server closed after ${received.length} bytes: ${received.toString('latin1')}`));
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (readAnswer(received, false)) socket.end();
    });
    socket.on('error', reject);
    socket.on('close', finish);
  });
}

/** Parses a response; returns undefined while it is incomplete. */
function readAnswer(bytes: Buffer, atEnd: boolean): Received | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  if (!status) return undefined;
  const headers = joined(
    lines.flatMap((line) => [line.split(':', 1)[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  );
  const rest = bytes.subarray(end + 4);
  if (headers['transfer-encoding'] === 'chunked') {
    const body = unchunked(rest);
    return body && { status, headers, text: body.toString('utf8') };
  }
  const length = Number(headers['content-length'] ?? (atEnd ? rest.length : Number.NaN));
  const body = rest.subarray(0, length);
  return body.length === length ? { status, headers, text: body.toString('utf8') } : undefined;
}

/** Decodes a chunked body; returns undefined until the last chunk has arrived. */
function unchunked(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}

function flat(headers: RequestHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().flatMap((one) => [name, one as string]),
  );
}

function joined(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}
