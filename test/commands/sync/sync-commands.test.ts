import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openCore } from '../../../src-server/core.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import type { ProcessExit } from '../../support/program/lectern-process.ts';
import { type LecternHere, runCommand, serveHere } from '../../support/program/run-command.ts';
import { newFile, newFolder } from '../processes.ts';

const THEIR_TOKEN = 'c'.repeat(40);
const SEED = JSON.stringify({
  users: [{ username: 'ana', token: THEIR_TOKEN }],
  projects: ['Kettle', 'Teapot'].map((name) => ({
    name,
    users: ['ana'],
    repository: { url: `https://example.org/${name}.git`, type: 'git' },
    redirects: [{ type: 'page', from_url: '/old', to_url: '/new' }],
    environment_variables: [{ name: 'SECRET', value: 'hush' }],
  })),
});

/** A service of today with two projects, and a data folder here that a person uses. */
async function world({ named = true } = {}) {
  const service = await serveHere([
    ...['--data', newFolder(), '--keychain', 'off', '--no-builds', '--dialect', 'current'],
    ...['--seed', newFile(SEED)],
  ]);
  onTestFinished(async () => void (await service.stop()));
  const data = newFolder();
  const core = await openCore({ data, keychain: 'off' });
  const me = core.services.users.ensure(systemActor('command'), 'mira');
  if (named) core.services.settings.setLocalUser(systemActor('command'), 'mira');
  const { token } = core.services.tokens.create(systemActor('command'), me, 'test');
  await core.close();
  const run = (line: string, options: { input?: string; env?: NodeJS.ProcessEnv } = {}) =>
    runCommand([...line.split(' '), '--data', data, '--keychain', 'off'], options);
  return { service, data, token, run };
}

type World = Awaited<ReturnType<typeof world>>;

async function connect({ run, service }: World): Promise<ProcessExit> {
  return run(`remote add live ${service.url} --token-stdin --json`, { input: `${THEIR_TOKEN}\n` });
}

function answer<T = Record<string, unknown>>({ stdout }: ProcessExit): T {
  return JSON.parse(stdout) as T;
}

async function call({ url }: Pick<LecternHere, 'url'>, method: string, path: string, body?: object) {
  const response = await fetch(`${url}/api/v3/projects/${path}`, {
    method,
    headers: { authorization: `Token ${THEIR_TOKEN}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
}

async function redirectsThere(service: LecternHere, slug: string): Promise<string[]> {
  const { json } = await call(service, 'GET', `${slug}/redirects/`);
  return json.results.map((item: { from_url: string; to_url: string }) => `${item.from_url} ${item.to_url}`);
}

/** Exports the redirects of kettle, changes the file and applies it. */
async function applyRedirects({ run }: World, edit: (text: string) => string): Promise<string> {
  const file = join(newFolder(), '..', 'redirects.yaml');
  writeFileSync(file, edit((await run('export redirects kettle')).stdout));
  expect(await run(`apply ${file}`)).toMatchObject({ code: 0 });
  return file;
}

test('an account is connected, pulled, changed here by a file, and sent; each command says so by text, JSON and exit code', async () => {
  const here = await world();
  const { run, service } = here;
  expect(answer(await connect(here))).toEqual({
    ...{ name: 'live', address: `${service.url}/api/v3/`, kind: 'lectern', username: 'ana' },
    ...{ lastPull: null, linked: 0, outgoing: 0, conflicts: 0, projects: 2 },
  });
  const pulled = await run('pull live --json');
  expect(pulled).toMatchObject({ code: 0 });
  expect(answer(pulled)).toEqual({
    ...{ remote: 'live', projects: 2, requests: expect.any(Number), incoming: expect.any(Number) },
    ...{ conflicts: 0, outgoing: 0 },
  });
  expect(await run('changes')).toMatchObject({ code: 0, stdout: 'Nothing is to be sent to live.\n' });

  const file = await applyRedirects(here, (text) => text.replace('/new', '/newer'));
  expect(await run(`apply ${file}`)).toMatchObject({ code: 0, stdout: expect.stringContaining('already') });
  writeFileSync(file, readFileSync(file, 'utf8').replace('/newer', '/newest'));
  expect(await run(`apply ${file} --dry-run`)).toMatchObject({
    code: 10,
    stdout: expect.stringContaining('update /old'),
  });

  const changes = await run('changes --json');
  expect(changes).toMatchObject({ code: 10 });
  const { steps } = answer<{ steps: { id: string; from: object; to: object }[] }>(changes);
  expect(steps).toEqual([
    expect.objectContaining({
      ...{ kind: 'redirect', key: '/old', project: 'kettle', action: 'update' },
      ...{ from: { to_url: '/new' }, to: { to_url: '/newer' } },
    }),
  ]);
  expect(answer(await run('push --dry-run --json'))).toEqual(answer(changes));
  expect(await run('push', { input: 'no\n' })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing was sent.'),
  });
  expect(await redirectsThere(service, 'kettle')).toEqual(['/old /new']);

  const pushed = await run('push --yes --json');
  expect(pushed).toMatchObject({ code: 0 });
  expect(answer<{ steps: { state: string }[] }>(pushed).steps.map(({ state }) => state)).toEqual([
    'confirmed',
  ]);
  expect(await redirectsThere(service, 'kettle')).toEqual(['/old /newer']);
  expect(await run('changes')).toMatchObject({ code: 0 });
  expect((await run('remote list')).stdout).toMatch(/^NAME .*\nlive +ana +\S+ +\S+ +2 +↑0 !0\n$/);
  expect(await run('remote remove live')).toMatchObject({ code: 0 });
  expect((await run('remote list')).stdout).toContain('No account is connected.');
  expect(await run('export variables kettle')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('SECRET'),
  });
});

test('what was changed on both sides is a conflict with exit code 9 until it is resolved, each way', async () => {
  const here = await world();
  const { run, service } = here;
  await connect(here);
  await run('pull live');
  for (const choice of ['mine', 'theirs'] as const) {
    const left = `/${choice}/${choice}`;
    const { json } = await call(service, 'GET', 'kettle/redirects/');
    const [{ pk, to_url: before }] = json.results as [{ pk: number; to_url: string }];
    await call(service, 'PATCH', `kettle/redirects/${pk}/`, { type: 'page', to_url: `/${choice}/theirs` });
    await applyRedirects(here, (text) => text.replace(before, `/${choice}/mine`));
    expect(await run('pull live --full')).toMatchObject({ code: 9 });
    const listed = await run('conflicts --json');
    expect(listed).toMatchObject({ code: 9 });
    const { conflicts } = answer<{ conflicts: { id: string }[] }>(listed);
    expect(conflicts).toEqual([
      expect.objectContaining({
        field: 'to_url',
        base: before,
        mine: `/${choice}/mine`,
        theirs: `/${choice}/theirs`,
      }),
    ]);
    expect(await run(`resolve ${conflicts[0]?.id} ${choice}`)).toMatchObject({ code: 0 });
    expect(await run('conflicts')).toMatchObject({ code: 0 });
    expect(await run('push --yes')).toMatchObject({ code: 0 });
    expect(await redirectsThere(service, 'kettle')).toEqual([`/old ${left}`]);
    expect((await run('export redirects kettle')).stdout).toContain(left);
  }
});

test('what the command line pulls belongs to the only user where the window never asked for a name, and a typed value is no number', async () => {
  const here = await world({ named: false });
  const { run, data } = here;
  await connect(here);
  expect(await run('pull live')).toMatchObject({ code: 0 });
  const core = await openCore({ data, keychain: 'off' });
  const mira = { kind: 'user', user: core.services.users.get('mira'), door: 'api' } as const;
  await core.services.environmentVariables.create(mira, 'kettle', { name: 'TYPED', value: 'quiet' });
  await core.close();

  const changes = await run('changes live --json');
  expect(answer(changes)).toMatchObject({ steps: [{ to: { name: 'TYPED', public: false } }] });
  expect(changes.stdout).not.toContain('value_at');
  const text = (await run('changes live')).stdout;
  expect(text).toContain('Its value is sent.');
  expect(text).not.toContain('value_at');
});

test('bad input gets a sentence and changes nothing', async () => {
  const here = await world();
  const { run, service } = here;
  const rows: readonly (readonly [line: string, code: number, said: RegExp, input?: string])[] = [
    ['pull', 1, /No account is connected\. "remote add NAME URL --token-stdin"/],
    [`remote add live ${service.url}`, 2, /--token-stdin/],
    [`remote add live ${service.url} --token-stdin`, 2, /There is no token on standard input/, '\n'],
    [`remote add live ${service.url} --token-stdin`, 1, /token/i, 'wrong\n'],
    ['remote add live http://example.org --token-stdin', 1, /https:\/\//, `${THEIR_TOKEN}\n`],
    ['remote remove nobody', 1, /There is no remote called nobody/],
    ['resolve 7.to_url mine', 1, /There is no conflict 7\.to_url/],
    ['resolve 7.to_url both', 2, /mine or theirs/],
    ['export redirects nothing', 1, /./],
    [
      `apply ${newFile('project: kettle\nredirects:\n  - type: page\n    from: /a\n')}`,
      1,
      /:4:5: .*Nothing was changed|Nothing was changed.*:4:/s,
    ],
    ['apply /none.yaml', 1, /none\.yaml/],
  ];
  for (const [line, code, said, input] of rows) {
    const result = await run(line, input === undefined ? {} : { input });
    expect({ line, code: result.code, stderr: result.stderr }).toEqual({
      ...{ line, code },
      stderr: expect.stringMatching(said),
    });
    expect(result.stdout + result.stderr, line).not.toContain(THEIR_TOKEN);
  }
  expect(answer(await run('remote list --json'))).toEqual({ remotes: [] });
});

test('while Lectern has the folder open, commands go through it with a token of the person there', async () => {
  const here = await world();
  const { data, token, run } = here;
  await connect(here);
  const running = await serveHere(['--data', data, '--keychain', 'off', '--no-builds', '--user', 'eve']);
  onTestFinished(async () => void (await running.stop()));
  const env = { LECTERN_TOKEN: token };
  expect(await run('changes')).toMatchObject({ code: 3, stderr: expect.stringContaining('LECTERN_TOKEN') });
  expect(await run('changes', { env: { LECTERN_TOKEN: 'nonsense' } })).toMatchObject({ code: 1 });
  const eve = { LECTERN_TOKEN: running.tokens.eve ?? '' };
  expect(await run('changes', { env: eve })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('for mira alone'),
  });
  expect(answer(await run('pull --json', { env }))).toMatchObject({
    remote: 'live',
    projects: 2,
    conflicts: 0,
  });
  expect(await run('changes', { env })).toMatchObject({ code: 0 });
  expect(await run('pull nobody', { env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no remote called nobody'),
  });
  const page = await fetch(`${running.url}/-/sync/changes`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, origin: running.url },
    body: '{"projects":[]}',
  });
  expect([page.status, await page.json()]).toEqual([403, { detail: 'Web pages cannot do this.' }]);
  const refused: readonly (readonly [method: string, name: string, body: string, status: number])[] = [
    ['POST', 'changes', '{"projects":', 400],
    ['POST', 'changes', '{"projects":"kettle"}', 400],
    ['POST', 'remote-add', `{"name":7,"address":[],"token":"${THEIR_TOKEN}"}`, 400],
    ['POST', 'constructor', '{}', 404],
    ['PUT', 'changes', '{"projects":[]}', 405],
    ['POST', 'apply', JSON.stringify({ text: 'x'.repeat(2_000_001) }), 413],
  ];
  for (const [method, name, body, status] of refused) {
    const headers = { authorization: `Token ${token}` };
    const response = await fetch(`${running.url}/-/sync/${name}`, { method, headers, body });
    const text = await response.text();
    expect({ name, method, status: response.status, text }).toMatchObject({ name, method, status });
    expect(text).not.toContain(THEIR_TOKEN);
  }
});

test('a server whose window was never opened takes commands of its only user; of several, "user me" says who it is', async () => {
  const here = await world({ named: false });
  const { data, token, run } = here;
  const env = { LECTERN_TOKEN: token };
  const serve = (...more: readonly string[]) =>
    serveHere(['--data', data, '--keychain', 'off', '--no-builds', ...more]);
  const alone = await serve();
  expect(await run('remote list', { env })).toMatchObject({ code: 0 });
  await alone.stop();
  const several = await serve('--user', 'eve');
  const refused = await run('remote list', { env });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('run "user me NAME"') });
  await several.stop();
  expect(await run('user me mira --json')).toMatchObject({ code: 0, stdout: '{"username":"mira"}\n' });
  const named = await serve();
  onTestFinished(async () => void (await named.stop()));
  expect(await run('remote list', { env })).toMatchObject({ code: 0 });
  const itself = await run(`remote add me ${named.url} --token-stdin`, { env, input: `${token}\n` });
  expect(itself).toMatchObject({ code: 1, stderr: expect.stringContaining('is this Lectern itself') });
});
