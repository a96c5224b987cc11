import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../architecture/repository.ts';
import { newFolder, serve } from '../processes.ts';

/** Sends this text on a new connection and waits for the first response bytes. */
async function openRequest(url: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(text.replaceAll('\n', '\r\n'));
  await once(socket, 'data');
  return socket;
}

test.each([
  ['SIGTERM', ['SIGTERM']],
  ['SIGINT', ['SIGINT']],
  ['repeated signals', ['SIGTERM', 'SIGINT', 'SIGTERM', 'SIGINT']],
] as const)('%s ends it while requests are open', async (_name, signals) => {
  const folder = newFolder();
  const lectern = await serve(['--data', folder, '--user', 'alice'], { noShutdownLimit: true });
  const host = new URL(lectern.url).host;
  // One answered request on a kept-alive connection, and one request without its body.
  await openRequest(lectern.url, `GET / HTTP/1.1\nHost: ${host}\n\n`);
  await openRequest(
    lectern.url,
    `POST /api/v3/projects/ HTTP/1.1\nHost: ${host}\nAuthorization: Token ${lectern.tokens.alice}\n` +
      'Content-Type: application/json\nContent-Length: 100\nExpect: 100-continue\n\n',
  );
  expect(await lectern.stop(...signals)).toMatchObject({ code: 0, signal: null });
  expect(existsSync(join(folder, 'lectern.sqlite-wal'))).toBe(false);
  expect(existsSync(join(folder, 'holder.json'))).toBe(false);
});

test('after kill -9 the next start succeeds with all acknowledged changes', async () => {
  const folder = newFolder();
  const first = await serve(['--data', folder, '--user', 'alice']);
  await first.kill();
  const second = await serve(['--data', folder]);
  const answer = await fetch(`${second.url}/api/v3/projects/`, {
    headers: { authorization: `Token ${first.tokens.alice}` },
  });
  expect(answer.status).toBe(200);
});

test.skipIf(process.platform === 'win32')('it starts, works and stops with stdin closed', async () => {
  const lectern = await serve(['--memory'], { wrapper: ['sh', '-c', 'exec "$@" <&-', 'sh'] });
  expect((await fetch(lectern.url)).status).toBe(200);
  expect(await lectern.stop()).toMatchObject({ code: 0 });
});

test('it keeps running when its output is no longer read', async () => {
  const lectern = await serve(['--memory', '--user', 'alice']);
  lectern.child.stdout?.destroy();
  lectern.child.stderr?.destroy();
  expect((await fetch(lectern.url)).status).toBe(200);
  expect(await lectern.stop()).toMatchObject({ code: 0 });
});

// npm sends the signal to a shell, which ends without passing it to the server.
test.skipIf(process.platform === 'win32')('SIGTERM to npm stops the server too', async () => {
  const npm = spawn('npm', ['run', '-s', 'serve', '--', '--memory', '--port', '0', '--json', '--quiet'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = String((await once(npm.stdout, 'data'))[0]);
  const { event, url, pid } = JSON.parse(line) as { event: string; url: string; pid: number };
  expect(event).toBe('listening');
  let closed = false;
  onTestFinished(() => {
    if (!closed) process.kill(pid, 'SIGKILL');
  });
  npm.kill('SIGTERM');
  // The output closes when the last process that holds it has ended.
  await once(npm, 'close');
  closed = true;
  await expect(fetch(url)).rejects.toThrow();
});
