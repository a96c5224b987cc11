import type { Page } from '@playwright/test';
import { expect, test } from '../headless-app.ts';
import {
  importRedirects,
  listRedirects,
  openRedirects,
  panel,
  row,
  take,
  toast,
} from './redirect-helpers.ts';

test.use({ startsAt: null, filledBy: 'redirects/populate-redirects.ts' });

const tester = (page: Page) => page.getByRole('region', { name: 'Test a URL' });

test('10,000 redirects can be tested, browsed, scrolled and moved', async ({ page, app }) => {
  test.slow();
  const rules = Array.from({ length: 10_000 }, (_, at) => ({
    type: 'page',
    from_url: `/old-${at + 1}.html`,
    to_url: '/a.html',
  }));
  await importRedirects(app, ...rules);
  await test.step('10,000 rules can be tested and browsed', async () => {
    await openRedirects(page, app, '?test=/en/latest/old-9999.html');
    await expect(tester(page).getByRole('status')).toHaveText('Page exists, 1 hop');
    await expect(tester(page)).toContainText('MatchedRule 9,999');
    await expect(row(page, 9999)).toBeInViewport({ ratio: 1 });
    await expect(tester(page)).toContainText('9,999 others do not match.');
    await tester(page).getByRole('button', { name: 'Show all 10,000 in order' }).click();
    await expect(tester(page)).toContainText('and 9,799 more.');
    await expect(tester(page).getByRole('button', { name: 'Rule 9,999' })).toBeInViewport();
    await tester(page).getByRole('button', { name: 'Show less' }).click();
    await tester(page).getByRole('button', { name: 'Rule 9,999' }).click();
    await expect(panel(page).getByRole('heading', { name: 'Redirect 9,999' })).toBeVisible();
    await expect(row(page, 9999).getByRole('gridcell').nth(6)).toHaveText('Matched');
    await expect(row(page, 9999)).toBeInViewport();
  });
  await test.step('10,000 redirects can be scrolled and moved', async () => {
    await openRedirects(page, app);
    await expect(page.getByRole('status').filter({ hasText: '10,000 redirects' })).toBeVisible();
    const rows = page.getByRole('grid', { name: 'Redirects' }).getByRole('row');
    expect(await rows.count()).toBeLessThan(50);
    await row(page, 1).focus();
    await page.keyboard.press('End');
    await expect(row(page, 10_000)).toBeFocused();
    expect(await rows.count()).toBeLessThan(50);

    // By keys past the edge of what is on the screen.
    await page.keyboard.press('Tab');
    const status = page.locator('[id^="DndLiveRegion"]');
    await take(page, 'Picked up the page rule /old-10000.html, position 10,000 of 10,000.');
    for (let step = 1; step <= 30; step += 1) {
      await page.keyboard.press('ArrowUp');
      await expect(status).toHaveText(`Position ${(10_000 - step).toLocaleString('en-GB')} of 10,000.`);
    }
    await page.keyboard.press('Space');
    await expect(toast(page, 'Moved the page rule above /old-9970.html')).toBeVisible();
    const moved = await listRedirects(app);
    expect(moved).toHaveLength(10_000);
    expect(moved[9_969]).toContain('/old-10000.html');

    // By dragging to the edge, where the list scrolls along.
    const handle = page.getByRole('button', { name: /^Move redirect/ });
    const grid = await page.getByRole('grid', { name: 'Redirects' }).boundingBox();
    await page.keyboard.press('Home');
    await row(page, 9_970).press('Home');
    await expect(row(page, 1)).toBeFocused();
    const first = await handle.first().boundingBox();
    if (!grid || !first) throw new Error('the list has no place');
    const x = first.x + first.width / 2;
    await page.mouse.move(x, first.y + 8);
    await page.mouse.down();
    await page.mouse.move(x, grid.y + grid.height - 30, { steps: 8 });
    const scrolled = () => page.getByRole('grid').evaluate(({ scrollTop }) => scrollTop);
    await expect.poll(scrolled).toBeGreaterThan(1500);
    await page.mouse.move(x, grid.y + grid.height / 2, { steps: 4 });
    await page.mouse.up();
    const dragged = async () =>
      (await listRedirects(app)).findIndex((redirect) => redirect.includes('/old-1.html'));
    await expect.poll(dragged).toBeGreaterThan(40);
  });
  await test.step('10,000 redirects can be filtered, selected, moved and not removed at once; the bar covers none', async () => {
    await openRedirects(page, app);
    const bar = page.getByRole('region', { name: 'Selected' });
    await page.getByRole('searchbox', { name: 'Filter redirects' }).fill('-777');
    await expect(page.locator('footer').getByRole('status')).toHaveText('11 of 10,000 redirects match');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+a');
    await expect(bar).toContainText('11 selected');
    await page.getByRole('searchbox', { name: 'Filter redirects' }).fill('');
    await bar.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('menuitem', { name: 'To the top' }).click();
    await expect(toast(page, 'Moved 11 redirects to the top')).toBeVisible();
    const moved = await listRedirects(app);
    expect(moved.slice(0, 11).every((redirect) => redirect.includes('/old-777'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);

    // What was clicked at the lower end stays in sight when the bar takes its row.
    await row(page, 1).press('End');
    await expect(row(page, 10_000)).toBeFocused();
    await row(page, 10_000).press('Space');
    await expect(bar).toContainText('1 selected');
    await expect(row(page, 10_000)).toBeInViewport({ ratio: 1 });
    const [last, below] = await Promise.all([row(page, 10_000).boundingBox(), bar.boundingBox()]);
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1);
    await page.keyboard.press('ControlOrMeta+a');
    await expect(bar).toContainText('10,000 selected');
    await bar.getByRole('button', { name: 'Remove…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove 10,000 redirects' });
    await expect(dialog).toContainText('At most 2,000 redirects can be removed at once.');
    await expect(dialog.getByRole('button', { name: 'Remove 10,000' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});
