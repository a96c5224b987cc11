import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCore } from '../../../src-server/core.ts';
import { writeKit } from '../../services/kits/broken-kits.ts';
import type { ProcessExit } from '../../support/program/lectern-process.ts';
import { runCommand } from '../../support/program/run-command.ts';
import { folderDigest } from '../../support/workspaces/folder-digest.ts';
import { get, newFile, newFolder, parseOutput, serve } from '../processes.ts';

const TOKEN = 'a'.repeat(40);
const SECRET = 'a value that only its own key opens';
const SEED = {
  users: [{ username: 'alice', token: TOKEN }],
  projects: [
    {
      slug: 'demo',
      name: 'Demo',
      users: ['alice'],
      repository: { url: 'https://example.org/demo.git', type: 'git' },
      environment_variables: [{ name: 'SECRET', value: SECRET }],
    },
  ],
};

type Machine = {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  readonly workspaces: string;
  readonly lectern: (...args: readonly string[]) => Promise<ProcessExit>;
  readonly type: (input: string, ...args: readonly string[]) => Promise<ProcessExit>;
};

/** A machine of its own: Home and the workspaces lie in a new folder. */
function newMachine(): Machine {
  const folder = newFolder();
  const env = { XDG_DATA_HOME: folder, HOME: folder, LOCALAPPDATA: folder };
  return {
    env,
    home: join(folder, 'lectern'),
    workspaces: join(folder, 'lectern-workspaces'),
    lectern: (...args) => runCommand(args, { env }),
    type: (input, ...args) => runCommand(args, { env, input }),
  };
}

async function withHome(): Promise<Machine> {
  const machine = newMachine();
  const seeded = await machine.lectern('seed', newFile(JSON.stringify(SEED)), '--keychain', 'off');
  expect(seeded).toMatchObject({ code: 0 });
  return machine;
}

async function inspect(data: string) {
  const core = await openCore({ data, keychain: 'off' });
  try {
    const { store, services, secrets } = core;
    const demo = store.projects.bySlug('demo');
    const token = store.tokens.byId(1);
    return {
      installation: store.installation.read().id,
      variables: Object.fromEntries(
        demo ? await services.environmentVariables.forBuild(demo.project.id) : [],
      ),
      sealed: Buffer.from(store.environmentVariables.sealedOf(1)[0]?.sealed ?? []).toString('hex'),
      token: await secrets.tokenText({ id: 1, digest: store.tokens.digestOf(token?.id ?? 0) ?? '' }),
    };
  } finally {
    await core.close();
  }
}

test('a workspace is created, listed, used by name and removed after its name was typed', async () => {
  const { lectern, type, workspaces } = newMachine();
  const made = await lectern('workspace', 'create', 'Training May', '--color', 'red', '--json');
  const folder = join(workspaces, 'training-may');
  expect(parseOutput(made)).toEqual({ name: 'Training May', color: 'red', folder, home: false });
  expect(await lectern('user', 'add', 'mira', '--workspace', 'training  MAY')).toMatchObject({ code: 0 });
  expect((await lectern('user', 'list', '--data', folder)).stdout).toContain('mira');
  const { workspaces: listed } = parseOutput(await lectern('workspace', 'list', '--json')) as {
    workspaces: object[];
  };
  expect(listed).toMatchObject([
    { name: 'Home', color: null, home: true },
    { name: 'Training May', color: 'red', in_use: false },
  ]);
  for (const typed of ['', 'training\n', '\n']) {
    const kept = await type(typed, 'workspace', 'remove', 'Training May', '--keychain', 'off');
    expect(kept).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was removed') });
  }
  expect(existsSync(folder)).toBe(true);
  const removed = await type('Training May\n', 'workspace', 'remove', 'training-may', '--keychain', 'off');
  expect(removed).toMatchObject({ code: 0 });
  expect(existsSync(folder)).toBe(false);
});

test.each([
  [['workspace', 'create', 'home'], 2, '“Home” is the name of your own data'],
  [['workspace', 'create', '../x'], 2, 'Use up to 40 letters'],
  [['workspace', 'create', 'x'.repeat(41)], 2, 'Use up to 40 letters'],
  [['workspace', 'create', 'x', '--color', 'mauve'], 2, 'it is one of teal'],
  [['workspace', 'create', 'WORKSHOP'], 1, 'There is a workspace “Workshop” already.'],
  [['workspace', 'copy', 'workshop', 'Workshop'], 1, 'There is a workspace “Workshop” already.'],
  [['workspace', 'copy', 'wrkshop', 'x'], 1, 'Did you mean “Workshop”?'],
  [
    ['user', 'list', '--workspace', 'wrokshop'],
    1,
    'There is no workspace “wrokshop”. Did you mean “Workshop”?',
  ],
  [
    ['user', 'list', '--workspace', 'Workshop', '--data', 'x'],
    2,
    '--workspace and --data exclude each other.',
  ],
  [['serve', '--memory', '--workspace', 'Workshop'], 2, 'exclude each other.'],
  [['workspace', 'remove', 'home', '--yes'], 1, 'is never removed'],
  [['workspace', 'remove', 'unheard-of', '--yes'], 1, 'There is no workspace “unheard-of”. "npm run'],
])('%j is refused', async (args, code, message) => {
  const { lectern } = newMachine();
  expect(await lectern('workspace', 'create', 'Workshop')).toMatchObject({ code: 0 });
  expect(await lectern(...args)).toMatchObject({ code, stderr: expect.stringContaining(message) });
});

test('a workspace is renamed, and keeps its folder; Home and a taken name are refused', async () => {
  const { lectern, workspaces } = newMachine();
  for (const name of ['Class', 'Other']) await lectern('workspace', 'create', name);
  const renamed = await lectern('workspace', 'rename', 'class', 'Evening class', '--json');
  expect(parseOutput(renamed)).toMatchObject({ name: 'Evening class', folder: join(workspaces, 'class') });
  expect((await lectern('workspace', 'list')).stdout).toMatch(/^Evening class /m);
  const taken = await lectern('workspace', 'rename', 'Evening class', 'other');
  expect(taken).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is a workspace “Other” already\./),
  });
  const home = await lectern('workspace', 'rename', 'Home', 'Mine');
  expect(home).toMatchObject({ code: 1, stderr: expect.stringContaining('Home keeps its name') });
});

test('a workspace from a kit with faults names the kit, and nothing is created', async () => {
  const { lectern, workspaces } = newMachine();
  const kit = writeKit({ 'kit.yaml': 'format: 1\nname: Broken\ncolour: red\n' });
  const refused = await lectern('workspace', 'create', 'Class', '--kit', kit, '--keychain', 'off');
  expect(refused).toMatchObject({
    code: 8,
    stderr: `The kit ${kit} was refused; no workspace was created.\n  kit.yaml:3:1: There is no such key: colour.\n`,
  });
  expect(existsSync(join(workspaces, 'class'))).toBe(false);
  const none = await lectern('workspace', 'create', 'Class', '--kit', 'nope', '--keychain', 'off');
  expect(none.stderr).toContain('"kit list" names the built-in ones.');
  expect((await lectern('workspace', 'create', '')).stderr).toContain('NAME may not be empty.');
});

test('a folder without its description is listed by its name; other folders are not', async () => {
  const { lectern, workspaces } = newMachine();
  await lectern('workspace', 'create', 'Kept');
  await lectern('user', 'add', 'mira', '--workspace', 'Kept');
  writeFileSync(join(workspaces, 'kept', 'workspace.json'), '{"name": 5}');
  mkdirSync(join(workspaces, 'other'));
  // Left by a process that was killed; no process has this number.
  mkdirSync(join(workspaces, '.making-99999999-x'));
  const list = async () =>
    (parseOutput(await lectern('workspace', 'list', '--json')) as { workspaces: { name: string }[] })
      .workspaces;
  expect((await list()).map(({ name }) => name)).toEqual(['Home', 'kept']);
  await lectern('workspace', 'create', 'Next');
  expect(existsSync(join(workspaces, '.making-99999999-x'))).toBe(false);
  expect((await list()).map(({ name }) => name)).toEqual(['Home', 'kept', 'Next']);
});

test('a copy has its own installation and key, its values and tokens work, and Home keeps every byte', async () => {
  const { lectern, home, workspaces } = await withHome();
  mkdirSync(join(home, 'docs', '1', '2', 'html'), { recursive: true });
  writeFileSync(join(home, 'docs', '1', '2', 'html', 'index.html'), 'a page');
  const before = folderDigest(home);
  expect(await lectern('workspace', 'copy', 'Home', 'Copy', '--keychain', 'off')).toMatchObject({ code: 0 });
  const copied = join(workspaces, 'copy');
  expect(readFileSync(join(copied, 'docs', '1', '2', 'html', 'index.html'), 'utf8')).toBe('a page');
  await lectern('user', 'add', 'bob', '--workspace', 'Copy');
  const copy = await inspect(copied);
  expect(folderDigest(home)).toEqual(before);
  const original = await inspect(home);
  for (const each of [copy, original]) {
    expect(each).toMatchObject({ variables: { SECRET }, token: TOKEN });
  }
  expect(copy.installation).not.toBe(original.installation);
  expect(copy.sealed).not.toBe(original.sealed);
  // Each private file knows its own installation alone.
  const names = (data: string) =>
    Object.keys((JSON.parse(readFileSync(join(data, 'vault.json'), 'utf8')) as { secrets: object }).secrets);
  for (const [data, id] of [
    [home, original.installation],
    [copied, copy.installation],
  ] as const) {
    expect(names(data)).toHaveLength(2);
    expect(names(data).every((name) => name.startsWith(`${id}/`))).toBe(true);
  }
  const keys = [home, copied].map((data) => {
    const { secrets } = JSON.parse(readFileSync(join(data, 'vault.json'), 'utf8')) as {
      secrets: Record<string, string>;
    };
    return Object.entries(secrets).find(([name]) => name.endsWith('/data-key'))?.[1];
  });
  expect(new Set(keys).size).toBe(2);
});

test('a copy without the key of its values is refused and leaves nothing', async () => {
  const { lectern, home, workspaces } = await withHome();
  writeFileSync(join(home, 'vault.json'), '{"format":1,"secrets":{}}');
  const refused = await lectern('workspace', 'copy', 'Home', 'Copy', '--keychain', 'off');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('no longer has the data key') });
  expect(existsSync(join(workspaces, 'copy'))).toBe(false);
});

test('Home is copied while it runs; a workspace runs beside it, with control, and Home is not changed', async () => {
  const { env, lectern, workspaces } = await withHome();
  const running = await serve([], { env });
  expect(await lectern('workspace', 'copy', 'Home', 'Class', '--keychain', 'off')).toMatchObject({ code: 0 });
  const beside = await serve(['--workspace', 'Class', '--control'], { env });
  const projects = (url: string) => get(`${url}/api/v3/projects/`, TOKEN);
  expect(await projects(beside.url)).toMatchObject({ status: 200, body: { count: 1 } });
  const used = await lectern('workspace', 'remove', 'Class', '--yes');
  expect(used).toMatchObject({ code: 3, stderr: expect.stringContaining('is in use by') });
  const headers = { authorization: `Token ${TOKEN}`, 'content-type': 'application/json' };
  const project = { name: 'Other', repository: { url: 'https://example.org/o.git', type: 'git' } };
  const body = JSON.stringify(project);
  const added = await fetch(`${beside.url}/api/v3/projects/`, { method: 'POST', headers, body });
  expect(added.status).toBe(201);
  expect(await projects(beside.url)).toMatchObject({ body: { count: 2 } });
  expect(await projects(running.url)).toMatchObject({ body: { count: 1 } });
  await beside.stop();
  const home = await serve(['--control'], { env }).catch((error: unknown) => error);
  expect(String(home)).toContain('--control is never opened on your own data folder');
  await lectern('workspace', 'remove', 'Class', '--yes', '--keychain', 'off');
  expect(existsSync(join(workspaces, 'class'))).toBe(false);
  expect(await projects(running.url)).toMatchObject({ status: 200, body: { count: 1 } });
});

test('a workspace is made from a kit; a copy of it has repositories of its own', async () => {
  const { lectern, workspaces } = newMachine();
  const made = await lectern('workspace', 'create', 'Kit', '--kit', 'harbour-library', '--keychain', 'off');
  expect(made).toMatchObject({ code: 0 });
  expect(await lectern('workspace', 'copy', 'Kit', 'Copy', '--keychain', 'off')).toMatchObject({ code: 0 });
  await lectern('workspace', 'remove', 'Kit', '--yes', '--keychain', 'off');
  const core = await openCore({ data: join(workspaces, 'copy'), keychain: 'off' });
  const own = core.store.repositories
    .all()
    .map(({ url }) => url)
    .filter((url) => url.startsWith(workspaces));
  await core.close();
  expect(own.length).toBeGreaterThan(0);
  for (const url of own) {
    expect(url).toContain(join(workspaces, 'copy', 'repositories'));
    expect(existsSync(url)).toBe(true);
  }
  const refused = await lectern('workspace', 'create', 'None', '--kit', './no-such-kit', '--keychain', 'off');
  expect(refused.code).not.toBe(0);
  expect(existsSync(join(workspaces, 'none'))).toBe(false);
});
