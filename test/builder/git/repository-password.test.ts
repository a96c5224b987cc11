import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { separateCredentials } from '../../../src-server/builder/git/git-credentials.ts';
import { inspectRepository } from '../../../src-server/builder/git/inspect-repository.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { outputOf, runTestBuild } from '../steps/run-test-build.ts';
import { gitRepository } from './git-repository.ts';
import { type PasswordServer, passwordServer } from './password-server.ts';

const PASSWORD = 'hun$ter"22 of`glow';
const HIDDEN = [PASSWORD, encodeURIComponent(PASSWORD)];
const isLinux = process.platform === 'linux';

/** Serves a repository whose build fetches from it again; returns its URL, with the password, and the server. */
async function protectedRepository(): Promise<
  PasswordServer & { readonly url: string; readonly head: string }
> {
  const { folder, git, commit } = gitRepository();
  const commands = [
    'git fetch --unshallow origin',
    'mkdir -p $READTHEDOCS_OUTPUT/html',
    'git log --oneline > $READTHEDOCS_OUTPUT/html/index.html',
  ];
  commit('First', { 'words.txt': 'first' });
  for (let number = 0; number < 55; number += 1)
    git('commit', '--quiet', '--allow-empty', '-m', `Next ${number}`);
  const head = commit('Last', {
    '.readthedocs.yaml': `version: 2\nbuild:\n  os: ubuntu-24.04\n  commands: ${JSON.stringify(commands)}\n`,
  });
  // Servers let a client fetch the commit of a pull request.
  git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  const server = await passwordServer(dirname(folder), PASSWORD);
  const path = folder.slice(dirname(folder).length);
  return { ...server, head, url: `http://mira:${encodeURIComponent(PASSWORD)}@${server.host}${path}/.git` };
}

/** Fails unless git talked to the server, with the password, and no process had it among its arguments. */
function expectHidden({ requests, host }: PasswordServer): void {
  expect(requests.some(({ authorization }) => authorization !== undefined)).toBe(true);
  for (const { commandLines } of requests) {
    // The program that talks to the server is there, and has the address.
    expect(commandLines).toMatch(new RegExp(`git.*http://${host}/`));
    for (const secret of HIDDEN) expect(commandLines).not.toContain(secret);
  }
}

describe.skipIf(!hasProgram('git') || !isLinux)('the password of a repository, S7', () => {
  test('is not among the arguments of git while it inspects', async () => {
    const repository = await protectedRepository();
    const { refs, files } = await inspectRepository(repository.url);
    expect(refs.defaultBranch).toBe('main');
    expect(files?.commit.commit).toBe(repository.head);
    expectHidden(repository);
  });

  test('is not among the arguments of git while a build fetches, and the build can fetch again', async () => {
    const repository = await protectedRepository();
    const build = await runTestBuild({ repository: repository.url });
    expect(build.result).toMatchObject({ success: true, commit: repository.head });
    expect(readFileSync(`${build.result.stage}/html/index.html`, 'utf8')).toContain('First');
    expect(readFileSync(`${build.folder}/checkout/.git/config`, 'utf8')).not.toContain('mira');
    expectHidden(repository);
    for (const secret of HIDDEN)
      expect(JSON.stringify(build.commands)).not.toContain(JSON.stringify(secret).slice(1, -1));
  });

  test('is unknown to the code of a pull request', async () => {
    const repository = await protectedRepository();
    const version = {
      slug: '7',
      verboseName: '7',
      identifier: repository.head,
      type: 'external',
      machine: false,
    } as const;
    const build = await runTestBuild({ repository: repository.url, version });
    expect(build.result).toMatchObject({ success: false, commit: repository.head });
    expect(outputOf(build, 'git fetch --unshallow')).toContain('could not read Username');
    expectHidden(repository);
  });

  test('is refused without being shown when it is wrong', async () => {
    const { url } = await protectedRepository();
    const wrong = url.replace(/:[^:@]*@/, ':wrong-words@');
    await expect(inspectRepository(wrong)).rejects.toMatchObject({
      errors: { url: [expect.stringContaining('asks for a name and password')] },
    });
  });
});

test.each([
  ['https://mira:pa%3Ass@host.example/a/b.git', 'https://host.example/a/b.git', 'mira', 'pa:ss'],
  ['https://mira:p@ss@host.example:8443/a', 'https://host.example:8443/a', 'mira', 'p@ss'],
  ['https://mira:50%@host.example/a', 'https://host.example/a', 'mira', '50%'],
  ['https://mira:a%0Aurl=evil@host.example/a', 'https://host.example/a', 'mira', 'a%0Aurl=evil'],
  ['https://host.example/a@b', 'https://host.example/a@b', undefined, undefined],
  ['ssh://git:word@host.example/a', 'ssh://git@host.example/a', undefined, undefined],
  ['ssh://git@host.example:22/a', 'ssh://git@host.example:22/a', undefined, undefined],
  ['git@host.example:a/b.git', 'git@host.example:a/b.git', undefined, undefined],
])('%s is separated', (address, url, name, password) => {
  const { url: bare, variables } = separateCredentials(address);
  expect(bare).toBe(url);
  expect(variables.GIT_REPOSITORY_USERNAME).toBe(name);
  expect(variables.GIT_REPOSITORY_PASSWORD).toBe(password);
});

test('a name without a password chooses among those that git knows', () => {
  const { url, variables } = separateCredentials('https://mira@host.example/a.git');
  expect(url).toBe('https://host.example/a.git');
  expect(variables).toEqual({
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'credential.https://host.example.username',
    GIT_CONFIG_VALUE_0: 'mira',
  });
});
