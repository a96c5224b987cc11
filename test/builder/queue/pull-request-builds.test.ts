import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLectern } from '../../../src-server/lectern.ts';
import { PULL_REQUESTS_OFF } from '../../../src-server/model/builds/build-trust.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { sendRequest } from '../../support/api/http-request.ts';
import { COPY_INDEX, commandsConfig, eventually } from '../../support/program/build-server.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';

const NOTE_URL = 'echo $READTHEDOCS_CANONICAL_URL > $READTHEDOCS_OUTPUT/html/url.txt';
const SYSTEM = systemActor('command');

test('S12 the build of a pull request runs nothing unless its project says so, even where every project is trusted', async () => {
  const repository = gitRepository();
  const commit = repository.commit('First', {
    '.readthedocs.yaml': commandsConfig(COPY_INDEX, NOTE_URL),
    'index.html': '<h1>Tides</h1>',
  });
  const options = { port: 0, keychain: 'off', builds: true, trustBuilds: true } as const;
  const { services, store, port, close } = await openLectern({
    ...options,
    data: join(scratchFolder(), 'data'),
  });
  onTestFinished(close);
  const version = { verbose_name: '12', identifier: commit, type: 'external', active: true, built: false };
  const project = { name: 'Tides', users: ['alice'], repository: { url: repository.folder, type: 'git' } };
  const seed = { users: [{ username: 'alice' }], projects: [{ ...project, versions: [version] }] };
  await services.seeds.load(SYSTEM, parseSeed(seed));
  const build = () => {
    const { id } = services.builds.trigger(SYSTEM, 'tides', '12').build;
    return eventually(
      () => store.builds.byId(id),
      (found) => found?.state === 'finished',
    );
  };
  const refused = await build();
  expect(refused).toMatchObject({ success: false, error: PULL_REQUESTS_OFF });
  expect(store.buildCommands.ofBuild(refused?.id ?? 0)).toEqual([]);
  services.projects.update(SYSTEM, 'tides', { pull_request_builds: true });
  expect(await build()).toMatchObject({ success: true, error: '' });
  // The pages are at a host of their own, and the build knew their URL (behaviour.md 13 and 14).
  const host = `tides--12.localhost:${port}`;
  const page = await sendRequest({ port, method: 'GET', path: '/en/12/url.txt', headers: { host } });
  expect(page).toMatchObject({ status: 200, text: `http://${host}/en/12/\n` });
});
