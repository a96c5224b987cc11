import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** An HTTP server of real repositories that asks for a name and password. */
export type PasswordServer = {
  /** `127.0.0.1:PORT` */
  readonly host: string;
  /** The headers of all requests, and the arguments of all processes of the machine at each of them. */
  readonly requests: readonly { readonly authorization: string | undefined; readonly commandLines: string }[];
};

/** Serves the repositories below a folder by git's own server program, to anyone who knows `mira:PASSWORD`. */
export async function passwordServer(root: string, password: string): Promise<PasswordServer> {
  const wanted = `Basic ${Buffer.from(`mira:${password}`).toString('base64')}`;
  const requests: { authorization: string | undefined; commandLines: string }[] = [];
  const server: Server = createServer((request, response) => {
    const { authorization } = request.headers;
    // git waits for this answer: it and what started it are running.
    requests.push({ authorization, commandLines: commandLines() });
    if (authorization === wanted) return serve(root, request, response);
    response.writeHead(401, { 'www-authenticate': 'Basic realm="glow"' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return { host: `127.0.0.1:${address.port}`, requests };
}

/** Returns the arguments of all processes that this user can see, which are those of all users. */
function commandLines(): string {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .join('\n');
}

/** Answers by `git http-backend`, a CGI program. */
function serve(root: string, request: IncomingMessage, response: ServerResponse): void {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const backend = spawn('git', ['-c', 'safe.directory=*', 'http-backend'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
    },
  });
  request.pipe(backend.stdin);
  backend.stdin.on('error', () => {});
  const chunks: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  backend.on('close', () => {
    const output = Buffer.concat(chunks);
    const end = output.indexOf('\r\n\r\n');
    const headers = output
      .subarray(0, end)
      .toString('latin1')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const);
    const status = headers.find(([name]) => name === 'Status')?.[1];
    for (const [name, value] of headers) if (name !== 'Status') response.setHeader(name, value);
    response
      .writeHead(status === undefined ? 200 : Number.parseInt(status, 10))
      .end(output.subarray(end + 4));
  });
}
