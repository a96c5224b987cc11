import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { INTERRUPTED } from '../../src-server/services/builds/build-runs.ts';
import { gitRepository, scratchFolder } from '../builder/git/git-repository.ts';
import { isRunning, waitForExit } from '../builder/process/running-processes.ts';
import {
  type BuildServer,
  eventually,
  gatedGit,
  gatedRepository,
  gates,
  importProject,
  startBuildServer,
} from '../support/program/build-server.ts';
import { processesBelow } from '../support/program/processes-below.ts';

const LONG = process.env.LECTERN_FAULTS === 'long';
const ROUNDS = LONG ? 10 : 1;
const finished = (build: { state: { code: string } }) => build.state.code === 'finished';

/** Kills Lectern while a build is in this state and restarts it, `ROUNDS` times. */
async function killIn(state: 'cloning' | 'installing' | 'building'): Promise<void> {
  const at = gates();
  const repository = gatedRepository(at);
  const path = `${gatedGit(at)}:${process.env.PATH}`;
  const data = join(scratchFolder(), 'data');
  const start = () => startBuildServer(data, path);
  let lectern = await withPages(start, repository.folder);
  for (let round = 1; round <= ROUNDS; round += 1) {
    at.hold(state);
    const id = await lectern.trigger('tides');
    await eventually(() => at.isReached(state), Boolean);
    expect((await lectern.build('tides', id)).state.code, `round ${round}`).toBe(state);
    await lectern.kill();
    await eventually(
      () => processesBelow(data),
      (left) => left.length === 0,
      (left) => `still there: ${left.join('; ')}`,
    );
    at.open(state);
    lectern = await start();
    expect(await lectern.build('tides', id), `round ${round}`).toMatchObject({
      state: { code: 'finished' },
      success: false,
      error: INTERRUPTED,
    });
    await expectOldPages(lectern);
  }
  // Builds work again.
  repository.commit('Second', { 'index.html': '<title>Second</title><h1>Second edition</h1>\n' });
  const last = await lectern.trigger('tides');
  expect(await lectern.until('tides', last, finished)).toMatchObject({ success: true });
  expect((await lectern.page('tides', '/en/latest/')).text).toContain('Second edition');
}

async function withPages(start: () => Promise<BuildServer>, url: string): Promise<BuildServer> {
  const lectern = await start();
  await importProject(lectern, 'Tides', url);
  expect(await lectern.until('tides', 1, finished)).toMatchObject({ success: true, error: null });
  await expectOldPages(lectern);
  return lectern;
}

async function expectOldPages(lectern: BuildServer): Promise<void> {
  const { status, text } = await lectern.page('tides', '/en/latest/');
  expect([status, text.includes('First edition')]).toEqual([200, true]);
}

for (const state of ['cloning', 'installing', 'building'] as const) {
  test(`R5 kill -9 while a build is ${state}: it failed, no process remains, the last good pages are served`, () =>
    killIn(state));
}

test('R5 kill -9 while a build is queued: it runs after the next start', async () => {
  const at = gates();
  const repository = gatedRepository(at);
  const data = join(scratchFolder(), 'data');
  const start = () => startBuildServer(data);
  let lectern = await withPages(start, repository.folder);
  for (let round = 1; round <= ROUNDS; round += 1) {
    at.hold('building');
    const running = await lectern.trigger('tides');
    await eventually(() => at.isReached('building'), Boolean);
    // A version has one running build at a time, so this one waits.
    const waiting = await lectern.trigger('tides');
    expect((await lectern.build('tides', waiting)).state.code).toBe('triggered');
    await lectern.kill();
    at.open('building');
    lectern = await start();
    expect(await lectern.build('tides', running)).toMatchObject({ success: false, error: INTERRUPTED });
    expect(await lectern.until('tides', waiting, finished)).toMatchObject({ success: true });
    await expectOldPages(lectern);
  }
});

test('R5 kill -9 at any moment of a short build: all pages are served, old or new', async () => {
  const repository = gatedRepository(gates());
  const data = join(scratchFolder(), 'data');
  const start = () => startBuildServer(data);
  let lectern = await withPages(start, repository.folder);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const id = await lectern.trigger('tides');
    // Kills after this many reads of the build state, sent one after another.
    for (let attempt = 0; attempt < round * 12; attempt += 1) await lectern.build('tides', id);
    await lectern.kill();
    lectern = await start();
    const { state, error } = await lectern.until('tides', id, finished);
    expect([state.code, [null, INTERRUPTED].includes(error)]).toEqual(['finished', true]);
    await expectOldPages(lectern);
  }
});

describe.skipIf(process.platform !== 'linux')('S12 a process that a build started in its own session', () => {
  /** Starts Lectern with a build that left two such processes, one without its environment, and waits at a gate. */
  async function withStrays(data: string) {
    const at = gates();
    const folder = scratchFolder();
    const files = ['marked', 'bare'].map((name) => join(folder, name));
    const [withMarker, bare] = files.map((file) => {
      writeFileSync(`${file}.sh`, `#!/bin/sh\necho there >${file}\nexec tail -f ${file}\n`, { mode: 0o755 });
      return `setsid ${file}.sh`;
    });
    const quiet = '</dev/null >/dev/null 2>&1 &';
    const there = files.map((file) => `until [ -s ${file} ]; do sleep 0.05; done`).join('; ');
    const repository = gitRepository();
    repository.commit('Docs', {
      '.readthedocs.yaml': `version: 2\nbuild:\n  os: ubuntu-24.04\n  commands:\n    - ${JSON.stringify(
        `${withMarker} ${quiet} env -i ${bare} ${quiet} ${there}; ${at.command('building')}`,
      )}\n`,
    });
    at.hold('building');
    const lectern = await startBuildServer(data);
    await importProject(lectern, 'Tides', repository.folder);
    await eventually(() => at.isReached('building'), Boolean);
    // Their own numbers are those of the build's sandbox, where there is one.
    const pids = await eventually(
      () => files.flatMap((file) => pidsOf(`tail\0-f\0${file}\0`)),
      (found) => found.length === files.length,
    );
    onTestFinished(() => {
      for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL');
    });
    expect(pids.filter(isRunning)).toEqual(pids);
    return { lectern, pids };
  }

  test('ends with Lectern on a graceful shutdown', async () => {
    const { lectern, pids } = await withStrays(join(scratchFolder(), 'data'));
    await lectern.stop();
    expect(pids.filter(isRunning)).toEqual([]);
  });

  test('ends after kill -9, at the next start at the latest', async () => {
    const data = join(scratchFolder(), 'data');
    const { lectern, pids } = await withStrays(data);
    const [withMarker = 0] = pids;
    await lectern.kill();
    await waitForExit([withMarker]);
    await startBuildServer(data);
    await waitForExit(pids);
  });
});

/** Finds the processes with this command line, whose arguments each end with a NUL. */
function pidsOf(commandLine: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => readCommandLine(pid) === commandLine).map(Number);
}

function readCommandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
