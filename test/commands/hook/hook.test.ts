import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type GitRepository, gitRepository, scratchFolder } from '../../builder/git/git-repository.ts';
import { runCommand } from '../../support/program/run-command.ts';
import { get, newFile, newFolder, parseOutput, run, serve } from '../processes.ts';

const OFF = ['--keychain', 'off'];

/** Creates a data folder with projects of these repositories. */
async function folderWith(repositories: Readonly<Record<string, string>>): Promise<string> {
  const folder = newFolder();
  const projects = Object.entries(repositories).map(([slug, url]) => ({
    slug,
    name: slug,
    users: ['alice'],
    repository: { url, type: 'git' },
    versions: [
      { verbose_name: 'latest', identifier: 'main', type: 'branch', active: true, built: false },
      { verbose_name: 'beside', identifier: 'origin/side', type: 'branch', active: true, built: false },
    ],
  }));
  const seed = newFile(JSON.stringify({ users: [{ username: 'alice' }], projects }));
  expect(await run(folder, 'seed', seed, ...OFF)).toMatchObject({ code: 0 });
  return folder;
}

const serveIt = (folder: string) => serve(['--data', folder, '--user', 'alice', '--no-builds']);

/** Waits for this many builds and returns their versions. */
async function buildsOf(url: string, token: string | undefined, count: number): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  const readBuilds = async () => {
    const { body } = await get(`${url}/api/v3/projects/pip/builds/?limit=50`, token);
    const { results } = body as { results: { version: string }[] };
    if (results.length >= count) resolve(results.map(({ version }) => version).reverse());
    else setImmediate(() => readBuilds().catch(reject));
  };
  await readBuilds();
  return promise;
}

/** Commits with the hooks of the repository enabled. */
const commit = ({ git }: GitRepository, message: string) =>
  git('commit', '--quiet', '--allow-empty', '-m', message);

test('a commit triggers a build through the installed hook, until the hook is removed', async () => {
  const repository = gitRepository();
  const folder = await folderWith({ pip: `file://${repository.folder}` });
  const installed = await run(folder, 'hook', 'install', repository.folder, ...OFF, '--json');
  expect(installed).toMatchObject({ code: 0 });
  const file = join(repository.folder, '.git/hooks/post-commit');
  expect(parseOutput(installed)).toEqual({ project: 'pip', event: 'post-commit', file, integration: 1 });
  // Lectern does not run yet; the hook stays silent.
  expect(commit(repository, 'while it does not run')).toBe('');

  const { url, tokens, stop } = await serveIt(folder);
  commit(repository, 'one');
  expect(await buildsOf(url, tokens.alice, 1)).toEqual(['latest']);
  repository.git('checkout', '--quiet', '--detach');
  commit(repository, 'on no branch');
  repository.git('checkout', '--quiet', '-b', 'side');
  commit(repository, 'two');
  expect(await buildsOf(url, tokens.alice, 2)).toEqual(['latest', 'beside']);
  await stop();

  const removed = await run(folder, 'hook', 'remove', repository.folder, '--json');
  expect(parseOutput(removed)).toEqual({
    repository: repository.folder,
    removed: [{ event: 'post-commit', project: 'pip', integration: 1 }],
  });
  expect(existsSync(file)).toBe(false);
  expect(await run(folder, 'hook', 'remove', repository.folder)).toMatchObject({ code: 1 });
});

test('pushes to a bare repository are reported for each branch', async () => {
  const source = gitRepository();
  const bare = join(scratchFolder(), 'bare.git');
  source.commit('one', { a: '1' });
  source.git('clone', '--quiet', '--bare', source.folder, bare);
  const folder = await folderWith({ pip: bare });
  expect(await run(folder, 'hook', 'install', bare, ...OFF)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('post-receive'),
  });
  const { url, tokens } = await serveIt(folder);
  source.git('branch', 'side');
  commit(source, 'two');
  source.git('push', '--quiet', bare, 'main', 'side');
  expect((await buildsOf(url, tokens.alice, 2)).sort()).toEqual(['beside', 'latest']);
});

test('the secret is only in the hook', async () => {
  const repository = gitRepository();
  const folder = await folderWith({ pip: repository.folder });
  const { stdout, stderr } = await run(folder, 'hook', 'install', repository.folder, ...OFF);
  const hook = readFileSync(join(repository.folder, '.git/hooks/post-commit'), 'utf8');
  const secret = /token=%s' '([0-9a-f]{40})'/.exec(hook)?.[1] ?? 'none';
  expect(secret).toHaveLength(40);
  expect(stdout + stderr).not.toContain(secret);
  expect(readFileSync(join(folder, 'lectern.sqlite')).includes(secret)).toBe(false);
});

test('the project is found by a remote or named; an ambiguous one is refused', async () => {
  const repository = gitRepository();
  const remote = 'git@x.org:mira/pip.git';
  repository.git('remote', 'add', 'origin', remote);
  const folder = await folderWith({ other: 'https://x.org/mira/other' });
  const none = await run(folder, 'hook', 'install', repository.folder, ...OFF);
  expect(none).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--project') });
  expect(existsSync(join(repository.folder, '.git/hooks/post-commit'))).toBe(false);
  const wrong = await run(folder, 'hook', 'install', repository.folder, '--project', 'nope', ...OFF);
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  const found = await folderWith({ pip: 'https://x.org/mira/pip', other: 'https://x.org/mira/other' });
  expect(await run(found, 'hook', 'install', repository.folder, ...OFF)).toMatchObject({ code: 0 });
  const twice = await folderWith({ pip: repository.folder, other: 'https://x.org/mira/pip' });
  expect(await run(twice, 'hook', 'install', repository.folder, ...OFF)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('other, pip'),
  });
  const named = await run(twice, 'hook', 'install', repository.folder, '--project', 'other', ...OFF);
  expect(named).toMatchObject({ code: 0, stdout: expect.stringContaining('builds other') });
});

test('while Lectern runs, installing the hook needs a token; without one it explains what to do', async () => {
  const repository = gitRepository();
  const folder = await folderWith({ pip: repository.folder });
  const { url, tokens } = await serveIt(folder);
  const args = ['hook', 'install', repository.folder, '--data', folder, ...OFF];
  const refused = await runCommand(args);
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('LECTERN_TOKEN') });
  const wrong = await runCommand(args, { env: { LECTERN_TOKEN: 'wrong' } });
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('Invalid token.') });
  expect(existsSync(join(repository.folder, '.git/hooks/post-commit'))).toBe(false);
  const env = { LECTERN_TOKEN: tokens.alice ?? '' };
  expect(await runCommand(args, { env })).toMatchObject({ code: 0 });
  commit(repository, 'one');
  expect(await buildsOf(url, tokens.alice, 1)).toEqual(['latest']);
  const result = await runCommand(['hook', 'install', repository.folder, '--server', url, ...OFF], { env });
  expect(result).toMatchObject({ code: 0 });
  // Another event of latest would join the build that waits.
  repository.git('checkout', '--quiet', '-b', 'side');
  commit(repository, 'two');
  expect(await buildsOf(url, tokens.alice, 2)).toEqual(['latest', 'beside']);
  const removed = await run(folder, 'hook', 'remove', repository.folder);
  expect(removed).toMatchObject({ code: 0, stderr: expect.stringContaining('is still there') });
});

/** Returns the integration id and the secret in the installed hook. */
function hookTargetOf(repository: GitRepository): { id: number; token: string } {
  const hook = readFileSync(join(repository.folder, '.git/hooks/post-commit'), 'utf8');
  const id = Number(/webhook\/pip\/(\d+)\//.exec(hook)?.[1]);
  return { id, token: /token=%s' '([0-9a-f]{40})'/.exec(hook)?.[1] ?? 'none' };
}

async function integrationsOf(url: string, token: string | undefined): Promise<(string | null)[]> {
  const { body } = await get(`${url}/api/v2/integration/pip/`, token);
  return (body as { results: { note: string | null }[] }).results.map(({ note }) => note);
}

test('while Lectern runs, repeated installs leave one integration with a valid secret, remove none', async () => {
  const repository = gitRepository();
  const folder = await folderWith({ pip: repository.folder });
  // Created before the first install, for another purpose.
  expect(await run(folder, 'hook', 'install', repository.folder, ...OFF)).toMatchObject({ code: 0 });
  const requestIds = [hookTargetOf(repository)];
  const { url, tokens } = await serveIt(folder);
  const env = { LECTERN_TOKEN: tokens.alice ?? '' };
  const made = await fetch(`${url}/api/v2/integration/pip/`, {
    method: 'POST',
    headers: { authorization: `Token ${tokens.alice}` },
  });
  expect(made.status).toBe(201);
  const args = [repository.folder, '--data', folder];
  const note = `${repository.folder} (post-commit)`;
  for (let time = 0; time < 3; time++) {
    expect(await runCommand(['hook', 'install', ...args, ...OFF], { env })).toMatchObject({ code: 0 });
    requestIds.push(hookTargetOf(repository));
    expect(await integrationsOf(url, tokens.alice)).toEqual([null, note]);
  }
  expect(new Set(requestIds.map(({ token }) => token)).size).toBe(4);
  const sendPush = async (id: number, token: string) => {
    const body = new URLSearchParams({ token, branches: 'main' });
    return (await fetch(`${url}/api/v2/webhook/pip/${id}/`, { method: 'POST', body })).status;
  };
  expect(await Promise.all(requestIds.map(({ id, token }) => sendPush(id, token)))).toEqual([
    404, 404, 404, 200,
  ]);
  const now = requestIds.at(-1)?.id ?? 0;
  expect(await Promise.all(requestIds.map(({ token }) => sendPush(now, token)))).toEqual([
    404, 404, 404, 200,
  ]);

  // Another event of the same repository has its own integration; a hook of another machine is distinguished.
  const other = ['hook', 'install', ...args, '--event', 'post-merge', ...OFF];
  expect(await runCommand(other, { env })).toMatchObject({ code: 0 });
  const installArgs = ['hook', 'install', repository.folder, '--server', url, ...OFF];
  expect(await runCommand(installArgs, { env })).toMatchObject({ code: 0 });
  expect(await integrationsOf(url, tokens.alice)).toEqual([
    null,
    `${repository.folder} (post-merge)`,
    `${repository.folder} on ${hostname()} (post-commit)`,
  ]);
  expect(await runCommand(['hook', 'remove', ...args], { env })).toMatchObject({ code: 0, stderr: '' });
  expect(await integrationsOf(url, tokens.alice)).toEqual([null]);
});

test('an existing hook keeps working', async () => {
  const repository = gitRepository();
  const folder = await folderWith({ pip: repository.folder });
  const file = join(repository.folder, '.git/hooks/post-commit');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '#!/bin/sh\nset -eu\ntouch ran\nexit 0\n', { mode: 0o755 });
  expect(await run(folder, 'hook', 'install', repository.folder, ...OFF)).toMatchObject({ code: 0 });
  const { url, tokens } = await serveIt(folder);
  commit(repository, 'one');
  expect(existsSync(join(repository.folder, 'ran'))).toBe(true);
  expect(await buildsOf(url, tokens.alice, 1)).toEqual(['latest']);
  // Git runs the hook with sh.
  execFileSync('sh', ['-n', file]);
});
