import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, readClipboard, test } from '../headless-app.ts';

test.use({ startsAt: null, filledBy: 'search/populate-search.ts' });

const SETTING = 'Ask for a session before private documentation is shown';

/** Opens a tab by a click, and gives what is in it. */
async function tabOf(page: Page, click: () => Promise<void>): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await click();
  const tab = await opened;
  await tab.waitForURL(/\.localhost/);
  return tab;
}

/** The address, once the page is shown: no key is left in it. */
async function expectPage(tab: Page, url: string, heading: string): Promise<void> {
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(heading);
  expect(tab.url()).toBe(url);
  await tab.close();
}

test('every place in the window that opens docs does so where a session is asked for', async ({
  page,
  app,
  browser,
}) => {
  const { port } = new URL(app.url);
  const harbour = `http://harbour.localhost:${port}/en/latest/`;
  for (const slug of ['harbour', 'crane'])
    await app.desk('project.update', { slug, body: { privacy_level: 'private' } });
  await app.open(page, '/settings');
  const toggle = page.getByRole('switch', { name: SETTING });
  await expect(toggle).not.toBeChecked();
  await toggle.press('Space');
  await expect(toggle).toBeChecked();

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(harbour);
  await expect(stranger.getByText("by a link from Lectern's window")).toBeVisible();

  await page.goto(`${app.url}/projects/harbour`);
  await expectPage(
    await tabOf(page, () => page.getByRole('link', { name: 'Open docs' }).first().click()),
    harbour,
    'Harbour guide',
  );
  await page.context().clearCookies({ name: `lectern-docs-${port}` });
  await expectPage(
    await tabOf(page, () =>
      page.getByRole('link', { name: 'Open docs' }).first().click({ button: 'middle' }),
    ),
    harbour,
    'Harbour guide',
  );

  await page.context().clearCookies({ name: `lectern-docs-${port}` });
  await page.goto(`${app.url}/search?q=spring+flood`);
  await expectPage(
    await tabOf(page, () => page.getByRole('link', { name: 'Floods' }).click()),
    `${harbour}tides/#floods`,
    'Tides',
  );

  await page.context().clearCookies({ name: `lectern-docs-${port}` });
  await page.goto(`${app.url}/projects/harbour/builds/1`);
  await expectPage(
    await tabOf(page, () => page.getByRole('main').getByRole('link', { name: /docs/i }).first().click()),
    harbour,
    'Harbour guide',
  );

  await page.context().clearCookies({ name: `lectern-docs-${port}` });
  await page.goto(`${app.url}/projects/harbour/versions`);
  await expectPage(
    await tabOf(page, () => page.getByRole('main').getByRole('link', { name: /docs/i }).first().click()),
    harbour,
    'Harbour guide',
  );

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  await page
    .getByRole('row', { name: /latest/ })
    .getByRole('button')
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Copy one-time link' }).click();
  await expect.poll(() => readClipboard(page)).toContain(harbour);
  const link = await readClipboard(page);
  await stranger.goto(link);
  await expectPage(stranger, harbour, 'Harbour guide');

  await page.goto(`${app.url}/settings`);
  const group = page.getByRole('region', { name: 'Private documentation' });
  await expect(group.getByRole('button', { name: 'Revoke Chrome, harbour' }).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const before = await group.getByRole('button').count();
  await group.getByRole('button').first().click();
  await expect(group.getByRole('button')).toHaveCount(before - 1);
});
