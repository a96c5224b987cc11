import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLectern } from '../../../src-server/lectern.ts';
import { isEnded } from '../../../src-server/model/builds/build.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { eventually } from '../../support/program/build-server.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';

const SYSTEM = systemActor('command');
const BUILD = 'version: 2\nbuild:\n  os: ubuntu-24.04\n  tools: {python: "3.13"}\n';

/** The file, the id of the notification, and what the build's error says of it. */
const REFUSED = [
  [
    'formats: [doc]\n',
    'config:validation:invalid-choice',
    'Invalid "formats[0]": expected one of (htmlzip, pdf, epub), got doc',
  ],
  [
    `${BUILD}python: {install: [{method: uv}]}\n`,
    'config:python:uv-command-required',
    'Invalid "python.install[0].command": "method: uv" needs a "command"',
  ],
  [
    `${BUILD}  image: latest\n`,
    'build:user:config:build-image-deprecated',
    'Invalid "build.image": .readthedocs.yaml: You can not have "build.image" and "build.os" at the same time',
  ],
] as const;

test('a build whose configuration file is refused is told of by the id that the service gives it', async () => {
  const repository = gitRepository();
  repository.commit('Wrong', { '.readthedocs.yaml': REFUSED[0][0] });
  const data = join(scratchFolder(), 'data');
  const options = { data, port: 0, keychain: 'off', builds: true, trustBuilds: true } as const;
  const { services, store, url, close } = await openLectern({ ...options, dialect: 'current' });
  onTestFinished(close);
  const user = services.users.ensure(SYSTEM, 'alice');
  const alice = { kind: 'operator', user, door: 'desk' } as const;
  const { token } = services.tokens.create(SYSTEM, user, 'test');
  services.projects.create(alice, { name: 'Tides', repository: { url: repository.folder, type: 'git' } });
  const headers = { authorization: `Token ${token}` };

  for (const [at, [text, id, words]] of REFUSED.entries()) {
    if (at > 0) {
      repository.commit('Wrong again', { '.readthedocs.yaml': text });
      services.builds.trigger(alice, 'tides', 'latest');
    }
    const build = at + 1;
    await eventually(
      () => store.builds.byId(build),
      (found) => found !== undefined && isEnded(found.state),
    );
    const error = `Problem in your project's configuration. ${words}`;
    expect(store.builds.byId(build)).toMatchObject({ success: false, error });
    const place = `${url}/api/v3/projects/tides/builds/${build}/`;
    expect(await (await fetch(place, { headers })).json()).toMatchObject({ success: false, error: '' });
    const said = await (await fetch(`${place}notifications/`, { headers })).json();
    expect(said).toMatchObject({ count: 1, results: [{ message: { id, type: 'error' }, state: 'unread' }] });
  }
});
