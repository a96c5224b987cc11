import { HANDBOOK_PARTS } from '../../features/handbook/handbook-pages.ts';
import { type HandbookSection, splitSections } from './handbook-sections.ts';

const FOLDER = '../../../docs/handbook/pages/';

const PAGES = import.meta.glob<string>('../../../docs/handbook/pages/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const IMAGES = import.meta.glob<string>('../../../docs/handbook/pages/images/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Returns the Markdown of a page; undefined when there is no such page. */
export function handbookText(page: string): string | undefined {
  return PAGES[`${FOLDER}${page}.md`];
}

/** Returns the address of a picture that a page names as `images/NAME`; undefined when there is none. */
export function handbookImage(name: string): string | undefined {
  return IMAGES[FOLDER + name];
}

let sections: readonly HandbookSection[] | undefined;

/** Returns every section of the handbook, in the order of its menu. */
export function handbookSections(): readonly HandbookSection[] {
  sections ??= HANDBOOK_PARTS.flatMap(({ pages }) =>
    pages.flatMap(([page]) => splitSections(page, handbookText(page) ?? '')),
  );
  return sections;
}
