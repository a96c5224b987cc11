import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, type HeadlessApp, test } from '../headless-app.ts';
import { versionsSeed } from '../versions/versions-seed.ts';

/* Deactivating the default version warns what readers will see. Tidewater's default is 2.4. */

test.use({ startsAt: null, seed: versionsSeed });

const SCREEN = '/projects/tidewater/versions';
const toggle = (page: Page, slug: string) =>
  page.getByRole('switch', { name: `Active: ${slug}`, exact: true });
const warning = (page: Page) => page.getByRole('note', { name: 'What readers will see' });
const root = ({ url }: HeadlessApp) => `http://tidewater.localhost:${new URL(url).port}/`;

async function open(page: Page, app: HeadlessApp): Promise<void> {
  await app.show(page, SCREEN);
  await page.getByRole('grid', { name: 'Versions' }).waitFor();
}

async function isActive(app: HeadlessApp, version: string): Promise<boolean> {
  const { json } = await app.api('GET', `/api/v3/projects/tidewater/versions/${version}/`);
  return (json as { active: boolean }).active;
}

/** Returns where the service redirects `/`. */
async function leadsTo({ url }: HeadlessApp): Promise<string | undefined> {
  const { port, hostname } = new URL(url);
  const response = request({ hostname, port, headers: { host: `tidewater.localhost:${port}` } }).end();
  const [answer]: IncomingMessage[] = await once(response, 'response');
  answer?.resume();
  return answer?.headers.location;
}

test('any other version is deactivated at once', async ({ page, app }) => {
  await open(page, app);
  await toggle(page, 'v2.3.2').click();
  await expect(page.getByText('Deactivated v2.3.2 and removed its pages')).toBeVisible();
  await toggle(page, 'latest').click();
  await expect(page.getByText('Deactivated latest and removed its pages')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the warning names the pages that readers are redirected to, and the service redirects there', async ({
  page,
  app,
}) => {
  expect(await leadsTo(app)).toMatch(/\/en\/2\.4\/$/);
  // As if latest were built here.
  await page.route(/\/desk\/[^?]*versions\.list/, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({
      response: answer,
      body: text.replace(/("slug":"latest"[^{]*"pagesBuild":)null/, '$199'),
    });
  });
  await open(page, app);
  await toggle(page, '2.4').click();
  await expect(warning(page)).toContainText(
    `2.4 is the default version. ${root(app)} will lead readers to latest instead.`,
  );
  await page.getByRole('button', { name: 'Deactivate 2.4' }).click();
  await expect(page.getByText('Deactivated 2.4 and removed its pages')).toBeVisible();
  expect(await leadsTo(app)).toMatch(/\/en\/latest\/$/);
  // Pending requests would find no server.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the default version is deactivated only after a warning, in the preview of several too, and axe finds nothing', {
  tag: '@long',
}, async ({ page, app }) => {
  await test.step('axe finds nothing in the dialog', async () => {
    await page.setViewportSize({ width: 900, height: 600 });
    await open(page, app);
    await toggle(page, '2.4').click();
    await warning(page).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('the default version is deactivated only after a warning', async () => {
    await open(page, app);
    await toggle(page, '2.4').click();
    const dialog = page.getByRole('dialog', { name: 'Deactivate the default version' });
    await expect(dialog).toContainText('Its built pages are removed');
    await expect(warning(page)).toContainText(
      `2.4 is the default version. ${root(app)} will lead to latest, which has no pages on this computer.`,
    );
    expect(await isActive(app, '2.4')).toBe(true);
    await expect(toggle(page, '2.4')).toBeChecked();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(toggle(page, '2.4')).toBeChecked();
    await expect(toggle(page, '2.4')).toBeFocused();

    // By keyboard, and this time confirmed.
    await page.keyboard.press('Space');
    await dialog.getByRole('button', { name: 'Deactivate 2.4' }).press('Enter');
    const toast = page.getByRole('alert').filter({ hasText: 'Deactivated 2.4 and removed its pages' });
    await expect(toast).toBeVisible();
    await expect(toggle(page, '2.4')).not.toBeChecked();
    expect(await isActive(app, '2.4')).toBe(false);

    // Readers now get latest, which has the same warning.
    await page.getByRole('button', { name: 'Actions for latest' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate…' }).click();
    await expect(warning(page)).toContainText(
      `latest is the default version. ${root(app)} will still lead to latest, whose pages are removed.`,
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(toggle(page, '2.4')).toBeChecked();
  });
  await test.step('the preview of several versions has the warning too, for all of them inactive', async () => {
    await open(page, app);
    const select = (slug: string) => page.getByRole('checkbox', { name: `Select ${slug}`, exact: true });
    const dialog = page.getByRole('dialog', { name: 'Deactivate versions' });
    const preview = () => page.getByRole('button', { name: 'Deactivate…', exact: true }).click();
    await select('v2.3.2').click();
    await preview();
    await expect(dialog).toContainText('1 version will change');
    await expect(warning(page)).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await select('2.4').click();
    await preview();
    await expect(warning(page)).toContainText('will lead to latest, which has no pages on this computer.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await select('latest').click();
    await preview();
    await expect(warning(page)).toContainText('will lead to latest, which is inactive too.');
    await expect(warning(page)).toContainText('Readers find no pages there, unless a redirect applies.');
    // The default changes while the dialog is open.
    await app.api('PATCH', '/api/v3/projects/tidewater/', { default_version: 'stable' });
    await expect(warning(page)).toHaveCount(0);
    await app.api('PATCH', '/api/v3/projects/tidewater/', { default_version: '2.4' });
    await expect(warning(page)).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Deactivate 3' }).click();
    await expect(page.getByText('Deactivated 3 versions')).toBeVisible();
    expect([await isActive(app, '2.4'), await isActive(app, 'latest')]).toEqual([false, false]);
  });
});
