import type { Page } from '@playwright/test';
import { expect, test } from '../headless-app.ts';
import { projectListSeed } from '../projects/project-list-seed.ts';

test.use({ seed: projectListSeed() });

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or run a command' });
const chosen = (page: Page) => page.getByRole('option', { selected: true });

async function open(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Tidewater' }).waitFor();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('projects, versions and people are found and opened, and commands apply to the found project and to the open one', async ({
  page,
  app,
}) => {
  await test.step('it says when nothing is found, and Escape closes it', async () => {
    await open(page);
    await field(page).fill('no such thing');
    await expect(page.getByText('No results for “no such thing”.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field(page)).toBeHidden();
    await page.getByRole('button', { name: 'Search or run a command' }).click();
    await expect(field(page)).toHaveValue('');
  });
  await test.step('a few letters find a project; Enter opens it', async () => {
    await app.show(page, '/projects');
    await open(page);
    await field(page).fill('tide');
    await expect(chosen(page)).toContainText('Tidewater');
    await expect(chosen(page)).toContainText('Running');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/projects\/tidewater$/);
    await expect(field(page)).toBeHidden();
  });
  await test.step('typing and pressing Enter at once opens what was typed', async () => {
    await app.show(page, '/projects');
    await page.getByRole('link', { name: 'Tidewater' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('gannet');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/projects\/gannet-cli$/);
  });
  await test.step('arrow keys wrap around, versions and people are found, Tab narrows', async () => {
    await app.show(page, '/projects');
    await open(page);
    await field(page).fill('almanac 3.1');
    await expect(page.getByRole('group', { name: 'Versions' }).getByRole('option')).toContainText([
      'Almanac3.1',
    ]);
    await field(page).fill('an');
    await expect(page.getByRole('group', { name: 'Projects' })).toContainText('Gannet CLI');
    await expect(page.getByRole('group', { name: 'People' })).toContainText('anke');
    const first = await chosen(page).textContent();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(chosen(page)).toHaveText(first ?? '');
    for (let scopes = 0; scopes < 3; scopes++) await page.keyboard.press('Tab');
    await expect(page.getByRole('group')).toHaveCount(1);
    await expect(chosen(page)).toContainText('anke');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/people\/anke$/);
  });
  await test.step('commands apply to the found project and to the open one', async () => {
    await app.show(page, '/projects');
    await open(page);
    await field(page).fill('lodestar');
    await page.getByRole('option', { name: 'Build stable of Lodestar' }).click();
    await expect(page.getByText('Building Lodestar')).toBeVisible();
    const { json } = await app.api('GET', '/api/v3/projects/lodestar/builds/?limit=1');
    expect((json as { results: unknown[] }).results).toMatchObject([
      { version: 'stable', state: { code: 'triggered' } },
    ]);
    await app.show(page, '/projects/almanac');
    await page.getByRole('main').waitFor();
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('>versions');
    await expect(page.getByRole('group', { name: 'On Almanac' })).toBeVisible();
    await expect(chosen(page)).toContainText('Open versions of Almanac');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/projects\/almanac\/versions$/);
  });
  await test.step('themes and a backup are commands, and the search says that nothing is built yet', async () => {
    const choose = async (text: string) => {
      await page.keyboard.press('Control+k');
      await expect(field(page)).toBeFocused();
      await field(page).fill(text);
      await expect(chosen(page)).toContainText(text.slice(1));
      await page.keyboard.press('Enter');
    };
    await app.show(page, '/projects');
    await page.getByRole('link', { name: 'Tidewater' }).waitFor();
    const root = page.locator('html');
    await choose('>Use the dark theme');
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await choose('>Use the theme of the system');
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
    await choose('>Make a backup now');
    await expect(page.getByRole('alert').filter({ hasText: 'Backed up and verified' })).toBeVisible();
    await choose('>Search docs');
    await expect(page.getByRole('heading', { name: 'No pages to search yet' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Search docs' })).toHaveAttribute('aria-current', 'page');
  });
  await test.step('a build triggered here does not offer to undo an earlier change', async () => {
    await app.desk('project.remove', { slug: 'almanac' });
    await app.show(page, '/projects');
    await open(page);
    await field(page).fill('inkstone');
    await page.getByRole('option', { name: 'Build latest of Inkstone' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Building Inkstone' });
    await expect(toast).toBeVisible();
    await expect(toast.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  });
});
