/** The pages of the handbook (docs/handbook/pages) by their parts, in the order of its menu. */
export const HANDBOOK_PARTS = [
  {
    title: 'Start',
    pages: [
      ['index', 'About this handbook'],
      ['start', 'The first hour'],
      ['import', 'Import a project'],
    ],
  },
  {
    title: 'Every day',
    pages: [
      ['day', 'The maintainer’s day'],
      ['project', 'Settings of a project'],
      ['versions', 'Versions'],
      ['redirects', 'Redirects'],
      ['variables', 'Environment variables'],
      ['relations', 'Subprojects and translations'],
      ['search', 'Search'],
      ['webhooks', 'Webhooks'],
      ['people', 'People and tokens'],
    ],
  },
  {
    title: 'Builds',
    pages: [
      ['builds', 'Builds'],
      ['offline', 'Builds without a network'],
      ['preview', 'Preview while you write'],
    ],
  },
  {
    title: 'Tools',
    pages: [
      ['tools', 'Tools against the local API'],
      ['dialects', 'The two dialects'],
      ['requests', 'Requests and faults'],
    ],
  },
  {
    title: 'Demos and classes',
    pages: [
      ['demos', 'Prepare a demo or a class'],
      ['kits', 'Kits'],
    ],
  },
  { title: 'Live service', pages: [['sync', 'Sync']] },
  { title: 'Your data', pages: [['safety', 'Safety of your data']] },
  {
    title: 'Reference',
    pages: [
      ['commands', 'Commands'],
      ['settings', 'Settings'],
      ['problems', 'What to do when'],
    ],
  },
] as const;

/** A page by the name of its file. */
export type HandbookPage = (typeof HANDBOOK_PARTS)[number]['pages'][number][0];

const TITLES = new Map(HANDBOOK_PARTS.flatMap(({ pages }): (readonly [string, string])[] => [...pages]));

/** Returns the title of a page in the menu; undefined when there is no such page. */
export function handbookTitle(page: string): string | undefined {
  return TITLES.get(page);
}

/** Returns the address of a page in the window, at a heading where one is given. */
export function handbookPath(page: string, anchor = ''): string {
  return `${page === 'index' ? '/help' : `/help/${page}`}${anchor === '' ? '' : `#${anchor}`}`;
}
