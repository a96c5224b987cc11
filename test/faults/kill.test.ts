import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { newFile, newFolder, run, runDoctor, serve } from '../commands/processes.ts';
import { sendRequest } from '../support/api/http-request.ts';
import { type ServingLectern, spawnLectern } from '../support/program/lectern-process.ts';
import { bulkSeed, bulkSeedProblems, waitForLogSize } from '../support/store/bulk-seed.ts';
import { findLedgerProblems } from '../support/store/ledger-check.ts';
import {
  type Ledger,
  LOAD_SEED,
  LOAD_TOKEN,
  newLedger,
  startWriteLoad,
} from '../support/store/write-load.ts';

// npm run test:faults sets LECTERN_FAULTS=long. Otherwise few rounds.
const LONG = process.env.LECTERN_FAULTS === 'long';
const ROUNDS = LONG ? 100 : 3;
const BULK_ROUNDS = LONG ? 30 : 2;

const OFF = ['--keychain', 'off'];
const between = (least: number, most: number) => least + Math.floor(Math.random() * (most - least + 1));

async function expectHealthy(folder: string): Promise<void> {
  const { stdout } = await runDoctor(folder, '--json');
  const report = JSON.parse(stdout) as { checks: { name: string; state: string; text: string }[] };
  // Ignores the free space on this machine.
  expect(report.checks.filter(({ name, state }) => state === 'fault' && name !== 'Disk')).toEqual([]);
}

/** Deletes a change, to prove that a lost change is detected. */
function deleteOneChange(folder: string): number {
  const database = new Sqlite(join(folder, 'lectern.sqlite'));
  try {
    return database
      .prepare('DELETE FROM redirects WHERE from_url = (SELECT min(from_url) FROM redirects)')
      .run().changes;
  } finally {
    database.close();
  }
}

/** Expects the API to serve all acknowledged changes. */
async function expectServed({ url }: ServingLectern, ledger: Ledger): Promise<void> {
  const get = async (path: string) => {
    const headers = { authorization: `Token ${LOAD_TOKEN}` };
    const { text } = await sendRequest({ port: Number(new URL(url).port), method: 'GET', path, headers });
    return JSON.parse(text) as { count: number; name: string };
  };
  for (const [slug, sure] of ledger.counters) {
    const { name } = await get(`/api/v3/projects/${slug}/`);
    const number = name === slug ? 0 : Number(name.slice(slug.length + 1));
    expect([sure, sure + 1]).toContain(number);
    ledger.counters.set(slug, number);
  }
  for (const [slug, sure] of ledger.redirects) {
    const { count } = await get(`/api/v3/projects/${slug}/redirects/`);
    expect(count).toBeGreaterThanOrEqual(sure.size);
    expect(count).toBeLessThanOrEqual(sure.size + (ledger.uncertainRedirects.get(slug)?.size ?? 0));
  }
  for (const slug of [...ledger.projects].slice(-5)) {
    expect(await get(`/api/v3/projects/${slug}/`)).toMatchObject({ name: slug });
  }
}

test(`R3 kill -9 while clients write, ${ROUNDS} times: nothing lost, nothing partial, restarts`, async () => {
  const folder = newFolder();
  expect(await run(folder, 'seed', newFile(JSON.stringify(LOAD_SEED)), ...OFF)).toMatchObject({ code: 0 });
  const ledger = newLedger();
  let lectern = await serve(['--data', folder]);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const load = startWriteLoad(Number(new URL(lectern.url).port), ledger);
    const moment = between(1, 120);
    await load.acknowledged(moment);
    // Avoids killing always right after a response.
    for (let turns = between(0, 200); turns > 0; turns -= 1) await nextTurn();
    await lectern.kill();
    await load.exited;
    const when = `round ${round}, after ${moment} answers`;
    expect(load.unexpected, when).toEqual([]);
    expect(findLedgerProblems(folder, ledger), when).toEqual([]);
    if (!LONG || round % 10 === 1) await expectHealthy(folder);
    lectern = await serve(['--data', folder]);
    await expectServed(lectern, ledger);
  }
  const { projects, counters } = ledger;
  expect(projects.size).toBeGreaterThan(ROUNDS);
  expect(Math.min(...counters.values())).toBeGreaterThan(0);
  expect(await lectern.stop()).toMatchObject({ code: 0 });
  expect(findLedgerProblems(folder, ledger)).toEqual([]);
  expect(deleteOneChange(folder)).toBe(1);
  expect(findLedgerProblems(folder, ledger)).toHaveLength(1);
});

/** Kills the command `args` at various moments while it loads a file; expects all of the file or nothing. */
async function killWhileLoading(args: (folder: string, file: string) => readonly string[]): Promise<void> {
  const folder = newFolder();
  await run(folder, 'user', 'add', 'alice');
  let interrupted = 0;
  for (let round = 1; round <= BULK_ROUNDS; round += 1) {
    const name = String(round);
    const file = newFile(JSON.stringify(bulkSeed(name)));
    const loading = spawnLectern(args(folder, file));
    // From before the first write of the load to after its end, about 13 MB of log later.
    const bytes = between(0, 14) * 1_000_000;
    await waitForLogSize(folder, bytes, loading);
    await loading.kill();
    const { faults: problems, loaded } = bulkSeedProblems(folder, name);
    expect([...problems, ...findLedgerProblems(folder)], `round ${round}, at ${bytes} bytes`).toEqual([]);
    if (!loaded) interrupted += 1;
    const again = await run(folder, 'seed', file, ...OFF);
    // A loaded file is refused, since its slugs exist.
    expect(again.code, again.stderr).toBe(loaded ? 8 : 0);
    expect(bulkSeedProblems(folder, name)).toEqual({ faults: [], loaded: true });
  }
  if (LONG) expect(interrupted).toBeGreaterThan(0);
  await expectHealthy(folder);
}

test('R3 kill -9 during a start that loads a seed file: all of it or nothing', () =>
  killWhileLoading((folder, file) => [
    'serve',
    '--json',
    '--port',
    '0',
    '--data',
    folder,
    '--seed',
    file,
    ...OFF,
  ]));

test('R4 kill -9 during an import: all of the file or nothing of it', () =>
  killWhileLoading((folder, file) => ['seed', file, '--data', folder, ...OFF]));
