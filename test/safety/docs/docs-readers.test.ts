import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startDocs } from '../../hosting/docs-fixture.ts';
import { linkPath, publish, SEED, signIn } from '../../hosting/private-docs.ts';

describe('S11 whether a session is asked for', () => {
  test('is decided by a choice in the settings, else by who can reach the server', async () => {
    const local = await startDocs({ seed: SEED });
    try {
      publish(local);
      const status = async () => (await local.request('hidden', '/en/latest/')).status;
      const choose = (value: boolean | null) =>
        local.callDesk('settings.set', { askBeforePrivateDocs: value });
      expect(await status()).toBe(200);
      expect(await linkPath(local, `http://hidden.localhost:${local.port}/en/latest/`)).toBe('/en/latest/');
      await choose(true);
      expect(await status()).toBe(404);
      const cookie = await signIn(local, 'hidden');
      const page = await local.request('hidden', '/en/latest/', { headers: { cookie } });
      expect(page.status).toBe(200);
      await choose(null);
      expect(await status()).toBe(200);
    } finally {
      await local.close();
    }
    const docs = await startDocs({ seed: SEED, servesPrivate: false });
    try {
      publish(docs);
      const status = async () => (await docs.request('hidden', '/en/latest/')).status;
      expect(await status()).toBe(404);
      await docs.callDesk('settings.set', { askBeforePrivateDocs: false });
      expect(await status()).toBe(200);
    } finally {
      await docs.close();
    }
  });

  test.each([
    ['ask', 404],
    ['show', 200],
  ] as const)('is decided by --private-docs %s before all', async (privateDocs, status) => {
    for (const servesPrivate of [true, false]) {
      const server = await startDocs({ seed: SEED, servesPrivate, privateDocs });
      try {
        publish(server);
        await server.callDesk('settings.set', { askBeforePrivateDocs: privateDocs !== 'ask' });
        expect((await server.request('hidden', '/en/latest/')).status).toBe(status);
      } finally {
        await server.close();
      }
    }
  });
});

describe('S2 a reader on another machine', () => {
  /** Forwards a port as `ssh -L` does. */
  async function forward(host: string, port: number, to: number) {
    const server = createServer((socket) => {
      const upstream = connect(to, '127.0.0.1');
      socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
      upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
      socket.pipe(upstream).pipe(socket);
    }).listen(port, host);
    await once(server, 'listening');
    const address = server.address();
    return { server, port: typeof address === 'object' && address ? address.port : port };
  }

  async function ask(host: string, port: number, path: string, cookie?: string) {
    const headers = { host: `hidden.localhost:${port}`, connection: 'close', ...(cookie && { cookie }) };
    const request = httpRequest({ host, port, path, headers });
    request.end();
    const [answer] = await once(request, 'response');
    answer.resume();
    await once(answer, 'end');
    return { status: answer.statusCode, cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] };
  }

  // Only Linux has further loopback addresses without being told to.
  test.runIf(process.platform === 'linux')(
    'S2 gets through a tunnel that ends at the same port there, and through no other',
    async () => {
      const local = await startDocs({ seed: SEED, privateDocs: 'ask' });
      publish(local);
      const same = await forward('127.0.0.2', local.port, local.port);
      const another = await forward('127.0.0.2', 0, local.port);
      try {
        const link = await linkPath(local, `http://hidden.localhost:${local.port}/en/latest/`);
        expect((await ask('127.0.0.2', another.port, link)).status).toBe(421);
        expect((await ask('127.0.0.2', same.port, '/en/latest/')).status).toBe(404);
        const opened = await ask('127.0.0.2', same.port, link);
        expect(opened).toMatchObject({ status: 302, cookie: expect.stringContaining('lectern-docs-') });
        expect((await ask('127.0.0.2', same.port, '/en/latest/', opened.cookie)).status).toBe(200);
      } finally {
        same.server.close();
        another.server.close();
        await local.close();
      }
    },
  );
});
