import type { PageText } from '../../model/search/search-page.ts';
import { secretMask } from '../process/mask-secrets.ts';

/** Shorter ones say nothing of a value: it would be hidden in no text either (mask-secrets.ts). */
const MIN_ANCHOR_LENGTH = 4;

/** What hides these values in what a page says, as logs hide them (safety S8). */
export type PageMask = {
  readonly page: (page: PageText) => PageText;
  readonly text: (text: string) => string;
};

/** Hides the values also where a page has made its own of them: their spaces one, or an anchor of a heading. */
export function pageMask(values: readonly string[]): PageMask {
  const lines = values.flatMap((value) => value.split(/\r?\n/));
  const { text } = secretMask([...values, ...[...values, ...lines].map(collapseWhitespace)]);
  const anchors = lines.map(anchorOf);
  const secretAnchors = anchors.filter((anchor) => anchor.length >= MIN_ANCHOR_LENGTH);
  /** One that tells a value leads to the top of the page instead. */
  const maskId = (id: string) =>
    text(id) !== id || secretAnchors.some((anchor) => anchorOf(id).includes(anchor)) ? '' : id;
  return {
    text,
    page: ({ title, sections }) => ({
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

/** What tools make of a heading for its address, whichever of them it is. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
