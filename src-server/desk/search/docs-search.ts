import { z } from 'zod';
import type { MarkedPiece } from '../../model/search/search-words.ts';
import type { SearchResult } from '../../services/search/search.ts';
import type { Excerpt, MarkedSection } from '../../services/search/search-marks.ts';
import { procedure, router } from '../procedure.ts';

/** A heading below which something was found. */
export type FoundSection = {
  /** Of the page, at the heading. */
  readonly url: string;
  readonly title: readonly MarkedPiece[];
  readonly excerpt: Excerpt | null;
};

/** A page on which something was found. */
export type FoundDocsPage = {
  readonly url: string;
  /** The address without its host: `/en/latest/guide/`. */
  readonly path: string;
  readonly title: readonly MarkedPiece[];
  readonly project: { readonly slug: string; readonly name: string };
  /** Slug. */
  readonly version: string;
  readonly sections: readonly FoundSection[];
};

const Wanted = z.object({
  q: z.string().max(1000),
  limit: z.int().min(1).max(100),
  offset: z.int().min(0),
});

/** What the Search screen asks. */
export const docsSearchRouter = router({
  /** Looks through the built pages, in the words of `GET /api/v3/search/`. Refuses what cannot be read, about `q`. */
  find: procedure.input(Wanted).query(({ ctx: { services, actor }, input: { q, limit, offset } }) => {
    const { count, items, searched, query } = services.search.find(actor, q, { limit, offset });
    return { count, searched, text: query.text, pages: items.map(foundPage) };
  }),
});

function foundPage({
  project,
  version,
  domain,
  path,
  title,
  markedTitle,
  blocks,
}: SearchResult): FoundDocsPage {
  const url = domain + path;
  return {
    url,
    path,
    title: markedTitle ?? unmarked(title),
    project: { slug: project.project.slug, name: project.project.name },
    version: version.slug,
    sections: blocks.map((section) => foundSection(url, section)),
  };
}

function foundSection(url: string, { id, title, markedTitle, excerpt }: MarkedSection): FoundSection {
  return {
    url: id === '' ? url : `${url}#${encodeURIComponent(id)}`,
    title: markedTitle ?? unmarked(title),
    excerpt,
  };
}

function unmarked(text: string): readonly MarkedPiece[] {
  return [{ text, hit: false }];
}
