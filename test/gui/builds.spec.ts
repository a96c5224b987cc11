import { expect, test } from './headless-app.ts';
import { projectSeed } from './project-seed.ts';

test.use({ seed: projectSeed });

test('all builds stand in one list, newest first, counted by their outcome', async ({ page, app }) => {
  await page.goto(`${app.url}/builds`);
  const list = page.getByRole('grid', { name: 'Builds' });
  await expect(list.getByRole('row')).toHaveCount(8);
  await expect(list.getByRole('row').nth(1)).toContainText('Tidewater client');
  for (const label of ['All7', 'Running0', 'Queued1', 'Passed3', 'Failed2', 'Cancelled1']) {
    await expect(page.getByText(label, { exact: true })).toBeVisible();
  }
  await page.getByText('Failed2', { exact: true }).click();
  await expect(page).toHaveURL(/\?state=failed$/);
  await expect(list.getByRole('row')).toHaveCount(3);
  await expect(page.getByText('2 of 7 builds')).toBeVisible();
  await page.reload();
  await expect(list.getByRole('row')).toHaveCount(3);
});

test('project, version and commit narrow the list, and the address keeps them', async ({ page, app }) => {
  await page.goto(`${app.url}/builds`);
  const list = page.getByRole('grid', { name: 'Builds' });
  await page.getByRole('combobox', { name: 'Project' }).fill('tidewater');
  await page.getByRole('option', { name: 'Tidewater (tidewater)', exact: true }).click();
  await expect(list.getByRole('row')).toHaveCount(7);
  await page.getByRole('combobox', { name: 'Version' }).click();
  await page.getByRole('option', { name: '2.4' }).click();
  await expect(list.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/project=tidewater&version=2\.4/);
  await page.goto(`${app.url}/builds`);
  await page.getByRole('searchbox', { name: 'Filter by commit' }).fill('c07d5a9');
  await expect(list.getByRole('row')).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Filter by commit' }).fill('eeee');
  await expect(page.getByRole('heading', { name: 'No build matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(list.getByRole('row')).toHaveCount(8);
});

test('the tab of a project shows its builds alone, and triggers one of any version', async ({
  page,
  app,
}) => {
  await page.goto(`${app.url}/projects/tidewater/builds`);
  const list = page.getByRole('grid', { name: 'Builds' });
  await expect(list.getByRole('row')).toHaveCount(7);
  await page.getByRole('button', { name: 'Build…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Build a version' });
  await dialog.getByRole('combobox', { name: 'Version' }).fill('2.4');
  await page.getByRole('option', { name: '2.4 (inactive)' }).click();
  await dialog.getByRole('button', { name: 'Build 2.4' }).click();
  await expect(list.getByRole('row')).toHaveCount(8);
  await expect(list.getByRole('row').nth(1)).toContainText('2.4');
  const { json } = await app.api('GET', '/api/v3/projects/tidewater/versions/2.4/builds/?running=true');
  expect(json).toMatchObject({ count: 1 });
});

test('a build of any project is triggered from the list of all', async ({ page, app }) => {
  await page.goto(`${app.url}/builds`);
  await page.getByRole('button', { name: 'Build…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Build a version' });
  await dialog.getByRole('combobox', { name: 'Project' }).fill('client');
  await page.getByRole('option', { name: /tidewater-client/ }).click();
  await dialog.getByRole('button', { name: 'Build latest' }).click();
  await expect(page.getByText(/^Queued build \d+ of latest$/)).toBeVisible();
  const { json } = await app.api('GET', '/api/v3/projects/tidewater-client/builds/?running=true');
  expect(json).toMatchObject({ count: 1 });
});

test('the keyboard opens a build and finds its way back', async ({ page, app }) => {
  await page.goto(`${app.url}/builds`);
  const list = page.getByRole('grid', { name: 'Builds' });
  await list.getByRole('row').nth(1).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/projects\/tidewater\/builds\/\d+$/);
  await page.goBack();
  await expect(list.getByRole('row')).toHaveCount(8);
});
