import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Backup, listBackups } from '../../../src-server/store/backup/backup.ts';
import { restoreBackup } from '../../../src-server/store/backup/restore.ts';
import { type DataFolder, prepareDataFolder } from '../../../src-server/store/file/data-folder.ts';
import { migrations } from '../../../src-server/store/migrate.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { makeEarlierDatabase, SHAPES, versionOf } from '../../support/store/earlier-databases.ts';
import { makeDataFolder, openOptions, userNames, withDatabase } from '../../support/store/store-folder.ts';
import { makeBackup, NEW, OLD } from '../../support/store/two-states.ts';

const CHILD = fileURLToPath(new URL('../../support/store/store-child.ts', import.meta.url));
const KILLER = fileURLToPath(new URL('../../support/program/kill-at-step.ts', import.meta.url));
const options = openOptions(null);
/** More than a restore has. */
const MOST_STEPS = 200;
/** Every step in `npm run test:faults`, else the first of each few. */
const STRIDE = propertyRuns(9, 1);

let whole: { readonly folder: DataFolder; readonly backup: Backup };
beforeAll(async () => {
  whole = await makeBackup(prepareDataFolder(mkdtempSync(join(tmpdir(), 'lectern-store-'))));
});
afterAll(() => rmSync(whole.folder.root, { recursive: true, force: true }));

/** Returns a copy of the data folder with a backup. */
function copyBackup(): { folder: DataFolder; backup: Backup } {
  const folder = makeDataFolder();
  copyFileSync(whole.folder.database, folder.database);
  const file = join(folder.backups, basename(whole.backup.file));
  copyFileSync(whole.backup.file, file);
  return { folder, backup: { ...whole.backup, file } };
}

function read<T>(file: string, use: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(file, { readonly: true });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Restores in a process that is killed before its Nth change of a file; tells whether it came to its end. */
async function restoreUpTo(step: number, folder: DataFolder, file: string): Promise<boolean> {
  const env = { ...process.env, KILL_IN: folder.root, KILL_AT: String(step) };
  const args = ['--import', KILLER, CHILD, 'restore', folder.root, '', file];
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal ?? code, `step ${step}`).toBe(signal === null ? 0 : 'SIGKILL');
  return signal === null;
}

test('R8 R4 kill -9 before any step of a restore leaves the old state or the restored one, and a backup of the old one', async () => {
  const states: string[] = [];
  for (let step = 1; step <= MOST_STEPS; step += STRIDE) {
    const { folder, backup } = copyBackup();
    const isOver = await restoreUpTo(step, folder, backup.file);
    const users = await withDatabase(folder, userNames);
    expect([NEW, OLD], `step ${step}`).toContainEqual(users);
    states.push(users.length === NEW.length ? 'old' : 'restored');
    // Nothing is replaced before it was backed up, whole.
    const before = listBackups(folder).filter(({ reason }) => reason === 'before-restore');
    if (states.at(-1) === 'restored') expect(before, `step ${step}`).toHaveLength(1);
    for (const { file } of before) expect(read(file, userNames), `step ${step}`).toEqual(NEW);
    const files = readdirSync(folder.root).filter((name) => name.startsWith('lectern.sqlite'));
    expect(files, `step ${step}`).toEqual(['lectern.sqlite']);
    expect(readdirSync(folder.backups).filter((name) => name.includes('partial'))).toEqual([]);
    if (isOver) break;
  }
  // The swap is one of the steps, and never undone by what follows it.
  expect(states.length * STRIDE).toBeGreaterThan(8);
  expect(states).toEqual(states.toSorted());
  expect(states.at(0)).toBe('old');
  expect(states.at(-1)).toBe('restored');
});

test('R8 the report has the rows of every table, before and after', async () => {
  const { folder, backup } = copyBackup();
  const counts = (file: string) =>
    read(file, (database) => {
      const names = database
        .prepare<[], string>(
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
        )
        .pluck()
        .all();
      const count = (name: string) => database.prepare(`SELECT count(*) FROM "${name}"`).pluck().get();
      return new Map(names.map((name) => [name, Number(count(name))]));
    });
  const [before, after] = [counts(folder.database), counts(backup.file)];
  const { rows } = await restoreBackup(folder, backup.file, options);
  expect(before.size).toBeGreaterThan(20);
  expect(rows).toEqual(
    Object.fromEntries([...before].map(([name, count]) => [name, { before: count, after: after.get(name) }])),
  );
});

describe('R8 a backup that only a whole check finds bad is refused before anything is replaced:', () => {
  const change =
    (...statements: readonly string[]) =>
    (file: string) => {
      const database = new Sqlite(file);
      for (const sql of statements) database.exec(sql);
      database.close();
    };

  test.each<[string, (file: string) => void]>([
    [
      'a row that points to none',
      change(
        'PRAGMA foreign_keys = OFF',
        "INSERT INTO tokens (user_id, name, digest, last_four, created) VALUES (99, 'n', x'00', 'abcd', 0)",
      ),
    ],
    ['a missing table', change('DROP TABLE build_webhooks')],
    [
      'a trigger of somebody else',
      change('CREATE TRIGGER t AFTER INSERT ON users BEGIN DELETE FROM users; END'),
    ],
    [
      'an earlier schema that cannot be upgraded',
      change('DROP TABLE build_commands', 'PRAGMA user_version = 2'),
    ],
    [
      'a page in its middle',
      (file) => {
        const bytes = readFileSync(file);
        writeFileSync(file, bytes.fill(0xff, 3 * 4096 + 8, 4 * 4096));
      },
    ],
    ['its last page', (file) => truncateSync(file, readFileSync(file).length - 4096)],
  ])('%s', async (_, damage) => {
    const { folder, backup } = copyBackup();
    damage(backup.file);
    await expect(restoreBackup(folder, backup.file, options)).rejects.toThrow(backup.file);
    expect(await withDatabase(folder, userNames)).toEqual(NEW);
    expect(readdirSync(folder.root).filter((name) => name.startsWith('lectern.sqlite'))).toEqual([
      'lectern.sqlite',
    ]);
  });
});

test.each(SHAPES)('R8 a backup of %s is migrated forward before it is used', async (name, shape) => {
  const { folder } = copyBackup();
  const earlier = makeDataFolder();
  makeEarlierDatabase(earlier, versionOf(name), shape);
  const { rows } = await restoreBackup(folder, earlier.database, options);
  expect(rows.users).toEqual({ before: 3, after: 1 });
  expect(read(folder.database, (database) => database.pragma('user_version', { simple: true }))).toBe(
    migrations().length,
  );
  expect(await withDatabase(folder, userNames)).toEqual(['alice']);
});
