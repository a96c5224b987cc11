import { z } from 'zod';
import { escapeHtml } from '../../model/base/text/escape-html.ts';
import type { HighlightedSegment } from '../../model/search/search-tokenizer.ts';
import type { MarkedSection } from '../../services/search/mark-page.ts';
import type { SearchAnswer, SearchResult } from '../../services/search/search.ts';
import type { ListAnswer } from '../http/pagination.ts';

const Highlights = z.array(z.string());

const SectionSchema = z
  .strictObject({
    content: z.string(),
    highlights: z.strictObject({ content: Highlights, title: Highlights }),
    id: z.string(),
    title: z.string(),
    type: z.literal('section'),
  })
  .meta({ id: 'SearchSection' });

const ResultSchema = z
  .strictObject({
    blocks: z.array(SectionSchema),
    domain: z.string(),
    highlights: z.strictObject({ title: Highlights }),
    path: z.string(),
    project: z.strictObject({ alias: z.string().nullable(), slug: z.string() }),
    title: z.string(),
    type: z.literal('page'),
    version: z.strictObject({ slug: z.string() }),
  })
  .meta({ id: 'SearchResult' });

const SearchedProjectSchema = z.strictObject({
  slug: z.string(),
  versions: z.array(z.strictObject({ slug: z.string() })),
});

/** Schema of a search's answer: a list with the query and the projects that were searched. */
export const SearchSchema = z
  .strictObject({
    count: z.int().min(0),
    next: z.url().nullable(),
    previous: z.url().nullable(),
    projects: z.array(SearchedProjectSchema),
    query: z.string(),
    results: z.array(ResultSchema),
  })
  .meta({ id: 'Search' });

/** Length of a section's text in an answer, in characters. */
const MAX_CONTENT = 10_000;

/** Makes the answer of a search; `list` has its results as `searchResultView` makes them. */
export function searchView({ query, searched }: SearchAnswer, list: ListAnswer): object {
  const { count, next, previous, results } = list;
  const projects = searched.map(({ project, versions }) => ({
    slug: project,
    versions: versions.map((slug) => ({ slug })),
  }));
  return { count, next, previous, projects, query: query.text, results };
}

/** Makes one page of the results. */
export function searchResultView({
  project,
  version,
  title,
  markedTitle,
  domain,
  path,
  blocks,
}: SearchResult): object {
  return {
    blocks: blocks.map(sectionView),
    domain,
    highlights: { title: highlights(markedTitle) },
    path,
    project: { alias: project.parent?.alias ?? null, slug: project.project.slug },
    title,
    type: 'page',
    version: { slug: version.slug },
  };
}

function sectionView({ id, title, content, markedTitle, excerpt }: MarkedSection): object {
  return {
    content: content.slice(0, MAX_CONTENT),
    highlights: { content: highlights(excerpt?.pieces ?? null), title: highlights(markedTitle) },
    id,
    title,
    type: 'section',
  };
}

/** Puts matches into `<span>`; escapes all other text (safety S14). */
function highlights(pieces: readonly HighlightedSegment[] | null): string[] {
  if (pieces === null) return [];
  return [
    pieces
      .map(({ text, highlighted: hit }) => (hit ? `<span>${escapeHtml(text)}</span>` : escapeHtml(text)))
      .join(''),
  ];
}
