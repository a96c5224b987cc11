import { writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { memoryLimitBytes, openMemoryLimit } from '../../../src-server/builder/process/memory-limit.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';
import { outputOf, runTestBuild } from './run-test-build.ts';

const MB = 1024 * 1024;
const GB = 1024 * MB;
const MAKE = 'mkdir -p $READTHEDOCS_OUTPUT/html && echo hello > $READTHEDOCS_OUTPUT/html/index.html';
/** Takes 150 MB in a program that a program starts, and stays until it is ended. */
const EAT = `sh -c 'python3 -c "x = bytearray(150 << 20); print(len(x), flush=True); import time; time.sleep(1000)"; true'`;

function running(...lines: readonly string[]): string {
  const { folder, commit } = gitRepository();
  const build = { os: 'ubuntu-24.04', commands: lines };
  commit('Docs', { '.readthedocs.yaml': JSON.stringify({ version: 2, build }) });
  return folder;
}

describe.skipIf(!hasProgram('git') || process.platform !== 'linux')('the memory of a build', () => {
  test('is limited: what uses more is ended, and the build says how much and what to do', async () => {
    const build = await runTestBuild({ repository: running(EAT, MAKE), memory: { bytes: 100 * MB } });
    expect(build.result).toMatchObject({
      success: false,
      error: expect.stringMatching(
        /^A command of this build used 1\d\d MB of memory, and 100 MB is what a build may use, so it was ended\. Let it build less at once, or change "Memory of a build" in the settings\.$/,
      ),
      message: 'build:user:excessive-memory',
    });
    expect(build.commands.at(-1)).toMatchObject({ command: EAT, exitCode: 137 });
    expect(outputOf(build, 'sh -c')).toMatch(/Command killed due to excessive memory consumption\n$/);
  });

  test('may be as large as the limit, and its commands let others go first', async () => {
    const build = await runTestBuild({ repository: running('nice', MAKE), memory: { bytes: 400 * MB } });
    expect(build.result).toMatchObject({ success: true });
    expect(Number(outputOf(build, 'nice'))).toBe(Math.min(19, Math.max(10, getPriority())));
  });

  test('is limited by a scope of the system where there are scopes', async () => {
    const folder = scratchFolder();
    // As systemd-run does with --scope: it becomes the command, which the system ends.
    const program =
      '#!/bin/sh\necho "$@" >>"$0.log"\n[ -n "$XDG_RUNTIME_DIR" ] || exit 1\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n';
    writeFileSync(join(folder, 'systemd-run'), program, { mode: 0o755 });
    const path = `${folder}:/usr/bin:/bin`;
    vi.stubEnv('PATH', path);
    vi.stubEnv('XDG_RUNTIME_DIR', '/run/nobody');
    const memory = await openMemoryLimit(300 * MB);
    const ended = await runTestBuild({ repository: running('kill -KILL $$', MAKE), path, memory });
    expect(ended.result).toMatchObject({
      success: false,
      error: expect.stringMatching(
        /^A command of this build used more memory than the 300 MB that a build may use/,
      ),
      message: 'build:user:excessive-memory',
    });
    const fine = await runTestBuild({ repository: running('echo "[$XDG_RUNTIME_DIR]"', MAKE), path, memory });
    expect(fine.result).toMatchObject({ success: true });
    expect(outputOf(fine, 'echo')).toBe('[]\n');
  });
});

test('the limit is the service’s, or three quarters of the computer; 0 has none', () => {
  expect([memoryLimitBytes(null, 64 * GB), memoryLimitBytes(null, 8 * GB)]).toEqual([7 * GB, 6 * GB]);
  expect([memoryLimitBytes(512), memoryLimitBytes(0)]).toEqual([512 * MB, undefined]);
});
