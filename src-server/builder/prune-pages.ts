import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemActor } from '../services/actor.ts';
import type { Services } from '../services/open-services.ts';
import type { PublishedPages } from './published-pages.ts';

/** What may be wanted back lies as long as what is in the trash. */
const KEEP_MS = 30 * 86_400_000;
/** What all builds share; everything else there is one build's. */
const CACHE = 'cache';

/**
 * Removes pages that nobody reads any more and no undo can bring back, and tells how many builds' those were. A crash
 * between the end of a build and the database leaves such.
 */
export function prunePages(
  services: Pick<Services, 'servedPages'>,
  pages: PublishedPages,
  now: number,
): number {
  const standing = services.servedPages.standing(systemActor('runner'));
  const left = pages.list().filter(({ versionId, buildId, placed }) => {
    const how = standing(versionId, buildId);
    return how === 'left' || (how === 'wanted' && now - placed > KEEP_MS);
  });
  for (const { versionId, buildId } of left) pages.remove(versionId, buildId);
  return left.length;
}

/** Removes what builds worked with that never came to their end. Call it before the first build. */
export function clearWork(work: string): void {
  for (const name of readdirSync(work)) {
    if (name !== CACHE) rmSync(join(work, name), { recursive: true, force: true });
  }
}
