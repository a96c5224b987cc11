import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { get, newFile, newFolder, parseOutput, run, serve } from '../commands/processes.ts';
import { runLectern } from '../support/program/lectern-process.ts';
import { findLedgerProblems } from '../support/store/ledger-check.ts';
import { LOAD_SEED, LOAD_TOKEN, newLedger, startWriteLoad } from '../support/store/write-load.ts';

const OFF = ['--keychain', 'off'];

describe('R11 a port in use', () => {
  test('R11 by another Lectern: names it and explains what to do; the other keeps running', async () => {
    const first = await serve(['--memory', '--user', 'alice']);
    const { port } = new URL(first.url);
    const folder = newFolder();
    const result = await runLectern(['serve', '--json', '--data', folder, '--port', port, ...OFF]);
    expect(result.code).toBe(7);
    expect(parseOutput(result)).toMatchObject({ event: 'error', code: 'port-taken' });
    expect(result.stderr).toContain(`Port ${port} on 127.0.0.1 is in use by another Lectern`);
    if (process.platform === 'linux') expect(result.stderr).toContain(`process ${first.pid}`);
    expect(result.stderr).toContain('--port 0');
    expect((await get(`${first.url}/api/v3/projects/`, first.tokens.alice)).status).toBe(200);
    // The refused start released its folder.
    const second = await serve(['--data', folder]);
    expect(new URL(second.url).port).not.toBe(port);
  });

  test('R11 by another program, which is not disturbed by the check', async () => {
    const requests: string[] = [];
    const other = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.end('hello');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const result = await runLectern(['serve', '--json', '--memory', '--port', String(port)]);
    expect(result).toMatchObject({ code: 7, stderr: expect.stringContaining('in use by another program') });
    expect(requests).toEqual(['GET /']);
  });

  test('R11 --port 0 selects a different free port each time', async () => {
    const both = await Promise.all([serve(['--memory']), serve(['--memory'])]);
    const ports = both.map(({ url }) => Number(new URL(url).port));
    expect(new Set(ports).size).toBe(2);
    expect(Math.min(...ports)).toBeGreaterThan(0);
  });
});

describe('R12 a shutdown', () => {
  /** Sends this text and never reads the response. */
  async function openUnreadRequest(url: string, text: string): Promise<void> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.pause();
    socket.write(text);
  }

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'R12 by %s, while clients write and others hang: ends with all acknowledged changes saved',
    async (signal) => {
      const folder = newFolder();
      expect(await run(folder, 'seed', newFile(JSON.stringify(LOAD_SEED)), ...OFF)).toMatchObject({
        code: 0,
      });
      const lectern = await serve(['--data', folder], { noShutdownLimit: true });
      const { host } = new URL(lectern.url);
      const head = `Host: ${host}\r\nAuthorization: Token ${LOAD_TOKEN}\r\n`;
      await openUnreadRequest(lectern.url, `GET /api/openapi.json HTTP/1.1\r\n${head}\r\n`.repeat(200));
      await openUnreadRequest(
        lectern.url,
        `PATCH /api/v3/projects/counter-0/ HTTP/1.1\r\n${head}Content-Length: 9\r\n\r\n{`,
      );
      await openUnreadRequest(lectern.url, 'GET / HTTP/1.1\r\n');
      const ledger = newLedger();
      const load = startWriteLoad(Number(new URL(lectern.url).port), ledger);
      await load.acknowledged(50);

      // The hanging clients hold their connections until the test is finished.
      const result = await lectern.stop(signal);

      await load.exited;
      expect(result).toMatchObject({ code: 0, signal: null });
      expect(result.stderr).not.toMatch(/failed|took too long/);
      expect(load.unexpected).toEqual([]);
      for (const name of ['lectern.sqlite-wal', 'lectern.sqlite-shm', 'holder.json'])
        expect(existsSync(join(folder, name)), name).toBe(false);
      expect(findLedgerProblems(folder, ledger)).toEqual([]);
    },
  );

  test('R12 completes and answers a pending change', async () => {
    const folder = newFolder();
    expect(await run(folder, 'seed', newFile(JSON.stringify(LOAD_SEED)), ...OFF)).toMatchObject({ code: 0 });
    const lectern = await serve(['--data', folder], { noShutdownLimit: true });
    const socket = connect(Number(new URL(lectern.url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    const body = '{"name":"In the last moment"}';
    socket.write(
      `PATCH /api/v3/projects/counter-0/ HTTP/1.1\r\nHost: ${new URL(lectern.url).host}\r\n` +
        `Authorization: Token ${LOAD_TOKEN}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
        'Expect: 100-continue\r\n\r\n',
    );
    await once(socket, 'data');
    const stopped = lectern.stop();
    socket.write(body);
    expect(await stopped).toMatchObject({ code: 0 });
    expect(received).toContain('HTTP/1.1 204');
    const again = await serve(['--data', folder]);
    expect(await get(`${again.url}/api/v3/projects/counter-0/`, LOAD_TOKEN)).toMatchObject({
      body: { name: 'In the last moment' },
    });
  });
});
