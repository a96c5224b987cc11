import { describe, expect, test } from 'vitest';
import { NotFound } from '../../../src-server/model/base/problems.ts';
import { openDeskFixture, seedProject, seedVersion } from '../undo/desk-fixture.ts';

const TIME = { start_time: '2026-01-01T00:00:00Z', end_time: '2026-01-01T00:00:02Z' };
const command = (output: string, exit_code = 0) => ({
  description: '',
  command: 'make',
  output,
  exit_code,
  ...TIME,
});
const build = (id: number, more: object) => ({ id, created: '2026-01-01T00:00:00Z', ...more });

async function open() {
  const good = { state: 'finished', success: true };
  return openDeskFixture({
    users: [{ username: 'alice' }, { username: 'bob' }],
    projects: [
      seedProject('a', {
        name: 'Almanac',
        versions: [
          seedVersion('v1/0', {
            builds: [
              build(1, { ...good, duration: 30 }),
              build(2, { ...good, duration: 90 }),
              build(3, { ...good, duration: 40 }),
              build(4, {
                ...{
                  state: 'finished',
                  success: false,
                  error: 'Oh',
                  duration: 500,
                  config: { version: '2' },
                },
                commands: [command('one\ntwo\n'), command('', 0), command('a WARNING\nb\nwarning', 2)],
              }),
            ],
          }),
          seedVersion('latest', {
            builds: [build(5, { state: 'triggered' }), build(6, { state: 'triggered' })],
          }),
          seedVersion('8', { type: 'external', builds: [build(7, good)] }),
        ],
      }),
      seedProject('hidden', {
        privacy_level: 'private',
        versions: [seedVersion('latest', { builds: [build(8, { ...good, commands: [command('secret')] })] })],
      }),
    ],
  });
}

describe('a build', () => {
  test('is returned with its commands, without their output', async () => {
    const { services, as } = await open();
    const detail = services.buildLog.get(as('alice'), 4);
    expect(detail).toMatchObject({
      ...{
        projectSlug: 'a',
        projectName: 'Almanac',
        versionSlug: 'v1-0',
        versionName: 'v1/0',
        outcome: 'failed',
      },
      ...{ error: 'Oh', config: { version: '2' }, started: null, queuedBefore: null, usualDuration: 40 },
    });
    expect(detail.commands.map(({ exitCode, lines, bytes }) => [exitCode, lines, bytes])).toEqual([
      ...[
        [0, 2, 8],
        [0, 0, 0],
        [2, 3, 19],
      ],
    ]);
    expect(JSON.stringify(detail)).not.toContain('WARNING');
  });

  test('that waits says how many wait before it', async () => {
    const { services, as } = await open();
    expect([5, 6].map((id) => services.buildLog.get(as('alice'), id).queuedBefore)).toEqual([0, 1]);
  });

  test('gives its output in windows, raw, and by what is in it', async () => {
    const { services, as } = await open();
    const [first = 0, , last = 0] = services.buildLog.get(as('alice'), 4).commands.map(({ id }) => id);
    expect(services.buildLog.output(as('alice'), 4, first, 2, 5)).toEqual({
      ...{ from: 2, lines: ['two'], truncated: [], bytes: 8, isOpen: false },
    });
    expect(services.buildLog.raw(as('alice'), 4, first, 0)).toEqual({ text: 'one\ntwo\n', next: null });
    expect(await services.buildLog.find(as('alice'), 4, 'Warning')).toEqual([
      { commandId: last, lines: [1, 3], more: false },
    ]);
    expect(await services.buildLog.find(as('alice'), 4, '')).toEqual([]);
  });

  test('shows a command that was added since it was looked at', async () => {
    const { services, operator, as } = await open();
    const runner = { kind: 'system', door: 'runner' } as const;
    const { id } = services.builds.trigger(operator, 'a', 'v1-0').build;
    let order = services.buildRuns.dequeue(runner);
    while (order && order.id !== id) {
      services.buildRuns.finish(runner, order.id, { success: true });
      order = services.buildRuns.dequeue(runner);
    }
    expect(services.buildLog.get(as('alice'), id).commands).toEqual([]);
    const ran = { description: '', command: 'make', output: 'x\ny', exitCode: 0, startTime: 1, endTime: 2 };
    const added = services.buildRuns.addCommand(runner, id, ran);
    expect(services.buildLog.get(as('alice'), id)).toMatchObject({
      outcome: 'running',
      started: expect.any(Number),
      commands: [{ id: added.id, lines: 2 }],
    });
    expect(services.buildLog.output(as('alice'), id, added.id, 1, 9).lines).toEqual(['x', 'y']);
  });

  test('is visible to those who may see it, and its commands only together with it', async () => {
    const { services, operator, as } = await open();
    const [commandId = 0] = services.buildLog.get(operator, 8).commands.map(({ id }) => id);
    expect(services.buildLog.output(operator, 8, commandId, 1, 1).lines).toEqual(['secret']);
    expect(services.buildLog.get(as('bob'), 4).id).toBe(4);
    const { buildLog } = services;
    for (const call of [
      () => buildLog.get(as('bob'), 8),
      () => buildLog.output(as('bob'), 8, commandId, 1, 1),
      () => buildLog.raw(as('bob'), 8, commandId, 0),
      () => buildLog.output(as('bob'), 4, commandId, 1, 1),
      () => buildLog.raw(operator, 4, commandId, 0),
      () => buildLog.get(operator, 7),
      () => buildLog.get(operator, 999),
      () => buildLog.output(operator, 8, 999, 1, 1),
    ]) {
      expect(call).toThrow(NotFound);
    }
    await expect(buildLog.find(as('bob'), 8, 'secret')).rejects.toThrow(NotFound);
  });
});
