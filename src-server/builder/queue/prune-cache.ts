import { renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { folderBytes } from '../publish/folder-bytes.ts';

/** The folder of downloaded packages that all builds share, below the work folder. */
export const CACHE_FOLDER = 'cache';

const MEGABYTE = 1_000_000;

/**
 * Removes the whole cache once it is larger than `megabytes` (null for no limit) and no build runs; returns whether it
 * did. Single files cannot be removed, since the tools keep indexes of them.
 * @throws DOMException AbortError when aborted
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
  // Renamed first, so that it is gone at once for the next build; the next start clears what a crash leaves.
  const oldCache = join(workFolder, `${CACHE_FOLDER}.old`);
  await rm(oldCache, { recursive: true, force: true });
  if (!isIdle()) return false;
  renameSync(cache, oldCache);
  await rm(oldCache, { recursive: true, force: true });
  return true;
}
