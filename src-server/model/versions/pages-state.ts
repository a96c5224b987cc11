import type { Version } from './version.ts';

/**
 * The state of a version's pages: `served` from this computer; `recorded`, that is built according to a seed file or an
 * API call, without pages here; or `none`.
 */
export type PagesState = 'served' | 'recorded' | 'none';

/** Returns the state of a version's pages. Deactivating removes them (behaviour.md 8). */
export function pagesState({ built, pagesBuild }: Pick<Version, 'built' | 'pagesBuild'>): PagesState {
  if (pagesBuild !== null) return 'served';
  return built ? 'recorded' : 'none';
}
