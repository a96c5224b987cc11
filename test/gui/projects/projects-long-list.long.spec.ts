import type { Page } from '@playwright/test';
import { expect, type HeadlessApp, test } from '../headless-app.ts';
import { longProjectListSeed } from './project-list-seed.ts';

const MANY = 2000;

test.use({ startsAt: null, seed: longProjectListSeed(MANY) });

/** Shows the list from its top, with nothing selected. */
async function open(page: Page, app: HeadlessApp): Promise<void> {
  await page.goto(`${app.url}/projects`);
  await page.getByRole('link', { name: 'Project 00001' }).waitFor();
}

const row = (page: Page, number: string) => page.getByRole('row').filter({ hasText: `Project ${number}` });

test('a long list is drawn in part, kept in place, and selected and previewed whole', async ({
  page,
  app,
}) => {
  await test.step('a long list reports all rows and draws few', async () => {
    await open(page, app);
    await expect(page.getByRole('grid', { name: 'Projects' })).toHaveAttribute(
      'aria-rowcount',
      String(MANY + 1),
    );
    expect(await page.getByRole('row').count()).toBeLessThan(80);
    await row(page, '00001').focus();
    await page.keyboard.press('End');
    await expect(row(page, '02000')).toBeFocused();
    expect(await page.getByRole('row').count()).toBeLessThan(80);
    await page.keyboard.press('Home');
    await expect(row(page, '00001')).toBeFocused();
  });
  await test.step('the scroll position survives a reload and Back', async () => {
    await open(page, app);
    await row(page, '00001').focus();
    for (let pages = 0; pages < 10; pages++) await page.keyboard.press('PageDown');
    const focused = page.locator('[role="row"]:focus');
    await expect(focused).toContainText(/Project 001\d\d/);
    const number = /Project (\d+)/.exec((await focused.textContent()) ?? '')?.[1]?.slice(0, 5) ?? '';
    // The address follows once the list rests; on a busy machine it names a row on the way before.
    const at = () => Number(new URL(page.url()).searchParams.get('at'));
    await expect.poll(at).toBeGreaterThan(Number(number) - 25);
    await page.reload();
    await expect(row(page, number)).toBeInViewport();
    await row(page, number).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/projects/project-${number}$`));
    await page.goBack();
    await expect(row(page, number)).toBeInViewport();
  });
  await test.step('all matching rows are selected, also those never fetched', async () => {
    await open(page, app);
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    const bar = page.getByRole('region', { name: 'Selected' });
    await expect(bar).toContainText('2,000 selected');
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('hundredth');
    await expect(page.getByRole('main').getByRole('status')).toHaveText('20 of 2,000 projects match');
    await page.getByRole('checkbox', { name: 'Select all matching' }).click();
    await expect(bar).toContainText('20 selected');
  });
  await test.step('a range includes rows that were never fetched', async () => {
    await open(page, app);
    await page.getByRole('checkbox', { name: 'Select Project 00010', exact: true }).click();
    await row(page, '00010').focus();
    await page.keyboard.press('End');
    await expect(row(page, '02000')).toBeFocused();
    await page.keyboard.press('Shift+Space');
    await expect(page.getByRole('region', { name: 'Selected' })).toContainText('1,991 selected');
  });
  await test.step('a preview lists every project and counts them', async () => {
    await open(page, app);
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Remove…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove 2,000 projects' });
    await expect(dialog).toContainText('2,000 projects will be removed');
    await expect(dialog.getByRole('button', { name: 'Remove 2,000' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    expect(await dialog.getByRole('listitem').count()).toBeLessThan(40);
  });
});
