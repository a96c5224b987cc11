import { cpSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dataFolderPaths } from '../../../src-server/store/file/data-folder.ts';
import { flipBit, transactionsIn } from '../../support/store/log-damage.ts';
import { LOAD_SEED, newLedger, startWriteLoad } from '../../support/store/write-load.ts';
import { newFile, newFolder, parseOutput, run, runDoctor, serve, serveInTest } from '../processes.ts';

const OFF = ['--keychain', 'off'];
const CHANGES = 10;

type Check = { name: string; state: string; text: string };

async function doctorChecks(
  folder: string,
): Promise<{ code: number | null; check: (name: string) => Check | undefined }> {
  const result = await runDoctor(folder, '--json');
  const { checks } = parseOutput(result) as { checks: Check[] };
  return { code: result.code, check: (name) => checks.find((check) => check.name === name) };
}

/** Kills a server under a load of writes, so that its log holds at least ten changes. */
async function killedFolder(): Promise<string> {
  const folder = newFolder();
  await run(folder, 'seed', newFile(JSON.stringify(LOAD_SEED)), ...OFF);
  for (;;) {
    const lectern = await serve(['--data', folder]);
    const load = startWriteLoad(Number(new URL(lectern.url).port), newLedger());
    await load.acknowledged(3 * CHANGES);
    await lectern.kill();
    await load.exited;
    // On a busy machine the log may just have been emptied.
    if (transactionsIn(dataFolderPaths(folder).database).length >= CHANGES) return folder;
  }
}

test('a flipped bit in the log of a killed server is reported, and nothing is lost silently', async () => {
  const folder = await killedFolder();
  const { database } = dataFolderPaths(folder);
  const transactions = transactionsIn(database);

  const uncertain = newFolder();
  cpSync(folder, uncertain, { recursive: true });
  const last = dataFolderPaths(uncertain).database;
  flipBit(`${last}-wal`, (transactions.at(-1)?.[0] ?? 0) + 1000);
  const warned = await doctorChecks(uncertain);
  expect(warned.check('Last change')).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('incomplete'),
  });
  expect(warned.check('Database')).toMatchObject({ state: 'ok' });
  const opened = await serveInTest(['--data', uncertain]);
  expect(opened.output().stderr).toContain('last change before Lectern stopped is incomplete');
  await opened.stop();

  flipBit(`${database}-wal`, (transactions[2]?.[0] ?? 0) + 1000);
  const lost = `${transactions.length - 2} changes made since `;
  const refused = await run(folder, 'serve', '--json', '--port', '0', ...OFF);
  expect(refused.code).toBe(4);
  expect(parseOutput(refused)).toMatchObject({ event: 'error', code: 'database-damaged' });
  expect(refused.stderr).toContain(lost);
  expect(refused.stderr).toContain('recover --readable');
  const found = await doctorChecks(folder);
  expect(found.code).toBe(1);
  expect(found.check('Database')).toMatchObject({ state: 'fault', text: expect.stringContaining(lost) });
  // Neither has touched the log.
  expect(transactionsIn(database)).toHaveLength(2);

  const recovered = await run(folder, 'recover', '--readable', '--json');
  expect(parseOutput(recovered)).toMatchObject({
    readable: true,
    kept_aside: expect.arrayContaining([expect.stringMatching(/\.damaged-.*-wal$/)]),
  });
  expect(readdirSync(folder).filter((name) => /\.damaged-.*-wal$/.test(name))).toHaveLength(1);
  const lectern = await serveInTest(['--data', folder]);
  expect((await fetch(lectern.url)).status).toBe(200);
  await lectern.stop();
  expect((await doctorChecks(folder)).check('Database')).toMatchObject({ state: 'ok' });
});

test('the log of a running server is empty soon after the last write', async () => {
  const folder = newFolder();
  await run(folder, 'seed', newFile(JSON.stringify(LOAD_SEED)), ...OFF);
  const lectern = await serveInTest(['--data', folder]);
  const load = startWriteLoad(Number(new URL(lectern.url).port), newLedger());
  await load.acknowledged(CHANGES);
  load.stop();
  await load.exited;
  const { database } = dataFolderPaths(folder);
  await expect.poll(() => transactionsIn(database)).toEqual([]);
  await lectern.stop();
});
