import type { Page } from '@playwright/test';

/** A picture of the handbook, in docs/handbook/pages/images/NAME.webp. */
export type HandbookShot = {
  readonly name: string;
  readonly path: string;
  /** Until the screen shows what the picture is of. */
  readonly prepare?: (page: Page) => Promise<void>;
};

const PANEL = 'aside[data-place]';

/** Folder of a repository with a tag and MkDocs, as a person types it. */
export const REPOSITORY = '~/harbour-guide';

/** Folder of documentation with a warning that ends its build. */
export const FOLDER = '~/tide-tables';

/** Every picture of the handbook, of the sample library. A test checks that the pages use them all and no other. */
export const HANDBOOK_SHOTS: readonly HandbookShot[] = [
  {
    name: 'import',
    path: '/import',
    async prepare(page) {
      await page.getByRole('textbox', { name: 'Folder or repository URL' }).fill(REPOSITORY);
      await page.keyboard.press('Enter');
      await page
        .getByRole('button', { name: /^Import/ })
        .and(page.locator(':not([aria-disabled="true"])'))
        .waitFor();
      // What works on this computer is known.
      const tools = page.getByRole('radiogroup', { name: 'Build with' });
      await tools.getByRole('radio', { checked: true }).waitFor({ state: 'attached' });
    },
  },
  {
    name: 'preview',
    path: '/previews',
    async prepare(page) {
      for (const folder of [REPOSITORY, FOLDER]) {
        await page.getByLabel('Folder to preview').fill(folder);
        await page.getByRole('button', { name: 'Start preview' }).click();
        await page.getByRole('heading', { name: /^Preview of / }).waitFor();
        await page.getByRole('link', { name: 'Previews' }).first().click();
        await page.getByRole('region', { name: folder.replace('~/', '') }).waitFor();
      }
      await page.getByText('Up to date').waitFor();
      await page.getByText('index.rst:').first().waitFor();
    },
  },
  { name: 'projects', path: '/projects' },
  { name: 'versions', path: '/projects/tidewater/versions' },
  { name: 'redirects', path: '/projects/tidewater/redirects' },
  {
    name: 'redirect-tester',
    path: '/projects/tidewater/redirects?test=/install.html',
    async prepare(page) {
      await page.getByRole('region', { name: 'Test a URL' }).getByRole('status').waitFor();
    },
  },
  {
    name: 'build',
    path: '/projects/driftline-orm/builds',
    async prepare(page) {
      await page
        .getByRole('row')
        .filter({ hasText: /Failed/ })
        .first()
        .click();
      await page.getByText('Running Sphinx').first().waitFor();
    },
  },
  {
    name: 'requests',
    path: '/requests',
    async prepare(page) {
      await page.evaluate(async () => {
        const paths = [
          'v2/version/?project__slug=tidewater',
          'v3/projects/',
          'v2/build/?project__slug=almanac',
        ];
        for (const path of paths) await fetch(`/api/${path}`);
      });
      await page.getByRole('row').filter({ hasText: '/api/v2/build/' }).first().click();
      await page.locator(PANEL).waitFor();
    },
  },
  { name: 'snapshots', path: '/settings/snapshots' },
  { name: 'settings', path: '/settings/builds' },
  {
    name: 'lesson',
    path: '/projects',
    async prepare(page) {
      await page.getByRole('button', { name: 'Lessons' }).click();
      await page.getByRole('button', { name: 'The first call' }).click();
      await page.locator(PANEL).getByRole('button', { name: 'Start', exact: true }).click();
      await page
        .locator(PANEL)
        .getByRole('button', { name: /^Show me/ })
        .first()
        .waitFor();
    },
  },
];
