import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openCore } from '../../src-server/core.ts';
import { newFile, parseOutput, run, serve, serveInTest } from '../commands/processes.ts';
import { type ProcessExit, runLectern, type ServingLectern } from '../support/program/lectern-process.ts';
import { type LecternHere, runCommand } from '../support/program/run-command.ts';
import { findLedgerProblems } from '../support/store/ledger-check.ts';
import { type DiskKind, diskKinds, makeSmallDisk, type SmallDisk } from '../support/store/small-disk.ts';
import {
  type Ledger,
  LOAD_SEED,
  LOAD_TOKEN,
  newLedger,
  startWriteLoad,
  type WriteLoad,
} from '../support/store/write-load.ts';

const OFF = ['--keychain', 'off'];
const FULL = { detail: 'The disk is full. Nothing was changed; free some space and try again.' };
const VARIABLES = '/api/v3/projects/rules-0/environmentvariables/';
// The limit is used where nothing can be mounted; npm run test:faults tries both.
const kinds = process.env.LECTERN_FAULTS === 'long' ? diskKinds() : diskKinds().slice(0, 1);

type Serving = LecternHere & Pick<ServingLectern, 'pid'>;
type Answer = { readonly status: number; readonly json: unknown };

async function send(
  lectern: Pick<ServingLectern, 'url'>,
  method: string,
  path: string,
  body?: object,
  token = LOAD_TOKEN,
): Promise<Answer> {
  const answer = await fetch(lectern.url + path, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) };
}

async function seed(disk: SmallDisk): Promise<void> {
  const file = newFile(JSON.stringify({ ...LOAD_SEED, users: [...LOAD_SEED.users, { username: 'bob' }] }));
  expect(await run(disk.folder, 'seed', file, ...OFF)).toMatchObject({ code: 0 });
}

async function seeded(disk: SmallDisk): Promise<ServingLectern> {
  await seed(disk);
  return serve(['--data', disk.folder]);
}

/** A server in this process where the disk is full for every process, else in one that has a limit of its own. */
async function serveOn(kind: DiskKind, ...args: readonly string[]): Promise<Serving> {
  if (kind === 'a limit on files') return serve(args);
  return { ...(await serveInTest(args)), pid: process.pid };
}

/** Runs a command on a full disk, in this process where that is full for every process. */
function runOn(kind: DiskKind, disk: SmallDisk, args: readonly string[]): Promise<ProcessExit> {
  return kind === 'a limit on files' ? runLectern(args, { wrapper: disk.whenFull }) : runCommand(args);
}

/** Writes until this many changes were acknowledged or refused, and waits for the pending ones. */
async function write(
  lectern: ServingLectern,
  ledger: Ledger,
  until: (load: WriteLoad) => Promise<void>,
): Promise<void> {
  const load = startWriteLoad(Number(new URL(lectern.url).port), ledger);
  await until(load);
  load.stop();
  await load.exited;
  expect(load.unexpected).toEqual([]);
}

async function expectReads(lectern: Pick<ServingLectern, 'url'>): Promise<void> {
  for (const path of [
    '/api/v3/projects/?limit=1000',
    '/api/v3/projects/counter-0/?expand=~all',
    VARIABLES,
    '/api/v2/build/',
    '/',
  ]) {
    expect((await send(lectern, 'GET', path)).status, path).toBe(200);
  }
}

describe.skipIf(kinds.length === 0).each(kinds)('on %s without space', (kind) => {
  test('R10 a write returns 507, nothing is lost, reads work, and writes work again when there is space', async () => {
    const disk = makeSmallDisk(kind);
    const lectern = await seeded(disk);
    const ledger = newLedger();
    await write(lectern, ledger, (load) => load.acknowledged(60));
    for (let round = 0; round < 2; round += 1) {
      disk.fill(lectern);
      // Writes that fit into the write-ahead log are still acknowledged.
      await write(lectern, ledger, (load) => load.refused(20));
      const refused = await send(lectern, 'PATCH', '/api/v3/projects/counter-0/', { name: 'x'.repeat(60) });
      if (refused.status === 507) expect(refused.json).toEqual(FULL);
      else ledger.counters.delete('counter-0');
      await expectReads(lectern);
      expect(findLedgerProblems(disk.folder, ledger)).toEqual([]);
      disk.free(lectern);
      await write(lectern, ledger, (load) => load.acknowledged(40));
      await expectReads(lectern);
      expect(findLedgerProblems(disk.folder, ledger)).toEqual([]);
    }
    expect(await lectern.stop()).toMatchObject({ code: 0 });
    expect(findLedgerProblems(disk.folder, ledger)).toEqual([]);
    expect(
      readdirSync(disk.folder)
        .filter((name) => /partial|wal/.test(name))
        .join(),
    ).toBe('');
    expect((await run(disk.folder, 'backup')).code).toBe(0);
  });

  test('R10 stopping or killing it loses nothing', async () => {
    const disk = makeSmallDisk(kind);
    const ledger = newLedger();
    let lectern = await seeded(disk);
    for (const end of ['stop', 'kill'] as const) {
      await write(lectern, ledger, (load) => load.acknowledged(30));
      disk.fill(lectern);
      await write(lectern, ledger, (load) => load.refused(5));
      const result = await lectern[end]();
      if (end === 'stop') expect(result).toMatchObject({ code: 0 });
      expect(findLedgerProblems(disk.folder, ledger)).toEqual([]);
      if (kind === 'a small disk') disk.free(lectern);
      lectern = await serve(['--data', disk.folder]);
    }
    await write(lectern, ledger, (load) => load.acknowledged(10));
    await lectern.stop();
    expect(findLedgerProblems(disk.folder, ledger)).toEqual([]);
  });

  test('R10 the vault: a first value needs space, and no value is encrypted with an unsaved key', async () => {
    const disk = makeSmallDisk(kind);
    await seed(disk);
    const lectern = await serveOn(kind, '--data', disk.folder);
    disk.fill(lectern);
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await send(lectern, 'POST', VARIABLES, { name: 'ONE', value: 'one' })).toEqual({
        status: 507,
        json: FULL,
      });
    }
    expect(readdirSync(disk.folder).filter((name) => name.startsWith('vault.json.'))).toEqual([]);
    expect(await send(lectern, 'GET', VARIABLES)).toMatchObject({ status: 200, json: { count: 0 } });
    disk.free(lectern);
    expect(await send(lectern, 'POST', VARIABLES, { name: 'ONE', value: 'one' })).toMatchObject({
      status: 201,
    });
    await lectern.stop();
    const core = await openCore({ data: disk.folder, keychain: 'off' });
    onTestFinished(() => core.close());
    const project = core.store.projects.bySlug('rules-0')?.project.id ?? 0;
    expect(Object.fromEntries(await core.services.environmentVariables.forBuild(project))).toEqual({
      ONE: 'one',
    });
  });

  test('R10 the last use of a token: requests succeed, and it is saved when there is space', async () => {
    const disk = makeSmallDisk(kind);
    await seed(disk);
    const made = await run(disk.folder, 'token', 'create', 'bob', ...OFF);
    const lectern = await serveOn(kind, '--data', disk.folder);
    disk.fill(lectern);
    for (let tries = 0; tries < 30; tries += 1) {
      const { status } = await send(
        lectern,
        'GET',
        '/api/v3/projects/counter-0/',
        undefined,
        made.stdout.trim(),
      );
      expect(status).toBe(200);
    }
    // One line in the log, not one per request.
    expect(lectern.output().stderr.match(/last use/g) ?? []).toHaveLength(1);
    disk.free(lectern);
    await lectern.stop();
    const listed = parseOutput(await run(disk.folder, 'token', 'list', 'bob', '--json'));
    expect(listed).toMatchObject({ tokens: [{ last_used: expect.stringMatching(/^\d{4}-/) }] });
  });

  test.for(kind === 'a small disk' ? [0, 10, 14] : [0])(
    'R10 the log of requests waits for space, where %i pages of it are left, and loses nothing that it has',
    async (pages) => {
      const disk = makeSmallDisk(kind);
      await seed(disk);
      const lectern = await serveOn(kind, '--data', disk.folder);
      disk.fill(lectern, pages);
      await expectReads(lectern);
      await expect.poll(() => lectern.output().stderr).toMatch(/Requests cannot be logged/);
      disk.free(lectern);
      await expectReads(lectern);
      expect(await lectern.stop()).toMatchObject({ code: 0 });
      const left = readdirSync(disk.folder).filter((name) => name.startsWith('requests'));
      expect(left).toEqual(['requests.sqlite']);
    },
  );

  test('R16 a snapshot stops half-way: it is not listed, nothing of it is left, and another one works', async () => {
    const disk = makeSmallDisk(kind);
    await seed(disk);
    const lectern = await serveOn(kind, '--data', disk.folder, '--control');
    const { control } = JSON.parse(await lectern.firstLine) as { control: { url: string; key: string } };
    const ask = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Key ${control.key}`, 'content-type': 'application/json' };
      const answer = await fetch(control.url + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, json: (await answer.json()) as unknown };
    };
    const names = async () => {
      const { json } = await ask('GET', 'snapshots/');
      return (json as { results: { name: string }[] }).results.map(({ name }) => name);
    };
    disk.fill(lectern);
    const refused = await ask('POST', 'snapshots/', { name: 'one' });
    // A step of SQLite's backup reports a file that cannot grow as an I/O error without a cause.
    if (kind === 'a limit on files') expect(refused.status).toBe(500);
    else expect(refused).toEqual({ status: 507, json: FULL });
    expect(await names()).toEqual(['start']);
    const folders = () => readdirSync(join(disk.folder, 'snapshots')).filter((name) => name !== 'pages');
    expect(folders()).toEqual(['snapshot-start']);
    await expectReads(lectern);
    disk.free(lectern);
    expect(await ask('POST', 'snapshots/', { name: 'one' })).toMatchObject({ status: 201 });
    expect(await ask('POST', 'reset', { snapshot: 'one' })).toMatchObject({ status: 200 });
    await expectReads(lectern);
  });

  test('R10 a first start reports it, and the next one succeeds', async () => {
    const disk = makeSmallDisk(kind);
    if (kind === 'a small disk') disk.fill(process);
    const args = ['serve', '--json', '--port', '0', '--data', disk.folder, ...OFF];
    const result = await runLectern(args, { wrapper: disk.whenFull });
    expect(result.code, result.stdout + result.stderr).toBe(1);
    expect(parseOutput(result)).toMatchObject({ event: 'error', code: 'storage-full' });
    if (kind === 'a small disk') disk.free(process);
    const lectern = await serve(['--data', disk.folder, '--user', 'alice']);
    expect((await send(lectern, 'GET', '/api/v3/projects/', undefined, lectern.tokens.alice)).status).toBe(
      200,
    );
    await lectern.stop();
    expect(readdirSync(disk.folder).filter((name) => name.includes('.partial'))).toEqual([]);
  });

  test('R10 a start, a command and a backup report it, leave no temporary files and change nothing', async () => {
    const disk = makeSmallDisk(kind);
    const lectern = await seeded(disk);
    await lectern.stop();
    const before = contents(disk.folder);
    if (kind === 'a small disk') disk.fill(lectern);
    for (const args of [
      ['serve', '--json', '--port', '0', ...OFF],
      ['user', 'add', 'carol', '--json'],
      ['backup', '--json'],
      ['seed', newFile(JSON.stringify({ users: [{ username: 'carol' }] })), '--json', ...OFF],
    ]) {
      const result = await runOn(kind, disk, [...args, '--data', disk.folder]);
      expect(result.code, `${args.join(' ')}: ${result.stdout}${result.stderr}`).toBe(1);
      expect(parseOutput(result)).toMatchObject({
        event: 'error',
        code: expect.stringMatching(/^storage-full|backup-failed$/),
      });
      expect(contents(disk.folder)).toEqual(before);
    }
    if (kind === 'a small disk') disk.free(lectern);
    expect((await run(disk.folder, 'user', 'add', 'carol')).code).toBe(0);
  });
});

/** Returns the bytes of every file, and of the lock only that it exists. */
function contents(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    names.map(({ name, parentPath }) => [
      name,
      name === 'lock.sqlite'
        ? ''
        : createHash('sha256')
            .update(readFileSync(join(parentPath, name)))
            .digest('hex'),
    ]),
  );
}
