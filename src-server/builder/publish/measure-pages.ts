import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { folderBytes } from './folder-bytes.ts';
import type { PublishedPages } from './published-pages.ts';

const runner = systemActor('runner');

/**
 * Records the sizes of served pages that have none yet: those of the build that has just ended, and those of earlier
 * releases. Pages that are missing are left alone. @throws DOMException AbortError when aborted
 */
export async function measurePages(
  { servedPages }: Pick<Services, 'servedPages'>,
  pages: Pick<PublishedPages, 'folderOf' | 'has'>,
  signal: AbortSignal,
): Promise<void> {
  for (const { versionId, buildId } of servedPages.unmeasured(runner)) {
    if (!pages.has(versionId, buildId)) continue;
    const bytes = await folderBytes(pages.folderOf(versionId, buildId), signal);
    servedPages.recordSize(runner, buildId, bytes);
  }
}
