import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './headless-app.ts';
import { shelfSeed } from './shelf-seed.ts';

test.use({ seed: shelfSeed() });

async function violations(page: Page): Promise<string[]> {
  // What fades in has less contrast until it has come to rest.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))),
  );
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('axe finds nothing in the bulk bar and in its dialogs', async ({ page }) => {
      await page.getByRole('link', { name: 'Tidewater' }).waitFor();
      await page.getByRole('checkbox', { name: 'Select all' }).click();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Remove…' }).click();
      await expect(page.getByRole('dialog')).toContainText('15 projects will go');
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add person…' }).click();
      await page.getByLabel('Username').fill('nobody');
      await expect(page.getByRole('dialog')).toContainText('There is no user');
      expect(await violations(page)).toEqual([]);
    });

    test('axe finds nothing in the palette', async ({ page }) => {
      await page.getByRole('link', { name: 'Tidewater' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('an');
      await page.getByRole('group', { name: 'People' }).waitFor();
      expect(await violations(page)).toEqual([]);
    });
  });
}
