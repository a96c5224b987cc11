import { describe, expect, onTestFinished, test } from 'vitest';
import { dataMaintenance } from '../../../src-server/host/runtime/maintenance/data-maintenance.ts';
import { startMaintenance } from '../../../src-server/host/runtime/maintenance/maintenance.ts';
import { Forbidden } from '../../../src-server/model/base/problems.ts';
import { openDatabase } from '../../../src-server/store/file/database.ts';
import { eventually } from '../../support/program/build-server.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';
import { makeDataFolder, openOptions } from '../../support/store/store-folder.ts';
import { openDeskFixture, seedProject, seedVersion } from '../undo/desk-fixture.ts';

const DAY = 86_400_000_000;
const NOW = Date.UTC(2026, 5, 1) * 1000;
const MEGABYTE = 1_000_000;

/** Builds so many days old, each with a log of so many megabytes; the first one of them still runs. */
async function open(builds: readonly { readonly days: number; readonly megabytes: number }[]) {
  const fixture = await openDeskFixture(
    {
      users: [{ username: 'alice' }],
      projects: [seedProject('a', { versions: [seedVersion('latest'), seedVersion('2.0')] })],
    },
    () => NOW,
  );
  const { store, services, operator, addBuild } = fixture;
  const ids = builds.map(({ days, megabytes }, index) => {
    const state = index === 0 ? 'building' : 'finished';
    const { id: buildId } = addBuild('a', 'latest', { created: NOW - days * DAY, state });
    const output = `${'x'.repeat(99)}\n`.repeat(megabytes * 10_000);
    const command = { description: '', command: 'make', exitCode: 1, startTime: NOW, endTime: NOW };
    store.change(() => store.buildCommands.insert({ ...command, buildId, output }));
    return buildId;
  });
  return {
    ...fixture,
    prune: () => services.logPruning.prune(OPERATOR),
    /** The places of those whose log is there. */
    withOutput: () => ids.flatMap((id, at) => (store.buildCommands.ofBuild(id)[0]?.lines ? [at] : [])),
    detail: (at: number) => services.buildLog.get(operator, ids[at] ?? 0),
    publicOutput: (at: number) => services.v2Reads.build(ids[at] ?? 0),
    entries: () => store.journal.newest(0, 100).filter(({ action }) => action === 'log.prune'),
  };
}

describe('logs', () => {
  test('R14 go by age and by size, oldest first; builds and their commands stay', async () => {
    const fixture = await open([...[400, 100, 95, 80, 60, 40, 20].map((days) => ({ days, megabytes: 5 }))]);
    const { services, prune, withOutput, detail, entries } = fixture;
    services.settings.set(OPERATOR, { keepLogsDays: 90, keepLogsMegabytes: null });
    expect(await prune()).toEqual({ builds: 2, bytes: 10 * MEGABYTE });
    expect(withOutput()).toEqual([0, 3, 4, 5, 6]);
    services.settings.set(OPERATOR, { keepLogsDays: null, keepLogsMegabytes: 12 });
    // What runs is counted by none and kept.
    expect(await prune()).toEqual({ builds: 2, bytes: 10 * MEGABYTE });
    expect(withOutput()).toEqual([0, 5, 6]);
    expect(detail(3)).toMatchObject({
      ...{ logRemoved: NOW, outcome: 'passed' },
      commands: [{ command: 'make', exitCode: 1, lines: 0, bytes: 0 }],
    });
    expect(detail(6)).toMatchObject({ logRemoved: null, commands: [{ lines: 50_000 }] });
    expect(entries().map(({ before, after }) => [before, after])).toEqual([
      [{ builds: 2, bytes: 10 * MEGABYTE }, null],
      [{ builds: 2, bytes: 10 * MEGABYTE }, null],
    ]);
  });

  test('that came with a seed file stay at any age while there is room', async () => {
    const { services, operator } = await openDeskFixture(
      {
        users: [{ username: 'alice' }],
        projects: [
          seedProject('a', {
            versions: [
              seedVersion('latest', {
                builds: [
                  {
                    ...{ id: 1, created: '2019-01-01T00:00:00Z', state: 'finished', success: true },
                    commands: [
                      {
                        ...{ description: '', command: 'x', output: `${'x'.repeat(999)}\n`.repeat(11_000) },
                        ...{
                          exit_code: 0,
                          start_time: '2019-01-01T00:00:00Z',
                          end_time: '2019-01-01T00:00:00Z',
                        },
                      },
                    ],
                  },
                ],
              }),
            ],
          }),
        ],
      },
      () => NOW,
    );
    expect(await services.logPruning.prune(OPERATOR)).toEqual({ builds: 0, bytes: 0 });
    expect(services.buildLog.get(operator, 1).logRemoved).toBeNull();
    services.settings.set(OPERATOR, { keepLogsMegabytes: 10 });
    expect(await services.logPruning.prune(OPERATOR)).toEqual({ builds: 1, bytes: 11 * MEGABYTE });
  });

  test('are kept for ever where the settings say so; a run that removes nothing says nothing', async () => {
    const { services, prune, withOutput, entries } = await open([
      { days: 1, megabytes: 1 },
      { days: 3000, megabytes: 1 },
    ]);
    services.settings.set(OPERATOR, { keepLogsDays: null, keepLogsMegabytes: null });
    expect(await prune()).toEqual({ builds: 0, bytes: 0 });
    expect(withOutput()).toEqual([0, 1]);
    expect(entries()).toEqual([]);
  });

  test('in great number are removed in several transactions, with one notification', async () => {
    const { services, prune, withOutput, entries, store } = await open(
      Array.from({ length: 9 }, () => ({ days: 200, megabytes: 5 })),
    );
    services.settings.set(OPERATOR, { keepLogsDays: 90 });
    const before = store.revision();
    await prune();
    expect(withOutput()).toEqual([0]);
    expect(store.revision() - before).toBe(2);
    expect(entries()).toHaveLength(1);
    expect(await prune()).toEqual({ builds: 0, bytes: 0 });
  });

  test('are removed by Lectern itself alone', async () => {
    const { services, as } = await open([]);
    await expect(services.logPruning.prune(as('alice'))).rejects.toThrow(Forbidden);
  });

  test('go at once when a setting keeps less, and after a build once there are too many', async () => {
    const logs = [9, 8, 7].map((days) => ({ days, megabytes: 8 }));
    const { services, operator, withOutput } = await open([{ days: 0, megabytes: 1 }, ...logs]);
    const database = await openDatabase(openOptions(null));
    onTestFinished(() => void database.close());
    const done: string[] = [];
    // A change triggers no daily task.
    const trash = { ...services.trash, emptyOld: () => done.push('daily') };
    const log = (line: string) => void done.push(line);
    const maintenance = startMaintenance(services.changes, log);
    onTestFinished(() => maintenance.close());
    const folder = makeDataFolder();
    const options = { database, folder, services: { ...services, trash }, clock: () => NOW, log };
    maintenance.add(dataMaintenance(options));
    const until = (places: readonly number[]) =>
      eventually(withOutput, (now) => now.join() === places.join() || done.length > 0);
    for (const [keepLogsMegabytes, places] of [
      [20, [0, 2, 3]],
      [10, [0, 3]],
    ] as const) {
      services.settings.set(OPERATOR, { keepLogsMegabytes });
      await until(places);
    }
    const { id } = services.builds.trigger(operator, 'a', '2.0').build;
    services.buildRuns.dequeue(OPERATOR);
    const output = `${'x'.repeat(99)}\n`.repeat(40_000);
    const command = { description: '', command: 'make', exitCode: 0, startTime: NOW, endTime: NOW };
    services.buildRuns.addCommand(OPERATOR, id, { ...command, output });
    services.buildRuns.finish(OPERATOR, id, { success: true });
    await until([0]);
    expect([withOutput(), done]).toEqual([[0], []]);
  });
});
