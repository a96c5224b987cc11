import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type GroupOptions,
  type ProcessGroup,
  startGroup,
} from '../../../src-server/builder/process/process-group.ts';
import { scratchFolder } from '../git/git-repository.ts';
import { isRunning, processGroupsOf, waitForExit } from './running-processes.ts';

const env = { PATH: '/usr/bin:/bin' };

function start(
  line: string,
  options: Pick<GroupOptions, 'outputGraceMs'> = {},
): ProcessGroup & { readonly stdoutText: () => string } {
  const group = startGroup(['sh', '-c', line], { cwd: scratchFolder(), env, ...options });
  let stdoutText = '';
  for (const stream of group.output) {
    stream.on('data', (chunk: Buffer) => {
      stdoutText += chunk.toString();
    });
  }
  onTestFinished(() => group.stop());
  return { ...group, stdoutText: () => stdoutText };
}

/** Waits for this many process ids in the output, one per line, and returns them. */
async function pids(stdoutText: () => string, count: number): Promise<number[]> {
  await expect.poll(() => stdoutText().trim().split('\n').filter(Boolean).length).toBe(count);
  return stdoutText().trim().split('\n').map(Number);
}

describe('a process group', () => {
  test('returns both outputs combined in order, and the exit code', async () => {
    const group = start('echo one; echo two >&2; echo three; exit 7');
    expect(await group.exited).toBe(7);
    expect(group.stdoutText()).toBe('one\ntwo\nthree\n');
  });

  test('passes arguments unchanged', async () => {
    const group = startGroup(['printf', '%s|', '$(id)', '`id`; true', ''], { cwd: '/', env });
    let stdoutText = '';
    group.output[0]?.on('data', (chunk: Buffer) => {
      stdoutText += chunk.toString();
    });
    expect(await group.exited).toBe(0);
    expect(stdoutText).toBe('$(id)|`id`; true||');
  });

  test('leaks no descriptors or child processes to the program', async () => {
    const listProcesses =
      'import os\nprint(sorted(int(f) for f in os.listdir("/proc/self/fd"))[:3])\ntry:\n os.wait()\nexcept ChildProcessError:\n print("none")';
    const group = startGroup(['/usr/bin/python3', '-c', listProcesses], { cwd: '/', env });
    let stdoutText = '';
    group.output[0]?.on('data', (chunk: Buffer) => {
      stdoutText += chunk.toString();
    });
    expect(await group.exited).toBe(0);
    expect(stdoutText).toMatch(/^\[0, 1, 2\]\nnone\n$/);
  });

  test('reports a signal that ends the program like a shell', async () => {
    expect(await start('kill -SEGV $$').exited).toBe(139);
  });

  test('cannot start in a missing folder', async () => {
    await expect(startGroup(['true'], { cwd: '/nowhere', env }).exited).rejects.toThrow('ENOENT');
  });

  test('reports a missing program', async () => {
    expect(await startGroup(['nothing-of-this-name'], { cwd: '/', env }).exited).toBe(127);
  });

  test('ends processes left behind', async () => {
    const group = start('sleep 1000 & echo $!; exit 0');
    expect(await group.exited).toBe(0);
    await waitForExit(await pids(group.stdoutText, 1));
  });

  test('waits for processes that still write', async () => {
    const group = start('(:; :; echo last) & echo first', { outputGraceMs: 300_000 });
    expect(await group.exited).toBe(0);
    expect(group.stdoutText().split('\n').sort()).toEqual(['', 'first', 'last']);
  });

  test('ends with all its members when it is stopped', async () => {
    const group = start('sleep 1000 & echo $!; echo $$; wait');
    const all = await pids(group.stdoutText, 2);
    expect(all.filter(isRunning)).toHaveLength(2);
    group.stop();
    expect(await group.exited).toBe(143);
    await waitForExit(all);
  });

  test('ends even when its members ignore signals', async () => {
    const group = start(
      "trap '' TERM; (trap '' TERM; while :; do sleep 1; done) & echo $!; echo $$; while :; do sleep 1; done",
    );
    const all = await pids(group.stdoutText, 2);
    group.stop();
    expect(await group.exited).toBe(137);
    await waitForExit(all);
  });

  test.each<readonly [string, number, string]>([
    ['a program', 1, 'echo $$; exec sleep 1000'],
    [
      'one that listens to no signal, with a child',
      2,
      "trap '' TERM HUP INT; sleep 1000 & echo $!; echo $$; while :; do sleep 1; done",
    ],
    ...(process.platform === 'linux'
      ? [
          [
            'a child that left the group',
            2,
            "setsid sh -c 'echo $$; exec sleep 1000' & echo $$; wait",
          ] as const,
        ]
      : []),
  ])('S12 ends with Lectern, also by kill -9: %s', async (_name, count, line) => {
    const node = spawn(
      process.execPath,
      [join(import.meta.dirname, 'process-group-child.ts'), scratchFolder(), line],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    onTestFinished(() => void node.kill('SIGKILL'));
    let stdoutText = '';
    node.stdout.on('data', (chunk: Buffer) => {
      stdoutText += chunk.toString();
    });
    const all = await pids(() => stdoutText, count);
    const everyone = processGroupsOf(all);
    expect(all.filter(isRunning)).toEqual(all);
    node.kill('SIGKILL');
    await waitForExit([...all, ...everyone]);
  });
});
