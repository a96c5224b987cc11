import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type MaintenanceTask,
  type MaintenanceTrigger,
  startMaintenance,
} from '../../src-server/host/runtime/maintenance/maintenance.ts';
import { BackupFailed } from '../../src-server/store/file/database-problems.ts';
import { openDeskFixture, seedProject, seedVersion } from '../services/undo/desk-fixture.ts';
import { OPERATOR } from '../support/store/seed-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function open() {
  const fixture = await openDeskFixture({
    users: [{ username: 'alice' }],
    projects: [seedProject('a', { versions: [seedVersion('latest')] })],
  });
  const runs: string[] = [];
  const log: string[] = [];
  const maintenance = startMaintenance(fixture.services.changes, (line) => void log.push(line));
  const record = (name: string) => (trigger: MaintenanceTrigger) => void runs.push(`${name} ${trigger}`);
  const add = (name: string, when: MaintenanceTask['when'], run: MaintenanceTask['run'] = record(name)) =>
    maintenance.add([{ name, when, run }]);
  const { services, operator } = fixture;
  const build = () => {
    const { id } = services.builds.trigger(operator, 'a', 'latest').build;
    services.buildRuns.dequeue(OPERATOR);
    services.buildRuns.finish(OPERATOR, id, { success: true });
  };
  const keepLogsDays = (days: number) => services.settings.set(OPERATOR, { keepLogsDays: days });
  return { maintenance, add, runs, log, record, build, keepLogsDays };
}

test('a task runs after its delay and then at its interval', async () => {
  const { add, runs, maintenance } = await open();
  add('daily', { startDelay: 100, interval: 1000 });
  add('once', { startDelay: 500 });
  await vi.advanceTimersByTimeAsync(99);
  expect(runs).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(runs).toEqual(['daily time', 'once time', 'daily time', 'daily time']);
  await maintenance.close();
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toHaveLength(4);
});

test('a task runs once after the changes that it follows, and a setting says more than a build', async () => {
  const { add, runs, build, keepLogsDays, maintenance } = await open();
  add('logs', { startDelay: 1_000_000, settings: ['keepLogsDays'], builds: true });
  add('builds', { startDelay: 1_000_000, builds: true });
  add('pages', { startDelay: 1_000_000, settings: ['keepPagesDays'] });
  build();
  build();
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toEqual(['logs build', 'builds build']);
  keepLogsDays(20);
  build();
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs.slice(2)).toEqual(['logs settings', 'builds build']);
  await maintenance.close();
});

test('tasks run one at a time, and one that fails is logged', async () => {
  const { add, runs, log, record, maintenance } = await open();
  let finish = () => {};
  const first = () => {
    runs.push('first');
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  add('First', { startDelay: 0 }, first);
  add('Second', { startDelay: 0 }, () => {
    throw new Error('no reason');
  });
  add('Third', { startDelay: 0 }, () => {
    throw new BackupFailed('daily', new Error('the disk is full'));
  });
  add('Last', { startDelay: 0 }, record('Last'));
  await vi.advanceTimersByTimeAsync(10);
  expect(runs).toEqual(['first']);
  finish();
  await vi.advanceTimersByTimeAsync(10);
  expect(runs).toEqual(['first', 'Last time']);
  expect(log).toHaveLength(2);
  expect(log[0]).toMatch(/^Second failed: Error: no reason/);
  expect(log[1]).toMatch(/^Third failed\. The daily backup failed: the disk is full\./);
  await maintenance.close();
});

test('closing aborts the task that runs, waits for it and says nothing of it', async () => {
  const { add, runs, log, record, maintenance } = await open();
  add('Long', { startDelay: 0 }, (_, signal) => {
    runs.push('begun');
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        runs.push('aborted');
        reject(signal.reason as Error);
      });
    });
  });
  add('Next', { startDelay: 0 }, record('Next'));
  await vi.advanceTimersByTimeAsync(10);
  await maintenance.close();
  maintenance.add([{ name: 'Late', when: { startDelay: 0 }, run: record('Late') }]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([runs, log]).toEqual([['begun', 'aborted'], []]);
});
