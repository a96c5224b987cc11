import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { folderBytes } from '../publish/folder-bytes.ts';
import { isLeased, KEPT_FOLDER } from './build-state.ts';

/** The projects and versions that there are. */
export type KeptOwners = { readonly projects: ReadonlySet<number>; readonly versions: ReadonlySet<number> };

const MEGABYTE = 1_000_000;
const ROOMS = ['templates', 'versions', 'repositories'] as const;
type Item = { readonly path: string; readonly used: number; readonly isOwned: boolean };

/**
 * Removes what builds of removed projects and versions kept, then, beyond `megabytes` (null for no limit), what was used
 * longest ago. Does nothing while a build runs. @throws DOMException AbortError when aborted
 */
export async function pruneKept(
  workFolder: string,
  owners: KeptOwners,
  megabytes: number | null,
  isIdle: () => boolean,
  signal: AbortSignal,
): Promise<number> {
  const items = await listItems(join(workFolder, KEPT_FOLDER), owners);
  let removed = 0;
  const remove = async ({ path }: Item) => {
    if (!isIdle() || isLeased(path)) return;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  };
  for (const item of items) if (!item.isOwned) await remove(item);
  if (megabytes === null) return removed;
  const measured: { item: Item; bytes: number }[] = [];
  for (const item of items)
    if (item.isOwned) measured.push({ item, bytes: await folderBytes(item.path, signal) });
  let excess = measured.reduce((sum, { bytes }) => sum + bytes, 0) - megabytes * MEGABYTE;
  for (const { item, bytes } of measured.sort((one, other) => one.item.used - other.item.used)) {
    if (excess <= 0) break;
    await remove(item);
    excess -= bytes;
  }
  return removed;
}

async function listItems(kept: string, { projects, versions }: KeptOwners): Promise<Item[]> {
  const found = await Promise.all(
    ROOMS.map(async (room) => {
      const names = await readdir(join(kept, room)).catch(() => []);
      return Promise.all(
        names.map(async (name) => {
          const path = join(kept, room, name);
          const used = await stat(path).then(
            ({ mtimeMs }) => mtimeMs,
            () => 0,
          );
          // A repository's folder begins with the id of its project.
          const id = Number.parseInt(name, 10);
          const isOwned = room === 'templates' || (room === 'versions' ? versions : projects).has(id);
          return { path, used, isOwned };
        }),
      );
    }),
  );
  return found.flat();
}
