import { violations } from '../axe.ts';
import { expect, test } from '../headless-app.ts';
import { projectSeed } from '../projects/project-seed.ts';
import {
  ALL,
  EXACT,
  HTML,
  HTMLDIR,
  importRedirects,
  listRedirects,
  openRedirects,
  PAGE,
  PREFIX,
  type RedirectBody,
  redirectText,
  row,
  toast,
} from './redirect-helpers.ts';

test.use({ startsAt: null, seed: projectSeed });

test('redirects are filtered, selected, moved and removed together, and axe finds nothing', async ({
  page,
  app,
}) => {
  const text = (...rules: readonly RedirectBody[]) => rules.map(redirectText);
  const bar = page.getByRole('region', { name: 'Selected' });
  const status = page.locator('footer').getByRole('status');
  const move = async (item: string) => {
    await bar.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await importRedirects(app, ...ALL, HTMLDIR);
  await openRedirects(page, app);
  await test.step('by text and type, with the positions that they have among all', async () => {
    await page.getByRole('searchbox', { name: 'Filter redirects' }).fill('guides html');
    await expect(status).toHaveText('1 of 5 redirects match');
    await expect(row(page, 1)).toContainText('/guides/install.html');
    await page.getByRole('searchbox', { name: 'Filter redirects' }).fill('');
    await page.getByRole('button', { name: 'Type', exact: true }).click();
    await page.getByRole('checkbox', { name: 'exact', exact: true }).check();
    await page.getByRole('checkbox', { name: 'prefix', exact: true }).check();
    await page.keyboard.press('Escape');
    await expect(status).toHaveText('2 of 5 redirects match');
    await expect(page).toHaveURL(/type=exact/);
    await expect(page.getByRole('button', { name: 'Actions for redirect 3' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Move redirect/ })).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
  });
  await test.step('those that match are selected by Ctrl+A, and are moved to the bottom, which is undone', async () => {
    await row(page, 1).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await expect(bar).toContainText('2 selected');
    await move('To the bottom');
    await expect(toast(page, 'Moved 2 redirects to the bottom')).toBeVisible();
    expect(await listRedirects(app)).toEqual(text(PAGE, HTML, HTMLDIR, PREFIX, EXACT));
    await toast(page, 'to the bottom').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => listRedirects(app)).toEqual(text(...ALL, HTMLDIR));
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
  });
  await test.step('several are selected by Shift, and are moved before a position', async () => {
    await page.getByRole('button', { name: 'Clear Type' }).click();
    await expect(status).toHaveText('5 redirects');
    await row(page, 4).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await row(page, 1).click({ modifiers: ['ControlOrMeta'] });
    await expect(bar).toContainText('3 selected');
    await move('Before a position…');
    const dialog = page.getByRole('dialog', { name: 'Move 3 redirects' });
    await dialog.getByRole('textbox', { name: 'Before position' }).fill('6');
    await expect(dialog).toContainText('Type a number from 1 to 5.');
    await dialog.getByRole('textbox', { name: 'Before position' }).fill('3');
    await expect(dialog).toContainText('right before the exact rule');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Moved 3 redirects above /en/1.x/$rest')).toBeVisible();
    expect(await listRedirects(app)).toEqual(text(PREFIX, PAGE, HTML, HTMLDIR, EXACT));
    await move('To the top');
    await expect(toast(page, 'Moved 3 redirects to the top')).toBeVisible();
    expect(await listRedirects(app)).toEqual(text(PAGE, HTML, HTMLDIR, PREFIX, EXACT));
    await page.keyboard.press('Escape');
  });
  await test.step('several are removed by Delete after a list of them, and restored by one undo', async () => {
    await page.getByRole('checkbox', { name: 'Select the page rule /install.html' }).check();
    await page
      .getByRole('checkbox', { name: 'Select the sphinx_htmldir rule' })
      .click({ modifiers: ['Shift'] });
    await expect(bar).toContainText('3 selected');
    await row(page, 2).press('Delete');
    const dialog = page.getByRole('dialog', { name: 'Remove 3 redirects' });
    await expect(dialog.getByRole('listitem')).toHaveCount(3);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove 3' }).click();
    await expect(toast(page, 'Removed 3 redirects')).toBeVisible();
    await expect(bar).toHaveCount(0);
    expect(await listRedirects(app)).toEqual(text(PREFIX, EXACT));
    await toast(page, 'Removed 3').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => listRedirects(app)).toEqual(text(PAGE, HTML, HTMLDIR, PREFIX, EXACT));
  });
});
