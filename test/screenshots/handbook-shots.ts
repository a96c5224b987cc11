import type { Page } from '@playwright/test';

/** A picture of the handbook, in docs/handbook/pages/images/NAME.webp. */
export type HandbookShot = {
  readonly name: string;
  readonly path: string;
  /** Until the screen shows what the picture is of. `repository` is the path of one with a tag and MkDocs. */
  readonly prepare?: (page: Page, repository: string) => Promise<void>;
};

const PANEL = 'aside[data-place]';

/** Every picture of the handbook, of the sample library. A test checks that the pages use them all and no other. */
export const HANDBOOK_SHOTS: readonly HandbookShot[] = [
  {
    name: 'import',
    path: '/import',
    async prepare(page, repository) {
      await page.getByRole('textbox', { name: 'Folder or repository URL' }).fill(repository);
      await page.keyboard.press('Enter');
      await page
        .getByRole('button', { name: /^Import/ })
        .and(page.locator(':not([aria-disabled="true"])'))
        .waitFor();
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
      await page.locator(PANEL).waitFor();
    },
  },
];
