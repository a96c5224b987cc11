import { constants, lstatSync, type Stats } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, rename, rm, rmdir, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const CONCURRENCY = 64;
/** How many files are looked at in one turn of the event loop. */
const TURN = 512;
/** The name of a file while it is written. */
const PART = '.lectern-part';

type Stamp = { readonly size: number; readonly time: number };

/**
 * Makes a folder equal to another one: copies files whose size or time differs, with their times, and removes what the
 * other one lacks. Each file is replaced at once, so that a reader gets the old one or the new one. Links are left out,
 * since the copy is served without what is around it (safety S10). Returns how many files changed.
 */
export async function mirrorPages(source: string, target: string): Promise<number> {
  const [wanted, present] = await Promise.all([stampsOf(source), stampsOf(target)]);
  const changed = [...wanted].filter(([path, stamp]) => !isSame(stamp, present.get(path)));
  const removed = [...present.keys()].filter((path) => !wanted.has(path));
  for (const path of removed) await rm(join(target, path), { force: true });
  for (const folder of new Set(removed.map((path) => dirname(path)))) await removeEmpty(target, folder);
  await mkdir(target, { recursive: true, mode: 0o755 });
  await inBatches(changed, ([path]) => replace(join(source, path), join(target, path)));
  return changed.length + removed.length;
}

/** Copies a file over another one at once, with its time; does nothing for a missing one. */
export async function replace(source: string, target: string): Promise<void> {
  const stats = await lstat(source).catch(() => undefined);
  if (!stats?.isFile()) return;
  const part = `${target}${PART}`;
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, part, constants.COPYFILE_FICLONE);
  await utimes(part, stats.atime, stats.mtime);
  await rename(part, target).catch(async () => {
    // A folder is in its place.
    await rm(target, { recursive: true, force: true });
    await rename(part, target);
  });
}

async function stampsOf(folder: string): Promise<ReadonlyMap<string, Stamp>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(PART));
  const stamps = new Map<string, Stamp>();
  for (const [index, { parentPath, name }] of files.entries()) {
    const path = join(parentPath, name);
    // A call at a time takes a tenth of the time of many at once; the event loop has its turn between.
    if (index % TURN === TURN - 1) await new Promise((resolve) => setImmediate(resolve));
    const stats = statsOf(path);
    // Whole milliseconds: what `utimes` sets has no finer ones.
    if (stats)
      stamps.set(relative(folder, path), { size: stats.size, time: Math.trunc(stats.mtime.getTime()) });
  }
  return stamps;
}

/** Returns what a path is, without following a link; undefined where nobody can tell. */
export function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isSame(one: Stamp, other: Stamp | undefined): boolean {
  return other !== undefined && one.size === other.size && one.time === other.time;
}

async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += CONCURRENCY)
    await Promise.all(items.slice(at, at + CONCURRENCY).map(work));
}

async function removeEmpty(root: string, folder: string): Promise<void> {
  for (let at = folder; at !== '.' && at !== ''; at = dirname(at)) {
    try {
      await rmdir(join(root, at));
    } catch {
      return;
    }
  }
}
