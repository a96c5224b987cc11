import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyTRPCProcedure } from '@trpc/server';
import { expect, onTestFinished, test } from 'vitest';
import { deskRouter } from '../../src-server/desk/router.ts';
import { type Lectern, openLectern } from '../../src-server/lectern.ts';
import { parseSeed } from '../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import { type Received, sendRequest } from '../support/api/http-request.ts';
import { casesOf } from '../support/faults-run.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';

/** What tells of our insides: a stack, a file of ours or of the machine, SQLite and its words. */
const INSIDES =
  /\bat .*:\d+:\d+|\.[cm]?[jt]s:\d|node:|\/(tmp|usr|home|root|var|work)\/|[Ss][Qq][Ll]ite|no such (table|column)|SELECT|INSERT INTO|UPDATE .* SET|constraint failed/;
/** Inputs of which one suits most procedures, so that they get as far as the database. */
const INPUTS = [
  undefined,
  'pip',
  ['pip'],
  1,
  { slug: 'pip' },
  { project: 'pip' },
  { project: 'pip', version: '10' },
  { project: 'pip', slug: '10' },
  { id: 7 },
  { remote: 1, slug: 'pip', name: 'live', budget: 1, choices: 'all' },
  { username: 'alice' },
  { slugs: ['pip'], username: 'alice' },
  {},
];

/** Opens a server whose every statement on the main tables fails from now on; gives its log. */
async function openBroken(): Promise<{ lectern: Lectern; log: readonly string[] }> {
  const gui = mkdtempSync(join(tmpdir(), 'lectern-errors-'));
  writeFileSync(join(gui, 'index.html'), '<!doctype html><title>Lectern</title>');
  const log: string[] = [];
  const options = { data: null, gui, port: 0, keychain: 'off' } as const;
  const lectern = await openLectern({ ...options, log: (line) => log.push(line) });
  onTestFinished(async () => {
    await lectern.close();
    rmSync(gui, { recursive: true, force: true });
  });
  await lectern.services.seeds.load(systemActor('command'), parseSeed(SAMPLE_SEED));
  lectern.database.pragma('foreign_keys = OFF');
  const tables = [
    'projects',
    'users',
    'versions',
    'builds',
    'settings',
    'journal',
    'trash',
    'remotes',
    'remote_links',
  ];
  for (const table of tables) lectern.database.exec(`ALTER TABLE ${table} RENAME TO gone_${table}`);
  return { lectern, log };
}

async function signIn({ port, desk }: Lectern): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ key: (await desk()).newKey() });
  const opened = await sendRequest({ port, method: 'POST', path: '/desk/session', headers, body });
  const { secret } = JSON.parse(opened.text) as { secret: string };
  const cookie = opened.headers['set-cookie']?.split(';')[0] ?? '';
  return { ...headers, cookie, 'x-lectern-session': secret };
}

test('S16 no error of the desk shows a stack, a path or SQL, whatever fails inside', async () => {
  const { lectern, log } = await openBroken();
  const headers = await signIn(lectern);
  // Streams never end, and a sweep needs no programs of this machine.
  const all = deskRouter._def.procedures as unknown as Readonly<Record<string, AnyTRPCProcedure>>;
  const named = Object.entries(all).filter(([name]) => !/^live\.|hook|inspect/i.test(name));
  const procedures = casesOf(named, 4);
  const failed = new Set<string>();
  for (const [name, { _def }] of procedures) {
    // One that takes no input does the same for any.
    const inputs = _def.inputs.length > 0 ? INPUTS : [undefined];
    const answers = await Promise.all(
      inputs.map((input): Promise<Received> => {
        const body = input === undefined ? undefined : JSON.stringify(input);
        return sendRequest({ port: lectern.port, method: 'POST', path: `/desk/${name}`, headers, body });
      }),
    );
    for (const { text } of answers.filter((answer) => answer.text.includes('"error"'))) {
      expect(text.replaceAll('https://', ''), name).not.toMatch(INSIDES);
      if (text.includes('Something went wrong inside Lectern')) failed.add(name);
    }
  }
  // The causes are in the log, so that the sweep did reach the database.
  expect(failed.size).toBeGreaterThan(procedures.length / 4);
  expect(log.join('\n')).toMatch(/no such table/);
  // What is prepared for the window in advance fails too, and ends nothing.
  expect(log).toContainEqual(expect.stringContaining('project list could not be prepared'));
});

test.each(['text/html', 'application/json', '*/*'])(
  'S16 no error of a documentation host, badge or webhook shows one either, to %s',
  async (accept) => {
    const { lectern } = await openBroken();
    const { port } = lectern;
    const statuses: number[] = [];
    for (const [host, method, path] of [
      ['pip.localhost', 'GET', '/'],
      ['pip.localhost', 'GET', '/en/latest/'],
      ['pip.localhost', 'GET', '/robots.txt'],
      ['pip.localhost', 'GET', '/sitemap.xml'],
      ['127.0.0.1', 'GET', '/projects/pip/badge/'],
      ['127.0.0.1', 'GET', '/api/v3/search/?q=pip'],
      ['127.0.0.1', 'POST', '/api/v2/webhook/pip/1/'],
      ['127.0.0.1', 'POST', '/api/v2/webhook/github/pip/'],
    ] as const) {
      const headers = { host: `${host}:${port}`, accept, 'content-type': 'application/json' };
      const answer = await sendRequest({
        port,
        method,
        path,
        headers,
        ...(method === 'POST' && { body: '{}' }),
      });
      expect(answer.text, `${host} ${path}`).not.toMatch(INSIDES);
      statuses.push(answer.status);
    }
    expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(3);
  },
);
