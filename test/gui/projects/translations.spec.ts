import { expect, type HeadlessApp, test } from '../headless-app.ts';
import { projectSeed } from './project-seed.ts';

test.use({ startsAt: null, seed: projectSeed });

async function translations(app: HeadlessApp): Promise<readonly string[]> {
  const { json } = await app.api('GET', '/api/v3/projects/tidewater/translations/');
  return (json as { results: { slug: string }[] }).results.map(({ slug }) => slug);
}

test('a translation is added, compared by version, removed and brought back, and can have none of its own', async ({
  page,
  app,
}) => {
  await test.step('a translation is added, compared by version, removed, and brought back', async () => {
    await app.show(page, '/projects/tidewater/translations');
    await page.getByRole('button', { name: 'Add a translation' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add translation' });
    const field = dialog.getByRole('combobox', { name: 'Project' });
    await field.fill('client');
    // The client is in the language of the main project, so it is no candidate (behaviour.md 11).
    await expect(page.getByText('No matching project can be added.')).toBeVisible();
    await field.fill('Deutsch');
    await page.getByRole('option', { name: /German, tidewater-de/ }).click();
    await dialog.getByRole('button', { name: 'Add translation' }).click();

    const matrix = page.getByRole('table');
    await expect(matrix.getByRole('columnheader', { name: /German/ })).toBeVisible();
    await expect(matrix.getByRole('row', { name: /^latest/ })).toContainText('Built');
    await expect(matrix.getByRole('row', { name: /^latest/ })).toContainText('Active, not built');
    await expect(matrix.getByRole('row', { name: /^2.4/ })).toContainText('Missing');
    await expect(page.getByText('Missing: no such version')).toBeVisible();
    expect(await translations(app)).toEqual(['tidewater-de']);

    await page.getByRole('button', { name: 'Remove translation tidewater-de' }).click();
    await expect(page.getByRole('heading', { name: 'Only in English' })).toBeVisible();
    expect(await translations(app)).toEqual([]);
    const removed = page.getByRole('alert').filter({ hasText: 'Removed translation tidewater-de' });
    await removed.getByRole('button', { name: 'Undo' }).click();
    await expect(matrix.getByRole('columnheader', { name: /German/ })).toBeVisible();
    expect(await translations(app)).toEqual(['tidewater-de']);
  });
  await test.step('a translation says what it translates, and that it can have none', async () => {
    await app.show(page, '/projects/tidewater-de/translations');
    await expect(page.getByText('so it can have none of its own')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add translation…' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});
