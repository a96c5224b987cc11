import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLectern } from '../../../src-server/lectern.ts';
import { listBackups } from '../../../src-server/store/backup/backup.ts';
import { openDatabase } from '../../../src-server/store/file/database.ts';
import { DamagedDatabase } from '../../../src-server/store/file/database-problems.ts';
import { findDamage } from '../../../src-server/store/file/integrity.ts';
import { migrations } from '../../../src-server/store/migrate.ts';
import { openStore } from '../../../src-server/store/open-store.ts';
import { NEWEST_SCHEMA, readSchema, schemaDigest } from '../../../src-server/store/schema.ts';
import {
  EARLIER_OUTPUT,
  EARLIER_TOKEN,
  makeEarlierDatabase,
  SHAPES,
  versionOf,
} from '../../support/store/earlier-databases.ts';
import { makeDataFolder, openOptions, snapshot, withDatabase } from '../../support/store/store-folder.ts';

let digest: Promise<string> | undefined;

function digestOfNew(): Promise<string> {
  digest ??= withDatabase(makeDataFolder(), (database) => schemaDigest(readSchema(database)));
  return digest;
}

describe.each(SHAPES)('%s', (name, shape) => {
  const version = versionOf(name);

  test('opens with the present schema and all of its rows (safety R9)', async () => {
    const folder = makeDataFolder();
    makeEarlierDatabase(folder, version, shape);
    const found = await withDatabase(folder, (database) => {
      const store = openStore(database);
      const result = {
        damage: findDamage(database),
        digest: schemaDigest(readSchema(database)),
        commands: store.buildCommands.ofBuilds([1]).get(1),
        recorded: database.prepare('SELECT id, recorded FROM builds ORDER BY id').raw().all(),
        integrations: database.prepare('SELECT id, provider, note, created FROM integrations').raw().all(),
        webhooks: database.prepare('SELECT id, url, last_sent FROM build_webhooks').raw().all(),
        nextIntegration: database
          .prepare("SELECT seq FROM sqlite_sequence WHERE name = 'integrations'")
          .pluck()
          .get(),
      };
      const [trash] = store.trash.all();
      if (trash) store.change(() => store.trash.restore(trash));
      return { ...result, restored: trash && store.buildCommands.ofBuilds([2]).get(2) };
    });
    const command = {
      command: 'make html',
      exitCode: 0,
      output: EARLIER_OUTPUT,
      lines: 2,
      warnings: 1,
      errors: 0,
    };
    expect(found.damage).toEqual([]);
    expect(found.digest).toBe(await digestOfNew());
    expect(found.commands).toMatchObject([{ id: 3, ...command }]);
    if (version > 1) expect(found.restored).toMatchObject([{ id: 8, ...command }]);
    expect(found.recorded).toContainEqual([1, 1]);
    if (version < 3) return;
    expect(found.recorded).toContainEqual([5, 0]);
    expect(found.integrations).toEqual([[7, 'github', null, 5]]);
    expect(found.nextIntegration).toBe(9);
    expect(found.webhooks).toEqual([[4, 'https://x.org/hook', null]]);
    expect(listBackups(folder).map(({ reason }) => reason)).toEqual(['before-migration']);
  });

  test('is served after the upgrade', async () => {
    const folder = makeDataFolder();
    makeEarlierDatabase(folder, version, shape);
    const lectern = await openLectern({ data: folder.root, port: 0, keychain: 'off' });
    onTestFinished(() => lectern.close());
    const answer = await fetch(`${lectern.url}/api/v3/projects/kept/builds/1/`, {
      headers: { authorization: `Token ${EARLIER_TOKEN}` },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: 1, success: true });
  });
});

describe('a schema that is not that of its version', () => {
  test.each([
    ['a missing column', 'ALTER TABLE projects DROP COLUMN remote_branch', 'different: table projects'],
    [
      'a missing index',
      'DROP INDEX builds_in_flight_by_version',
      'missing: index builds_in_flight_by_version',
    ],
    ['a missing table', 'DROP TABLE build_webhooks', 'missing: table build_webhooks'],
    [
      'a trigger of somebody else',
      'CREATE TRIGGER t AFTER INSERT ON users BEGIN DELETE FROM users; END',
      'added: trigger t',
    ],
  ])('%s is refused, and nothing is changed (safety R6)', async (_, sql, text) => {
    const folder = makeDataFolder();
    await withDatabase(folder, () => undefined);
    const database = new Sqlite(folder.database);
    database.exec(sql);
    database.close();
    const before = snapshot(folder);
    const error = await openDatabase(openOptions(folder)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DamagedDatabase);
    expect(String(error)).toContain(`its tables are not those of schema ${migrations().length} (${text})`);
    expect(snapshot(folder)).toEqual(before);
  });

  test('after an upgrade leaves the database as it was', async () => {
    const folder = makeDataFolder();
    makeEarlierDatabase(folder, 3, { chunked: true });
    const database = new Sqlite(folder.database);
    database.exec('ALTER TABLE users DROP COLUMN active');
    database.close();
    await expect(openDatabase(openOptions(folder))).rejects.toThrow(/different: table users/);
    const after = new Sqlite(folder.database, { readonly: true });
    expect(after.pragma('user_version', { simple: true })).toBe(3);
    after.close();
  });

  test('tables and indexes that somebody added do no harm', async () => {
    const folder = makeDataFolder();
    await withDatabase(folder, (database) => {
      database.exec('CREATE TABLE notes (text); CREATE INDEX by_name ON users (created)');
    });
    expect(await withDatabase(folder, (database) => findDamage(database))).toEqual([]);
  });
});

test('a landed migration is never changed, and each new one is recorded in landed.sha256', () => {
  const folder = join(import.meta.dirname, '../../../src-server/store/migrations');
  const found = readdirSync(folder)
    .sort()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('hex')}  ${file}`,
    );
  const landed = readFileSync(join(import.meta.dirname, 'landed.sha256'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(found).toEqual(landed);
});

test('the recorded digest of the newest schema is right', async () => {
  expect(NEWEST_SCHEMA).toEqual({ version: migrations().length, digest: await digestOfNew() });
});
