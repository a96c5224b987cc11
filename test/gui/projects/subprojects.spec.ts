import { expect, type HeadlessApp, test } from '../headless-app.ts';
import { projectSeed } from './project-seed.ts';

test.use({ startsAt: null, seed: projectSeed });

async function aliases(app: HeadlessApp): Promise<readonly string[]> {
  const { json } = await app.api('GET', '/api/v3/projects/tidewater/subprojects/');
  return (json as { results: { alias: string }[] }).results.map(({ alias }) => alias);
}

test('a subproject is added, removed and refused, and can have none of its own', async ({ page, app }) => {
  await test.step('a subproject is added under an alias, removed, and brought back', async () => {
    await app.show(page, '/projects/tidewater/subprojects');
    await expect(page.getByRole('heading', { name: 'No subprojects yet' })).toBeVisible();
    await page.keyboard.press('1');
    const dialog = page.getByRole('dialog', { name: 'Add subproject' });
    await dialog.getByRole('combobox', { name: 'Project' }).fill('client');
    await page.getByRole('option', { name: 'Tidewater client (tidewater-client)' }).click();
    await dialog.getByLabel('Alias').fill('client');
    await expect(dialog.getByText('/projects/client/')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add subproject' }).click();
    await expect(page.getByRole('grid', { name: 'Subprojects' }).getByText('Tidewater client')).toBeVisible();
    expect(await aliases(app)).toEqual(['client']);

    await page.getByRole('button', { name: 'Actions for client' }).click();
    await page.getByRole('menuitem', { name: 'Remove subproject' }).click();
    await expect(page.getByRole('heading', { name: 'No subprojects yet' })).toBeVisible();
    expect(await aliases(app)).toEqual([]);
    const removed = page.getByRole('alert').filter({ hasText: 'Removed subproject client' });
    await removed.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Actions for client' })).toBeVisible();
    expect(await aliases(app)).toEqual(['client']);
  });
  await test.step('an alias is checked while it is typed, and a taken one is refused at its field', async () => {
    await page.getByRole('button', { name: 'Add subproject…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add subproject' });
    await dialog.getByRole('button', { name: 'Add subproject' }).click();
    await expect(dialog.getByText('Choose a project.')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Project' }).fill('Deutsch');
    await page.getByRole('option', { name: /tidewater-de/ }).click();
    await dialog.getByLabel('Alias').fill('a/b');
    await expect(dialog.getByText('Enter a valid "slug"', { exact: false })).toBeVisible();
    await dialog.getByLabel('Alias').fill('client');
    await dialog.getByRole('button', { name: 'Add subproject' }).click();
    await expect(dialog.getByText('A subproject with this alias already exists')).toBeVisible();
    await expect(dialog.getByLabel('Alias')).toHaveValue('client');
    expect(await aliases(app)).toEqual(['client']);
  });
  await test.step('a subproject says whose it is, and that it can have none', async () => {
    await app.show(page, '/projects/tidewater-client/subprojects');
    await expect(page.getByText('so it can have no subprojects of its own')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add subproject…' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});
