import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLectern } from '../../src-server/lectern.ts';
import {
  get,
  newFile,
  newFolder,
  parseOutput,
  run,
  runDoctor,
  serve,
  serveInTest,
} from '../commands/processes.ts';
import { runLectern } from '../support/program/lectern-process.ts';
import { runCommand } from '../support/program/run-command.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';
import { flipBit, transactionsIn } from '../support/store/log-damage.ts';

const OFF = ['--keychain', 'off'];
const TOKEN = 'a'.repeat(40);
const SEED = JSON.stringify({
  ...SAMPLE_SEED,
  users: [{ username: 'alice', token: TOKEN }, { username: 'stranger' }],
});

async function seeded(): Promise<string> {
  const folder = newFolder();
  expect(await run(folder, 'seed', newFile(SEED), ...OFF)).toMatchObject({ code: 0 });
  return folder;
}

const serveLine = (folder: string, port = '0') => [
  'serve',
  '--json',
  '--port',
  port,
  '--data',
  folder,
  ...OFF,
];

/** Returns a digest of every file by name, without the lock, the note about its holder and what SQLite shares in memory. */
function bytes(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .filter(
        (name) => !/^lock\.sqlite$|^holder\.json$|-shm$/.test(name) && statSync(join(folder, name)).isFile(),
      )
      .map((name) => [name, digestOf(join(folder, name))]),
  );
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

test('R1 a running server uses the database settings that make a 2xx durable', async () => {
  const lectern = await openLectern({ data: newFolder(), port: 0, keychain: 'off' });
  onTestFinished(() => lectern.close());
  const settings = Object.fromEntries(
    [
      'journal_mode',
      'synchronous',
      'foreign_keys',
      'busy_timeout',
      'mmap_size',
      'application_id',
      'user_version',
    ].map((name) => [name, lectern.database.pragma(name, { simple: true })]),
  );
  expect(settings).toEqual({
    journal_mode: 'wal',
    synchronous: 2, // FULL
    foreign_keys: 1,
    busy_timeout: 5000,
    mmap_size: 0,
    application_id: 0x4c656374, // "Lect"
    user_version: expect.any(Number),
  });
  expect(settings.user_version).toBeGreaterThan(0);
  const version = String(lectern.database.prepare('SELECT sqlite_version()').pluck().get());
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(3_051_003);
});

test('R2 a second start stops before opening the database or port, and names the holder', async () => {
  const folder = await seeded();
  const first = await serve(['--data', folder]);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const before = bytes(folder);
  // The port is in use too, so a later stop would report that instead.
  const second = await runLectern(serveLine(folder, String((other.address() as AddressInfo).port)));
  expect(second.code).toBe(3);
  expect(parseOutput(second)).toMatchObject({ event: 'error', code: 'folder-held' });
  expect(second.stderr).toContain(`process ${first.pid}, ${first.url}`);
  expect(bytes(folder)).toEqual(before);
  await first.kill();
  // A lock left by kill -9 does not block.
  expect((await get(`${(await serve(['--data', folder])).url}/api/v3/projects/`, TOKEN)).status).toBe(200);
});

test('R5 a build that ran during a crash fails at the next start with an explanation', async () => {
  const folder = await seeded();
  const lectern = await serveInTest(['--data', folder]);
  const url = `${lectern.url}/api/v3/projects/pip/`;
  const headers = { authorization: `Token ${TOKEN}` };
  for (const version of ['10', 'latest']) {
    expect((await fetch(`${url}versions/${version}/builds/`, { method: 'POST', headers })).status).toBe(202);
  }
  await lectern.stop();
  // A runner takes the first build and is killed with it.
  const runner = spawn(process.execPath, ['--input-type=module', '-e', RUNNER, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void runner.kill('SIGKILL'));
  const [taken] = await Promise.race([
    once(runner.stdout, 'data'),
    once(runner, 'close').then(() => Promise.reject(new Error('The runner took no build.'))),
  ]);
  runner.kill('SIGKILL');
  await once(runner, 'close');

  const again = await serveInTest(['--data', folder]);
  const build = await get(`${again.url}/api/v3/projects/pip/builds/${Number(taken)}/`, TOKEN);
  expect(build).toMatchObject({
    status: 200,
    body: {
      state: { code: 'finished' },
      success: false,
      error: expect.stringContaining('Lectern stopped while this build was running'),
    },
  });
  expect(again.output().stderr).toContain(`Build ${Number(taken)} was running when Lectern stopped`);
  // The other build was not running and is still queued.
  const running = await get(`${again.url}/api/v3/projects/pip/builds/?running=true`, TOKEN);
  expect(running.body).toMatchObject({ count: 1, results: [{ state: { code: 'triggered' } }] });
});

const RUNNER = `
  const { openCore } = await import(${JSON.stringify(import.meta.resolve('../../src-server/core.ts'))});
  const { services } = await openCore({ data: process.argv.at(-1), keychain: 'off' });
  const build = services.buildRuns.dequeue({ kind: 'system', door: 'runner' });
  console.log(build.id);
  setInterval(() => {}, 1000);`;

describe('R6 a damaged database', () => {
  const damages: readonly (readonly [string, (file: string) => void | Promise<void>])[] = [
    ['has a zeroed header', (file) => overwrite(file, 0, Buffer.alloc(4096))],
    ['has a flipped page', (file) => overwrite(file, 4096 * 6, Buffer.alloc(4096, 0xff))],
    ['is truncated', (file) => truncateSync(file, 4096 * 3 + 100)],
    ['is another file', (file) => overwrite(file, 0, Buffer.from('This is no database.'))],
    [
      'is a folder',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
    [
      'has another schema than its version',
      (file) => {
        const database = new Sqlite(file);
        database.exec('ALTER TABLE projects DROP COLUMN remote_branch');
        database.close();
      },
    ],
    ['has a damaged log after kill -9', (file) => damageLog(dirname(file))],
  ];

  test.each(damages)(
    'R6 that %s: the start is refused; recovery keeps it and continues',
    async (_name, damage) => {
      const folder = await seeded();
      const file = join(folder, 'lectern.sqlite');
      expect((await run(folder, 'backup')).code).toBe(0);
      await damage(file);
      // The newest backup is of no use either, so that the one before it is the newest good one.
      const unusable = 'lectern-20991231T000000.000000Z-manual.sqlite';
      cpSync(
        join(folder, 'backups', readdirSync(join(folder, 'backups'))[0] ?? ''),
        join(folder, 'backups', unusable),
      );
      truncateSync(join(folder, 'backups', unusable), 4096 * 3);
      const before = bytes(folder);
      const refused = await runCommand(serveLine(folder));
      expect(refused.code).toBe(4);
      expect(refused.stderr).toMatch(/damaged.*recover --backup.*recover --fresh/s);
      expect(refused.stderr).not.toMatch(/^ {4}at /m);
      expect(bytes(folder)).toEqual(before);

      for (const [how, count] of [
        ['--fresh', 401],
        ['--backup', 200],
      ] as const) {
        const copy = newFolder();
        cpSync(folder, copy, { recursive: true });
        expect(await run(copy, 'recover', how)).toMatchObject({ code: 0 });
        const kept = readdirSync(copy).filter((name) => name.startsWith('lectern.sqlite.damaged-'));
        // Byte for byte, its log included.
        for (const end of ['', '-wal']) {
          const aside = kept.filter((name) => name.endsWith(`Z${end}`)).map((name) => join(copy, name));
          expect(aside).toHaveLength(end === '' || before['lectern.sqlite-wal'] ? 1 : 0);
          for (const path of aside)
            if (statSync(path).isFile()) expect(digestOf(path)).toBe(before[`lectern.sqlite${end}`]);
        }
        expect(readdirSync(join(copy, 'backups'))).toEqual(
          expect.arrayContaining(readdirSync(join(folder, 'backups'))),
        );
        const lectern = await openLectern({ data: copy, port: 0, keychain: 'off', builds: false });
        onTestFinished(() => lectern.close());
        expect((await get(`${lectern.url}/api/v3/projects/pip/`, TOKEN)).status).toBe(count);
      }
    },
  );
});

test('R9 a database of a newer Lectern is refused unchanged, naming the required version', async () => {
  const folder = await seeded();
  const database = new Sqlite(join(folder, 'lectern.sqlite'));
  database.pragma('user_version = 999');
  database.exec("INSERT INTO schema_history (version, needs, applied) VALUES (999, '7.8.9', 0)");
  database.close();
  const before = bytes(folder);
  const refused = await runCommand(serveLine(folder));
  expect(refused.code).toBe(5);
  expect(refused.stderr).toContain('7.8.9');
  expect(parseOutput(refused)).toMatchObject({ event: 'error', code: 'database-newer' });
  expect(bytes(folder)).toEqual(before);
  // No command touches it either.
  for (const line of [
    'user add bob',
    'user list',
    'token list alice',
    'token create alice',
    'backup',
    'recover --readable',
    'doctor',
    `seed ${newFile(SEED)}`,
  ]) {
    const { code, stdout, stderr } =
      line === 'doctor' ? await runDoctor(folder) : await run(folder, ...line.split(' '));
    expect(code, line).toBeGreaterThan(0);
    expect(stdout + stderr, line).toMatch(/newer Lectern/);
    expect(bytes(folder), line).toEqual(before);
  }
  // It is no backup of this release, and restoring one would lose it.
  const aside = join(folder, 'newer.sqlite');
  cpSync(join(folder, 'lectern.sqlite'), aside);
  const other = await seeded();
  expect((await run(other, 'restore', aside)).stderr).toContain('newer Lectern');
  expect(digestOf(join(folder, 'lectern.sqlite'))).toBe(before['lectern.sqlite']);
});

/** Leaves a log with several changes behind a flipped bit, as a killed server and a bad disk do. */
async function damageLog(folder: string): Promise<void> {
  for (;;) {
    const lectern = await serve(['--data', folder]);
    for (let change = 0; change < 6; change += 1)
      await fetch(`${lectern.url}/api/v3/projects/pip/`, {
        method: 'PATCH',
        headers: { authorization: `Token ${TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ homepage: `https://example.com/${change}` }),
      });
    await lectern.kill();
    // On a busy machine the log may just have been emptied.
    const transactions = transactionsIn(join(folder, 'lectern.sqlite'));
    if (transactions.length < 3) continue;
    return flipBit(join(folder, 'lectern.sqlite-wal'), (transactions[0]?.[0] ?? 0) + 1000);
  }
}

function overwrite(file: string, at: number, content: Buffer): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, content, 0, content.length, at);
  closeSync(descriptor);
}
