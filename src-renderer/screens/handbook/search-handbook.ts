import type { HandbookSection } from './handbook-sections.ts';

/** A section that has all words, with the text around the first of them. */
export type HandbookHit = HandbookSection & { readonly snippet: string };

const MAX_HITS = 40;
const BEFORE = 60;
const AFTER = 160;

/** Finds the sections that have every word, those with the words in their heading first. */
export function searchHandbook(sections: readonly HandbookSection[], query: string): readonly HandbookHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return sections
    .flatMap((section) => {
      const heading = section.heading.toLowerCase();
      const text = section.text.toLowerCase();
      if (!words.every((word) => heading.includes(word) || text.includes(word))) return [];
      const inHeading = words.filter((word) => heading.includes(word)).length;
      const at = Math.max(0, ...words.map((word) => text.indexOf(word)).slice(0, 1));
      return [{ hit: { ...section, snippet: snippetAt(section.text, at) }, inHeading }];
    })
    .sort((left, right) => right.inHeading - left.inHeading)
    .slice(0, MAX_HITS)
    .map(({ hit }) => hit);
}

function snippetAt(text: string, at: number): string {
  const start = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  const end = Math.min(text.length, start + BEFORE + AFTER);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}
