import type { PageText } from '../../model/search/search-page.ts';
import { secretMask } from '../process/mask-secrets.ts';

/** Shorter ones say nothing of a value: it would be hidden in no text either (mask-secrets.ts). */
const SHORTEST_ANCHOR = 4;

/** What hides these values in what a page says, as logs hide them (safety S8). */
export type PageMask = {
  readonly page: (page: PageText) => PageText;
  readonly text: (text: string) => string;
};

/** Hides the values also where a page has made its own of them: their spaces one, or an anchor of a heading. */
export function pageMask(values: readonly string[]): PageMask {
  const lines = values.flatMap((value) => value.split(/\r?\n/));
  const { text } = secretMask([...values, ...[...values, ...lines].map(oneSpaced)]);
  const anchors = lines.map(anchorOf);
  const secret = anchors.filter((anchor) => anchor.length >= SHORTEST_ANCHOR);
  /** One that tells a value leads to the top of the page instead. */
  const idOf = (id: string) =>
    text(id) !== id || secret.some((anchor) => anchorOf(id).includes(anchor)) ? '' : id;
  return {
    text,
    page: ({ title, sections }) => ({
      title: text(title),
      sections: sections.map((section) => ({
        id: idOf(section.id),
        title: text(section.title),
        content: text(section.content),
      })),
    }),
  };
}

function oneSpaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** What tools make of a heading for its address, whichever of them it is. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
