import type { Version } from './version.ts';

/**
 * How a version's pages stand: `served` from this computer, `recorded` as built by a file or a call while no page of
 * it is here, or `none`.
 */
export type PagesState = 'served' | 'recorded' | 'none';

/** Whether there are pages to open here. Deactivating takes them away (behaviour.md 8). */
export function pagesState({ built, pagesBuild }: Pick<Version, 'built' | 'pagesBuild'>): PagesState {
  if (pagesBuild !== null) return 'served';
  return built ? 'recorded' : 'none';
}
