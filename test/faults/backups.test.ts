import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openLectern } from '../../src-server/lectern.ts';
import { systemClock } from '../../src-server/model/base/timestamp.ts';
import { parseSeed } from '../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import { createBackup } from '../../src-server/store/backup/backup.ts';
import { get, newFile, newFolder, parseOutput, run, serve, serveInTest } from '../commands/processes.ts';
import { LOAD_SEED, LOAD_TOKEN, newLedger, startWriteLoad } from '../support/store/write-load.ts';

const OFF = ['--keychain', 'off'];

function pragma(file: string, name: string): unknown {
  const database = new Sqlite(file, { readonly: true });
  onTestFinished(() => void database.close());
  return database.pragma(name, { simple: true });
}

function count(file: string, sql: string): number {
  const database = new Sqlite(file, { readonly: true });
  onTestFinished(() => void database.close());
  return Number(database.prepare(sql).pluck().get());
}

test('R7 backups during writes are intact, consistent snapshots and do not block clients', async () => {
  const lectern = await openLectern({ data: newFolder(), port: 0, keychain: 'off' });
  onTestFinished(() => lectern.close());
  const { folder, database, services, port } = lectern;
  if (!folder) throw new Error('There is no data folder.');
  await services.seeds.load(systemActor('command'), parseSeed(LOAD_SEED));
  const ledger = newLedger();
  const load = startWriteLoad(port, ledger);
  const least: number[] = [];
  const files: string[] = [];
  for (let round = 1; round <= 3; round += 1) {
    await load.acknowledged(round * 40);
    least.push(ledger.projects.size);
    files.push((await createBackup(database, folder, 'manual', systemClock)).file);
  }
  // Writes continued.
  await load.acknowledged(200);
  load.stop();
  await load.exited;
  expect(load.unexpected).toEqual([]);
  files.forEach((file, index) => {
    expect(pragma(file, 'integrity_check')).toBe('ok');
    expect(pragma(file, 'foreign_key_check')).toBeUndefined();
    const made = count(file, "SELECT count(*) FROM projects WHERE slug LIKE 'made-%'");
    expect(made).toBeGreaterThanOrEqual(least[index] ?? 0);
    expect(count(file, 'SELECT count(*) FROM builds')).toBe(made);
    expect(count(file, "SELECT count(*) FROM journal WHERE action = 'build.trigger'")).toBe(made);
  });
});

test('R7 the newest five manual backups are kept, and each can be restored', async () => {
  const folder = newFolder();
  for (let round = 1; round <= 6; round += 1) {
    await run(folder, 'user', 'add', `user-${round}`);
    expect((await run(folder, 'backup')).code).toBe(0);
  }
  const { backups } = parseOutput(await run(folder, 'backup', '--list', '--json')) as {
    backups: { file: string }[];
  };
  expect(backups.map(({ file }) => count(file, 'SELECT count(*) FROM users'))).toEqual([6, 5, 4, 3, 2]);
  const oldest = backups.at(-1)?.file ?? '';
  expect((await run(folder, 'restore', oldest)).code).toBe(0);
  expect(parseOutput(await run(folder, 'user', 'list', '--json'))).toMatchObject({ users: { length: 2 } });
});

test('R8 a restore reports rows per table and keeps the previous state, which can be restored', async () => {
  const folder = newFolder();
  expect(await run(folder, 'seed', newFile(JSON.stringify(LOAD_SEED)), ...OFF)).toMatchObject({ code: 0 });
  expect((await run(folder, 'backup')).code).toBe(0);
  const first = await serve(['--data', folder]);
  const load = startWriteLoad(Number(new URL(first.url).port), newLedger());
  await load.acknowledged(40);
  load.stop();
  await load.exited;
  await first.kill();
  const projects = async () => {
    const lectern = await serveInTest(['--data', folder]);
    const { body } = await get(`${lectern.url}/api/v3/projects/`, LOAD_TOKEN);
    await lectern.stop();
    return (body as { count: number }).count;
  };
  const before = await projects();
  expect(before).toBeGreaterThan(8);

  const back = parseOutput(await run(folder, 'restore', 'newest', '--json')) as { backup: string };
  expect(back).toMatchObject({ rows: { projects: { before, after: 8 } }, kept_aside: [] });
  expect(await projects()).toBe(8);
  const restored = parseOutput(await run(folder, 'restore', back.backup, '--json'));
  expect(restored).toMatchObject({ rows: { projects: { before: 8, after: before } } });
  expect(await projects()).toBe(before);
});

test('R8 an invalid backup is refused, and nothing changes', async () => {
  const folder = newFolder();
  await run(folder, 'user', 'add', 'alice');
  const bad = join(folder, 'backups', 'lectern-20260101T000000.000000Z-manual.sqlite');
  writeFileSync(bad, 'This is no database.', { mode: 0o600 });
  for (const backup of [bad, 'newest', join(folder, 'nowhere.sqlite'), join(folder, 'lectern.sqlite')]) {
    expect((await run(folder, 'restore', backup)).code, backup).toBeGreaterThan(0);
  }
  expect(parseOutput(await run(folder, 'user', 'list', '--json'))).toMatchObject({ users: { length: 1 } });
  expect(readdirSync(join(folder, 'backups'))).toHaveLength(1);
});
