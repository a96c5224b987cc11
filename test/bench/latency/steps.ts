import type { Page } from '@playwright/test';
import type { Shown } from './in-page.ts';

/** An action whose time to the drawn result is measured, a few rounds of it. */
export type Latency = {
  readonly name: string;
  readonly path: string;
  readonly prepare?: (page: Page, round: number) => Promise<unknown>;
  /** Ends with the key or click that is measured, its only one. */
  readonly act: (page: Page, round: number) => Promise<unknown>;
  readonly shown: (round: number) => Shown;
  readonly reset?: (page: Page, round: number) => Promise<unknown>;
};

const BUSY = '/projects/project-00000';
const STATUS = 'main [role="status"]';
const FIRST_ROW = 'main [role="row"][aria-rowindex="2"]';
const TITLE = 'h1';
const DIALOG = '[role="dialog"]';

const status = (page: Page, text: string) =>
  page.getByRole('main').getByRole('status').filter({ hasText: text }).waitFor();
const search = (page: Page) => page.getByRole('main').getByRole('searchbox');
const dialog = (page: Page) => page.getByRole('dialog');

async function closeDialog(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

/** What is measured, over 10,000 projects, 3,000 versions, 100,000 builds and 500 redirects of one of them. */
export const LATENCIES: readonly Latency[] = [
  {
    name: 'filter of 10,000 projects',
    path: '/projects',
    async prepare(page) {
      await search(page).fill('project-0123');
      await status(page, '10 of 10,000');
    },
    act: (page, round) => search(page).press(String(round)),
    shown: () => ({ selector: STATUS, text: '1 of 10,000' }),
  },
  {
    name: 'sort of 10,000 projects',
    path: '/projects',
    // The first click sorts by name from A, across the groups.
    async prepare(page, round) {
      if (round > 0) return;
      await page.getByRole('button', { name: 'Project', exact: true }).click();
      await page
        .getByRole('columnheader', { name: 'Project', exact: true })
        .and(page.locator('[aria-sort="ascending"]'))
        .waitFor();
    },
    act: (page) =>
      page.getByRole('columnheader').getByRole('button', { name: 'Project', exact: true }).click(),
    shown: (round) => ({ selector: FIRST_ROW, text: round % 2 === 0 ? 'project-09999' : 'project-00000' }),
  },
  {
    name: 'facet of 10,000 projects',
    path: '/projects',
    prepare: (page, round) =>
      round === 0 ? page.getByRole('button', { name: 'State', exact: true }).click() : Promise.resolve(),
    act: (page) =>
      dialog(page)
        .getByRole('checkbox', { name: /^Not built/ })
        .click(),
    shown: (round) => ({ selector: FIRST_ROW, text: round % 2 === 0 ? 'project-00001' : 'project-00000' }),
  },
  {
    name: 'opening a project with 3,000 versions and 100,000 builds',
    path: '/projects',
    act: (page) => page.getByRole('link', { name: 'Project 0', exact: true }).click(),
    shown: () => ({ selector: TITLE, text: 'Project 0' }),
    reset: goBack,
  },
  {
    name: 'opening its versions',
    path: `${BUSY}/redirects`,
    act: (page) => page.getByRole('link', { name: /^Versions/ }).click(),
    shown: () => ({ selector: FIRST_ROW, text: 'latest' }),
    reset: goBack,
  },
  {
    name: 'opening its builds',
    path: `${BUSY}/redirects`,
    act: (page) => page.getByRole('link', { name: /^Builds [\d,]+$/ }).click(),
    shown: () => ({ selector: FIRST_ROW, text: '100000' }),
    reset: goBack,
  },
  {
    name: 'filter of 3,000 versions',
    path: `${BUSY}/versions`,
    async prepare(page) {
      await search(page).fill('v2.11');
      await page.locator(FIRST_ROW).filter({ hasText: 'v2.11' }).waitFor();
    },
    act: (page, round) => search(page).press(String(round + 1)),
    shown: (round) => ({ selector: FIRST_ROW, text: `v2.11${round + 1}.` }),
  },
  {
    name: 'sort of 3,000 versions',
    path: `${BUSY}/versions`,
    act: (page) =>
      page.getByRole('columnheader').getByRole('button', { name: 'Version', exact: true }).click(),
    shown: (round) => ({ selector: FIRST_ROW, text: round % 2 === 0 ? 'v1.0' : 'latest' }),
  },
  {
    name: 'preview of a bulk change to 3,000 versions',
    path: `${BUSY}/versions`,
    prepare: (page, round) =>
      round === 0 ? page.getByRole('checkbox', { name: 'Select all' }).click() : Promise.resolve(),
    act: (page) => page.getByRole('button', { name: 'Activate…', exact: true }).click(),
    shown: () => ({ selector: DIALOG, text: 'Activate 2,9' }),
    reset: closeDialog,
  },
  {
    name: 'preview of a bulk change to 10,000 projects',
    path: '/projects',
    prepare: (page, round) =>
      round === 0 ? page.getByRole('checkbox', { name: 'Select all' }).click() : Promise.resolve(),
    act: (page) => page.getByRole('button', { name: 'Remove…', exact: true }).click(),
    shown: () => ({ selector: DIALOG, text: 'Remove 10,000' }),
    reset: closeDialog,
  },
  {
    name: 'facet of 100,000 builds',
    path: '/builds',
    act: (page, round) =>
      page
        .getByText(round % 2 === 0 ? /^Failed/ : /^Passed/)
        .first()
        .click(),
    shown: (round) => ({ selector: STATUS, text: round % 2 === 0 ? '14,286 of' : '85,714 of' }),
  },
  {
    name: 'filter of 100,000 builds',
    path: '/builds',
    async prepare(page, round) {
      await search(page).fill(`${round + 1}`.padStart(39, '0'));
      await status(page, '10 builds');
    },
    act: (page) => search(page).press('5'),
    shown: () => ({ selector: STATUS, text: '1 build' }),
  },
  {
    name: 'opening a build with a log',
    path: `${BUSY}/builds`,
    async prepare(page, round) {
      if (round > 0) return;
      await search(page).fill('50000'.padStart(40, '0'));
      await status(page, '1 build');
    },
    act: (page) => page.locator(FIRST_ROW).getByRole('link').first().click(),
    shown: () => ({ selector: 'main', text: '--step 5' }),
    reset: goBack,
  },
  {
    name: 'test of a URL against 500 redirects',
    path: `${BUSY}/redirects`,
    async prepare(page, round) {
      await page.getByRole('textbox', { name: 'URL or path to test' }).fill(`/en/latest/old/${round}.htm`);
    },
    act: (page) => page.getByRole('textbox', { name: 'URL or path to test' }).press('l'),
    shown: (round) => ({ selector: '[aria-labelledby="redirect-tester"]', text: `/new/${round}.html` }),
  },
];

/** Lists that are scrolled from end to end. */
export const SCROLLED = [
  { name: '10,000 projects', path: '/projects' },
  { name: '3,000 versions', path: `${BUSY}/versions` },
  { name: '100,000 builds', path: '/builds' },
  { name: '500 redirects', path: `${BUSY}/redirects` },
] as const;

async function goBack(page: Page): Promise<void> {
  await page.goBack();
  await page.getByRole('row').nth(1).waitFor();
}
