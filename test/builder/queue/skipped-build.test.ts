import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLectern } from '../../../src-server/lectern.ts';
import { isEnded } from '../../../src-server/model/builds/build.ts';
import { buildOutcome } from '../../../src-server/model/builds/build-outcome.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { COPY_INDEX, commandsConfig, eventually, readPage } from '../../support/program/build-server.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';

const SYSTEM = systemActor('command');
const CONFIG = commandsConfig('test ! -e skip || exit 183', COPY_INDEX);

/** Starts a server that keeps the states and results of the builds that it is told of. */
async function receiver(): Promise<{ readonly url: string; readonly told: unknown[] }> {
  const told: unknown[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { build } = JSON.parse(Buffer.concat(chunks).toString()) as { build: Record<string, unknown> };
    told.push([build.id, build.state, build.success]);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, told };
}

test('a command that ends with exit code 183 skips the build: cancelled, not failed, and the badge stays', async () => {
  const repository = gitRepository();
  repository.commit('First', { '.readthedocs.yaml': CONFIG, 'index.html': '<h1>First edition</h1>' });
  const data = join(scratchFolder(), 'data');
  const options = { data, port: 0, keychain: 'off', builds: true, trustBuilds: true } as const;
  const lectern = await openLectern(options);
  onTestFinished(lectern.close);
  const { services, store, url } = lectern;
  const user = services.users.ensure(SYSTEM, 'alice');
  const alice = { kind: 'operator', user, door: 'desk' } as const;
  services.projects.create(alice, { name: 'Tides', repository: { url: repository.folder, type: 'git' } });
  const { url: hook, told } = await receiver();
  services.buildWebhooks.add(alice, 'tides', { url: hook });
  const finished = (id: number) =>
    eventually(
      () => store.builds.byId(id),
      (build) => build !== undefined && isEnded(build.state),
    );
  const badge = async () => /docs: \w+/.exec(await (await fetch(`${url}/projects/tides/badge/`)).text())?.[0];
  const start = () => services.builds.trigger(alice, 'tides', 'latest').build.id;

  expect(await finished(1)).toMatchObject({ success: true });
  expect(await badge()).toBe('docs: passing');
  repository.commit('Nothing to build', { skip: '' });
  const skipped = start();
  const build = await finished(skipped);
  expect(build).toMatchObject({
    success: false,
    error: 'Cancelled: a command ended with exit code 183, which skips the build.',
  });
  expect(build && [build.state, buildOutcome(build)]).toEqual(['cancelled', 'cancelled']);
  const said = services.notifications.ofBuild(alice, 'tides', skipped, undefined, { limit: 9, offset: 0 });
  expect(said.items).toMatchObject([{ message: 'build:user:exit-code-183', text: { type: 'info' } }]);
  expect(await badge()).toBe('docs: passing');
  const page = await readPage(url, 'tides.localhost', '/en/latest/');
  expect(page.text).toContain('First edition');

  // A build that fails after a skipped one counts, and a skipped one after that does not mend it.
  repository.git('rm', '--quiet', 'skip', 'index.html');
  repository.commit('No page');
  const failed = start();
  expect(await finished(failed)).toMatchObject({ success: false, error: '' });
  expect(await badge()).toBe('docs: failing');
  repository.commit('Nothing to build', { skip: '' });
  const again = start();
  await finished(again);
  expect(await badge()).toBe('docs: failing');
  await eventually(
    () => told,
    () => told.some((each) => JSON.stringify(each) === JSON.stringify([again, 'cancelled', false])),
  );
  expect(told).toEqual(
    expect.arrayContaining([
      [skipped, 'cancelled', false],
      [failed, 'finished', false],
    ]),
  );
});
