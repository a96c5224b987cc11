import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openCore } from '../../../src-server/core.ts';
import { INTERRUPTED } from '../../../src-server/services/builds/build-runs.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { serveHere } from '../../support/program/run-command.ts';
import { makeDataFolder } from '../../support/store/store-folder.ts';

const RUNNER = systemActor('runner');

test('a build that ran when Lectern was killed has failed at the next start, and says why (safety R5)', async () => {
  const folder = makeDataFolder();
  const script = fileURLToPath(new URL('./stalled-build-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder.root], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'close');
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(() => ['it ended before it held a build']),
  ]);
  expect(line).toBe('holding');
  child.kill('SIGKILL');
  await exited;

  const lectern = await serveHere(['--no-builds', '--data', folder.root, '--user', 'alice']);
  onTestFinished(async () => void (await lectern.stop()));
  const build = async (id: number) => {
    const headers = { authorization: `Token ${lectern.tokens.alice}` };
    return (await fetch(`${lectern.url}/api/v3/projects/pip/builds/${id}/`, { headers })).json();
  };
  expect(await build(1)).toMatchObject({
    state: { code: 'finished' },
    success: false,
    error: INTERRUPTED,
    commit: 'abc',
    duration: expect.any(Number),
  });
  expect(await build(2)).toMatchObject({ state: { code: 'triggered' }, success: null, error: null });
  expect(lectern.output().stderr).toContain('Build 1 was running when Lectern stopped');
});

test('so has one that ran when Lectern was closed; the one after it is dequeued', async () => {
  const folder = makeDataFolder();
  const options = { data: folder.root, keychain: 'off' } as const;
  const before = await openCore(options);
  before.services.users.add(systemActor('command'), 'alice');
  const alice = { kind: 'user', user: before.services.users.get('alice'), door: 'api' } as const;
  const repository = { url: 'https://x.org/pip', type: 'git' } as const;
  before.services.projects.create(alice, { name: 'Pip', repository });
  before.services.builds.trigger(alice, 'pip', 'latest');
  expect(before.services.buildRuns.dequeue(RUNNER)?.id).toBe(1);
  await before.close();

  const after = await openCore(options);
  onTestFinished(after.close);
  expect(after.store.builds.byId(1)).toMatchObject({ state: 'finished', success: false, error: INTERRUPTED });
  expect(after.services.buildRuns.dequeue(RUNNER)?.id).toBe(2);
  expect(after.store.journal.newest(0, 10).map(({ door, action }) => `${door} ${action}`)).toContain(
    'start build.finish',
  );
});
