import { readdirSync, readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildIfStale } from '../../src-main/launch/launch-build.ts';
import { ROOT } from '../architecture/repository.ts';
import { newFolder, run, runDoctor } from '../commands/processes.ts';
import { sendRequest } from '../support/api/http-request.ts';
import { filesIn, findSecret, type Haystack } from '../support/find-secret.ts';
import { startLectern } from '../support/program/lectern-process.ts';

const PASSWORD = 'hunter22-of-the-repository';
const REPOSITORY = `https://mira:${PASSWORD}@127.0.0.1:9/demo.git`;
const JSON_TYPE = { 'content-type': 'application/json' };

// The window has to be built to be served.
beforeAll(() => buildIfStale(ROOT, process.env));

/** The arguments of every process on this machine that may be read, by process. */
function argumentsOfAll(): Haystack {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return Object.fromEntries(
    pids.flatMap((pid) => {
      try {
        return [[`arguments of ${pid}`, readFileSync(`/proc/${pid}/cmdline`)]];
      } catch {
        return [];
      }
    }),
  );
}

/** The journal and all tables but that of the projects, where maintainers may read and change the address. */
function tablesOf(folder: string): Haystack {
  const database = new Sqlite(`${folder}/lectern.sqlite`, { readonly: true });
  onTestFinished(() => void database.close());
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    tables
      .filter((name) => name !== 'projects')
      .map((name) => [`table ${name}`, JSON.stringify(database.prepare(`SELECT * FROM "${name}"`).all())]),
  );
}

test.skipIf(process.platform !== 'linux')(
  'S7 a token, a one-time link and the password of a repository are in no arguments, journal, export, log or error',
  async () => {
    const folder = newFolder();
    // A build of it is tried, since its host refuses at once.
    const lectern = await startLectern(['--data', folder, '--gui', '--user', 'alice', '--trust-builds'], {
      builds: true,
    });
    onTestFinished(async () => void (await lectern.kill()));
    const token = lectern.tokens.alice ?? '';
    const { window: link } = JSON.parse(lectern.output().stdout.split('\n')[0] ?? '') as { window: string };
    const key = new URL(link).hash.slice('#key='.length);
    expect(key).toMatch(/^[0-9a-f]{40}$/);
    const port = Number(new URL(lectern.url).port);
    const found: Record<string, string | Buffer> = { ...argumentsOfAll() };
    const call = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const answer = await sendRequest({
        port,
        method,
        path,
        headers: { ...JSON_TYPE, ...headers },
        body: text,
      });
      found[`${method} ${path} ${text}`] = JSON.stringify(answer.headers) + answer.text;
      return answer;
    };

    const api = { authorization: `Token ${token}` };
    const opened = await call('POST', '/desk/session', {}, { key });
    const { secret } = JSON.parse(opened.text) as { secret: string };
    const cookie = opened.headers['set-cookie']?.split(';')[0] ?? '';
    const session = { cookie, 'x-lectern-session': secret };
    const repository = { url: REPOSITORY, type: 'git' };
    const made = await call('POST', '/api/v3/projects/', api, { name: 'Demo', repository });
    expect(made.status).toBe(201);
    await expect
      .poll(async () => (await call('GET', '/api/v3/projects/demo/builds/?running=false', api)).text)
      .toContain('"finished"');
    Object.assign(found, argumentsOfAll());
    await call('POST', '/api/v3/projects/demo/sync-versions/', api);
    await call('GET', '/api/v3/projects/nothing/', api);
    await call('PATCH', '/api/v3/projects/demo/', api, {
      repository: { url: `${REPOSITORY} x`, type: 'git' },
    });
    const input = (value: unknown) => `?input=${encodeURIComponent(JSON.stringify(value))}`;
    // What the window saves as a file, and what its lists and palette show.
    const asked = [
      `projects.table${input(['demo'])}`,
      `projects.page${input({ limit: 10 })}`,
      `settings.browserSessions`,
    ];
    for (const path of asked)
      expect(await call('GET', `/desk/${path}`, session)).toMatchObject({ status: 200 });
    expect((await call('GET', '/api/v2/project/', {})).status).toBe(200);
    await lectern.kill();
    // The link itself is printed, for the person to open it.
    found['output of serve'] = lectern.output().stderr.replaceAll(link, '');
    for (const line of ['doctor', 'backup', 'user list', 'token list alice', 'restore newest']) {
      const { stdout, stderr } =
        line === 'doctor' ? await runDoctor(folder) : await run(folder, ...line.split(' '));
      found[line] = stdout + stderr;
    }
    Object.assign(found, tablesOf(folder));

    // Shown where maintainers edit it, and nowhere else.
    const isEdited = (name: string) => /^(POST|PATCH) \/api\/v3\/projects\/(demo\/)? /.test(name);
    const elsewhere = Object.fromEntries(Object.entries(found).filter(([name]) => !isEdited(name)));
    expect(findSecret(PASSWORD, elsewhere)).toEqual([]);
    expect(findSecret(token, found)).toEqual([]);
    const files = filesIn(folder);
    for (const [what, text] of Object.entries({ key, cookie: cookie.split('=')[1] ?? '', secret })) {
      const places = Object.entries({ ...found, ...files }).filter(
        ([name]) => !name.startsWith('POST /desk/session'),
      );
      expect(findSecret(text, Object.fromEntries(places)), what).toEqual([]);
    }
    // The search finds what is there.
    expect(findSecret(PASSWORD, files)).toContain('lectern.sqlite (as it is)');
  },
);
