import { expect, onTestFinished, test } from 'vitest';
import { runningBuilds, watchBuilds } from '../../../src-main/server/watch-builds.ts';
import { openLectern } from '../../../src-server/lectern.ts';
import type { Notice } from '../../../src-server/model/builds/build-notice.ts';
import { NOT_TRUSTED } from '../../../src-server/model/builds/build-trust.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';

const runner = systemActor('runner');

test('running builds are counted, and finished ones are announced', async () => {
  const lectern = await openLectern({ data: null, port: 0, clock: () => 1_800_000_000_000_000 });
  onTestFinished(() => lectern.close());
  const { services } = lectern;
  const user = services.users.ensure(runner, 'mira');
  const actor = { kind: 'user', user, door: 'desk' } as const;
  services.projects.create(actor, {
    name: 'Almanac',
    repository: { url: 'https://example.org/almanac.git', type: 'git' },
    language: 'en',
    programming_language: 'py',
    homepage: '',
  });
  const counts: number[] = [];
  const notices: Notice[] = [];
  const stop = watchBuilds(lectern, {
    running: (count) => counts.push(count),
    finished: (notice) => notices.push(notice),
  });
  services.builds.trigger(actor, 'almanac', 'latest');
  for (const result of [{ success: false, error: 'It broke.' }, { success: true }]) {
    const order = services.buildRuns.dequeue(runner);
    if (!order) throw new Error('no build is queued');
    services.buildRuns.progress(runner, order.id, { state: 'building' });
    services.buildRuns.finish(runner, order.id, result);
    if (notices.length < 2) services.builds.trigger(actor, 'almanac', 'latest');
  }
  expect(counts).toEqual([0, 1, 1, 0, 1, 1, 0]);
  expect(notices.map(({ title, body }) => `${title}: ${body}`)).toEqual([
    'Almanac: latest failed in 1 s. It broke.',
    'Almanac: latest built in 1 s.',
  ]);
  for (const error of ['Cancelled by mira.', 'Cancelled: superseded by build 9.', NOT_TRUSTED, NOT_TRUSTED]) {
    services.builds.trigger(actor, 'almanac', 'latest');
    const order = services.buildRuns.dequeue(runner);
    services.buildRuns.finish(runner, order?.id ?? 0, { success: false, error });
  }
  expect(
    notices.slice(2).map(({ body }) => body),
    'reports an untrusted project once',
  ).toEqual(['latest was cancelled by mira.', `latest was not built. ${NOT_TRUSTED}`]);
  expect(runningBuilds(lectern)).toBe(0);
  expect(notices[0]?.path).toMatch(/^\/projects\/almanac\/builds\/\d+$/);
  stop();
  services.builds.trigger(actor, 'almanac', 'latest');
  services.buildRuns.dequeue(runner);
  expect(counts).toHaveLength(15);
  expect(runningBuilds(lectern)).toBe(1);
});
