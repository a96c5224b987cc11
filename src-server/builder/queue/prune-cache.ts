import { renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { folderBytes } from '../publish/folder-bytes.ts';

/** What all builds share below their work folder: the packages that were fetched. */
export const CACHE_FOLDER = 'cache';

const MEGABYTE = 1_000_000;

/**
 * Removes the cache whole once it takes more room than this; null: any. Its tools keep their own books of it, so that
 * single files cannot go. Not while a build may be reading it; gives whether it went.
 * @throws DOMException AbortError when given up
 */
export async function pruneCache(
  workFolder: string,
  megabytes: number | null,
  isIdle: () => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  if (megabytes === null || !isIdle()) return false;
  const cache = join(workFolder, CACHE_FOLDER);
  if ((await folderBytes(cache, signal)) <= megabytes * MEGABYTE || !isIdle()) return false;
  // Gone at once for the next build; what a crash leaves of it is cleared at the next start.
  const oldCache = join(workFolder, `${CACHE_FOLDER}.old`);
  await rm(oldCache, { recursive: true, force: true });
  if (!isIdle()) return false;
  renameSync(cache, oldCache);
  await rm(oldCache, { recursive: true, force: true });
  return true;
}
