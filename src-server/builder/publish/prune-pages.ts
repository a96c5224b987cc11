import { readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { KEPT_FOLDER } from '../kept/build-state.ts';
import { killOrphans } from '../process/orphan-processes.ts';
import { CACHE_FOLDER } from '../queue/prune-cache.ts';
import { folderBytes } from './folder-bytes.ts';
import type { PublishedPages } from './published-pages.ts';

/** How long and how much of the pages that are no longer served is kept. */
export type PageRetention = {
  /** Kept for an undo. */
  readonly days: number;
  /** The size of all pages together; null for no limit. */
  readonly megabytes: number | null;
};

/** Sizes of measured pages, which never change, in bytes by version and build. */
export type PageSizes = Map<string, number>;

const DAY_MS = 86_400_000;
const MEGABYTE = 1_000_000;
const runner = systemActor('runner');

/**
 * Removes pages that are neither served nor kept for an undo, among them those of a build cut off by a crash; returns of
 * how many builds. Served pages stay, whatever their size.
 * @throws DOMException AbortError when aborted
 */
export async function prunePages(
  services: Pick<Services, 'servedPages'>,
  pages: PublishedPages,
  now: number,
  { days, megabytes }: PageRetention,
  sizes: PageSizes,
  signal: AbortSignal,
): Promise<number> {
  const expired = listPages(services, pages).filter(
    ({ since }) => since === 'left' || (since !== 'served' && now - since > days * DAY_MS),
  );
  for (const { versionId, buildId } of expired) pages.remove(versionId, buildId);
  if (megabytes === null) return expired.length;
  let excessBytes = (await measure(pages, sizes, signal)) - megabytes * MEGABYTE;
  let count = expired.length;
  // Read again: an undo may have happened while they were measured.
  for (const { versionId, buildId, since } of listPages(services, pages).sort(byAge)) {
    if (excessBytes <= 0) break;
    if (since === 'served') continue;
    pages.remove(versionId, buildId);
    excessBytes -= sizes.get(`${versionId}/${buildId}`) ?? 0;
    count += 1;
  }
  return count;
}

type PageFolder = {
  readonly versionId: number;
  readonly buildId: number;
  /** Since when they are no longer served, in milliseconds since 1970; `left` when nothing can bring them back. */
  readonly since: number | 'served' | 'left';
};

function listPages(services: Pick<Services, 'servedPages'>, pages: PublishedPages): PageFolder[] {
  const stateOf = services.servedPages.states(runner);
  return pages.list().map(({ versionId, buildId, placedAt: placed }) => {
    if (pages.isKept(versionId, buildId)) return { versionId, buildId, since: 'served' as const };
    const state = stateOf(versionId, buildId);
    const since =
      state.state === 'wanted' ? (state.since === undefined ? placed : state.since / 1000) : state.state;
    return { versionId, buildId, since };
  });
}

/** Returns the size of all pages; forgets the sizes of removed ones. */
async function measure(pages: PublishedPages, sizes: PageSizes, signal: AbortSignal): Promise<number> {
  let total = 0;
  const found = new Set<string>();
  for (const { versionId, buildId } of pages.list()) {
    const key = `${versionId}/${buildId}`;
    const bytes = sizes.get(key) ?? (await folderBytes(pages.folderOf(versionId, buildId), signal));
    sizes.set(key, bytes);
    found.add(key);
    total += bytes;
  }
  for (const key of sizes.keys()) if (!found.has(key)) sizes.delete(key);
  return total;
}

/** Sorts pages that nothing can restore first, then the ones unserved longest. */
function byAge(one: PageFolder, other: PageFolder): number {
  const ageKey = ({ since }: PageFolder) =>
    since === 'left' ? 0 : since === 'served' ? Number.MAX_VALUE : since;
  return ageKey(one) - ageKey(other);
}

/**
 * Kills processes of builds that were cut off, and removes their work folders; what is kept for later builds stays. Call it before the first build.
 */
export async function clearWorkFolder(workFolder: string): Promise<void> {
  await killOrphans(realpathSync(workFolder));
  for (const name of readdirSync(workFolder)) {
    if (name !== CACHE_FOLDER && name !== KEPT_FOLDER)
      rmSync(join(workFolder, name), { recursive: true, force: true });
  }
}
