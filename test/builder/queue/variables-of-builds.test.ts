import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLectern } from '../../../src-server/lectern.ts';
import { isEnded } from '../../../src-server/model/builds/build.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { COPY_INDEX, commandsConfig, eventually } from '../../support/program/build-server.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';

const SYSTEM = systemActor('command');
// biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills in the variables
const SHOW = 'echo "open=${OPEN:-none} closed=${CLOSED:-none} unknown=${UNKNOWN:-none}"';

test('a build says which variables have no value, a pull request gets the public ones, and the path of the file counts', async () => {
  const repository = gitRepository();
  const config = commandsConfig(COPY_INDEX, SHOW);
  const commit = repository.commit('First', {
    'docs/.readthedocs.yaml': config,
    '.readthedocs.yaml': commandsConfig('false'),
    'index.html': '<h1>Tides</h1>',
  });
  const { services, store, close } = await openLectern({
    ...{ port: 0, keychain: 'off', builds: true, trustBuilds: true },
    data: join(scratchFolder(), 'data'),
  });
  onTestFinished(close);
  const version = { verbose_name: '12', identifier: commit, type: 'external', active: true, built: false };
  const project = {
    ...{ name: 'Tides', users: ['alice'], repository: { url: repository.folder, type: 'git' } },
    ...{ pull_request_builds: true, readthedocs_yaml_path: 'docs/.readthedocs.yaml' },
    versions: [version, { ...version, verbose_name: 'latest', identifier: 'main', type: 'branch' }],
    environment_variables: [
      { name: 'OPEN', value: 'for-all', public: true },
      { name: 'CLOSED', value: 'for-some' },
      { name: 'UNKNOWN', value: null },
    ],
  };
  await services.seeds.load(SYSTEM, parseSeed({ users: [{ username: 'alice' }], projects: [project] }));

  async function logOf(slug: string): Promise<string> {
    const { id } = services.builds.trigger(SYSTEM, 'tides', slug).build;
    const build = await eventually(
      () => store.builds.byId(id),
      (found) => found !== undefined && isEnded(found.state),
    );
    expect(build).toMatchObject({ success: true, error: '' });
    const commands = store.buildCommands.ofBuilds([id]).get(id) ?? [];
    return commands.map(({ command, output }) => `${command}\n${output}`).join('\n');
  }

  const log = await logOf('latest');
  expect(log).toContain('open=******** closed=******** unknown=none');
  expect(log).toContain('This variable has no value here, so the build runs without: UNKNOWN.');
  expect(await logOf('12')).toContain('open=******** closed=none unknown=none');
});
