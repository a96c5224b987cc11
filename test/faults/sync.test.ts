import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../commands/processes.ts';
import { openSide, type Side } from '../sync/in-process-side.ts';
import { applyEdit, createMarks, EDIT_KINDS, type Marks } from '../sync/random-edits.ts';
import { sampleProjects } from '../sync/sample-projects.ts';
import { sideState, withoutValues } from '../sync/side-state.ts';
import { connectSides, syncSide } from '../sync/sync-side.ts';
import { pullAll } from '../sync/sync-world.ts';

// npm run test:faults sets LECTERN_FAULTS=long. Otherwise few rounds.
const ROUNDS = process.env.LECTERN_FAULTS === 'long' ? 100 : 2;
const EDITS = 12;
const CHILD = fileURLToPath(new URL('../sync/sync-child.ts', import.meta.url));

const between = (least: number, most: number) => least + Math.floor(Math.random() * (most - least + 1));

type Child = {
  /** Resolves when the process has sent so many requests, or has ended. */
  readonly sent: (requests: number) => Promise<void>;
  readonly kill: () => void;
  readonly exited: Promise<{ readonly code: number | null; readonly errors: string }>;
};

/** Starts a process that syncs a data folder until nothing is left. */
function startChild(data: string): Child {
  const child = spawn(process.execPath, [CHILD, data], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [requests, errors, wake] = [0, '', () => {}];
  createInterface(child.stdout).on('line', () => {
    requests += 1;
    wake();
  });
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const exited = once(child, 'close').then(([code]) => {
    requests = Number.POSITIVE_INFINITY;
    wake();
    return { code: code as number | null, errors };
  });
  const kill = () => void child.kill('SIGKILL');
  onTestFinished(async () => {
    kill();
    await exited;
  });
  const sent = (wanted: number) =>
    new Promise<void>((resolve) => {
      wake = () => void (requests >= wanted && resolve());
      wake();
    });
  return { sent, kill, exited };
}

/** Edits both sides at random; the same object may be edited on both. */
async function editBoth(data: string, there: Side, marks: Marks): Promise<void> {
  const here = await openSide({ data });
  for (let count = 0; count < EDITS; count += 1) {
    const side = between(0, 1) === 0 ? 'here' : 'there';
    const kind = EDIT_KINDS[between(0, EDIT_KINDS.length - 1)] ?? 'project';
    const numbers = { project: between(0, 60), object: between(0, 60), choice: between(0, 60) };
    await applyEdit(side === 'here' ? here : there, { side, kind, ...numbers }, marks);
  }
  await here.close();
}

test(`R17 kill -9 of the syncing side, ${ROUNDS} times: it goes on, and both sides end equal`, async () => {
  const there = await openSide({ projects: sampleProjects(), listens: true });
  onTestFinished(there.close);
  const data = newFolder();
  const first = await openSide({ data });
  await connectSides(first, there);
  await pullAll(first, syncSide(first, fetch));
  await first.close();
  const marks = createMarks();
  let [interrupted, most] = [0, 60];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await editBoth(data, there, marks);
    const killed = startChild(data);
    // The first at once, so that one is cut off however few requests these edits need.
    const moment = round === 1 ? 1 : between(1, most);
    await killed.sent(moment);
    // Avoids killing always right after a request was sent.
    for (let turns = between(0, 200); turns > 0; turns -= 1) await nextTurn();
    killed.kill();
    const when = `round ${round}, after ${moment} requests`;
    if ((await killed.exited).code === null) interrupted += 1;
    else most = Math.max(10, moment);
    expect(await startChild(data).exited, when).toMatchObject({ code: 0, errors: '' });
    const here = await openSide({ data });
    expect(withoutValues(await sideState(here)), when).toEqual(withoutValues(await sideState(there)));
    expect(here.core.database.pragma('foreign_key_check'), when).toEqual([]);
    await here.close();
  }
  expect(interrupted).toBeGreaterThan(0);
});
