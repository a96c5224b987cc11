import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { basename, dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { publishedPages } from '../../../src-server/builder/publish/published-pages.ts';
import { systemClock } from '../../../src-server/model/base/timestamp.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { migrate, migrations } from '../../../src-server/store/migrate.ts';
import { type ControlServer, projectNamed, startControl } from '../../support/api/control-server.ts';
import { casesOf } from '../../support/faults-run.ts';
import { type ServingLectern, startLectern } from '../../support/program/lectern-process.ts';
import { runCommand } from '../../support/program/run-command.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';
import { databaseDigest } from '../../support/store/database-digest.ts';
import { newFolder, parseOutput } from '../processes.ts';

const actor = systemActor('command');

async function open(options: Parameters<typeof startControl>[0] = {}): Promise<ControlServer> {
  const server = await startControl(options);
  onTestFinished(() => server.close());
  return server;
}

const count = async (server: ControlServer) =>
  ((await server.api('GET', '/api/v3/projects/')).json as { count: number }).count;

const databaseOf = (folder: string, name: string) =>
  join(folder, 'snapshots', `snapshot-${name}`, 'database.sqlite');

describe('in a data folder', () => {
  test('a snapshot survives a restart, and every row comes back', async () => {
    const data = newFolder();
    const first = await open({ data, seed: SAMPLE_SEED });
    await first.control('POST', 'snapshots/', { body: { name: 'one', note: 'kept' } });
    await first.close();
    const server = await open({ data });
    const { database, services } = server.lectern;
    services.projects.remove(actor, 'pip');
    const list = await server.control('GET', 'snapshots/');
    expect(list.json).toMatchObject({ results: [{ name: 'start' }, { name: 'one', note: 'kept' }] });
    const copy = new Sqlite(databaseOf(data, 'one'), { readonly: true });
    const expected = copy.prepare('SELECT * FROM versions').all();
    copy.close();
    expect((await server.control('POST', 'snapshots/one/restore')).status).toBe(200);
    expect(database.prepare('SELECT * FROM versions').all()).toEqual(expected);
    expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(database.pragma('foreign_key_check')).toEqual([]);
  });

  test('a change of before a restore cannot be undone, though ids repeat', async () => {
    const server = await open({ data: newFolder(), seed: SAMPLE_SEED });
    const { services } = server.lectern;
    const remove = () =>
      services.changes
        .collect(() => services.projects.remove(actor, 'pip'))
        .then(({ batches }) => batches[0] ?? 0);
    const batch = await remove();
    await server.control('POST', 'reset');
    const later = await remove();
    expect(later).toBeGreaterThan(batch);
    expect(() => services.undo.apply(actor, batch)).toThrow();
    await server.control('POST', 'reset');
    expect(() => services.undo.apply(actor, later)).toThrow();
  });

  test('an older schema is migrated in a copy; a newer one, and a damaged one, are refused', async () => {
    const data = newFolder();
    const first = await open({ data, seed: SAMPLE_SEED });
    for (const name of ['older', 'newer', 'damaged'])
      await first.control('POST', 'snapshots/', { body: { name } });
    await first.close();
    const descriptionOf = (name: string) => join(data, 'snapshots', `snapshot-${name}`, 'snapshot.json');
    const changeSchema = (name: string, schema: number) => {
      const text = JSON.parse(readFileSync(descriptionOf(name), 'utf8')) as object;
      writeFileSync(descriptionOf(name), JSON.stringify({ ...text, schema }));
    };
    const newer = new Sqlite(databaseOf(data, 'newer'));
    newer.pragma('user_version = 99');
    newer.close();
    changeSchema('newer', 99);
    rmSync(databaseOf(data, 'older'));
    const older = new Sqlite(databaseOf(data, 'older'));
    migrate(older, migrations().slice(0, 4), { clock: systemClock, version: '0.0.1' });
    older.exec("INSERT INTO users (username, created) VALUES ('of-an-older-release', 0)");
    older.close();
    changeSchema('older', 4);
    changeSchema('damaged', 1);
    writeFileSync(databaseOf(data, 'damaged'), 'no database at all'.repeat(100));
    const server = await open({ data });
    const before = databaseDigest(server.lectern.database);
    expect(await server.control('POST', 'snapshots/newer/restore')).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('written by a newer Lectern (schema 99') },
    });
    expect(await server.control('POST', 'snapshots/damaged/restore')).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('is damaged') },
    });
    expect(databaseDigest(server.lectern.database)).toBe(before);
    expect((await server.control('POST', 'snapshots/older/restore')).status).toBe(200);
    const names = server.lectern.services.users.list(actor).map(({ username }) => username);
    expect(names).toEqual(['of-an-older-release']);
    const unchanged = new Sqlite(databaseOf(data, 'older'), { readonly: true });
    expect(unchanged.pragma('user_version', { simple: true })).toBe(4);
    unchanged.close();
  });

  test('R16 a restore whose disk is full half-way changes nothing', async () => {
    const server = await open({ data: newFolder(), seed: SAMPLE_SEED });
    const { database } = server.lectern;
    const atStart = await count(server);
    await server.api('POST', '/api/v3/projects/', projectNamed('Almanac'));
    const before = databaseDigest(database);
    const pages = Number(database.pragma('page_count', { simple: true }));
    // No page may be added: a copy needs some before the old ones are free.
    database.pragma(`max_page_count = ${pages}`);
    database.exec(
      'CREATE TRIGGER full BEFORE INSERT ON redirects BEGIN INSERT INTO settings VALUES (hex(randomblob(9000000)), 1); END',
    );
    expect(await server.control('POST', 'reset')).toMatchObject({
      status: 507,
      json: { detail: expect.stringContaining('disk is full') },
    });
    database.exec('DROP TRIGGER full');
    database.pragma('max_page_count = 1073741823');
    expect(databaseDigest(database)).toBe(before);
    expect(await count(server)).toBe(atStart + 1);
    expect((await server.control('POST', 'reset')).status).toBe(200);
    expect(await count(server)).toBe(atStart);
  });

  test('pages of a snapshot stay, and those of another state are moved aside and come back', async () => {
    const data = newFolder();
    const server = await open({ data, seed: SAMPLE_SEED });
    const { services, database, folder } = server.lectern;
    const docs = folder?.docs ?? '';
    const place = (build: number, text: string) => {
      mkdirSync(join(docs, '2', String(build), 'html'), { recursive: true });
      writeFileSync(join(docs, '2', String(build), 'html', 'index.html'), text);
      database.prepare('UPDATE versions SET pages_build = ? WHERE id = 2').run(build);
      server.lectern.store.change(() => server.lectern.store.touch('versions.values'));
    };
    const served = async () =>
      readFileSync(
        join(
          docs,
          '2',
          String(database.prepare('SELECT pages_build FROM versions WHERE id = 2').pluck().get()),
          'html',
          'index.html',
        ),
        'utf8',
      );
    place(7, 'the first');
    await server.control('POST', 'snapshots/', { body: { name: 'first' } });
    place(8, 'the second');
    const pages = publishedPages(docs, services.snapshots.keepsPages);
    pages.remove(2, 7);
    expect(existsSync(join(docs, '2', '7'))).toBe(true);
    await server.control('POST', 'snapshots/', { body: { name: 'second' } });
    await server.control('POST', 'snapshots/first/restore');
    expect(await served()).toBe('the first');
    expect(existsSync(join(docs, '2', '8'))).toBe(false);
    // The number of a build is given again, to other pages.
    place(8, 'another second');
    await server.control('POST', 'snapshots/second/restore');
    expect(await served()).toBe('the second');
    await server.control('DELETE', 'snapshots/second');
    pages.remove(2, 8);
    expect(existsSync(join(docs, '2', '8'))).toBe(false);
  });

  test('the text of a token stays while a snapshot has it', async () => {
    const server = await open({ data: newFolder() });
    const { services, secrets } = server.lectern;
    const user = services.users.ensure(actor, 'bob');
    const { token, record } = services.tokens.create(actor, user, 'laptop');
    await server.control('POST', 'snapshots/', { body: { name: 'with-token' } });
    services.tokens.revoke(actor, record.id);
    const other = services.tokens.create(actor, user, 'other');
    await server.control('POST', 'snapshots/with-token/restore');
    expect(await services.tokens.text(actor, record.id)).toBe(token);
    services.tokens.revoke(actor, record.id);
    await server.control('DELETE', 'snapshots/with-token');
    await secrets.settled();
    const vault = readFileSync(server.lectern.folder?.vaultFile ?? '', 'utf8');
    expect(vault).not.toContain(token);
    expect(other.token).not.toBe(token);
  });
});

describe('while work is under way', () => {
  test('a request that does not end in time is answered 503 and changes nothing', async () => {
    const server = await open();
    await server.api('POST', '/api/v3/projects/', projectNamed('Almanac'));
    const { tokens } = server.lectern.services;
    const { token } = tokens.create(actor, server.lectern.services.users.get('alice'), 'slow');
    const socket = connect(server.lectern.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const head = [
      'POST /api/v3/projects/ HTTP/1.1',
      `Host: 127.0.0.1:${server.lectern.port}`,
      `Authorization: Token ${token}`,
      'Content-Type: application/json',
      'Content-Length: 100',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n{`);
    await expect.poll(async () => (await server.control('POST', 'reset')).status, { interval: 1 }).toBe(503);
    const refused = await server.control('POST', 'reset');
    expect(refused.json).toEqual({ detail: expect.stringContaining('did not end in time') });
    socket.destroy();
    await expect.poll(async () => (await server.control('POST', 'reset')).status).toBe(200);
    expect(await count(server)).toBe(0);
  });

  test('a build that runs is cancelled and awaited', async () => {
    const programs = newFolder();
    mkdirSync(programs, { recursive: true });
    // Reading the repository never ends by itself.
    writeFileSync(join(programs, 'git'), `#!/bin/sh\ntouch "${programs}/started"\nexec sleep 100000\n`);
    chmodSync(join(programs, 'git'), 0o755);
    const lectern = await serveWithControl(['--memory', '--user', 'alice', '--trust-builds'], {
      PATH: `${programs}:${process.env.PATH}`,
    });
    await lectern.api('POST', '/api/v3/projects/', projectNamed('Almanac'));
    await expect.poll(() => existsSync(join(programs, 'started'))).toBe(true);
    expect((await lectern.control('POST', 'reset')).status).toBe(200);
    expect((await lectern.api('GET', '/api/v3/projects/')).json).toMatchObject({ count: 0 });
    expect(lectern.output().stderr).not.toMatch(/failed|Error/);
  });
});

describe('kill -9', () => {
  const runs = propertyRuns(1, 20);

  test(`R16 leaves the old state or the new one, ${runs} times each`, async () => {
    const data = newFolder();
    const start = () => serveWithControl(['--data', data, '--user', 'alice', '--no-builds']);
    let lectern = await start();
    for (let round = 0; round < runs; round += 1) {
      for (const what of casesOf(['restore', 'take', 'reset'] as const, 3)) {
        const name = `${what}-${round}`;
        await lectern.control('POST', 'snapshots/', { name: `base-${name}` });
        await lectern.api('POST', '/api/v3/projects/', projectNamed(`P ${name}`));
        const { json } = await lectern.api('GET', '/api/v3/projects/');
        const { count: now } = json as { count: number };
        const doing =
          what === 'take'
            ? lectern.control('POST', 'snapshots/', { name })
            : what === 'restore'
              ? lectern.control('POST', `snapshots/base-${name}/restore`)
              : lectern.control('POST', 'reset');
        doing.catch(() => {});
        // At another place each time: between nothing done and all done.
        for (let turn = 0; turn < round * 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        await lectern.kill();
        lectern = await start();
        const after = ((await lectern.api('GET', '/api/v3/projects/')).json as { count: number }).count;
        expect(what === 'take' ? [now] : [now, now - 1]).toContain(after);
        const snapshots = (await lectern.control('GET', 'snapshots/')).json as {
          results: { name: string }[];
        };
        for (const each of snapshots.results) {
          const file = new Sqlite(databaseOf(data, each.name), { readonly: true });
          expect(file.pragma('quick_check', { simple: true })).toBe('ok');
          file.close();
        }
        expect(
          readdirSync(join(data, 'snapshots')).filter((entry) => /partial|restoring/.test(entry)),
        ).toEqual([]);
      }
    }
  });
});

describe('serve --control is refused', () => {
  test.each([
    [
      'with a host that others reach',
      ['--memory', '--control', '--host', '0.0.0.0'],
      'for this machine alone',
    ],
    ['on the default folder', ['--control'], 'never opened on your own data folder'],
  ] as const)('%s', async (_, args, message) => {
    const result = await runCommand(['serve', '--json', '--port', '0', ...args]);
    expect(result.code).toBe(2);
    expect(parseOutput(result)).toMatchObject({ code: 'usage', message: expect.stringContaining(message) });
  });

  test('on the default folder by links while it does not exist yet', async () => {
    const home = newFolder();
    mkdirSync(home, { recursive: true });
    symlinkSync(join(home, 'lectern'), `${home}-link`);
    symlinkSync(home, `${home}-parent`);
    symlinkSync(`${basename(home)}-link`, `${home}-second`);
    for (const path of [`${home}-link`, join(`${home}-parent`, 'lectern'), `${home}-second`]) {
      const args = ['serve', '--json', '--port', '0', '--control', '--data', path];
      const result = await runCommand(args, { env: { XDG_DATA_HOME: home } });
      expect(parseOutput(result), path).toMatchObject({ code: 'usage' });
    }
    expect(readdirSync(home)).toEqual([]);
  });

  test('on a link that leads nowhere, which stays, as without --control', async () => {
    const target = newFolder();
    const link = `${target}-link`;
    symlinkSync(target, link);
    for (const more of [[], ['--control']]) {
      const result = await runCommand(['serve', '--json', '--port', '0', '--data', link, ...more]);
      expect(result.code).toBe(1);
      expect(parseOutput(result)).toMatchObject({
        message: `${link} is a link to ${target}, which does not exist. Make that folder or connect its disk, or choose another with --data.`,
      });
    }
    expect(readlinkSync(link)).toBe(target);
    expect(readdirSync(dirname(link)).sort()).toEqual([basename(link)]);
  });

  test('on the default folder by its path or a link, and backs up any other', async () => {
    const home = newFolder();
    mkdirSync(join(home, 'lectern'), { recursive: true });
    symlinkSync(join(home, 'lectern'), `${home}-link`);
    for (const path of [join(home, 'lectern'), `${home}-link`]) {
      const args = ['serve', '--json', '--port', '0', '--control', '--data', path];
      const result = await runCommand(args, { env: { XDG_DATA_HOME: home } });
      expect(parseOutput(result)).toMatchObject({ code: 'usage' });
    }
    const data = newFolder();
    const lectern = await serveWithControl(['--data', data, '--no-builds']);
    expect(readdirSync(join(data, 'backups'))).toEqual([expect.stringMatching(/-before-reset\.sqlite$/)]);
    expect(Object.keys(JSON.parse(lectern.output().stdout) as object)).toEqual([
      'event',
      'url',
      'dialect',
      'tokens',
      'control',
      'pid',
    ]);
  });
});

type Serving = ServingLectern & {
  readonly control: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ status: number; json: unknown }>;
  readonly api: (method: string, path: string, body?: object) => Promise<{ status: number; json: unknown }>;
};

async function serveWithControl(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Serving> {
  const lectern = await startLectern(['--control', ...args], { builds: true, env });
  onTestFinished(() => void lectern.kill());
  const { control, tokens } = JSON.parse(lectern.output().stdout) as {
    control: { url: string; key: string };
    tokens: Record<string, string>;
  };
  const send = async (url: string, authorization: string, method: string, body?: object) => {
    const answer = await fetch(url, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
  return {
    ...lectern,
    control: (method, path, body) => send(control.url + path, `Key ${control.key}`, method, body),
    api: (method, path, body) => send(lectern.url + path, `Token ${tokens.alice}`, method, body),
  };
}
