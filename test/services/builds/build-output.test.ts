import { describe, expect, test, vi } from 'vitest';
import { Conflict, Forbidden, NotFound } from '../../../src-server/model/base/problems.ts';
import type { OutputAppended } from '../../../src-server/services/builds/build-commands.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import type { ChangeSignal } from '../../../src-server/services/kernel/changes.ts';
import { openDeskFixture, seedProject, seedVersion } from '../undo/desk-fixture.ts';

const RUNNER = systemActor('runner');
const START = 1_700_000_000_000_000;

/** A build that a runner holds, and its commands. */
async function open() {
  let now = START;
  const fixture = await openDeskFixture(
    {
      users: [{ username: 'alice' }],
      projects: [seedProject('a', { versions: [seedVersion('latest')] })],
    },
    () => now,
  );
  const { services, operator } = fixture;
  const { id } = services.builds.trigger(operator, 'a', 'latest').build;
  services.buildRuns.dequeue(RUNNER);
  const events: OutputAppended[] = [];
  services.buildRuns.onOutput((output) => events.push(output));
  const signals: ChangeSignal[] = [];
  services.changes.onSignal((signal) => signals.push(signal));
  const runs = services.buildRuns;
  return {
    ...fixture,
    id,
    heard: events,
    runs,
    pass: (seconds: number) => {
      now += seconds * 1_000_000;
    },
    begin: (command = 'make html') => runs.beginCommand(RUNNER, id, { command, description: 'x' }),
    write: (commandId: number, text: string) => runs.appendOutput(RUNNER, id, commandId, text),
    end: (commandId: number, exitCode = 0) => runs.endCommand(RUNNER, id, commandId, { exitCode }),
    commands: () => services.buildLog.get(operator, id).commands,
    text: (commandId: number) => services.buildLog.raw(operator, id, commandId, 0).text,
    window: (commandId: number, from: number) => services.buildLog.output(operator, id, commandId, from, 2),
    signals,
  };
}

describe('a command that runs', () => {
  test('is visible from its start, with its output so far, until it ends', async () => {
    const { begin, write, end, commands, text, window, pass, id, signals } = await open();
    const commandId = begin();
    expect(commands()).toEqual([
      {
        ...{ id: commandId, buildId: id, command: 'make html', description: 'x' },
        ...{ exitCode: null, startTime: START, endTime: null, lines: 0, bytes: 0, errors: 0, warnings: 0 },
      },
    ]);
    write(commandId, 'one\nERROR: tw');
    expect(commands()).toMatchObject([{ lines: 2, bytes: 13, errors: 1, endTime: null }]);
    expect(window(commandId, 1)).toEqual({
      ...{ from: 1, lines: ['one', 'ERROR: tw'], truncated: [], bytes: 13, isOpen: true },
    });
    pass(3);
    write(commandId, 'o\nthree\nWARN');
    end(commandId, 2);
    expect(text(commandId)).toBe('one\nERROR: two\nthree\nWARN');
    expect(window(commandId, 2)).toMatchObject({ lines: ['ERROR: two', 'three'], isOpen: false });
    expect(commands()).toMatchObject([
      { exitCode: 2, startTime: START, endTime: START + 3_000_000, lines: 4, errors: 1, warnings: 1 },
    ]);
    const signal = { action: 'build.command', subjectId: id, projectId: 1 };
    expect(signals.filter(({ action }) => action === 'build.command')).toEqual([signal, signal]);
  });

  test('is signalled as it is written, and output in quick succession is batched', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(0);
    const { begin, write, end, heard: events, id } = await open();
    const commandId = begin();
    for (let line = 0; line < 1000; line++) write(commandId, `line ${line}\n`);
    expect(events).toEqual([{ buildId: id, commandId, lines: 1, bytes: 7, errors: 0, warnings: 0 }]);
    end(commandId);
    expect(events.slice(1)).toMatchObject([{ lines: 1000, bytes: 8890 }]);
  });

  test('notifies its listeners of the last output without a further write', async () => {
    const { begin, write, heard: events } = await open();
    const commandId = begin();
    write(commandId, 'first\n');
    write(commandId, 'last\n');
    await expect.poll(() => events.at(-1)?.lines).toBe(2);
  });

  test('ends with its build, as one that was cut off, and keeps what it wrote', async () => {
    const { begin, write, commands, text, runs, id, operator, services } = await open();
    const commandId = begin();
    write(commandId, 'a\n');
    write(commandId, 'b\n');
    runs.finish(RUNNER, id, { success: false, error: 'Out of time.' });
    expect(commands()).toMatchObject([{ exitCode: -1, endTime: START }]);
    expect(text(commandId)).toBe('a\nb\n');
    expect(services.buildLog.get(operator, id).error).toBe('Out of time.');
  });

  test('that Lectern was at when it stopped has ended after the next start (safety R5)', async () => {
    const { begin, commands, runs } = await open();
    begin();
    runs.failInterrupted(systemActor('start'));
    expect(commands()).toMatchObject([{ exitCode: -1, endTime: START }]);
  });

  test('accepts no output once it has ended, and only the output of the runner', async () => {
    const { begin, write, end, runs, id, as, text } = await open();
    const commandId = begin();
    write(commandId, 'x');
    for (const act of [
      () => runs.beginCommand(as('alice'), id, { command: 'x' }),
      () => runs.appendOutput(as('alice'), id, commandId, 'x'),
      () => runs.endCommand(as('alice'), id, commandId, { exitCode: 0 }),
    ]) {
      expect(act).toThrow(Forbidden);
    }
    end(commandId);
    expect(() => write(commandId, 'x')).toThrow(NotFound);
    expect(() => end(commandId)).toThrow(NotFound);
    expect(() => write(999, 'x')).toThrow(NotFound);
    expect(text(commandId)).toBe('x');
    runs.finish(RUNNER, id, { success: true });
    expect(() => write(commandId, 'x')).toThrow(Conflict);
    expect(() => runs.beginCommand(RUNNER, id, { command: 'x' })).toThrow(Conflict);
  });

  test('goes with its project: what it still writes is refused, and undo brings it back as ended', async () => {
    const { begin, write, runs, id, services, operator, commands } = await open();
    const commandId = begin();
    write(commandId, 'a\n');
    services.projects.remove(operator, 'a');
    expect(() => write(commandId, 'b\n')).toThrow(NotFound);
    services.undo.apply(operator, services.undo.last(operator)?.batch ?? 0);
    expect(commands()).toMatchObject([{ exitCode: -1, lines: 1, endTime: START }]);
    expect(() => runs.endCommand(RUNNER, id, commandId, { exitCode: 0 })).toThrow(Conflict);
  });

  test('is left out of the public log until it has ended', async () => {
    const { begin, end, services, id } = await open();
    const commandId = begin();
    expect(services.v2Reads.build(id).commands).toEqual([]);
    end(commandId);
    expect(services.v2Reads.build(id).commands).toMatchObject([{ id: commandId, exitCode: 0 }]);
  });
});
