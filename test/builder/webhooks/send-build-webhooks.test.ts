import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendBuildWebhooks } from '../../../src-server/builder/webhooks/send-build-webhooks.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { openSeedStore } from '../../support/store/seed-store.ts';

const SYSTEM = systemActor('command');
const RUNNER = systemActor('runner');

type ReceivedRequest = {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
};
type Receiver = { readonly url: string; readonly requests: ReceivedRequest[] };

/** Starts a server that receives webhooks; `answer` replaces its default response, 204. */
async function receiver(answer?: (response: ServerResponse) => void): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      requests.push({ url: request.url ?? '', headers: request.headers, body: JSON.parse(text) });
      if (answer) answer(response);
      else response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, requests };
}

async function openFixture(...urls: readonly string[]) {
  const { services, load } = await openSeedStore(null, () => 1_556_532_000_000_000);
  await load({
    users: [{ username: 'alice' }],
    projects: [
      {
        slug: 'pip',
        name: 'Pip installer',
        users: ['alice'],
        repository: { url: 'https://x.org/pip', type: 'git' },
        versions: [
          { verbose_name: 'latest', identifier: 'main', type: 'branch', active: true, built: false },
          { verbose_name: '12', identifier: 'a'.repeat(40), type: 'external', active: true, built: false },
        ],
      },
    ],
  });
  for (const url of urls) services.buildWebhooks.add(SYSTEM, 'pip', { url });
  const log: string[] = [];
  const announcing = sendBuildWebhooks({ services, log: (line) => log.push(line) });
  onTestFinished(() => announcing.close());
  const build = () => services.builds.trigger(SYSTEM, 'pip', 'latest').build.id;
  const finish = (success: boolean) => {
    const id = services.buildRuns.dequeue(RUNNER)?.id ?? 0;
    services.buildRuns.finish(RUNNER, id, { success, commit: 'c'.repeat(40) });
  };
  const last = () => services.buildWebhooks.list(SYSTEM, 'pip').map((webhook) => webhook.last);
  return { services, announcing, log, build, finish, last };
}

const message = (id: number, state: string, success: boolean | null, commit: string | null) => ({
  name: 'Pip installer',
  slug: 'pip',
  build: { id, commit, state, success, date: '2019-04-29 10:00:00' },
});

test('webhooks are sent in order when builds are triggered and when they end', async () => {
  const { url, requests } = await receiver();
  const { announcing, build, finish, last, log } = await openFixture(url);
  const first = build();
  finish(true);
  const second = build();
  finish(false);
  await announcing.settled();
  const commit = 'c'.repeat(40);
  expect(requests.map(({ body }) => body)).toEqual([
    message(first, 'triggered', null, null),
    message(first, 'finished', true, commit),
    message(second, 'triggered', null, null),
    message(second, 'finished', false, commit),
  ]);
  expect(requests[0]).toMatchObject({ url: '/hook', headers: { 'content-type': 'application/json' } });
  expect(last()).toEqual([{ at: expect.any(Number), event: 'finished', status: 204, problem: null }]);
  expect(log).toEqual([]);
});

test('no webhooks are sent for pull requests', async () => {
  const { url, requests } = await receiver();
  const { announcing, services } = await openFixture(url);
  services.builds.trigger(SYSTEM, 'pip', '12');
  await announcing.settled();
  expect(requests).toEqual([]);
});

test('a failing URL does not delay others, and its problem is recorded without secrets', async () => {
  const { url, requests } = await receiver();
  const broken = await receiver((response) => response.writeHead(500).end('no'));
  const moved = await receiver((response) => response.writeHead(302, { location: url }).end());
  const secret = broken.url.replace('//', '//mira:s3cret@');
  const { announcing, build, last, log } = await openFixture(
    `${secret}?key=k3y`,
    moved.url,
    'http://127.0.0.1:1/x',
    url,
  );
  build();
  await announcing.settled();
  expect(requests).toHaveLength(1);
  expect(broken.requests).toMatchObject([
    {
      url: '/hook?key=k3y',
      headers: { authorization: `Basic ${Buffer.from('mira:s3cret').toString('base64')}` },
    },
  ]);
  expect(moved.requests).toHaveLength(1);
  expect(last()).toMatchObject([
    { status: 500, problem: 'It answered 500.' },
    { status: 302, problem: 'It answered 302, a redirect, which is not followed.' },
    { status: null, problem: expect.any(String) },
    { status: 204, problem: null },
  ]);
  expect(log).toHaveLength(3);
  expect(log.join('\n')).not.toMatch(/s3cret|k3y|mira/);
});

test('closing does not wait for responses', async () => {
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  // It never responds.
  const { url, requests } = await receiver(() => arrived());
  const { announcing, build, last } = await openFixture(url);
  build();
  build();
  await arrival;
  await announcing.close();
  expect(requests).toHaveLength(1);
  expect(last()).toEqual([null]);
});

test('the journal and the trash never contain a full URL', async () => {
  const { services } = await openFixture('https://mira:s3cret@x.org/hooks/t0ken?key=k3y');
  const [webhook] = services.buildWebhooks.list(SYSTEM, 'pip');
  services.buildWebhooks.remove(SYSTEM, 'pip', webhook?.id ?? 0);
  const stored = JSON.stringify([
    services.overview.timeline(SYSTEM, 'pip', undefined, 100),
    services.trash.list(SYSTEM),
  ]);
  expect(stored).toContain('https://x.org');
  expect(stored).not.toMatch(/s3cret|t0ken|k3y|mira/);
});
