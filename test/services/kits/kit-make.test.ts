import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openCore } from '../../../src-server/core.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { packKit } from '../../../src-server/services/kits/pack-kit.ts';
import { scratchFolder } from '../../builder/git/git-repository.ts';
import { serveInTest } from '../../commands/processes.ts';
import { filesIn, findSecret } from '../../support/find-secret.ts';
import { runCommand } from '../../support/program/run-command.ts';
import { openSeedStore } from '../../support/store/seed-store.ts';
import { WHOLE_KIT, writeKit } from './broken-kits.ts';

const OPERATOR = systemActor('command');
const PASSWORD = 'repository-password-1f9';
const VALUE = 'value-of-a-variable-77';
const HOOK = 'https://hooks.example.org/services/secret-path-42';

/** Another person's home, joined so that it is no path of a real one. */
const SOMEONE = ['', 'home', 'someone'].join('/');

/** A data folder with every kind of secret, some of them in the output of a build as well. */
async function dataWithSecrets() {
  const folder = scratchFolder();
  const home = join(folder, 'home', 'zoe');
  const data = join(home, 'data');
  const local = join(home, 'work', 'local');
  mkdirSync(local, { recursive: true });
  execFileSync('git', ['init', '-q', local]);
  const token = '0123456789abcdef0123456789abcdef01234567';
  const output = `${home} ${data}/builds ${token} ${VALUE} ${HOOK} https://mira:${PASSWORD}@git.example/a.git ${SOMEONE}/x`;
  const at = '2026-01-01T00:00:00Z';
  const command = {
    description: '',
    command: `cd ${home}`,
    output,
    exit_code: 0,
    start_time: at,
    end_time: at,
  };
  const seed = join(folder, 'seed.json');
  const project = (name: string, url: string, more = {}) => ({
    ...{ name, users: ['mira'], repository: { url, type: 'git' } },
    ...more,
  });
  const version = { verbose_name: 'latest', identifier: 'main', type: 'branch', active: true, built: true };
  const text = { commit_subject: 'Mend the index', commit_author: 'Zoë' };
  const build = { created: at, state: 'finished', success: true, ...text, commands: [command] };
  writeFileSync(
    seed,
    JSON.stringify({
      users: [{ username: 'mira', token }],
      projects: [
        project('Secret', `https://mira:${PASSWORD}@git.example/a.git`, {
          environment_variables: [{ name: 'KEY', value: VALUE }],
          versions: [{ ...version, builds: [build] }],
        }),
        project('Local', local),
      ],
    }),
  );
  const kit = writeKit(WHOLE_KIT);
  const env = { HOME: home };
  const args = ['--data', data, '--kit', kit, '--seed', seed, '--user', 'mira', '--control'];
  const lectern = await serveInTest(args, { env });
  return { folder, home, data, env, lectern, token };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
}

test('kit make writes the present data without any secret, and the kit loads', async () => {
  const { folder, home, data, env, lectern, token } = await dataWithSecrets();
  const second = lectern.tokens.mira ?? '';
  await lectern.stop();
  const kit = join(folder, 'made');
  const made = await runCommand(['kit', 'make', kit, '--data', data, '--keychain', 'off'], { env });
  expect(made).toMatchObject({ code: 0 });
  expect(made.stdout).toContain('local has a repository on this computer');
  const files = filesBelow(kit);
  expect(files).toContain('repositories/almanac/repository.yaml');
  const bytes = Buffer.concat(files.map((path) => readFileSync(join(kit, path))));
  expect(bytes.includes('"secret"')).toBe(true);
  expect(bytes.toString()).toMatch(/"commit_subject": "Mend the index",\s+"commit_author": "Zoë"/);
  // Days, hours and minutes, not millions of seconds.
  expect(bytes.toString('latin1')).toMatch(/"created": "-\d+d(?:\d+h)?(?:\d+m)?(?:[\d.]+s)?"/);
  expect(bytes.toString('latin1')).not.toMatch(/"-\d{3,}(?:\.\d+)?s"/);
  const secrets = [token, second, VALUE, PASSWORD, home, data, folder, SOMEONE];
  for (const secret of secrets) expect(bytes.includes(secret), secret).toBe(false);
  expect(await runCommand(['kit', 'check', kit])).toMatchObject({ code: 0, stderr: '' });
});

/** Adds an integration and a webhook, and texts that hold their secrets and the others in several spellings. */
async function addHooks(data: string, token: string): Promise<string[]> {
  const core = await openCore({ data, keychain: 'off' });
  const { integrations, buildWebhooks, projects } = core.services;
  const { secret } = await integrations.create(OPERATOR, 'secret', { provider: 'github', secret: true });
  buildWebhooks.add(OPERATOR, 'secret', { url: HOOK });
  const secrets = [secret ?? '', HOOK, PASSWORD, VALUE, token];
  const spellings = secrets.flatMap((each) => [
    ...[each, encodeURIComponent(each), `token_${each}_`],
    // Of a token the data has the digest alone.
    ...(each === token ? [] : [Buffer.from(each).toString('base64'), Buffer.from(each).toString('hex')]),
  ]);
  projects.update(OPERATOR, 'secret', { description: spellings.join(' ') });
  await core.close();
  return secrets;
}

test('a kit holds no secret of a hook, a token, a variable or a repository, in any spelling', async () => {
  const { folder, data, env, lectern, token } = await dataWithSecrets();
  await lectern.stop();
  const secrets = await addHooks(data, token);
  const kit = join(folder, 'made');
  const made = await runCommand(['kit', 'make', kit, '--data', data, '--keychain', 'off'], { env });
  expect(made).toMatchObject({ code: 0 });
  for (const secret of secrets) expect(findSecret(secret, filesIn(kit)), secret).toEqual([]);
  expect(await runCommand(['kit', 'check', kit])).toMatchObject({ code: 0, stderr: '' });
});

test('a repository of a kit that has come to hold a secret is named, and nothing is written', async () => {
  const { folder, data, env, lectern } = await dataWithSecrets();
  await lectern.stop();
  const source = filesBelow(data).find((path) => /repositories.*\.kit.*index\.md$/.test(path)) ?? '';
  writeFileSync(join(data, source), Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from(VALUE)]));
  const kit = join(folder, 'made');
  const made = await runCommand(['kit', 'make', kit, '--data', data, '--keychain', 'off'], { env });
  expect(made).toMatchObject({ code: 1 });
  expect(made.stderr).toContain('repositories/almanac/');
  expect(made.stderr).toContain('would still hold the value of a variable, so nothing was written');
  expect(existsSync(kit)).toBe(false);
});

test('values of variables that are words of a kit do not break it', async () => {
  const data = join(scratchFolder(), 'data');
  const variables = ['true', 'latest', 'name', 'finished', 'branch'].map((value, index) => ({
    name: `V${index}`,
    value,
  }));
  const project = {
    name: 'pip',
    users: ['mira'],
    repository: { url: 'ssh://git@git.example/pip.git', type: 'git' },
  };
  const seed = writeKit({
    'seed.json': JSON.stringify({
      users: [{ username: 'mira' }],
      projects: [{ ...project, environment_variables: variables }],
    }),
  });
  const off = ['--data', data, '--keychain', 'off'];
  expect(await runCommand(['seed', join(seed, 'seed.json'), ...off])).toMatchObject({ code: 0 });
  const kit = join(scratchFolder(), 'made');
  expect(await runCommand(['kit', 'make', kit, ...off])).toMatchObject({ code: 0, stderr: '' });
  expect(await runCommand(['kit', 'check', kit])).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(join(kit, 'seed.json'), 'utf8')).toContain('ssh://git@git.example/pip.git');
});

test('a kit keeps who its maker is, so that the window of a workspace made from it asks for no name', async () => {
  const folder = scratchFolder();
  const [data, other] = [join(folder, 'data'), join(folder, 'other')];
  const settings = async (at: string) => {
    const core = await openCore({ data: at, keychain: 'off' });
    onTestFinished(() => core.close());
    return core;
  };
  for (const name of ['mira', 'sam']) await runCommand(['user', 'add', name, '--data', data]);
  const first = await settings(data);
  first.services.settings.setLocalUser(OPERATOR, 'sam');
  await first.close();
  const kit = join(folder, 'made');
  await runCommand(['kit', 'make', kit, '--data', data, '--keychain', 'off']);
  expect(readFileSync(join(kit, 'kit.yaml'), 'utf8')).toContain('you: sam\n');
  const args = ['--data', other, '--kit', kit, '--user', 'alice'];
  await (await serveInTest(args)).stop();
  expect((await settings(other)).services.settings.localUser()?.username).toBe('sam');
});

test('kit make overwrites nothing, and makes folders and zips', async () => {
  const folder = writeKit({ 'kit.yaml': 'mine' });
  const data = join(scratchFolder(), 'data');
  await runCommand(['user', 'add', 'mira', '--data', data]);
  const { code, stderr } = await runCommand(['kit', 'make', folder, '--data', data]);
  expect(code).toBe(1);
  expect(stderr).toContain('is there already');
  expect(readFileSync(join(folder, 'kit.yaml'), 'utf8')).toBe('mine');
  // A folder with a new one between, a zip, and a place where nothing can be made.
  const made = join(folder, 'new', 'made');
  expect(await runCommand(['kit', 'make', made, '--data', data])).toMatchObject({ code: 0 });
  const zip = join(folder, 'my.lectern-kit.zip');
  expect(await runCommand(['kit', 'make', zip, '--data', data])).toMatchObject({ code: 0 });
  expect(statSync(zip).isFile()).toBe(true);
  expect(await runCommand(['kit', 'check', zip])).toMatchObject({ code: 0, stderr: '' });
  expect(await runCommand(['kit', 'make', zip, '--data', data])).toMatchObject({ code: 1 });
});

test.skipIf(process.platform !== 'linux').each(['/proc/x', '/proc/x/kit', '/proc/x.zip'])(
  'kit make says that %s cannot be made',
  async (place) => {
    const data = join(scratchFolder(), 'data');
    await runCommand(['user', 'add', 'mira', '--data', data]);
    const { code, stderr } = await runCommand(['kit', 'make', place, '--data', data]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^\S*\/proc\/x\S* cannot be used: /);
  },
);

test.each([
  ['with', true],
  ['without', false],
])(
  'a kit that is made where another was loaded %s its program says again what is played without',
  async (_, has) => {
    const seed = WHOLE_KIT['seed.json']?.replace('"builder"', '"played_without": "mkdocs", "builder"') ?? '';
    const path = writeKit({ ...WHOLE_KIT, 'seed.json': seed });
    const { services } = await openSeedStore(null, undefined, async () => has);
    const { played } = await services.kits.load(OPERATOR, { path });
    expect(played.missing).toEqual(has ? [] : ['mkdocs']);
    const make = async () => {
      const { files } = await services.kits.make(OPERATOR, { name: 'Again', description: '' });
      return { files, seed: Buffer.from(files.get('seed.json') ?? '').toString() };
    };
    const made = await make();
    expect(JSON.parse(made.seed)).toMatchObject({
      projects: [{ builder: 'script:quick', played_without: 'mkdocs' }],
    });
    expect(made.files.has('builds/quick.yaml')).toBe(true);
    expect((await services.kits.check({ zip: await packKit(made.files) })).findings).toEqual([]);

    // What a person chose is written as it is.
    services.buildScripts.attach(OPERATOR, 'almanac', 'passes');
    expect((await make()).seed).toContain('"builder": "script:passes"');
    expect((await make()).seed).not.toContain('played_without');
  },
);
