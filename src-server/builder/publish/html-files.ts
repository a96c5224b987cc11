import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createIgnoreMatcher } from '../../model/search/search-page.ts';
import type { PageMask } from './mask-page.ts';

/** Larger pages are not indexed. */
const MAX_BYTES = 16 * 1024 * 1024;
const MB = 1024 * 1024;

/** Yields the path of every HTML file below a folder, with `/` as separator, without following links. */
export function* htmlFiles(root: string, below = ''): Generator<string> {
  const entries = readdirSync(join(root, below), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* htmlFiles(root, path);
    else if (entry.isFile() && /\.html?$/i.test(entry.name)) yield path;
  }
}

/** Returns the reason why a page is excluded from search, or undefined. */
export function searchExclusionReason(root: string, path: string, mask: PageMask): string | undefined {
  // Search results show the path, which must not reveal the value (safety S8).
  if (mask.text(path) !== path) return 'its path contains the value of a variable';
  const bytes = statSync(join(root, path)).size;
  return bytes > MAX_BYTES ? `${Math.round(bytes / MB)} MB is too large` : undefined;
}

/**
 * Returns a line for each page of a build that search excludes though the configuration does not ask for it.
 * @param ignore the configuration's patterns of excluded pages (behaviour.md 15, `search.ignore`)
 */
export function pagesExcludedFromSearch(
  root: string,
  ignore: readonly string[],
  mask: PageMask,
): readonly string[] {
  const isIgnored = createIgnoreMatcher(ignore);
  return [...htmlFiles(root)].flatMap((path) => {
    const reason = isIgnored(path) ? undefined : searchExclusionReason(root, path, mask);
    return reason === undefined ? [] : [`${path}: ${reason}`];
  });
}
