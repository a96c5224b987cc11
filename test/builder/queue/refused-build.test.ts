import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLectern } from '../../../src-server/lectern.ts';
import { NOT_TRUSTED } from '../../../src-server/model/builds/build-trust.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { eventually } from '../../support/program/build-server.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';

test('a build that the API promised, but that may not run here, ends with the reason, which is logged too', async () => {
  const { folder, commit } = gitRepository();
  commit('First', { 'docs/index.rst': '' });
  const lines: string[] = [];
  const lectern = await openLectern({
    ...{ data: join(scratchFolder(), 'data'), port: 0, keychain: 'off', builds: true, trustBuilds: false },
    log: (line) => lines.push(line),
  });
  onTestFinished(lectern.close);
  const { services, store, url } = lectern;
  const user = services.users.ensure(systemActor('command'), 'alice');
  const { token } = services.tokens.create({ kind: 'operator', user, door: 'desk' }, user, 'test');
  const post = (path: string, body: object) =>
    fetch(`${url}/api/v3/projects/${path}`, {
      method: 'POST',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('', { name: 'Tides', repository: { url: folder, type: 'git' } });
  const triggered = await post('tides/versions/latest/builds/', {});
  expect(triggered.status).toBe(202);
  const { build } = await triggered.json();
  expect(build).toMatchObject({ success: null, state: { code: 'triggered' } });
  const ended = await eventually(
    () => store.builds.byId(build.id),
    (now) => now?.state === 'finished',
  );
  expect(ended).toMatchObject({ success: false, error: expect.stringContaining(NOT_TRUSTED) });
  expect(lines).toContain(`Build ${build.id} of tides (latest) did not run: ${ended?.error}`);
});
