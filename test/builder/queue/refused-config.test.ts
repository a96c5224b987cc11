import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLectern } from '../../../src-server/lectern.ts';
import { isEnded } from '../../../src-server/model/builds/build.ts';
import { plainText } from '../../../src-server/model/notifications/plain-text.ts';
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

const HTML = 'mkdir -p $READTHEDOCS_OUTPUT/html && echo hello > $READTHEDOCS_OUTPUT/html/index.html';
const JOBS = `  jobs: {create_environment: [date], install: [date], build: {html: ["${HTML}"]}}\n`;

/** Files that are built here and refused by the service: how the build ends, and what is said of it, the last first. */
const BUILT = [
  {
    files: { '.readthedocs.yaml': `${BUILD}${JOBS}sphinx: {}\n` },
    success: true,
    said: [['config:sphinx:missing-config', 'info', '"sphinx.configuration" is required']],
  },
  {
    // An address of a submodule ends it before anything is installed.
    files: {
      '.readthedocs.yaml':
        'version: 2\nbuild: {image: latest}\nsphinx: {configuration: conf.py}\nsubmodules: {include: all}\n',
      '.gitmodules': '[submodule "x"]\n\tpath = x\n\turl = ext::true\n',
    },
    success: false,
    said: [
      ['build:user:generic', 'error', expect.stringMatching(/^One or more submodule URLs are not valid/)],
      [
        'build:user:config:build-image-deprecated',
        'info',
        '"build.image" has been removed in favor of "build.os" and "build.tools"',
      ],
    ],
  },
] as const;

/** A project on a server of today's dialect, and what its builds end with. */
async function openProject(files: Readonly<Record<string, string>>) {
  const repository = gitRepository();
  repository.commit('First', files);
  const data = join(scratchFolder(), 'data');
  const options = { data, port: 0, keychain: 'off', builds: true, trustBuilds: true } as const;
  const { services, store, url, close } = await openLectern({ ...options, dialect: 'current' });
  onTestFinished(close);
  const user = services.users.ensure(SYSTEM, 'alice');
  const alice = { kind: 'operator', user, door: 'desk' } as const;
  const { token } = services.tokens.create(SYSTEM, user, 'test');
  services.projects.create(alice, { name: 'Tides', repository: { url: repository.folder, type: 'git' } });
  const headers = { authorization: `Token ${token}` };
  const read = async (path: string) => (await fetch(url + path, { headers })).json();

  return {
    /** Commits files and builds them. */
    build(next: Readonly<Record<string, string>>): void {
      repository.commit('Next', next);
      services.builds.trigger(alice, 'tides', 'latest');
    },
    /** Waits for the end of a build; returns it, as the API shows it, and its notifications. */
    async ended(id: number) {
      const stored = await eventually(
        () => store.builds.byId(id),
        (found) => found !== undefined && isEnded(found.state),
      );
      const place = `/api/v3/projects/tides/builds/${id}/`;
      return { stored, shown: await read(place), said: await read(`${place}notifications/`) };
    },
  };
}

test('a build whose configuration file is refused is told of by the id that the service gives it', async () => {
  const { build, ended } = await openProject({ '.readthedocs.yaml': REFUSED[0][0] });
  for (const [at, [text, id, words]] of REFUSED.entries()) {
    if (at > 0) build({ '.readthedocs.yaml': text });
    const { stored, shown, said } = await ended(at + 1);
    const error = `Problem in your project's configuration. ${words}`;
    expect(stored).toMatchObject({ success: false, error });
    expect(shown).toMatchObject({ success: false, error: '' });
    expect(said).toMatchObject({ count: 1, results: [{ message: { id, type: 'error' }, state: 'unread' }] });
  }
});

test('a build of a file that the service refuses and Lectern takes has its notifications too', async () => {
  const { build, ended } = await openProject(BUILT[0].files);
  for (const [at, { files, success, said: expected }] of BUILT.entries()) {
    if (at > 0) build(files);
    const { shown, said } = await ended(at + 1);
    expect(shown).toMatchObject({ success, error: '' });
    const { results } = said as { results: { message: Record<string, string> }[] };
    expect(results.map(({ message: { id, type, header } }) => [id, type, plainText(header ?? '')])).toEqual(
      expected,
    );
  }
});
