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
import Sqlite from 'better-sqlite3';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { HistoryQuery } from '../../src-server/model/journal/history.ts';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import { listBackups } from '../../src-server/store/backup/backup.ts';
import { type DataFolder, prepareDataFolder } from '../../src-server/store/file/data-folder.ts';
import { migrations, newestSchema } from '../../src-server/store/migrate.ts';
import { type ApiServer, startApi } from '../support/api/api-server.ts';
import { callDesk, tryDesk } from '../support/api/call-desk.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';
import { changeState, readState } from '../support/snapshots/snapshot-states.ts';
import { databaseDigest } from '../support/store/database-digest.ts';

let server: ApiServer;
let folder: DataFolder;
let backup: string;
beforeAll(async () => {
  const data = mkdtempSync(join(tmpdir(), 'lectern-restore-'));
  folder = prepareDataFolder(data);
  server = await startApi({ seed: SAMPLE_SEED, data });
  await callDesk(server.lectern, 'system.welcome', { username: 'alice' });
  backup = await makeBackup();
  return async () => {
    await server.close();
    rmSync(data, { recursive: true, force: true });
  };
});

const restore = (file: string, actAs?: string) =>
  tryDesk(server.lectern, 'settings.restoreBackup', { file }, actAs);

async function makeBackup(): Promise<string> {
  await callDesk(server.lectern, 'settings.makeBackup');
  return listBackups(folder)[0]?.file ?? '';
}

test.each([
  ['cut', (file: string) => truncateSync(file, 20_000), 'is damaged ('],
  ['empty', (file: string) => truncateSync(file), 'is damaged (the file is empty). Choose another one.'],
  ['text', (file: string) => writeFileSync(file, 'x'.repeat(9_000)), 'is damaged (it does not start like a'],
  [
    'overwritten in the middle',
    (file: string) => writeFileSync(file, readFileSync(file).fill(7, 8_192, 90_000)),
    'is damaged (',
  ],
  [
    'of a newer Lectern',
    (file: string) => alter(file, 'PRAGMA user_version = 99'),
    `was written by a newer Lectern (schema 99; this one knows ${newestSchema(migrations())}). Restore it with a newer`,
  ],
  [
    'of another program',
    (file: string) => alter(file, 'PRAGMA application_id = 7'),
    'is damaged (it is not of Lectern). Choose another one.',
  ],
])('a backup that is %s is refused, and nothing is changed', async (_, spoil, reason) => {
  const file = join(folder.backups, 'lectern-20200101T000000.000000Z-manual.sqlite');
  copyFileSync(backup, file);
  spoil(file);
  const before = databaseDigest(server.lectern.database);
  const { refused } = await restore(file);
  expect(refused?.message).toContain(`The backup “${basename(file)}” ${reason}`);
  expect(refused?.message).toMatch(/ Your data is unchanged\.$/);
  expect(databaseDigest(server.lectern.database)).toBe(before);
  expect(readdirSync(folder.snapshots)).toEqual([]);
});

test('only listed backups are restored, and only by the person at this computer', async () => {
  for (const file of [folder.database, join(folder.backups, 'gone.sqlite'), '/etc/passwd', '']) {
    expect((await restore(file)).refused).toMatchObject({
      name: 'NotFound',
      message: 'This backup is no longer there. Choose another one.',
    });
  }
  expect((await restore(backup, 'alice')).refused?.name).toBe('Forbidden');
});

test('a backup is restored with the pages that are still here, and the safety copy brings back all', async () => {
  const { lectern } = server;
  changeState(folder.root, lectern.database, 7, 'of the backup');
  const file = await makeBackup();
  const other = join(folder.backups, 'lectern-20200102T000000.000000Z-manual.sqlite');
  copyFileSync(file, other);
  // Numbers repeat after a restore: the build with the number 7 is another one there.
  alter(other, 'UPDATE builds SET created = created + 1 WHERE id = 7');
  const { projects } = readState(folder.root);
  await callDesk(lectern, 'projects.remove', ['plugin']);
  const path = '/api/v3/projects/pip/versions/10/builds/';
  const { json } = await server.request('POST', path, { user: 'alice' });
  changeState(folder.root, lectern.database, (json as { build: { id: number } }).build.id, 'newer');
  const now = readState(folder.root);
  expect(now.projects).not.toEqual(projects);

  const { data, refused } = await restore(file);
  expect(refused).toBeUndefined();
  expect(readState(folder.root)).toMatchObject({ projects, page: 'of the backup' });
  const [safety] = lectern.services.snapshots.list(systemActor('desk'));
  expect(data).toMatchObject({ answer: { safetyCopy: safety?.name }, undo: null });
  expect((await server.request('GET', path, { user: 'alice' })).json).toMatchObject({ count: 1 });
  const [entry] = lectern.services.history.list(systemActor('desk'), HistoryQuery.parse({}));
  expect(entry?.sentence).toMatchObject({ subject: expect.stringContaining(basename(file)) });

  await callDesk(lectern, 'snapshots.restore', { name: safety?.name });
  expect(readState(folder.root)).toEqual(now);
  expect((await restore(other)).refused).toBeUndefined();
  expect(readState(folder.root)).toMatchObject({ projects, page: undefined });
  const left = readdirSync(folder.snapshots).filter((name) => /partial|restoring/.test(name));
  expect(left).toEqual([]);
});

/** Runs SQL in the file of a backup. */
function alter(file: string, sql: string): void {
  const database = new Sqlite(file);
  onTestFinished(() => void database.close());
  database.exec(sql);
  database.close();
}
