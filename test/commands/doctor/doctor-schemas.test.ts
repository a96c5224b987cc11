import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { migrations } from '../../../src-server/store/migrate.ts';
import { makeEarlierDatabase, SHAPES, versionOf } from '../../support/store/earlier-databases.ts';
import { makeDataFolder, snapshot } from '../../support/store/store-folder.ts';
import { newFolder, parseOutput, run, runDoctor, serveInTest } from '../processes.ts';

type Check = {
  readonly name: string;
  readonly state: string;
  readonly text: string;
  readonly remedy?: string;
};

const NEWEST = migrations().length;
const OFF = ['--keychain', 'off'];

/** Whether no byte differs; a difference would print both files. */
const isSame = (before: Record<string, string>, after: Record<string, string>) =>
  JSON.stringify(before) === JSON.stringify(after);

/** Runs doctor; gives its code, and a check by its name. */
async function doctor(folder: string) {
  const result = await runDoctor(folder, '--json');
  const { checks } = parseOutput(result) as { checks: readonly Check[] };
  return { code: result.code, check: (name: string) => checks.find((check) => check.name === name) };
}

describe.each(SHAPES)('a database of %s', (name, shape) => {
  const version = versionOf(name);

  test('R9 is valid for doctor, which says that the next start upgrades it, and changes nothing', async () => {
    const folder = makeDataFolder();
    makeEarlierDatabase(folder, version, shape);
    chmodSync(folder.database, 0o600);
    const before = snapshot(folder);
    const { code, check } = await doctor(folder.root);
    expect(check('Database')).toMatchObject({
      state: 'ok',
      text: expect.stringContaining(`schema ${version}, which the next start upgrades to ${NEWEST}`),
    });
    expect(check('Database')?.text).toContain('users: 1, projects: ');
    expect(check('Backups')).toMatchObject({ state: 'warning', text: 'none yet' });
    expect(code).toBe(0);
    expect(isSame(before, snapshot(folder))).toBe(true);
  });

  test('R6 that cannot be upgraded is damaged for doctor, as it is for a start, and loses nothing', async () => {
    const folder = makeDataFolder();
    makeEarlierDatabase(folder, version, shape);
    const database = new Sqlite(folder.database);
    // Every upgrade needs the one; the other is only in the schema that it leads to.
    database.exec(version < 3 ? 'DROP TABLE build_commands' : 'ALTER TABLE users DROP COLUMN active');
    database.close();
    const { code, check } = await doctor(folder.root);
    expect(check('Database')).toMatchObject({
      state: 'fault',
      text: expect.stringContaining('its tables are not those of schema'),
      remedy: expect.stringMatching(/recover --backup.*recover --fresh/),
    });
    expect(code).toBe(1);
    const started = await run(folder.root, 'user', 'list');
    expect(started.code).toBeGreaterThan(0);
    expect(started.stderr).toMatch(/is damaged: its tables are not those of schema.*recover/s);
    expect(started.stderr).not.toMatch(/\bat .*:\d+|SqliteError/);
    const after = new Sqlite(folder.database, { readonly: true });
    expect(after.prepare('SELECT slug FROM projects').pluck().all()).toContain('kept');
    after.close();
  });
});

describe('a database of a newer schema', () => {
  const FUTURE = [
    "INSERT INTO schema_history (version, needs, applied) VALUES (999, '7.8.9', 0)",
    'PRAGMA user_version = 999',
  ];
  const EXPECTED = {
    state: 'fault',
    text: expect.stringMatching(
      /newer Lectern \(schema 999; this one knows \d+\)\. Nothing was changed\. Install Lectern 7\.8\.9 or later, or restore/,
    ),
  };

  test('R9 is a fault that names the release that reads it, and stays as it is', async () => {
    const folder = makeDataFolder();
    expect(await run(folder.root, 'user', 'add', 'alice')).toMatchObject({ code: 0 });
    const database = new Sqlite(folder.database);
    for (const sql of FUTURE) database.exec(sql);
    database.close();
    const before = snapshot(folder);
    const { code, check } = await doctor(folder.root);
    expect(check('Database')).toMatchObject(EXPECTED);
    expect(code).toBe(1);
    expect(isSame(before, snapshot(folder))).toBe(true);
  });

  test('R9 is so too while all that says so is in the log of a killed process', async () => {
    const folder = makeDataFolder();
    expect(await run(folder.root, 'user', 'add', 'alice')).toMatchObject({ code: 0 });
    const killed = makeDataFolder();
    const database = new Sqlite(folder.database);
    database.pragma('journal_mode = WAL');
    for (const sql of FUTURE) database.exec(sql);
    for (const end of ['', '-wal']) cpSync(folder.database + end, killed.database + end);
    database.close();
    const { check } = await doctor(killed.root);
    expect(check('Database')).toMatchObject(EXPECTED);
  });

  test('R9 among the backups counts for none, and the one before it is named', async () => {
    const folder = newFolder();
    const lectern = await serveInTest(['--data', folder, '--user', 'alice', ...OFF]);
    await lectern.stop();
    expect(await run(folder, 'backup')).toMatchObject({ code: 0 });
    expect(await run(folder, 'user', 'add', 'bob')).toMatchObject({ code: 0 });
    const made = parseOutput(await run(folder, 'backup', '--json')) as { file: string };
    const newer = new Sqlite(made.file);
    for (const sql of FUTURE) newer.exec(sql);
    newer.close();
    const { check } = await doctor(folder);
    expect(check('Backups')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining(made.file.slice(join(folder, 'backups/').length)),
    });
  });
});
