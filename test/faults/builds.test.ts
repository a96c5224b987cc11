import { join } from 'node:path';
import { expect, test } from 'vitest';
import { INTERRUPTED } from '../../src-server/services/build-runs.ts';
import { scratchFolder } from '../builder/git-repository.ts';
import {
  type BuildingLectern,
  eventually,
  gatedGit,
  gatedRepository,
  gates,
  importProject,
  startBuilding,
} from '../support/building-lectern.ts';
import { processesBelow } from '../support/processes-below.ts';

const LONG = process.env.LECTERN_FAULTS === 'long';
const ROUNDS = LONG ? 10 : 1;
const PATIENCE = LONG ? 900_000 : 120_000;
const finished = (build: { state: { code: string } }) => build.state.code === 'finished';

/** Kills Lectern while a build stands in a state, and starts it again, `ROUNDS` times. */
async function killIn(state: 'cloning' | 'installing' | 'building'): Promise<void> {
  const at = gates();
  const repository = gatedRepository(at);
  const path = `${gatedGit(at)}:${process.env.PATH}`;
  const data = join(scratchFolder(), 'data');
  const start = () => startBuilding(data, path);
  let lectern = await withPages(start, repository.folder);
  for (let round = 1; round <= ROUNDS; round += 1) {
    at.hold(state);
    const id = await lectern.trigger('tides');
    await eventually(() => at.reached(state), Boolean);
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
  // And it builds again.
  repository.commit('Second', { 'index.html': '<title>Second</title><h1>Second edition</h1>\n' });
  const last = await lectern.trigger('tides');
  expect(await lectern.until('tides', last, finished)).toMatchObject({ success: true });
  expect((await lectern.page('tides', '/en/latest/')).text).toContain('Second edition');
}

async function withPages(start: () => Promise<BuildingLectern>, url: string): Promise<BuildingLectern> {
  const lectern = await start();
  await importProject(lectern, 'Tides', url);
  expect(await lectern.until('tides', 1, finished)).toMatchObject({ success: true, error: null });
  await expectOldPages(lectern);
  return lectern;
}

async function expectOldPages(lectern: BuildingLectern): Promise<void> {
  const { status, text } = await lectern.page('tides', '/en/latest/');
  expect([status, text.includes('First edition')]).toEqual([200, true]);
}

for (const state of ['cloning', 'installing', 'building'] as const) {
  test(
    `R5 kill -9 while a build is ${state}: it has failed, nothing runs on, the last good pages are served`,
    {
      timeout: PATIENCE,
    },
    () => killIn(state),
  );
}

test('R5 kill -9 while a build waits: it runs after the next start', { timeout: PATIENCE }, async () => {
  const at = gates();
  const repository = gatedRepository(at);
  const data = join(scratchFolder(), 'data');
  const start = () => startBuilding(data);
  let lectern = await withPages(start, repository.folder);
  for (let round = 1; round <= ROUNDS; round += 1) {
    at.hold('building');
    const running = await lectern.trigger('tides');
    await eventually(() => at.reached('building'), Boolean);
    // The same version is built once at a time, so this one has to wait.
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

test('R5 kill -9 at any moment of a short build: good pages, all of them, old or new', {
  timeout: PATIENCE,
}, async () => {
  const repository = gatedRepository(gates());
  const data = join(scratchFolder(), 'data');
  const start = () => startBuilding(data);
  let lectern = await withPages(start, repository.folder);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const id = await lectern.trigger('tides');
    // Somewhere on its way: after so many looks at its state, which come as fast as they are answered.
    for (let look = 0; look < round * 12; look += 1) await lectern.build('tides', id);
    await lectern.kill();
    lectern = await start();
    const { state, error } = await lectern.until('tides', id, finished);
    expect([state.code, [null, INTERRUPTED].includes(error)]).toEqual(['finished', true]);
    await expectOldPages(lectern);
  }
});
