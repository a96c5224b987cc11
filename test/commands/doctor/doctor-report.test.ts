import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fromBuffer } from 'yauzl';
import { namelessErrors } from '../../../src-server/commands/doctor/nameless-errors.ts';
import { VERSION } from '../../../src-server/core.ts';
import { findSecret } from '../../support/find-secret.ts';
import { runCommand } from '../../support/program/run-command.ts';
import { newFolder, run, serveInTest } from '../processes.ts';

const PASSWORD = 'hunter2-of-the-harbour';
const VALUE = 'furrow-and-fallow-77';
const LOGGED = 'words-of-an-error-that-name-a-thing';
const PROJECT = 'submarine-cookbook';
const USER = 'mira-of-the-quay';
const OFF = ['--keychain', 'off'];

/** Reads the files of a zip. */
function unzip(bytes: Buffer): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    const files: Record<string, string> = {};
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure);
          const parts: Buffer[] = [];
          for await (const part of stream) parts.push(Buffer.from(part as Uint8Array));
          files[entry.fileName] = Buffer.concat(parts).toString('utf8');
          zip.readEntry();
        }),
      );
      zip.on('end', () => resolve(files));
      zip.readEntry();
    });
  });
}

/** Fills a data folder below a home folder with secrets in every place that has some; returns them. */
async function plantSecrets(home: string, data: string): Promise<Record<string, string>> {
  const lectern = await serveInTest(['--data', data, '--user', USER, '--no-builds']);
  const token = lectern.tokens[USER] ?? '';
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${lectern.url}/api/v3/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
  };
  const repository = { url: `https://mira:${PASSWORD}@git.example/${PROJECT}.git`, type: 'git' };
  await post('projects/', { name: PROJECT, repository });
  await post(`projects/${PROJECT}/environmentvariables/`, { name: 'TIDE_KEY', value: VALUE });
  await lectern.stop();
  const logs = join(home, '.config/lectern-desktop/logs');
  mkdirSync(logs, { recursive: true });
  writeFileSync(
    join(logs, 'lectern.log'),
    [
      `2026-03-01T10:00:00.000Z GET /api/v3/projects/${PROJECT}/?token=${token} failed: TypeError: ${LOGGED} ${VALUE}`,
      `    at read (${home}/lectern/src-server/api/dispatch.ts:12:3)`,
      `2026-03-01T10:00:01.000Z Serving on https://mira:${PASSWORD}@127.0.0.1.`,
      '',
    ].join('\n'),
  );
  return { PASSWORD, VALUE, LOGGED, PROJECT, USER, token, variable: 'TIDE_KEY', home };
}

test('doctor --report writes what is needed to help, and no secret, name or text of an error', async () => {
  const home = newFolder();
  const data = join(home, 'data');
  const secrets = await plantSecrets(home, data);
  const file = join(home, 'report.zip');
  const env = { HOME: home, PATH: newFolder(), XDG_CONFIG_HOME: join(home, '.config') };
  const line = ['doctor', '--json', '--port', '0', '--data', data, ...OFF, '--report', file];
  const { stdout } = await runCommand(line, { env });
  expect(JSON.parse(stdout)).toMatchObject({ report: file });
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const bytes = readFileSync(file);
  const files = await unzip(bytes);
  expect(Object.keys(files)).toEqual(['about.txt', 'report.json', 'errors.txt']);
  for (const [what, secret] of Object.entries(secrets))
    expect(findSecret(secret, { ...files, zip: bytes }), what).toEqual([]);
  expect(findSecret(VERSION, files)).not.toEqual([]);
  const report = JSON.parse(files['report.json'] ?? '');
  expect(report).toMatchObject({
    versions: { lectern: VERSION, node: process.versions.node },
    settings: { port: null, keepLogsDays: 90 },
    database: { rows: { projects: 1, users: 1, environment_variables: 1 } },
  });
  expect(report.checks.find(({ name }: { name: string }) => name === 'Data folder').text).toBe('DATA');
  expect(files['errors.txt']).toBe(
    '2026-03-01T10:00:00.000Z TypeError\n    at src-server/api/dispatch.ts:12:3\n',
  );

  const again = await runCommand(line, { env });
  expect(again).toMatchObject({ code: 1 });
  expect(again.stderr).toContain('report.zip exists already. Name another file, or move it away.');
});

test('--report alone takes a name of its own, whatever follows it', async () => {
  const folder = newFolder();
  const { stdout } = await run(join(folder, 'data'), 'doctor', '--report', ...OFF, '--port', '0', '--help');
  expect(stdout).toContain('--report [FILE]');
});

test('an error of a log keeps its time, its names and its places', () => {
  expect(namelessErrors('2026-03-01T10:00:00.000Z Started.\n')).toBe('');
  expect(namelessErrors('2026-03-01T10:00:00.000Z SqliteError: SQLITE_FULL: disk of jo\n')).toBe(
    '2026-03-01T10:00:00.000Z SqliteError SQLITE_FULL\n',
  );
  expect(
    namelessErrors('2026-03-01T10:00:00.000Z no file: ENOENT /srv/jo/x\n    at Jo.read (/x/y:1:2)\n'),
  ).toBe('2026-03-01T10:00:00.000Z ENOENT\n');
});
