import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createIgnoreMatcher } from '../../model/search/search-page.ts';
import type { PageMask } from './mask-page.ts';

/** A page of more bytes is no page for readers. */
const MAX_BYTES = 16 * 1024 * 1024;
const MB = 1024 * 1024;

/** The path of every HTML file below a folder, with `/` between, without following links out of it. */
export function* htmlFiles(root: string, below = ''): Generator<string> {
  const entries = readdirSync(join(root, below), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* htmlFiles(root, path);
    else if (entry.isFile() && /\.html?$/i.test(entry.name)) yield path;
  }
}

/** Why a search cannot have this page, in few words; undefined for one that it can. */
export function searchExclusionReason(root: string, path: string, mask: PageMask): string | undefined {
  // The index tells where a page is, and must not tell the value (safety S8).
  if (mask.text(path) !== path) return 'its path has the value of a variable in it';
  const bytes = statSync(join(root, path)).size;
  return bytes > MAX_BYTES ? `${Math.round(bytes / MB)} MB are too many` : undefined;
}

/**
 * The pages of a build that a search would be expected to find and will not, a line for each.
 * @param ignore patterns of pages that it is not to find (behaviour.md 15, `search.ignore`)
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
