import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildIfStale } from '../../../src-main/launch/launch-build.ts';
import { ROOT } from '../../architecture/repository.ts';
import { sendBytes, sendRequest } from '../../support/api/http-request.ts';
import { type ServingLectern, startLectern } from '../../support/program/lectern-process.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

let folder: string;
let lectern: ServingLectern | undefined;
let port: number;
let key: string;
beforeAll(async () => {
  await buildIfStale(ROOT, process.env);
  folder = mkdtempSync(join(tmpdir(), 'lectern-hostile-'));
  const started = await startLectern(['--gui', '--user', 'mira', '--data', join(folder, 'data')]);
  lectern = started;
  const line: { window: string } = JSON.parse(await started.firstLine);
  key = new URL(line.window).hash.slice('#key='.length);
  port = Number(new URL(started.url).port);
});
afterAll(async () => {
  await lectern?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a body in chunks, without saying how long it will be; gives the status of the answer. */
function sendChunks(
  path: string,
  chunk: Buffer,
  count: number,
  proof: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { ...JSON_TYPE, ...proof };
    const sent = httpRequest({ host: '127.0.0.1', port, method: 'POST', path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    for (let index = 0; index < count; index += 1) sent.write(chunk);
    sent.end();
  });
}

async function lives(): Promise<void> {
  expect(await sendRequest({ port, method: 'GET', path: '/api/v3/', headers: {} })).toMatchObject({
    status: 200,
  });
}

describe('S9 a request line that is no path of ours is 404 and ends nothing:', () => {
  test.each(['//', '///', '/\\', '//?x', '//:99999/', '//evil.example/', '/\\evil', '//[', '/%', '/%ff'])(
    '%s',
    async (path) => {
      const head = (host: string) =>
        `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`;
      for (const host of ['127.0.0.1', 'demo.localhost']) {
        const { status } = await sendBytes(port, head(host));
        expect([400, 404]).toContain(status);
      }
      await lives();
    },
  );
});

describe('S9 what the desk cannot mean is refused, never answered 500:', () => {
  test.each(['TRACE', 'PUT', 'DELETE', 'OPTIONS'])('the method %s', async (method) => {
    for (const path of ['/desk/session', '/desk/system.state'])
      expect(await sendRequest({ port, method, path, headers: {} })).toMatchObject({
        status: 405,
        headers: { allow: 'GET, HEAD, POST' },
      });
  });

  test.each(['{"key":5}', 'null', '[]', '"', '{"key":null}', '{'])('the key %s', async (body) => {
    const answer = await sendRequest({
      port,
      method: 'POST',
      path: '/desk/session',
      headers: JSON_TYPE,
      body,
    });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({ signedIn: false });
  });
});

describe('S9 a body without a length is counted as it arrives:', () => {
  test('one for the session', async () => {
    expect(await sendChunks('/desk/session', Buffer.alloc(10_000, 'x'), 1)).toBe(413);
    expect(await sendChunks('/desk/session', Buffer.alloc(1_000_000, 'x'), 20)).toBe(413);
  });

  test('one for the desk', async () => {
    const body = JSON.stringify({ key });
    const opened = await sendRequest({
      port,
      method: 'POST',
      path: '/desk/session',
      headers: JSON_TYPE,
      body,
    });
    const cookie = opened.headers['set-cookie']?.split(';')[0] ?? '';
    const proof = { cookie, 'x-lectern-session': (JSON.parse(opened.text) as { secret: string }).secret };
    expect(await sendChunks('/desk/system.welcome', Buffer.alloc(1_000_000, ' '), 20, proof)).toBe(413);
    await lives();
  });
});
