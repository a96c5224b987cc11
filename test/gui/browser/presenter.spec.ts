import type { Locator } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, readClipboard, test } from '../headless-app.ts';

const repository = { url: 'https://git.example/tides.git', type: 'git' };
const SEED = {
  users: [{ username: 'mira' }],
  projects: [
    {
      ...{ slug: 'tides', name: 'Tides', users: ['mira'], repository },
      subprojects: [{ child: 'almanac', alias: 'almanac' }],
    },
    { slug: 'almanac', name: 'Almanac', users: ['mira'], repository },
    { slug: 'log-book', name: 'Log book', users: ['mira'], repository },
  ],
};
test.use({ startsAt: null, seed: SEED, freshPage: true });

/** Tells whether an option stands just below its field, or a menu below its button. */
async function isBelow(field: Locator, option: Locator): Promise<boolean> {
  const [above, below] = [await field.boundingBox(), await option.boundingBox()];
  if (!above || !below) return false;
  const down = below.y - above.y - above.height;
  return Math.abs(below.x - above.x) < 24 && down >= 0 && down < 64;
}

test('presenter mode enlarges the window, hides secrets that can be copied, and shows the API call behind each click', {
  tag: '@long',
}, async ({ page, app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${app.url}/people/mira`);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('mira');
  const height = async () => (await title.boundingBox())?.height ?? 0;
  const before = await height();
  await page.keyboard.press('Control+K');
  await page.getByRole('option', { name: 'Presenter mode on or off' }).click();
  await expect.poll(height).toBeCloseTo(before * 1.25, 0);

  await page.getByRole('button', { name: 'Create token' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('talk');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByLabel('Token', { exact: true })).toHaveText('••••••••••••');
  await page.getByRole('button', { name: 'Copy token' }).click();
  await expect.poll(() => readClipboard(page)).toMatch(/^[\w-]{20,}$/);
  expect(await page.content()).not.toContain(await readClipboard(page));
  await page.getByRole('button', { name: 'Done' }).click();

  const calls = page.getByRole('region', { name: 'Calls of the API' });
  await page.goto(`${app.url}/projects/tides/redirects`);
  await expect(calls).toContainText('GET /api/v3/projects/tides/redirects/ → 200');
  await page
    .getByRole('button', { name: /^Add (a )?redirect/ })
    .first()
    .click();
  await page.getByLabel('From', { exact: true }).fill('/old.html');
  await page.getByLabel('To', { exact: true }).fill('/new.html');
  await page
    .getByRole('complementary', { name: /redirect/ })
    .getByRole('button', { name: 'Add redirect' })
    .click();
  await expect(calls).toContainText('POST /api/v3/projects/tides/redirects/ → 201');
  // The toast of the change does not cover the call.
  const toast = page.getByRole('alert').filter({ hasText: 'Added' });
  const [above, below] = await Promise.all([calls.boundingBox(), toast.boundingBox()]);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);

  await page.goto(`${app.url}/projects/tides/environment`);
  await page.getByRole('button', { name: 'Add a variable' }).click();
  await dialog.getByLabel('Name').fill('TIDE');
  await dialog.getByLabel('Value', { exact: true }).fill('a secret value');
  await expect(dialog.getByLabel('Value', { exact: true })).toHaveAttribute('type', 'password');
  await expect(dialog.getByRole('button', { name: 'Show value' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Add variable' }).click();
  await expect(calls).toContainText('POST /api/v3/projects/tides/environmentvariables/ → 201');

  // What is refused is shown too, with the status that came of it.
  await page.goto(`${app.url}/projects/tides/subprojects`);
  await page.getByRole('button', { name: 'Add subproject…' }).click();
  await dialog.getByRole('combobox', { name: 'Project' }).fill('Log');
  const option = page.getByRole('option', { name: /log-book/ });
  await expect.poll(() => isBelow(dialog.getByRole('combobox', { name: 'Project' }), option)).toBe(true);
  await option.click();
  await dialog.getByLabel('Alias').fill('almanac');
  await dialog.getByRole('button', { name: 'Add subproject' }).click();
  await expect(calls).toContainText('POST /api/v3/projects/tides/subprojects/ → 400');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // Menus and lists open where their button and their field are.
  const workspace = page.getByRole('button', { name: /^Workspace: / });
  await workspace.click();
  await expect.poll(() => isBelow(workspace, page.getByRole('dialog'))).toBe(true);
  await page.keyboard.press('Escape');
  await page.goto(`${app.url}/projects/tides/settings`);
  const type = page.getByRole('combobox', { name: 'Repository type' });
  await type.evaluate((field) => field.scrollIntoView({ block: 'start' }));
  await type.click();
  await expect.poll(() => isBelow(type, page.getByRole('option', { name: 'Git' }))).toBe(true);
  await page.goto(`${app.url}/projects/nope/redirects`);
  await expect(calls).toHaveText('GET /api/v3/projects/nope/redirects/ → 404');
  // No call of the API lists the builds of all projects.
  await page.goto(`${app.url}/builds`);
  await expect(page.getByRole('heading', { name: 'No builds yet' })).toBeVisible();
  await expect(calls).toHaveCount(0);

  await page.goto(`${app.url}/settings`);
  await page.getByText('150 %').click();
  await expect.poll(height).toBeCloseTo(before * 1.5, 0);
  // 1280 pixels at 150 % are a narrow window, and all of it is in sight.
  await expect(page.getByRole('complementary').getByText('Projects')).toBeHidden();
  const main = await page.getByRole('main').boundingBox();
  expect((main?.y ?? 0) + (main?.height ?? 0)).toBeCloseTo(800, 0);
  await page.getByRole('switch', { name: 'Presenter mode' }).press('Space');
  await expect(page.getByRole('complementary').getByText('Projects')).toBeVisible();
  await expect(calls).toHaveCount(0);
  await page.keyboard.press('Control+Alt+p');
  await expect(page.getByRole('switch', { name: 'Presenter mode' })).toBeChecked();
});
