import { z } from 'zod';
import type { HighlightedSegment } from '../../model/search/search-tokenizer.ts';
import type { Excerpt, MarkedSection } from '../../services/search/mark-page.ts';
import type { SearchResult } from '../../services/search/search.ts';
import { procedure, router } from '../procedure.ts';

/** A heading with a match below it. */
export type MatchedSection = {
  /** Address of the heading. */
  readonly url: string;
  readonly title: readonly HighlightedSegment[];
  readonly excerpt: Excerpt | null;
};

/** A page with a match. */
export type MatchedPage = {
  readonly url: string;
  /** The address without its host: `/en/latest/guide/`. */
  readonly path: string;
  readonly title: readonly HighlightedSegment[];
  readonly project: { readonly slug: string; readonly name: string };
  /** Slug. */
  readonly version: string;
  readonly sections: readonly MatchedSection[];
};

const SearchInput = z.object({
  q: z.string().max(1000),
  limit: z.int().min(1).max(100),
  offset: z.int().min(0),
});

/** The search screen. */
export const docsSearchRouter = router({
  /** Tells whether any pages can be searched yet. */
  hasPages: procedure.query(({ ctx: { services, actor } }) => services.search.hasPages(actor)),

  /** Searches the built pages with the query language of `GET /api/v3/search/`; an invalid query is an error of `q`. */
  find: procedure.input(SearchInput).query(({ ctx: { services, actor }, input: { q, limit, offset } }) => {
    const { items, query, ...answer } = services.search.find(actor, q, { limit, offset });
    return { ...answer, text: query.text, pages: items.map(matchedPage) };
  }),
});

function matchedPage({
  project,
  version,
  domain,
  path,
  title,
  markedTitle,
  blocks,
}: SearchResult): MatchedPage {
  const url = domain + path;
  return {
    url,
    path,
    title: markedTitle ?? plainPieces(title),
    project: { slug: project.project.slug, name: project.project.name },
    version: version.slug,
    sections: blocks.map((section) => matchedSection(url, section)),
  };
}

function matchedSection(url: string, { id, title, markedTitle, excerpt }: MarkedSection): MatchedSection {
  return {
    url: id === '' ? url : `${url}#${encodeURIComponent(id)}`,
    title: markedTitle ?? plainPieces(title),
    excerpt,
  };
}

function plainPieces(text: string): readonly HighlightedSegment[] {
  return [{ text, highlighted: false }];
}
