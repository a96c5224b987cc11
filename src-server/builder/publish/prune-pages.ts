import { readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { endStrays } from '../process/stray-processes.ts';
import { CACHE } from '../queue/prune-cache.ts';
import { folderBytes } from './folder-bytes.ts';
import type { PublishedPages } from './published-pages.ts';

/** How much is kept of pages that are served no longer. */
export type PagesKept = {
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
  { days, megabytes }: PagesKept,
  sizes: PageSizes,
  signal: AbortSignal,
): Promise<number> {
  const old = look(services, pages).filter(
    ({ since }) => since === 'left' || (since !== 'served' && now - since > days * DAY_MS),
  );
  for (const { versionId, buildId } of old) pages.remove(versionId, buildId);
  if (megabytes === null) return old.length;
  let over = (await measure(pages, sizes, signal)) - megabytes * MEGABYTE;
  let count = old.length;
  // Looked at anew: an undo may have come while they were measured.
  for (const { versionId, buildId, since } of look(services, pages).sort(byAge)) {
    if (over <= 0) break;
    if (since === 'served') continue;
    pages.remove(versionId, buildId);
    over -= sizes.get(`${versionId}/${buildId}`) ?? 0;
    count += 1;
  }
  return count;
}

type Seen = {
  readonly versionId: number;
  readonly buildId: number;
  /** Since when they are served no longer, in milliseconds since 1970. */
  readonly since: number | 'served' | 'left';
};

function look(services: Pick<Services, 'servedPages'>, pages: PublishedPages): Seen[] {
  const standing = services.servedPages.standing(runner);
  return pages.list().map(({ versionId, buildId, placed }) => {
    const use = standing(versionId, buildId);
    const since = use.how === 'wanted' ? (use.since === undefined ? placed : use.since / 1000) : use.how;
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
function byAge(one: Seen, other: Seen): number {
  const place = ({ since }: Seen) => (since === 'left' ? 0 : since === 'served' ? Number.MAX_VALUE : since);
  return place(one) - place(other);
}

/**
 * Ends what builds that never came to their end left running, and removes what they worked with. Call it before the
 * first build.
 */
export async function clearWork(work: string): Promise<void> {
  await endStrays(realpathSync(work));
  for (const name of readdirSync(work)) {
    if (name !== CACHE) rmSync(join(work, name), { recursive: true, force: true });
  }
}
