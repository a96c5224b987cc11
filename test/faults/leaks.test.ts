import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { type Lectern, openLectern } from '../../src-server/lectern.ts';
import { parseSeed } from '../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import { newFolder } from '../commands/processes.ts';
import { sendRequest } from '../support/api/http-request.ts';
import { LOAD_SEED, LOAD_TOKEN } from '../support/store/write-load.ts';

const AT_ONCE = 50;
const REQUESTS = process.env.LECTERN_FAULTS === 'long' ? 10_000 : 3_000;
/** Bytes per request that count as noise; a leaked request takes a hundred times as much. */
const MOST_BYTES_A_REQUEST = 300;

/** Returns requests cut off at various points. */
function abortedRequests(host: string): readonly string[] {
  const requestHead = (line: string) =>
    `${line} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Token ${LOAD_TOKEN}\r\n`;
  return [
    '',
    'GET /api/v3/pro',
    requestHead('GET /api/v3/projects/'),
    `${requestHead('GET /api/v3/projects/?limit=1000&expand=~all')}\r\n`,
    `${requestHead('GET /api/openapi.json')}\r\n`.repeat(3),
    `${requestHead('PATCH /api/v3/projects/counter-0/')}Content-Length: 100\r\n\r\n{"name":`,
    `${requestHead('PATCH /api/v3/projects/counter-0/')}Transfer-Encoding: chunked\r\n\r\n8\r\n{"name":`,
    `${requestHead('POST /api/v3/projects/')}Content-Length: 2000000\r\n\r\n{"name":`,
    `${requestHead('GET /api/v3/')}Host: evil.example\r\nContent-Length: 10\r\n\r\n`,
    `${requestHead('GET /')}\r\nNONSENSE\r\n\r\n`,
  ];
}

async function sendAndAbort(port: number, text: string, withReset: boolean): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  // Flushed before the connection is destroyed, otherwise nothing arrives.
  await new Promise<void>((resolve) => socket.write(text, () => resolve()));
  if (withReset) socket.resetAndDestroy();
  else socket.destroy();
  await closed;
}

async function abortRepeatedly(port: number, count: number): Promise<void> {
  const texts = abortedRequests(`127.0.0.1:${port}`);
  for (let done = 0; done < count; done += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        sendAndAbort(port, texts[(done + index) % texts.length] ?? '', (done + index) % 3 === 0),
      ),
    );
  }
}

const descriptors = () => readdirSync('/proc/self/fd').length;

/** Waits until the server has at most this many open descriptors. */
async function waitForDescriptors(most: number): Promise<void> {
  while (descriptors() > most) await new Promise((resolve) => setTimeout(resolve, 20));
}

function memory(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function running(log: string[]): Promise<Lectern> {
  const lectern = await openLectern({
    data: newFolder(),
    port: 0,
    keychain: 'off',
    log: (line) => log.push(line),
  });
  onTestFinished(() => lectern.close());
  await lectern.services.seeds.load(systemActor('command'), parseSeed(LOAD_SEED));
  return lectern;
}

test.skipIf(process.platform !== 'linux')(
  `R15 ${REQUESTS} aborted requests: no connection, file or memory leaks`,
  async () => {
    const log: string[] = [];
    const { port, services } = await running(log);
    const headers = { authorization: `Token ${LOAD_TOKEN}` };
    const read = () => sendRequest({ port, method: 'GET', path: '/api/v3/projects/counter-0/', headers });
    // The log of requests and the last use of tokens open their files with the first request.
    await read();
    await services.requests.lastId(systemActor('command'));
    const open = descriptors();
    await abortRepeatedly(port, REQUESTS / 4);
    // The last use of tokens has its own database file, write-ahead log and index.
    await waitForDescriptors(open + 4);
    const held = memory();
    await abortRepeatedly(port, REQUESTS);
    await waitForDescriptors(open + 4);
    expect((memory() - held) / REQUESTS).toBeLessThan(MOST_BYTES_A_REQUEST);

    // No aborted change was made, and none was logged as an internal error.
    const { text } = await read();
    expect(JSON.parse(text)).toMatchObject({ name: 'counter-0' });
    expect(log.filter((line) => line.includes('failed'))).toEqual([]);
  },
);
