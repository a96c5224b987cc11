import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DataFolder } from '../../../src-server/store/file/data-folder.ts';
import { runCommand } from '../../support/program/run-command.ts';
import { makeDataFolder, snapshot, withDatabase } from '../../support/store/store-folder.ts';
import { newFile, newFolder, parseOutput, run, serve } from '../processes.ts';

const start = (...args: readonly string[]) => runCommand(['serve', '--json', '--keychain', 'off', ...args]);

describe('a data folder that is in use', () => {
  test('stops a second start before it opens or listens, and names the holder', async () => {
    const folder = newFolder();
    const first = await serve(['--data', folder]);
    const second = await start('--port', '0', '--data', folder);
    expect(second.code).toBe(3);
    expect(parseOutput(second)).toEqual({
      event: 'error',
      code: 'folder-held',
      message: second.stderr.trimEnd(),
    });
    expect(second.stderr).toContain(`the Lectern server (process ${first.pid}, ${first.url}`);
    expect(second.stderr).toContain('--data');
    expect((await fetch(first.url)).status).toBe(200);
  });

  test('is not changed by any command', async () => {
    const folder = newFolder();
    const { pid, url } = await serve(['--data', folder, '--user', 'alice']);
    const seed = newFile('{}');
    const commands = [
      'user add bob',
      'user list',
      'user deactivate alice',
      'token create alice',
      'token list alice',
      'token show 1',
      'token revoke 1',
      `seed ${seed}`,
      'backup',
      'restore newest',
      'recover --fresh',
    ];
    for (const command of commands) {
      const result = await run(folder, ...command.split(' '));
      expect(result, command).toMatchObject({ code: 3, stdout: '' });
      expect(result.stderr, command).toMatch(new RegExp(`process ${pid}, ${url}.*Quit it first`));
    }
    expect((await run(folder, 'backup', '--list')).code).toBe(0);
  });
});

describe('a port in use', () => {
  test('by another Lectern is reported', async () => {
    const first = await serve(['--memory']);
    const result = await start('--memory', '--port', new URL(first.url).port);
    expect(result.code).toBe(7);
    expect(result.stderr).toContain('in use by another Lectern');
    if (process.platform === 'linux') expect(result.stderr).toContain(`(process ${first.pid}: node`);
    expect(result.stderr).toContain('--port 0');
    expect(parseOutput(result)).toMatchObject({ event: 'error', code: 'port-taken' });
  });

  test('by another program is reported, and the data folder is released', async () => {
    const other = createServer((_request, response) => response.end('hello'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const folder = newFolder();
    const { port } = other.address() as AddressInfo;
    const result = await start('--data', folder, '--port', String(port));
    expect(result.code).toBe(7);
    expect(result.stderr).toContain('in use by another program');
    if (process.platform === 'linux') expect(result.stderr).toContain(`(process ${process.pid}: `);
    expect((await run(folder, 'user', 'add', 'alice')).code).toBe(0);
  });
});

describe('a database that cannot be used', () => {
  async function makeFolder(change: (folder: DataFolder) => void | Promise<void>): Promise<DataFolder> {
    const folder = makeDataFolder();
    await withDatabase(folder, () => {});
    await change(folder);
    return folder;
  }

  test.each<[string, number, string, RegExp, (folder: DataFolder) => void | Promise<void>]>([
    [
      'truncated',
      4,
      'database-damaged',
      /is damaged.*recover --backup/,
      (folder) => truncateSync(folder.database, 8192),
    ],
    [
      'a zeroed header',
      4,
      'database-damaged',
      /is damaged/,
      (folder) => {
        const bytes = readFileSync(folder.database);
        writeFileSync(folder.database, bytes.fill(0, 0, 4096));
      },
    ],
    [
      'a folder',
      4,
      'database-damaged',
      /is damaged/,
      (folder) => {
        rmSync(folder.database);
        mkdirSync(folder.database, { mode: 0o700 });
      },
    ],
    [
      'from a newer Lectern',
      5,
      'database-newer',
      /newer Lectern/,
      (folder) => withDatabase(folder, (database) => void database.pragma('user_version = 999')),
    ],
    [
      "another program's",
      6,
      'database-foreign',
      /another program/,
      (folder) => {
        rmSync(folder.database);
        const other = new Sqlite(folder.database);
        other.exec('CREATE TABLE notes (text)');
        other.close();
      },
    ],
  ])('%s: refused and unchanged', async (_name, exitCode, code, message, change) => {
    const folder = await makeFolder(change);
    const before = snapshot(folder);
    const result = await start('--port', '0', '--data', folder.root);
    expect(result.code).toBe(exitCode);
    expect(result.stderr).toMatch(message);
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(parseOutput(result)).toEqual({ event: 'error', code, message: result.stderr.trimEnd() });
    expect(snapshot(folder)).toEqual(before);
  });
});

test.each([
  ['a file', (folder: string) => writeFileSync(folder, ''), /is not a folder/],
  [
    'inside a file',
    (folder: string) => writeFileSync(folder, ''),
    /cannot be used: part of the path is not a folder/,
  ],
])('a data folder that is %s is refused', async (name, prepare, message) => {
  const folder = newFolder();
  prepare(folder);
  const result = await start('--port', '0', '--data', name === 'a file' ? folder : `${folder}/data`);
  expect(result.code).toBe(1);
  expect(result.stderr).toMatch(message);
});

test('an address that does not belong to this machine is reported', async () => {
  const result = await start('--memory', '--port', '0', '--host', '192.0.2.1');
  expect(result.code).toBe(1);
  expect(parseOutput(result)).toMatchObject({ event: 'error', code: 'cannot-listen' });
});
