import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Version } from '../../../../src-server/model/versions/version.ts';
import { hasProgram } from '../../../support/runner/programs.ts';
import { outputOf, runTestBuild, type TestBuildOptions } from '../../steps/run-test-build.ts';
import { gitRepository, scratchFolder } from '../git-repository.ts';
import { passwordServer } from '../password-server.ts';

const PASSWORD = 'hunter22';
/** What a checkout has of its repository. */
const SHOW = [
  'git rev-parse HEAD',
  'git rev-list --count HEAD',
  'git rev-parse --is-shallow-repository',
  'git for-each-ref --format="%(refname) %(objectname) %(symref)"',
  'git describe --tags --always',
  'git config --get-all remote.origin.url',
  'git config --get-all remote.origin.fetch',
  'git status --short --branch',
];
const config = `version: 2\nbuild:\n  os: ubuntu-24.04\n  commands: ${JSON.stringify([
  ...SHOW,
  'mkdir -p $READTHEDOCS_OUTPUT/html && cp words.txt $READTHEDOCS_OUTPUT/html/index.html',
])}\n`;

describe.skipIf(!hasProgram('git') || process.platform !== 'linux')('the mirror of a repository', () => {
  test('gives the checkout that a clone gives, fetches only what is new, and is made again when it is damaged', async () => {
    const { folder, git, commit } = gitRepository();
    commit('First', { '.readthedocs.yaml': config, 'words.txt': 'first' });
    git('tag', 'v0');
    for (let number = 0; number < 60; number += 1)
      git('commit', '--quiet', '--allow-empty', '-m', `Next ${number}`);
    git('tag', '-a', 'v1', '-m', 'One');
    git('branch', 'topic');
    commit('Second', { 'words.txt': 'second' });
    git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    const { host, requests } = await passwordServer(dirname(folder), PASSWORD);
    const url = `http://mira:${PASSWORD}@${host}${folder.slice(dirname(folder).length)}/.git`;
    const workFolder = scratchFolder();
    const mirrors = join(workFolder, 'kept/repositories');

    /** Builds with and without the mirror; returns the log of the former. */
    async function compare(version: Partial<Version> = {}, options: Partial<TestBuildOptions> = {}) {
      const mirrored = await runTestBuild({ repository: url, version, workFolder, ...options });
      const cloned = await runTestBuild({ repository: url, version, ...options });
      expect(mirrored.result).toMatchObject({ success: cloned.result.success, error: cloned.result.error });
      expect(mirrored.result.commit).toBe(cloned.result.commit);
      expect(mirrored.commands.map(({ command }) => command)).toEqual(
        cloned.commands.map(({ command }) => command),
      );
      for (const line of SHOW)
        if (cloned.result.success) expect(outputOf(mirrored, line), line).toBe(outputOf(cloned, line));
      return mirrored;
    }
    const isMirrored = (build: Awaited<ReturnType<typeof compare>>) =>
      /from its own copy of the repository/.test(outputOf(build, 'git clone'));

    expect(isMirrored(await compare())).toBe(true);
    expect(readdirSync(mirrors)).toHaveLength(1);
    const mirror = join(mirrors, readdirSync(mirrors)[0] ?? '');
    const packs = () => readdirSync(join(mirror, 'objects/pack')).filter((name) => name.endsWith('.pack'));
    const size = packs().length;
    expect(isMirrored(await compare())).toBe(true);
    expect(packs()).toHaveLength(size);

    const third = commit('Third', { 'words.txt': 'third' });
    git('tag', '--force', '-a', 'v1', '-m', 'One again');
    git('tag', '-d', 'v0');
    expect(isMirrored(await compare())).toBe(true);
    expect(packs().length).toBeGreaterThan(size);
    const topic = {
      slug: 'topic',
      verboseName: 'topic',
      identifier: 'origin/topic',
      machine: false,
    } as const;
    expect(isMirrored(await compare(topic))).toBe(true);
    expect(isMirrored(await compare())).toBe(true);
    const tag = { slug: 'v1', verboseName: 'v1', identifier: third, type: 'tag', machine: false } as const;
    expect(isMirrored(await compare(tag))).toBe(true);
    const moved = { ...tag, identifier: git('rev-parse', 'topic') };
    await compare(moved);
    git('branch', '-D', 'topic');
    expect((await compare(topic)).result.error).toBe('Failed to checkout revision: origin/topic');
    git('checkout', '--quiet', '--detach');
    const asked = commit('Asked', { 'words.txt': 'asked' });
    git('update-ref', 'refs/pull/7/head', asked);
    git('checkout', '--quiet', 'main');
    const request = {
      slug: '7',
      verboseName: '7',
      identifier: asked,
      type: 'external',
      machine: false,
    } as const;
    expect((await compare(request)).result.commit).toBe(asked);

    const pack = packs()[0] ?? '';
    execFileSync('chmod', ['u+w', join(mirror, 'objects/pack', pack)]);
    truncateSync(join(mirror, 'objects/pack', pack), 30);
    const mended = await runTestBuild({ repository: url, workFolder });
    expect(mended.result).toMatchObject({ success: true, commit: third });
    expect(isMirrored(await compare())).toBe(true);
    rmSync(join(mirror, 'objects'), { recursive: true });
    expect(isMirrored(await compare())).toBe(true);

    for (const entry of readdirSync(mirror, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        expect(readFileSync(join(entry.parentPath, entry.name), 'latin1')).not.toContain(PASSWORD);
    expect(requests.every(({ commandLines }) => !commandLines.includes(PASSWORD))).toBe(true);

    // Another address is another repository.
    await runTestBuild({ repository: `${url}/`, workFolder });
    expect(readdirSync(mirrors)).not.toContain(mirror.slice(mirrors.length + 1));
    expect(readdirSync(mirrors)).toHaveLength(1);
  });
});
