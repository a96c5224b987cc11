import { readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { killOrphans } from '../process/orphan-processes.ts';
import { CACHE_FOLDER } from '../queue/prune-cache.ts';
import { folderBytes } from './folder-bytes.ts';
import type { PublishedPages } from './published-pages.ts';

/** How much is kept of pages that are served no longer. */
export type PageRetention = {
  /** For an undo. */
  readonly days: number;
  /** Of all pages together; null: any. */
  readonly megabytes: number | null;
};

/** What pages take that were measured already: they never change. In bytes, by version and build. */
export type PageSizes = Map<string, number>;

const DAY_MS = 86_400_000;
const MEGABYTE = 1_000_000;
const runner = systemActor('runner');

/**
 * Removes pages that nobody reads any more and that are not kept, and tells how many builds' those were. A crash between
 * the end of a build and the database leaves such. What is served stays, whatever room it takes.
 * @throws DOMException AbortError when given up
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
  // Looked at anew: an undo may have come while they were measured.
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
  /** Since when they are served no longer, in milliseconds since 1970. */
  readonly since: number | 'served' | 'left';
};

function listPages(services: Pick<Services, 'servedPages'>, pages: PublishedPages): PageFolder[] {
  const stateOf = services.servedPages.states(runner);
  return pages.list().map(({ versionId, buildId, placedAt: placed }) => {
    const state = stateOf(versionId, buildId);
    const since =
      state.state === 'wanted' ? (state.since === undefined ? placed : state.since / 1000) : state.state;
    return { versionId, buildId, since };
  });
}

/** What all pages take. Forgets those that are gone. */
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

/** What nobody can want back first, then the longest out of use. */
function byAge(one: PageFolder, other: PageFolder): number {
  const ageKey = ({ since }: PageFolder) =>
    since === 'left' ? 0 : since === 'served' ? Number.MAX_VALUE : since;
  return ageKey(one) - ageKey(other);
}

/**
 * Ends what builds that never came to their end left running, and removes what they worked with. Call it before the
 * first build.
 */
export async function clearWorkFolder(workFolder: string): Promise<void> {
  await killOrphans(realpathSync(workFolder));
  for (const name of readdirSync(workFolder)) {
    if (name !== CACHE_FOLDER) rmSync(join(workFolder, name), { recursive: true, force: true });
  }
}
