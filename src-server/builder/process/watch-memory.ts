import { readdirSync, readFileSync } from 'node:fs';

/** How often the processes of a command are measured, in milliseconds. */
const PAUSE_MS = 200;
/** More processes than a build has; beyond it none is counted. */
const MAX_PROCESSES = 5000;
const KB = 1024;

/**
 * Measures a process and all that it started until the returned function is called; calls `onExceeded` once, with what they
 * use, when that is more than `limit` bytes. Linux only: elsewhere nothing is measured.
 */
export function watchMemory(pid: number, limit: number, onExceeded: (bytes: number) => void): () => void {
  if (process.platform !== 'linux') return () => {};
  const timer = setInterval(() => {
    const pids = processTree(pid);
    if (total(pids, residentBytes) <= limit) return;
    // Pages that several processes share are counted for each of them there, and once here.
    const used = total(pids, proportionalBytes);
    if (used <= limit) return;
    clearInterval(timer);
    onExceeded(used);
  }, PAUSE_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function processTree(root: number): readonly number[] {
  const found = [root];
  for (const pid of found) {
    if (found.length > MAX_PROCESSES) break;
    found.push(...childrenOf(pid));
  }
  return found;
}

/** Returns what any thread of a process started. */
function childrenOf(pid: number): readonly number[] {
  return unlessGone([], () =>
    readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    ),
  );
}

function residentBytes(pid: number): number {
  return kilobytesIn(`/proc/${pid}/status`, /^VmRSS:\s+(\d+)/m);
}

function proportionalBytes(pid: number): number {
  return kilobytesIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m) || residentBytes(pid);
}

function kilobytesIn(file: string, pattern: RegExp): number {
  return unlessGone(0, () => Number(pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) * KB);
}

function total(pids: readonly number[], measure: (pid: number) => number): number {
  return pids.reduce((sum, pid) => sum + measure(pid), 0);
}

function unlessGone<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
