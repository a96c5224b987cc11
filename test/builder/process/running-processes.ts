import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Returns whether a process runs; zombies do not. */
export function isRunning(pid: number): boolean {
  if (!existsSync('/proc/self/stat')) {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/** Waits until none of these processes runs. */
export async function waitForExit(pids: readonly number[]): Promise<void> {
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
}

/** Lists all processes in the groups of these, including guards; empty on systems without /proc. */
export function processGroupsOf(members: readonly number[]): number[] {
  if (!existsSync('/proc/self/stat')) return [];
  const groupOf = (pid: number) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
    } catch {
      return 0;
    }
  };
  const groups = new Set(members.map(groupOf));
  const found = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && groups.has(groupOf(Number(name))),
  );
  expect(found.length).toBeGreaterThan(members.length);
  return found.map(Number);
}
