import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findPortHolder } from '../../../src-server/commands/serve/port-holder.ts';
import { canRunKeyring, makeKeyringHome } from '../../support/program/keyring.ts';
import { PROGRAM } from '../../support/program/lectern-process.ts';
import { runCommand } from '../../support/program/run-command.ts';
import { DEMO_SEED, DEMO_TOKEN } from '../demo-seed.ts';
import { newFile, newFolder, parseOutput, run, runDoctor, serve } from '../processes.ts';

type Check = {
  name: string;
  state: 'ok' | 'warning' | 'fault';
  text: string;
  remedy?: string;
  details?: string[];
};
type Report = { ok: boolean; data: string; checks: Check[] };

const OFF = ['--keychain', 'off'];

/** Runs doctor without programs to ask for their versions, which takes longer than all other checks. */
const doctor = (folder: string, ...args: readonly string[]) => doctorOn(newFolder(), folder, ...args);

/** Runs doctor with PATH set to this; expects that it changes nothing and says all in its report. */
async function doctorOn(path: string | undefined, folder: string, ...args: readonly string[]) {
  const before = contents(folder);
  const line = ['doctor', '--json', '--port', '0', '--data', folder, ...OFF, ...args];
  const result = await runCommand(line, { env: { PATH: path } });
  expect(contents(folder)).toEqual(before);
  expect(result.stderr).toBe('');
  const report = parseOutput(result) as Report;
  expect(result.code).toBe(report.ok ? 0 : 1);
  expect(report.checks.filter(({ text, remedy }) => /\.\.|\n/.test(`${text}${remedy ? '.' : ''}`))).toEqual(
    [],
  );
  return { ...report, check: (name: string) => report.checks.find((each) => each.name === name) };
}

/** Returns the permissions, time and bytes of every file, without what readers write beside an open database. */
function contents(folder: string): Record<string, unknown> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return {};
  const files = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].sort();
  return Object.fromEntries(
    files
      .filter((file) => !file.endsWith('-shm'))
      .map((file) => {
        const path = join(folder, file);
        const stat = statSync(path);
        const bytes = stat.isFile() ? [stat.mtimeMs, readFileSync(path, 'base64')] : [];
        return [file, [stat.mode, ...bytes]];
      }),
  );
}

let healthyFolder: string;
beforeAll(async () => {
  healthyFolder = join(mkdtempSync(join(tmpdir(), 'lectern-doctor-')), 'data');
  const seed = `${healthyFolder}.json`;
  writeFileSync(seed, DEMO_SEED);
  expect((await run(healthyFolder, 'seed', seed, ...OFF)).code).toBe(0);
  expect((await run(healthyFolder, 'backup')).code).toBe(0);
});
afterAll(() => rmSync(dirname(healthyFolder), { recursive: true, force: true }));

/** Creates a folder without problems. */
function makeHealthyFolder(): string {
  const folder = newFolder();
  cpSync(healthyFolder, folder, { recursive: true, preserveTimestamps: true });
  for (const dir of ['.', 'backups', 'builds', 'docs', 'snapshots']) chmodSync(join(folder, dir), 0o700);
  return folder;
}

describe('finds no problems', () => {
  test('before the first start, and creates nothing', async () => {
    const folder = newFolder();
    expect(await doctor(folder)).toMatchObject({ ok: true, data: folder });
    expect(existsSync(folder)).toBe(false);
  });

  test('in an intact folder', async () => {
    const report = await doctorOn(process.env.PATH, makeHealthyFolder());
    expect(report.checks.filter(({ state }) => state === 'fault')).toEqual([]);
    expect(report.check('Database')?.text).toMatch(/^valid .*users: 1, projects: 1, builds: 0/);
    expect(report.check('Backups')?.text).toMatch(/-manual\.sqlite is valid \(made today\)$/);
    expect(report.check('Data key')).toMatchObject({ state: 'ok', text: 'available, in the file' });
    expect(report.check('Tokens')).toMatchObject({ state: 'ok', text: '1; each can be shown again' });
    expect(report.check('SQLite')?.text).toMatch(/^3\.\d+\.\d+$/);
    expect(report.check('In use')?.text).toBe('no');
    expect(report.check('git')?.state).toBe('ok');
  });

  test('while Lectern runs, without interrupting it', async () => {
    const folder = makeHealthyFolder();
    const { pid, url, stop } = await serve(['--data', folder]);
    const report = await doctor(folder, '--port', new URL(url).port);
    expect(report.ok).toBe(true);
    expect(report.check('In use')?.text).toBe(`by the Lectern server (process ${pid}, at ${url})`);
    expect(report.check(`Port ${new URL(url).port}`)).toMatchObject({ state: 'ok' });
    const variable = { method: 'POST', body: '{"name":"NEXT","value":"1"}' };
    const headers = { authorization: `Token ${DEMO_TOKEN}`, 'content-type': 'application/json' };
    const made = await fetch(`${url}/api/v3/projects/demo/environmentvariables/`, { ...variable, headers });
    expect(made.status).toBe(201);
    await stop();
    expect((await doctor(folder)).ok).toBe(true);
  });

  test('after kill -9, with data in the write-ahead log', async () => {
    const folder = makeHealthyFolder();
    const lectern = await serve(['--data', folder, '--user', 'bob']);
    await lectern.kill();
    const report = await doctor(folder);
    expect(report.ok).toBe(true);
    expect(report.check('Database')?.text).toContain('users: 2');
  });
});

describe('finds and explains how to fix', () => {
  test.each<[string, string, Partial<Check>, (folder: string) => void]>([
    [
      'a damaged database',
      'Database',
      { state: 'fault', text: expect.stringMatching(/damaged.*recover --backup/) },
      (folder) => truncateSync(join(folder, 'lectern.sqlite'), 8192),
    ],
    [
      'a broken reference',
      'Database',
      {
        state: 'fault',
        text: expect.stringContaining('points to a missing row of users'),
        remedy: expect.stringContaining('recover'),
      },
      (folder) => change(folder, 'PRAGMA foreign_keys = OFF', "DELETE FROM users WHERE username = 'alice'"),
    ],
    [
      'a schema that is not that of its version',
      'Database',
      {
        state: 'fault',
        text: expect.stringContaining('its tables are not those of schema'),
        remedy: expect.stringContaining('recover --backup'),
        details: ['different: table projects'],
      },
      (folder) => change(folder, 'ALTER TABLE projects DROP COLUMN remote_branch'),
    ],
    [
      'a newer database',
      'Database',
      { state: 'fault', text: expect.stringContaining('newer Lectern') },
      (folder) => change(folder, 'PRAGMA user_version = 999'),
    ],
    [
      'a foreign database',
      'Database',
      { state: 'fault', text: expect.stringContaining('another program') },
      (folder) => change(folder, 'PRAGMA application_id = 1'),
    ],
    [
      'a missing database',
      'Database',
      {
        state: 'fault',
        text: expect.stringContaining('missing'),
        remedy: expect.stringContaining('restore newest'),
      },
      (folder) => rmSync(join(folder, 'lectern.sqlite')),
    ],
    [
      'no good backup',
      'Backups',
      { state: 'fault', remedy: expect.stringContaining('backup') },
      (folder) => {
        for (const file of readdirSync(join(folder, 'backups')))
          truncateSync(join(folder, 'backups', file), 8192);
      },
    ],
    [
      'a missing data key',
      'Data key',
      {
        state: 'fault',
        text: expect.stringMatching(
          /no longer has the data key.*delete the environment variables of all projects/,
        ),
      },
      (folder) => rmSync(join(folder, 'vault.json')),
    ],
    [
      'a wrong data key',
      'Data key',
      { state: 'fault', text: expect.stringContaining('not the one in use') },
      (folder) => {
        const file = join(folder, 'vault.json');
        const other = Buffer.alloc(32, 1).toString('base64');
        writeFileSync(file, readFileSync(file, 'utf8').replace(/(data-key": ")[^"]+/, `$1${other}`));
      },
    ],
    [
      'a damaged private file',
      'Data key',
      { state: 'fault', text: expect.stringContaining('is damaged') },
      (folder) => writeFileSync(join(folder, 'vault.json'), '{'),
    ],
    [
      'a private file damaged before a data key exists',
      'Secrets',
      { state: 'fault', text: expect.stringMatching(/vault\.json is damaged.*valid copy/) },
      (folder) => {
        change(folder, 'DELETE FROM environment_variables', 'UPDATE installation SET data_key_check = NULL');
        writeFileSync(join(folder, 'vault.json'), '{');
      },
    ],
    [
      'a damaged private file without a database',
      'Secrets',
      { state: 'fault', text: expect.stringMatching(/vault\.json is damaged/) },
      (folder) => {
        rmSync(join(folder, 'lectern.sqlite'));
        writeFileSync(join(folder, 'vault.json'), '{');
      },
    ],
    [
      'a damaged private file with tokens',
      'Tokens',
      { state: 'warning', text: expect.stringContaining('the vault cannot be read') },
      (folder) => writeFileSync(join(folder, 'vault.json'), '{'),
    ],
    [
      'tokens that cannot be shown again',
      'Tokens',
      { state: 'warning', text: '1 of 1 cannot be shown again (ids 1)' },
      (folder) => rmSync(join(folder, 'vault.json')),
    ],
    [
      'a database set aside',
      'Kept aside',
      { state: 'warning', text: 'lectern.sqlite.damaged-1' },
      (folder) => writeFileSync(join(folder, 'lectern.sqlite.damaged-1'), '', { mode: 0o600 }),
    ],
  ])('%s', async (_name, check, expected, prepare) => {
    const folder = makeHealthyFolder();
    prepare(folder);
    const report = await doctor(folder);
    expect(report.check(check)).toMatchObject(expected);
  });

  test.skipIf(process.platform === 'win32')('permissions of other users, and changes none', async () => {
    const folder = makeHealthyFolder();
    chmodSync(join(folder, 'vault.json'), 0o644);
    const report = await doctor(folder);
    expect(report.check('Rights')).toMatchObject({
      state: 'fault',
      text: expect.stringContaining('vault.json'),
      remedy: expect.stringContaining(`chmod -R go= "${folder}"`),
    });
    expect(report.check('Secrets')).toMatchObject({ state: 'warning' });
  });

  test('a port that is in use', async () => {
    const other = createServer((_request, response) => response.end());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const report = await doctor(newFolder(), '--port', String(port));
    expect(report.check(`Port ${port}`)).toMatchObject({
      state: 'warning',
      text: expect.stringMatching(/^in use by another program/),
      remedy: expect.stringContaining('--port'),
    });
    const holder = await findPortHolder('127.0.0.1', port);
    if (process.platform === 'linux') expect(holder.pid).toBe(process.pid);
    expect(holder.lectern).toBe(false);
  });

  test('a data folder that is a file', async () => {
    const folder = newFile('');
    expect((await doctor(folder)).check('Data folder')).toMatchObject({ state: 'fault' });
  });
});

test('text output has a line for each check and a summary', async () => {
  const folder = makeHealthyFolder();
  truncateSync(join(folder, 'lectern.sqlite'), 8192);
  const { code, stdout } = await run(folder, 'doctor', ...OFF);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^✓ Node {10}24\./m);
  expect(stdout).toMatch(/^✗ Database {6}.*recover --backup/m);
  expect(stdout).toMatch(/\n1 problem found\.\n$/);
});

test('reports of damage include the message from SQLite', async () => {
  const folder = makeHealthyFolder();
  damagePages(join(folder, 'lectern.sqlite'));
  const found = (await doctor(folder)).check('Database');
  expect(found).toMatchObject({
    state: 'fault',
    text: `${join(folder, 'lectern.sqlite')} is damaged: parts of it cannot be read`,
    remedy: expect.stringContaining('recover --backup'),
    details: expect.arrayContaining([expect.stringMatching(/page \d+/)]),
  });
  const { stdout } = await runDoctor(folder);
  expect(stdout).toMatch(/^✗ Database .*\n {4}\S.*page \d+.*\n[✓!✗] /m);
  expect(stdout).not.toContain('***');
  const { stderr } = await run(folder, 'serve', '--port', '0');
  expect(stderr).toMatch(/^The database \S+ is damaged: parts of it cannot be read\. .*\n$/);
});

describe.skipIf(!canRunKeyring())('with the OS keychain', () => {
  test('it finds the data key, and reports when the keychain that stores it is unavailable', async () => {
    const home = await makeKeyringHome();
    onTestFinished(() => home.remove());
    const folder = newFolder();
    // Without programs to ask for their versions.
    const noPath = `data:text/javascript,process.env.PATH='${newFolder()}'`;
    const lectern = (...args: readonly string[]) => ['--import', noPath, PROGRAM, ...args, '--data', folder];
    const loaded = await home.run('unlocked', lectern('seed', newFile(DEMO_SEED)));
    expect(loaded).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(folder, 'vault.json'))).toBe(false);
    const present = await home.run('unlocked', lectern('doctor'));
    expect(present.stdout).toMatch(/^✓ Secrets {7}in the OS keychain$/m);
    expect(present.stdout).toMatch(/^✓ Data key {6}available, in the keychain$/m);
    expect(present.stdout).toMatch(/^✓ Tokens {8}1; each can be shown again$/m);
    const absent = await home.run('no-service', lectern('doctor'));
    expect(absent.exitCode).toBe(1);
    expect(absent.stdout).toMatch(/^✓ Secrets {7}in a private file, because no secret service answers/m);
    expect(absent.stdout).toMatch(/^✗ Data key {6}The data key of this installation is in the OS keychain/m);
    const only = await home.run('no-service', lectern('doctor', '--keychain', 'only'));
    expect(only.stdout).toMatch(/^✗ Secrets {7}Secrets may be stored only in the OS keychain/m);
  });
});

/** Overwrites the root pages of two indexes, which only a full check detects. */
function damagePages(file: string): void {
  const database = new Sqlite(file, { readonly: true });
  const size = Number(database.pragma('page_size', { simple: true }));
  const roots = database
    .prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE type = 'index' LIMIT 2")
    .pluck()
    .all();
  database.close();
  const bytes = readFileSync(file);
  for (const page of roots) bytes.fill(0x55, (page - 1) * size + 8, page * size);
  writeFileSync(file, bytes);
}

function change(folder: string, ...statements: readonly string[]): void {
  const database = new Sqlite(join(folder, 'lectern.sqlite'));
  for (const statement of statements) database.exec(statement);
  database.close();
}
