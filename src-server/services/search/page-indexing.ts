import {
  createIgnoreMatcher,
  createRankLookup,
  type PageRanking,
  type PageText,
  rankBoost,
} from '../../model/search/search-page.ts';
import { indexedText } from '../../model/search/search-tokenizer.ts';
import { type IndexedPage, openSearchWriter } from '../../store/search/search-writer.ts';

/** A build whose pages are to be found, and what its configuration says of the search (behaviour.md 15). */
export type IndexRequest = {
  readonly projectId: number;
  readonly versionId: number;
  readonly buildId: number;
  /** Pattern of a page's path to -10 … 10. */
  readonly ranking: PageRanking;
  /** Patterns of pages to leave out; null for what is usually left out. */
  readonly ignore: readonly string[] | null;
};

/** A page as it lies in the build; its text is asked for one at a time. */
export type PageFile = {
  /** Below the build's html folder, with `/` between: `guide/index.html`. */
  readonly path: string;
  /** undefined for what turns out to be no page. */
  readonly read: () => PageText | undefined;
};

/** Writes built pages into the search index. For the worker that indexes: nobody else has the file open to write. `made` is called
 * when the index had to be begun anew. */
export function openPageIndexing(searchFile: string, onRecreated: () => void) {
  const writer = openSearchWriter(searchFile, onRecreated);
  return {
    /** Puts a build's pages in the place of those of the version's former build, all at once; gives their number. */
    index({ ranking, ignore, ...build }: IndexRequest, pages: () => Iterable<PageFile>): number {
      const isIgnored = createIgnoreMatcher(ignore);
      const rankOf = createRankLookup(ranking);
      const ranked = Object.values(ranking).some((rank) => rank !== 0);
      return writer.replace({ ...build, ranked }, () => pagesToIndex(pages(), isIgnored, rankOf));
    },
    /** Takes a version's pages out of the index. */
    forget: writer.removeVersion,
    close: writer.close,
  };
}

function* pagesToIndex(
  pages: Iterable<PageFile>,
  isIgnored: (path: string) => boolean,
  rankOf: (path: string) => number,
): Generator<IndexedPage> {
  for (const { path, read } of pages) {
    const page = isIgnored(path) ? undefined : read();
    if (page) yield { path, ...page, boost: rankBoost(rankOf(path)), words: indexedText(page) };
  }
}
