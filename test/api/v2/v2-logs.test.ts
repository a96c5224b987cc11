import { expect, onTestFinished, test } from 'vitest';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { startApi } from '../../support/api/api-server.ts';
import { LONG_LOGS_SEED, LONG_OUTPUT } from './v2-fixture.ts';

type Answer = { readonly commands: readonly { readonly id: number; readonly output: string }[] };

const RUNNER = systemActor('runner');

async function open() {
  const api = await startApi({ seed: LONG_LOGS_SEED });
  onTestFinished(api.close);
  return {
    services: api.lectern.services,
    async read(path: string): Promise<readonly Answer[]> {
      const { status, json } = await api.request('GET', `/api/v2/build/${path}`);
      expect(status).toBe(200);
      const { results } = json as { readonly results?: readonly Answer[] };
      return results ?? [json as Answer];
    },
  };
}

test('a list of builds shortens output more than a single build does, and says so', async () => {
  const { read } = await open();
  const [one] = await read('1/');
  expect(one?.commands[0]?.output.length).toBeGreaterThan(2_000_000);
  const [listed] = await read('');
  const output = listed?.commands[0]?.output ?? '';
  expect(output).toBe(
    `[Too long: only the last 65536 characters are shown.]\n\n${LONG_OUTPUT.slice(-65_536)}`,
  );
});

test('a note replaces a deleted log; the command stays', async () => {
  const { services, read } = await open();
  const { id } = services.builds.trigger(RUNNER, 'talkative', 'latest').build;
  services.buildRuns.dequeue(RUNNER);
  const commandId = services.buildRuns.beginCommand(RUNNER, id, { command: 'cat' });
  services.buildRuns.appendOutput(RUNNER, id, commandId, 'what it says');
  services.buildRuns.endCommand(RUNNER, id, commandId, { exitCode: 0 });
  services.buildRuns.finish(RUNNER, id, { success: true });
  expect((await read(`${id}/`))[0]?.commands).toMatchObject([{ output: 'what it says' }]);
  const inAYear = (Date.now() + 365 * 86_400_000) * 1000;
  expect(await services.logPruning.prune(RUNNER, inAYear)).toMatchObject({ builds: 1 });
  for (const path of [`${id}/`, '']) {
    const [build] = await read(path);
    expect(build?.commands).toMatchObject([
      {
        command: 'cat',
        exit_code: 0,
        output: expect.stringMatching(/^\[This log was removed on \d{4}-\d\d-\d\d/),
      },
    ]);
  }
});

test('a running command is not listed', async () => {
  const { services, read } = await open();
  const { id } = services.builds.trigger(RUNNER, 'talkative', 'latest').build;
  services.buildRuns.dequeue(RUNNER);
  const commandId = services.buildRuns.beginCommand(RUNNER, id, { command: 'make html' });
  services.buildRuns.appendOutput(RUNNER, id, commandId, 'half');
  expect((await read(`${id}/`))[0]?.commands).toEqual([]);
  services.buildRuns.endCommand(RUNNER, id, commandId, { exitCode: 3 });
  expect((await read(`${id}/`))[0]?.commands).toMatchObject([
    { id: commandId, command: 'make html', output: 'half', exit_code: 3 },
  ]);
});
