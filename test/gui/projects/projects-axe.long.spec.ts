import { violations } from '../axe.ts';
import { expect, test } from '../headless-app.ts';
import { projectListSeed } from './project-list-seed.ts';

test.use({ seed: projectListSeed() });

test('axe finds nothing in the palette, in the bulk bar and in its dialogs', async ({ page }) => {
  await test.step('axe finds nothing in the palette', async () => {
    await page.getByRole('link', { name: 'Tidewater' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('an');
    await page.getByRole('group', { name: 'People' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
  await test.step('axe finds nothing in the bulk bar and in its dialogs', async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox')).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove…' }).click();
    await expect(page.getByRole('dialog')).toContainText('15 projects will be removed');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add person…' }).click();
    await page.getByLabel('Username').fill('nobody');
    await expect(page.getByRole('dialog')).toContainText('There is no user');
    expect(await violations(page)).toEqual([]);
  });
});
