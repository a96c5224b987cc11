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
import { sideState, twice, withoutValues } from '../sync/side-state.ts';
import { connectSides, syncSide } from '../sync/sync-side.ts';
import { pullAll } from '../sync/sync-world.ts';

// npm run test:faults sets LECTERN_FAULTS=long. Otherwise few rounds.
const ROUNDS = process.env.LECTERN_FAULTS === 'long' ? 100 : 2;
const EDITS = 12;
const CHILD = fileURLToPath(new URL('../sync/sync-child.ts', import.meta.url));

const between = (least: number, most: number) => least + Math.floor(Math.random() * (most - least + 1));

const KINDS = ['pull', 'push'] as const;
type Kind = (typeof KINDS)[number];

type Child = {
  /** Resolves when runs of this kind have sent so many requests, or the process has ended. */
  readonly sent: (kind: Kind, requests: number) => Promise<void>;
  readonly kill: () => void;
  readonly exited: Promise<{ readonly code: number | null; readonly errors: string }>;
};

/** Starts a process that syncs a data folder until nothing is left. */
function startChild(data: string): Child {
  const child = spawn(process.execPath, [CHILD, data], { stdio: ['ignore', 'pipe', 'pipe'] });
  const requests = { pull: 0, push: 0 };
  let [errors, wake] = ['', () => {}];
  createInterface(child.stdout).on('line', (line) => {
    if (line === 'pull' || line === 'push') requests[line] += 1;
    wake();
  });
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const exited = once(child, 'close').then(([code]) => {
    requests.pull = requests.push = Number.POSITIVE_INFINITY;
    wake();
    return { code: code as number | null, errors };
  });
  const kill = () => void child.kill('SIGKILL');
  onTestFinished(async () => {
    kill();
    await exited;
  });
  const sent = (kind: Kind, wanted: number) =>
    new Promise<void>((resolve) => {
      wake = () => void (requests[kind] >= wanted && resolve());
      wake();
    });
  return { sent, kill, exited };
}

/** Edits both sides at random, at least one field here; the same object may be edited on both. */
async function editBoth(data: string, there: Side, marks: Marks): Promise<void> {
  const here = await openSide({ data });
  for (let count = 0; count < EDITS; count += 1) {
    const side = between(0, 1) === 0 || count === 0 ? 'here' : 'there';
    const kind = (count > 0 && EDIT_KINDS[between(0, EDIT_KINDS.length - 1)]) || 'project';
    const numbers = { project: between(0, 60), object: between(0, 60), choice: between(0, 60) };
    await applyEdit(side === 'here' ? here : there, { side, kind, ...numbers }, marks);
  }
  await here.close();
}

/** Makes a data folder that is connected, and that has pulled everything unless this is left to the first run. */
async function connectedFolder(there: Side, hasPulled: boolean): Promise<string> {
  const data = newFolder();
  const here = await openSide({ data });
  await connectSides(here, there);
  if (hasPulled) await pullAll(here, syncSide(here, fetch));
  await here.close();
  return data;
}

test(`R17 kill -9 of the syncing side, ${ROUNDS} times: it goes on, and both sides end equal`, async () => {
  const there = await openSide({ projects: sampleProjects(), listens: true });
  onTestFinished(there.close);
  let data = await connectedFolder(there, true);
  const marks = createMarks();
  const interrupted = { pull: 0, push: 0 };
  const most = { pull: 30, push: 60 };
  // On a busy machine a run may be over before it is cut off: more rounds follow until each kind was.
  const isDone = (round: number) => round > ROUNDS && Math.min(...Object.values(interrupted)) > 0;
  for (let round = 1; !isDone(round) && round <= 10 * ROUNDS; round += 1) {
    // Now and then the first pull of all, which writes whole projects.
    if (round % 10 === 0) data = await connectedFolder(there, false);
    await editBoth(data, there, marks);
    const killed = startChild(data);
    const kind = KINDS[(round - 1) % KINDS.length] ?? 'pull';
    // At first as soon as possible, so that it is cut off however few requests these edits need.
    const moment = interrupted[kind] === 0 ? 1 : between(1, most[kind]);
    await killed.sent(kind, moment);
    // Avoids killing always right after a request was sent.
    for (let turns = between(0, 200); turns > 0; turns -= 1) await nextTurn();
    killed.kill();
    const when = `round ${round}, after ${moment} requests of a ${kind}`;
    if ((await killed.exited).code === null) interrupted[kind] += 1;
    else most[kind] = Math.max(10, moment);
    expect(await startChild(data).exited, when).toMatchObject({ code: 0, errors: '' });
    const here = await openSide({ data });
    const [ours, theirs] = [await sideState(here), await sideState(there)];
    expect(withoutValues(ours), when).toEqual(withoutValues(theirs));
    expect([...twice(ours), ...twice(theirs)], when).toEqual([]);
    expect(here.core.database.pragma('foreign_key_check'), when).toEqual([]);
    await here.close();
  }
  expect(Math.min(...Object.values(interrupted))).toBeGreaterThan(0);
});
