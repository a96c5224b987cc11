import { execFile } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openCore } from '../../src-server/core.ts';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import { newFolder } from '../commands/processes.ts';
import { callDesk } from '../support/api/call-desk.ts';
import { startControl } from '../support/api/control-server.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';
import { changeState, readState } from '../support/snapshots/snapshot-states.ts';

const CHILD = fileURLToPath(new URL('../support/snapshots/snapshot-child.ts', import.meta.url));
// npm run test:faults sets LECTERN_FAULTS=long. Otherwise few rounds.
const RUNS = propertyRuns(2, 20);
const ACTOR = systemActor('desk');

const run = promisify(execFile);

/** Makes a data folder with a snapshot “one”, whose state is not the present one. */
async function prepare(): Promise<string> {
  const data = newFolder();
  const server = await startControl({ data, seed: SAMPLE_SEED, requestLog: true });
  changeState(data, server.lectern.database, 7, 'one');
  server.lectern.store.change(() => server.lectern.store.touch('versions.values'));
  await server.control('POST', 'snapshots/', { body: { name: 'one' } });
  await callDesk(server.lectern, 'settings.makeBackup');
  changeState(data, server.lectern.database, 8, 'now');
  await server.close();
  return data;
}

/** Runs the action in a process of its own on a copy of the folder, killed at a file operation: its number, or its name and
 * how many of that name; 0 is none. */
async function act(what: string, prepared: string, killAt: number | string = 0) {
  const data = newFolder();
  cpSync(prepared, data, { recursive: true, preserveTimestamps: true });
  const ended = run(process.execPath, [CHILD, what, data, String(killAt)]);
  const operations = await ended.then(
    ({ stdout }) => Number(stdout),
    (error: { signal?: string; stderr?: string }) => {
      if (error.signal !== 'SIGKILL') throw new Error(error.stderr);
      return 0;
    },
  );
  return { data, operations };
}

/** Opens the folder as the next start does; returns its snapshots and the links of requests to changes. */
async function reopen(data: string) {
  const core = await openCore({ data, keychain: 'off' });
  try {
    const { requests, snapshots } = core.services;
    const [changed] = await requests.list(ACTOR, {
      filter: [{ kind: 'changed', isNegated: false }],
      since: 0,
      limit: 10,
    });
    return { links: changed?.batches.length, snapshots: snapshots.list(ACTOR).map(({ name }) => name) };
  } finally {
    await core.close();
  }
}

/** Restores each snapshot that is listed; returns the states. */
async function restoreAll(data: string, names: readonly string[]) {
  const states: Record<string, unknown> = {};
  for (const name of names) {
    const core = await openCore({ data, keychain: 'off' });
    await core.services.snapshots.restore(ACTOR, name, { safetyCopy: false });
    await core.close();
    states[name] = readState(data);
  }
  return states;
}

test.each([
  ['take', { snapshots: [['two'], []] }],
  ['restore', { snapshots: [[]] }],
  ['restore-in-window', { snapshots: [['copy'], []] }],
  ['restore-backup', { snapshots: [['copy'], []] }],
  ['reset', { snapshots: [[]] }],
] as const)(`kill -9 during %s leaves the state before or after, ${RUNS} times`, async (what, allowed) => {
  const prepared = await prepare();
  const whole = await act(what, prepared);
  const after = { ...readState(whole.data), ...(await reopen(whole.data)) };
  const { projects, page, repository } = readState(prepared);
  const before =
    what === 'reset'
      ? { projects: [...projects, 'later'].sort(), page: 'later', repository: 'later' }
      : { projects: [...projects, 'later'].sort(), page, repository };
  const seen = new Set<string>();
  for (let round = 0; round < RUNS; round += 1) {
    // From the first operation to the last one.
    const killAt = 1 + Math.round((round * (whole.operations - 1)) / Math.max(1, RUNS - 1));
    const { data } = await act(what, prepared, killAt);
    const { links, snapshots } = await reopen(data);
    const state = readState(data);
    const when = `killed at operation ${killAt} of ${whole.operations}`;
    const isAfter = what !== 'take' && state.page === after.page;
    const { projects: p, page: g, repository: r } = after;
    expect(state, when).toEqual(isAfter ? { projects: p, page: g, repository: r } : before);
    // A request is never linked to a change that it did not make in this state.
    expect(links, when).toBe(isAfter ? 0 : 1);
    const others = snapshots.filter((name) => name !== 'one' && name !== 'start');
    const kinds = others.map((name) => (name.startsWith('before-restore-') ? 'copy' : name));
    expect(allowed.snapshots, when).toContainEqual(kinds);
    expect(snapshots, when).toContain('one');
    const left = readdirSync(join(data, 'snapshots')).filter((name) => /partial|restoring/.test(name));
    expect(left, when).toEqual([]);
    seen.add(isAfter || kinds.length > 0 ? 'after' : 'before');
    const restored = await restoreAll(data, snapshots);
    expect(restored, when).toMatchObject({ one: { page: 'one', repository: 'one' }, start: { page: 'now' } });
    for (const name of others) expect(restored[name], when).toEqual(before);
  }
  expect([...seen].sort()).toEqual(['after', 'before']);
});

test('kill -9 while the snapshot of the start is replaced keeps the old one or the new one', async () => {
  const prepared = await prepare();
  for (const [killAt, expected] of [
    ['renameSync:2', 'before'],
    ['renameSync:3', 'before'],
    ['rmSync:2', 'after'],
  ] as const) {
    const { data } = await act('start', prepared, killAt);
    const { snapshots } = await reopen(data);
    expect(snapshots.toSorted(), killAt).toEqual(['one', 'start']);
    const folders = readdirSync(join(data, 'snapshots')).filter((name) => name.startsWith('snapshot-start'));
    expect(folders, killAt).toEqual(['snapshot-start']);
    const { projects } = (await restoreAll(data, ['start'])).start as { projects: string[] };
    expect(projects.includes('later') ? 'after' : 'before', killAt).toBe(expected);
  }
});
