import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Lectern, openLectern } from '../../src-server/lectern.ts';
import { startFresh } from '../../src-server/store/backup/recover.ts';
import { dataFolderPaths } from '../../src-server/store/file/data-folder.ts';
import { startLectern } from '../support/program/lectern-process.ts';
import { openOptions } from '../support/store/store-folder.ts';
import { logged, OPERATOR } from './request-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-requests-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, 'requests.sqlite');
const setAside = () => readdirSync(folder).filter((name) => /^requests\.sqlite\.damaged-[^-]+$/.test(name));

type Server = { readonly lectern: Lectern; readonly log: readonly string[] };

async function withServer<T>(work: (server: Server) => Promise<T>): Promise<T> {
  const log: string[] = [];
  const options = { data: folder, port: 0, keychain: 'off' as const };
  const lectern = await openLectern({ ...options, log: (line) => log.push(line) });
  try {
    return await work({ lectern, log });
  } finally {
    await lectern.close();
  }
}

const path = (offset: number) => `/api/v3/?offset=${offset}`;
const paths = (server: Server) => logged(server).then((rows) => rows.map((row) => row.path));
const read = async ({ lectern }: Server, offset: number) => {
  const answer = await fetch(`${lectern.url}${path(offset)}`);
  expect((await answer.text()).length).toBeGreaterThan(0);
};

test('S20 the log survives a restart, and nobody else can read its file', async () => {
  await withServer((server) => read(server, 1));
  if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600);
  const after = await withServer(async (server) => {
    await read(server, 2);
    return paths(server);
  });
  expect(after).toEqual([path(1), path(2)]);
});

test('a log that is damaged inside is set aside with a line, and begins again', async () => {
  await withServer(async (server) => {
    for (let offset = 1; offset < 200; offset += 1) await read(server, offset);
  });
  const bytes = readFileSync(file());
  bytes.fill(0xff, 4096, bytes.length);
  writeFileSync(file(), bytes);
  await withServer(async (server) => {
    await read(server, 3);
    expect(await paths(server)).toEqual([path(3)]);
    expect(server.log.join('\n')).toContain('what was there is kept as');
  });
  expect(setAside()).toHaveLength(1);
  expect(readFileSync(join(folder, setAside()[0] ?? '')).equals(bytes)).toBe(true);
});

test('another database in the place of this one takes the links to changes along', async () => {
  await withServer(async (server) => {
    const { lectern } = server;
    const { users, tokens } = lectern.services;
    const { token } = tokens.create(OPERATOR, users.ensure(OPERATOR, 'alice'), 'one');
    const body = JSON.stringify({ name: 'One', repository: { url: 'https://example.com/one', type: 'git' } });
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
    await fetch(`${lectern.url}/api/v3/projects/`, { method: 'POST', headers, body });
    expect((await logged(server, 'changed:yes'))[0]?.batches).toEqual([expect.any(Number)]);
  });
  await startFresh(dataFolderPaths(folder), openOptions(null));
  const [row] = await withServer((server) => logged(server, 'changed:yes'));
  expect(row).toMatchObject({ isChanged: true, batches: [] });
});

test('a log of another version is set aside', async () => {
  await withServer((server) => read(server, 1));
  const database = new Sqlite(file());
  database.pragma('user_version = 99');
  database.close();
  expect(await withServer(paths)).toEqual([]);
  expect(setAside()).toHaveLength(1);
});

test('kill -9 takes the last batch along at most, and leaves a file that is whole', async () => {
  const lectern = await startLectern(['--data', folder, '--keychain', 'off', '--no-builds']);
  const send = (offset: number) => fetch(`${lectern.url}${path(offset)}`);
  await send(1);
  // The first batch is written once its row is there.
  await expect.poll(() => rowsOf(file()), { interval: 50 }).toBeGreaterThanOrEqual(1);
  await Promise.all(Array.from({ length: 200 }, (_, index) => send(index + 2)));
  await lectern.kill();
  const database = new Sqlite(file());
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  const textsOf = (column: string) =>
    database
      .prepare(`SELECT count(*) FROM requests JOIN texts ON texts.id = requests.${column}`)
      .pluck()
      .get();
  const rows = rowsOf(file());
  expect([textsOf('request_headers'), textsOf('response_headers')]).toEqual([rows, rows]);
  database.close();
  expect((await withServer(paths))[0]).toBe(path(1));
  expect(setAside()).toEqual([]);
});

function rowsOf(path: string): number {
  try {
    const database = new Sqlite(path, { readonly: true, fileMustExist: true });
    const rows = database.prepare('SELECT count(*) FROM requests').pluck().get();
    database.close();
    return Number(rows);
  } catch {
    return 0;
  }
}
