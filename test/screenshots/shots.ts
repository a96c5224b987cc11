import type { Page } from '@playwright/test';

/** One picture: where to go, and what to do there before it is taken. */
export type Shot = {
  readonly name: string;
  readonly path: string;
  /** Until the screen shows what the picture is of. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Takes back what would still be seen in the next picture. */
  readonly cleanUp?: (page: Page) => Promise<void>;
};

/** Every screen that is there without a project. */
export const GLOBAL_SHOTS: readonly Shot[] = [
  { name: 'projects', path: '/projects' },
  { name: 'import', path: '/import' },
  {
    name: 'import-typed',
    path: '/import',
    async prepare(page) {
      await page.getByRole('textbox', { name: 'Folder or repository URL' }).fill('~/no-such-almanac');
      await page.getByText('There is no such folder on this computer.').waitFor();
    },
    // What is typed would be there the next time.
    cleanUp: (page) => page.getByRole('button', { name: 'Cancel' }).click(),
  },
  { name: 'builds', path: '/builds' },
  {
    name: 'builds-lanes-table',
    path: '/builds?ran=day',
    async prepare(page) {
      const table = page.getByRole('button', { name: 'Show as table: what ran when' });
      // Where nothing ran there is no table.
      if (await table.isVisible()) await table.click();
    },
  },
  { name: 'people', path: '/people' },
  { name: 'previews', path: '/previews' },
  { name: 'live-connect', path: '/live/connect' },
  { name: 'search', path: '/search' },
  { name: 'help', path: '/help/redirects' },
  { name: 'help-search', path: '/help?q=snapshot' },
  { name: 'settings', path: '/settings' },
  {
    name: 'palette',
    path: '/projects',
    async prepare(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').locator('input').fill('pro');
    },
  },
  {
    name: 'shortcuts',
    path: '/projects',
    async prepare(page) {
      await page.keyboard.press('Shift+?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
];

/** Every screen of a project. */
export function projectShots(slug: string, buildId: number | undefined, user: string): readonly Shot[] {
  const project = `/projects/${slug}`;
  const tabs = ['versions', 'builds', 'redirects', 'environment', 'subprojects', 'translations', 'settings'];
  return [
    { name: 'project', path: project },
    ...tabs.map((tab) => ({ name: `project-${tab}`, path: `${project}/${tab}` })),
    {
      name: 'project-charts',
      path: project,
      async prepare(page) {
        await page.getByRole('region', { name: 'Charts' }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'project-redirects-tester',
      path: `${project}/redirects?test=/install.html`,
      async prepare(page) {
        await page.getByRole('region', { name: 'Test a URL' }).getByRole('status').waitFor();
      },
    },
    {
      name: 'project-settings-played',
      path: `${project}/settings`,
      async prepare(page) {
        await page.getByRole('region', { name: 'Played builds' }).scrollIntoViewIfNeeded();
      },
    },
    ...(buildId === undefined ? [] : [{ name: 'build', path: `${project}/builds/${buildId}` }]),
    { name: 'person', path: `/people/${encodeURIComponent(user)}` },
  ];
}
