import type { PageText } from '../../model/search/search-page.ts';
import { secretMask } from '../process/mask-secrets.ts';

/** Shorter anchors reveal nothing: such short values are not masked in text either (mask-secrets.ts). */
const MIN_ANCHOR_LENGTH = 4;

/** Masks secrets in the text of a page, as in logs (safety S8). */
export type PageMask = {
  readonly page: (page: PageText) => PageText;
  readonly text: (text: string) => string;
};

/** Creates a mask that also finds values with collapsed whitespace, and values in anchors of headings. */
export function pageMask(values: readonly string[]): PageMask {
  const lines = values.flatMap((value) => value.split(/\r?\n/));
  const { text } = secretMask([...values, ...[...values, ...lines].map(collapseWhitespace)]);
  const anchors = lines.map(anchorOf);
  const secretAnchors = anchors.filter((anchor) => anchor.length >= MIN_ANCHOR_LENGTH);
  /** Returns an anchor that reveals a value as '', the top of the page. */
  const maskId = (id: string) =>
    text(id) !== id || secretAnchors.some((anchor) => anchorOf(id).includes(anchor)) ? '' : id;
  return {
    text,
    page: ({ title, sections, ...page }) => ({
      ...page,
      title: text(title),
      sections: sections.map((section) => ({
        id: maskId(section.id),
        title: text(section.title),
        content: text(section.content),
      })),
    }),
  };
}

function collapseWhitespace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Returns the anchor of a heading, normalized over all tools. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
