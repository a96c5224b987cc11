import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openCore } from '../../src-server/core.ts';
import { newFile, newFolder, run, runDoctor, serve, serveInTest } from '../commands/processes.ts';
import { filesIn, findSecret, type Haystack } from '../support/find-secret.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';

const TOKEN = 'a'.repeat(40);
const VARIABLES = '/api/v3/projects/pip/environmentvariables/';
/** Of a file, and of requests that go well. */
const SEEDED = 'seeded-Zm9vYmFy-value';
const PLAIN = 'plain-Qm9vYmFy-value';
const ODD = '  wörth "quoting" \\ <b>&</b>\n and lines ';
/** Of requests that are refused. */
const REFUSED = 'refused-Um9vYmFy-value';

const SEED = JSON.stringify({
  users: [{ username: 'alice', token: TOKEN }, { username: 'stranger' }],
  projects: SAMPLE_SEED.projects.map((project) => ({
    ...project,
    ...('environment_variables' in project && {
      environment_variables: [{ pk: 3, name: 'SEEDED', value: SEEDED }],
    }),
  })),
});

async function send(url: string, method: string, path: string, body?: string, type = 'application/json') {
  const headers = { authorization: `Token ${TOKEN}`, 'content-type': type };
  const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
  return { status: answer.status, all: JSON.stringify([...answer.headers]) + (await answer.text()) };
}

test('S8 a value is in no answer, log, journal, index, file or backup, with Lectern running, killed or closed', async () => {
  const folder = newFolder();
  const outputs: Record<string, string | Buffer> = {};
  const note = (places: Haystack, when: string) => {
    for (const [name, content] of Object.entries(places)) outputs[`${name} ${when}`] = content;
  };
  const lectern = await serve(['--data', folder, '--seed', newFile(SEED)]);
  const form = 'application/x-www-form-urlencoded';
  const json = (name: string, value: unknown) => JSON.stringify({ name, value });
  const requests: readonly (readonly [number, string, string, string?, string?])[] = [
    [201, 'POST', VARIABLES, json('PLAIN', PLAIN)],
    [201, 'POST', VARIABLES, json('ODD', ODD)],
    [201, 'POST', VARIABLES, `name=FORM&value=${PLAIN}`, form],
    [200, 'GET', VARIABLES],
    [200, 'GET', `${VARIABLES}?format=api&fields=name,value`],
    [200, 'GET', `${VARIABLES}3/?expand=value&fields=value`],
    [200, 'OPTIONS', VARIABLES],
    [200, 'GET', '/api/v3/projects/pip/?expand=~all'],
    [200, 'GET', '/api/v2/project/1/'],
    // Refused, each at another step.
    [400, 'POST', VARIABLES, json('PLAIN', REFUSED)],
    [400, 'POST', VARIABLES, json('__X', REFUSED)],
    [400, 'POST', VARIABLES, json('X', [REFUSED])],
    [400, 'POST', VARIABLES, json('X', { [REFUSED]: REFUSED })],
    [400, 'POST', VARIABLES, json('X', REFUSED.repeat(200))],
    [400, 'POST', VARIABLES, json('X', `${REFUSED}\0`)],
    [400, 'POST', VARIABLES, `{"name": "X", "value": "${REFUSED}`],
    [400, 'POST', VARIABLES, `{"name": "X", "value": ${REFUSED}}`],
    [400, 'POST', VARIABLES, REFUSED],
    [400, 'POST', VARIABLES, `["${REFUSED}"]`],
    [400, 'POST', VARIABLES, `name=&value=${REFUSED}`, form],
    [400, 'POST', VARIABLES, `--x\r\n${REFUSED}`, 'multipart/form-data; boundary=y'],
    [415, 'POST', VARIABLES, `<value>${REFUSED}</value>`, 'application/xml'],
    [404, 'POST', '/api/v3/projects/nothing/environmentvariables/', json('X', REFUSED)],
    [403, 'POST', '/api/v3/projects/theirs/environmentvariables/', json('X', REFUSED)],
    [405, 'PUT', `${VARIABLES}3/`, json('X', REFUSED)],
    [413, 'POST', VARIABLES, json('X', REFUSED.repeat(50_000))],
  ];
  for (const [status, method, path, body, type] of requests) {
    const answer = await send(lectern.url, method, path, body, type);
    expect(answer.status, `${method} ${path} ${body?.slice(0, 60)}: ${answer.all}`).toBe(status);
    note({ [`${method} ${path} ${body?.slice(0, 60)}`]: answer.all }, '');
  }
  note(filesIn(folder), 'running');
  // Removed ones leave nothing either.
  expect((await send(lectern.url, 'DELETE', `${VARIABLES}3/`)).status).toBe(204);
  await lectern.kill();
  note(filesIn(folder), 'killed');
  for (const command of ['backup', 'doctor', 'restore newest', 'backup --list']) {
    const { stdout, stderr } =
      command === 'doctor' ? await runDoctor(folder) : await run(folder, ...command.split(' '));
    outputs[command] = stdout + stderr;
  }
  note(filesIn(folder), 'closed');
  outputs['stdout of serve'] = lectern.output().stdout;
  outputs['stderr of serve'] = lectern.output().stderr;
  outputs.journal = JSON.stringify(rows(folder, 'SELECT * FROM journal'));
  outputs.strings =
    spawnSync('strings', ['-n', '4', join(folder, 'lectern.sqlite')], { encoding: 'utf8' }).stdout ?? '';

  expect(Object.keys(outputs)).toContain('lectern.sqlite-wal running');
  expect(Object.keys(outputs).filter((name) => name.includes('backups'))).not.toEqual([]);
  expect(outputs.journal).toContain('environment-variable.create');
  for (const value of [SEEDED, PLAIN, REFUSED]) expect(findSecret(value, outputs), value).toEqual([]);
  expect(findSecret('quoting', outputs)).toEqual([]);
});

test('S8 a build still gets every value, exactly as it was given', async () => {
  const folder = newFolder();
  const lectern = await serveInTest(['--data', folder, '--seed', newFile(SEED)]);
  for (const [name, value] of Object.entries({ PLAIN, ODD })) {
    expect((await send(lectern.url, 'POST', VARIABLES, JSON.stringify({ name, value }))).status).toBe(201);
  }
  await lectern.stop();
  const core = await openCore({ data: folder, keychain: 'off' });
  onTestFinished(() => core.close());
  expect(Object.fromEntries(await core.services.environmentVariables.forBuild(1))).toEqual({
    SEEDED,
    PLAIN,
    ODD,
  });
});

test('S8 equal values are sealed differently, and one cannot be opened in the place of another', async () => {
  const folder = newFolder();
  const lectern = await serveInTest(['--data', folder, '--seed', newFile(SEED)]);
  for (const name of ['ONE', 'TWO']) {
    const body = JSON.stringify({ name, value: PLAIN });
    expect((await send(lectern.url, 'POST', VARIABLES, body)).status).toBe(201);
  }
  await lectern.stop();
  const sealed = rows(
    folder,
    "SELECT hex(sealed) AS sealed FROM environment_variables WHERE name IN ('ONE', 'TWO')",
  );
  expect(new Set(sealed.map((row) => JSON.stringify(row))).size).toBe(2);

  const database = new Sqlite(join(folder, 'lectern.sqlite'));
  database.exec(`UPDATE environment_variables SET sealed = (SELECT sealed FROM environment_variables WHERE name = 'ONE')
    WHERE name = 'TWO'`);
  database.close();
  const core = await openCore({ data: folder, keychain: 'off' });
  onTestFinished(() => core.close());
  await expect(core.services.environmentVariables.forBuild(1)).rejects.toThrow('cannot be decrypted');
});

function rows(folder: string, sql: string): unknown[] {
  const database = new Sqlite(join(folder, 'lectern.sqlite'), { readonly: true });
  onTestFinished(() => void database.close());
  return database.prepare(sql).all();
}
