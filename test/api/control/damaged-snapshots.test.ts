import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { migrations, newestSchema } from '../../../src-server/store/migrate.ts';
import { newFolder } from '../../commands/processes.ts';
import { type ControlServer, projectNamed, startControl } from '../../support/api/control-server.ts';

let server: ControlServer;
let data: string;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'lectern-snapshots-'));
  server = await startControl({ data });
  return async () => {
    await server.close();
    rmSync(data, { recursive: true, force: true });
  };
});

const folderOf = (name: string) => join(data, 'snapshots', `snapshot-${name}`);
const databaseOf = (name: string) => join(folderOf(name), 'database.sqlite');

async function take(name: string): Promise<void> {
  expect(await server.control('POST', 'snapshots/', { body: { name } })).toMatchObject({ status: 201 });
}

/** Runs SQL in the file of a snapshot. */
function alter(name: string, sql: string): void {
  const database = new Sqlite(databaseOf(name));
  database.exec(sql);
  database.close();
}

describe('a snapshot that cannot be restored', () => {
  const newest = newestSchema(migrations());
  const newer = `was written by a newer Lectern (schema 99; this one knows ${newest}). Restore it with a newer Lectern.`;
  const damaged = (what: string) => `is damaged (${what}). Delete it.`;

  test.each([
    ['missing', (name: string) => rmSync(databaseOf(name)), damaged('its database is missing')],
    [
      'gone',
      (name: string) => rmSync(folderOf(name), { recursive: true }),
      damaged('its database is missing'),
    ],
    [
      'random',
      (name: string) => writeFileSync(databaseOf(name), randomBytes(100)),
      damaged('the file is truncated'),
    ],
    ['empty', (name: string) => truncateSync(databaseOf(name)), damaged('the file is empty')],
    [
      'overwritten',
      (name: string) => writeFileSync(databaseOf(name), 'x'.repeat(9_000)),
      damaged('it does not start like a database'),
    ],
    [
      'half',
      (name: string) => {
        const whole = readFileSync(databaseOf(name));
        writeFileSync(databaseOf(name), whole.fill(7, 8_192, 90_000));
      },
      damaged('parts of it cannot be read'),
    ],
    ['newer', (name: string) => alter(name, 'PRAGMA user_version = 99'), newer],
    [
      'newer-column',
      (name: string) => alter(name, 'ALTER TABLE projects ADD later TEXT; PRAGMA user_version = 99'),
      newer,
    ],
    ['foreign', (name: string) => alter(name, 'PRAGMA application_id = 7'), damaged('it is not of Lectern')],
  ])('(%s) is a 409 that says why and what to do', async (name, spoil, reason) => {
    await take(name);
    spoil(name);
    expect(await server.api('POST', '/api/v3/projects/', projectNamed(`Kept ${name}`))).toMatchObject({
      status: 201,
    });
    const detail = `The snapshot “${name}” ${reason} Your data is unchanged.`;
    for (const [path, body] of [
      [`snapshots/${name}/restore`, {}],
      ['reset', { snapshot: name }],
    ] as const) {
      expect(await server.control('POST', path, { body })).toMatchObject({ status: 409, json: { detail } });
    }
    expect((await server.api('GET', `/api/v3/projects/kept-${name}/`)).status).toBe(200);
    expect((await server.control('DELETE', `snapshots/${name}`)).status).toBe(204);
    expect((await server.control('POST', 'reset')).status).toBe(200);
  });

  test('(the start) is taken again by a restart', async () => {
    const own = newFolder();
    const first = await startControl({ data: own });
    writeFileSync(join(own, 'snapshots/snapshot-start/database.sqlite'), '');
    expect(await first.control('POST', 'reset')).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('Restart the server, which takes a new one.') },
    });
    await first.close();
    const second = await startControl({ data: own });
    onTestFinished(() => second.close());
    expect((await second.control('POST', 'reset')).status).toBe(200);
  });
});

test('what lies beside the database of a snapshot does not decide about its schema', async () => {
  const own = newFolder();
  const first = await startControl({ data: own });
  await first.control('POST', 'snapshots/', { body: { name: 'one' } });
  await first.close();
  const file = join(own, 'snapshots/snapshot-one/snapshot.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), schema: 99 }));
  const second = await startControl({ data: own });
  onTestFinished(() => second.close());
  expect((await second.control('POST', 'snapshots/one/restore')).status).toBe(200);
});
