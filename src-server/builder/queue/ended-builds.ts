import { mkdirSync, readdirSync, renameSync, utimesSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder below the work folder that holds the folders of builds that have ended. */
const ENDED_FOLDER = 'ended';
/** How many wait; the build that would be one more removes the oldest. */
const MAX_WAITING = 16;
/** How long they wait, in milliseconds. */
const WAIT_MS = 60_000;
const failed = new Set<string>();
let moved = 0;

/**
 * Takes the folder of a build that has ended out of the way, and removes it a minute later. To remove it at once makes the
 * builds that follow slow: file systems such as ext4 avoid what was freed within the last minute, and search long for
 * other places when thousands of files are made, as an environment has.
 */
export async function putAside(folder: string, workFolder: string): Promise<void> {
  const ended = join(workFolder, ENDED_FOLDER);
  moved += 1;
  try {
    mkdirSync(ended, { recursive: true, mode: 0o700 });
    // A rename keeps the time.
    utimesSync(folder, new Date(), new Date());
    renameSync(folder, join(ended, `${process.pid}-${moved}`));
  } catch {
    // Windows moves no folder of which a file is open.
    await remove(folder);
  }
  const waiting = await listWaiting(workFolder);
  for (const { path } of waiting.slice(0, -MAX_WAITING)) await remove(path);
}

/**
 * Removes the folders of builds that ended more than a minute ago, or all of them.
 * @throws Error of the file system once for each folder that cannot be removed; the next start tries again
 */
export async function removeEnded(
  workFolder: string,
  which: 'old' | 'all',
  signal?: AbortSignal,
): Promise<void> {
  const latest = which === 'all' ? Number.POSITIVE_INFINITY : Date.now() - WAIT_MS;
  const problems: unknown[] = [];
  for (const { path, endedAt } of await listWaiting(workFolder)) {
    signal?.throwIfAborted();
    if (endedAt > latest || failed.has(path)) continue;
    await remove(path).catch((error: unknown) => {
      failed.add(path);
      problems.push(error);
    });
  }
  if (problems.length > 0) throw problems[0];
}

/** Returns what waits, the oldest first. */
async function listWaiting(workFolder: string): Promise<{ path: string; endedAt: number }[]> {
  const ended = join(workFolder, ENDED_FOLDER);
  const found: { path: string; endedAt: number }[] = [];
  for (const name of readNames(ended)) {
    const path = join(ended, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats) found.push({ path, endedAt: stats.mtimeMs });
  }
  return found.sort((one, other) => one.endedAt - other.endedAt);
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}
