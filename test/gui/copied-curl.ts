import type { Page } from '@playwright/test';
import { expect, readClipboard } from './headless-app.ts';

/** Copies the nth call of a screen as a command with the token masked; expects how it ends, and returns it. */
export async function copyCurl(page: Page, nth: number, end: string): Promise<string> {
  const items = page.getByRole('menuitem', { name: 'Copy, token masked' });
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await items.nth(nth).click();
  await expect(items).toHaveCount(0);
  await expect.poll(async () => (await readClipboard(page)).slice(-end.length)).toBe(end);
  return readClipboard(page);
}
