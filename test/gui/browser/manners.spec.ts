import type { Locator, Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, readClipboard, test } from '../headless-app.ts';
import { projectListSeed } from '../projects/project-list-seed.ts';

/* The manners of a desktop program, over the main lists. */

test.use({ seed: projectListSeed() });

const SLUG = 'tidewater';
const grid = (page: Page, name = 'Projects') => page.getByRole('grid', { name, exact: true });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filter by name, slug, tag' });
const selected = (page: Page) => page.getByRole('region', { name: 'Selected' });
const names = (page: Page) => grid(page).locator('a[href^="/projects/"]').allTextContents();

/** Reads what the menu that is open offers, and closes it. */
async function itemsOf(page: Page, menu: Locator): Promise<readonly string[]> {
  await expect(menu.getByRole('menuitem').first()).toBeVisible();
  const items = await menu.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  return items;
}

/** Expects that each of these ways opens the same menu as the button of the row; some items are looked up when one opens. */
async function expectSameMenu(
  page: Page,
  button: Locator,
  ways: readonly (() => Promise<void>)[],
): Promise<void> {
  const menu = page.getByRole('menu', { name: (await button.getAttribute('aria-label')) ?? '' });
  for (const open of ways) {
    await expect(async () => {
      await button.click({ timeout: 2000 });
      const items = await itemsOf(page, menu);
      await open();
      expect(await itemsOf(page, menu)).toEqual(items);
      expect(items.length).toBeGreaterThan(1);
    }).toPass({ timeout: 20_000 });
  }
}

test('lists have context menus, selection by keys, chosen columns, sticky heads and a history', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await expect.poll(() => names(page)).toHaveLength(15);
  const almanac = row(page, 'Almanac');

  await test.step('the context menu of a row has what its menu has, by pointer and by keyboard', async () => {
    const menu = page.getByRole('menu', { name: 'Actions for Almanac' });
    await expectSameMenu(page, page.getByRole('button', { name: 'Actions for Almanac' }), [
      () => almanac.click({ button: 'right', position: { x: 60, y: 10 } }),
      ...['ContextMenu', 'Shift+F10'].map((keys) => () => almanac.press(keys)),
    ]);
    await expect(almanac).toBeFocused();
    await page.keyboard.press('Shift+F10');
    await expect(menu).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await menu.getByRole('menuitem', { name: 'Redirects' }).click();
    await expect(page).toHaveURL(/almanac\/redirects$/);
    await page.goBack();
  });
  await test.step('a text that one would copy is copied from there', async () => {
    await almanac.getByText('3.1').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy version' }).click();
    await expect(page.getByText('Copied 3.1')).toBeVisible();
    expect(await readClipboard(page)).toBe('3.1');
    // Beside a list as well; a field keeps the menu of the browser.
    await page
      .getByRole('region', { name: 'Server state' })
      .getByText('127.0.0.1')
      .click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Copy URL' })).toBeVisible();
    await page.keyboard.press('Escape');
    await filter(page).click({ button: 'right' });
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });
  await test.step('↓ and Enter lead from the filter into its list', async () => {
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await expect(almanac, 'the row that had the keyboard last').toBeFocused();
    await page.keyboard.press('/');
    await page.keyboard.type('gannet');
    await page.keyboard.press('Enter');
    await expect(row(page, 'Gannet CLI')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/projects\/gannet-cli$/);
    await page.goBack();
    await expect(filter(page)).toHaveValue('gannet');
  });
  await test.step('Enter keeps the keyboard in the filter of a list that nothing matches', async () => {
    await filter(page).fill('no such project');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'No matching projects' })).toBeVisible();
    await expect(filter(page)).toBeFocused();
    await page.goBack();
    await expect(filter(page)).toHaveValue('gannet');
  });
  await test.step('Back and Forward know filters and order, a typed word as one step', async () => {
    await page.goBack();
    await expect(filter(page)).toHaveValue('');
    await expect.poll(() => names(page)).toHaveLength(15);
    await page.goForward();
    await expect.poll(() => names(page)).toEqual(['Gannet CLI']);
    await page.goBack();
    await page.getByRole('columnheader', { name: 'Project' }).getByRole('button').click();
    await expect(page.getByRole('button', { name: 'Idle 10' }), 'sorted across the groups').toHaveCount(0);
    await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['Almanac', 'Brasscompass']);
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Idle 10' })).toBeVisible();
  });
  await test.step('Shift with arrows, Home and End selects on the way, past headings', async () => {
    await row(page, 'Leuchtfeuer').focus();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(selected(page)).toContainText('2 selected');
    for (const count of [3, 4]) {
      await page.keyboard.press('Shift+ArrowDown');
      await expect(selected(page)).toContainText(`${count} selected`);
    }
    await expect(almanac).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Shift+ArrowUp');
    await expect(selected(page)).toContainText('3 selected');
    await page.keyboard.press('Shift+End');
    await expect(selected(page)).toContainText('14 selected');
    await page.keyboard.press('Shift+Home');
    await expect(selected(page)).toContainText('2 selected');
    await page.keyboard.press('Escape');
    await expect(selected(page)).toBeHidden();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await expect(grid(page).locator('[aria-rowindex="3"]'), 'the first row, behind its head').toBeFocused();
  });
  await test.step('the head of a group stays in sight, and hides no row that has the keyboard', async () => {
    await page.setViewportSize({ width: 900, height: 600 });
    const last = grid(page).getByRole('row').last();
    await row(page, 'Almanac').focus();
    await page.keyboard.press('End');
    await expect(last).toBeFocused();
    const head = grid(page)
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'Idle 10' }) });
    await expect(head).toBeInViewport({ ratio: 1 });
    const footer = await page.getByRole('main').locator('footer').boundingBox();
    const end = await last.boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((footer?.y ?? 0) + 1);
    for (let step = 0; step < 9; step++) {
      await page.keyboard.press('ArrowUp');
      const focused = grid(page).locator('[role="row"]:focus');
      await expect(focused).toBeInViewport({ ratio: 1 });
      const [box, headBox] = [await focused.boundingBox(), await head.boundingBox()];
      expect(box?.y ?? 0).toBeGreaterThanOrEqual((headBox?.y ?? 0) + (headBox?.height ?? 0) - 1);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('columns are chosen and ordered, and stay so', async () => {
    const headers = () => grid(page).getByRole('columnheader').allTextContents();
    const usual = await headers();
    expect(usual.slice(3, 6)).toEqual(['Default', 'Lang', 'Code']);
    await page.getByRole('button', { name: 'Choose columns' }).click();
    const chooser = page.getByRole('dialog', { name: 'Columns' });
    await chooser.getByRole('checkbox', { name: 'Lang' }).uncheck();
    const down = chooser.getByRole('button', { name: 'Move Default down' });
    await down.press('Enter');
    await down.press('Enter');
    await expect(down).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await headers()).slice(3, 5)).toEqual(['Code', 'Default']);
    await page.reload();
    await expect.poll(async () => (await headers()).slice(3, 5)).toEqual(['Code', 'Default']);
    await grid(page).getByRole('columnheader', { name: 'Code' }).click({ button: 'right' });
    await chooser.getByRole('button', { name: 'Reset columns' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(headers).toEqual(usual);
  });
});

test('every list has the menu of its rows as a context menu; Ctrl+Z undoes, and ? lists all keys', {
  tag: '@long',
}, async ({ page, app }) => {
  const project = `/api/v3/projects/${SLUG}/`;
  await app.api('POST', `${project}redirects/`, { type: 'page', from_url: '/a.html', to_url: '/b.html' });
  await app.api('POST', `${project}environmentvariables/`, { name: 'TIDES', value: 'high' });
  await app.api('POST', `${project}subprojects/`, { child: 'almanac', alias: 'almanac' });
  await app.desk('settings.set', { logRequests: true });
  await app.api('GET', project);

  for (const [path, list, text] of [
    [`/projects/${SLUG}/versions`, 'Versions', '2.4'],
    ['/builds', 'Builds', 'Tidewater'],
    [`/projects/${SLUG}/builds`, 'Builds', '2.4'],
    [`/projects/${SLUG}/redirects`, 'Redirects', '/a.html'],
    [`/projects/${SLUG}/environment`, 'Environment variables', 'TIDES'],
    [`/projects/${SLUG}/subprojects`, 'Subprojects', 'almanac'],
    ['/people', 'People', 'tobi'],
    ['/requests', 'Requests', project],
  ] as const) {
    await test.step(`a row of ${path}`, async () => {
      await app.show(page, path);
      const found = grid(page, list).getByRole('row').filter({ hasText: text }).first();
      const button = found.getByRole('button', { name: /^Actions for / });
      await expectSameMenu(page, button, [() => found.press('Shift+F10')]);
      await expect(found).toBeFocused();
      await expect(grid(page, list).getByRole('button', { name: 'Choose columns' })).toBeVisible();
    });
  }

  await test.step('an overview has context menus: header, last builds and timeline', async () => {
    const menu = page.getByRole('menu');
    await app.show(page, `/projects/${SLUG}`);
    const header = page.getByRole('main').locator('header');
    await header.getByText(SLUG, { exact: true }).click({ button: 'right' });
    await expect(menu.getByRole('menuitem', { name: 'Copy slug' })).toBeVisible();
    await page.keyboard.press('Escape');
    await header.getByText('tidewater', { exact: false }).last().click({ button: 'right' });
    await expect(menu.getByRole('menuitem', { name: 'Copy URL' })).toBeVisible();
    await page.keyboard.press('Escape');
    const build = page.getByRole('region', { name: 'Last builds' }).getByRole('listitem').first();
    await build.click({ button: 'right' });
    await expect(menu.getByRole('menuitem', { name: 'Copy version' })).toBeVisible();
    await page.keyboard.press('Escape');
    for (const key of ['ContextMenu', 'Shift+F10']) {
      await build.getByRole('link').press(key);
      await expect(menu.getByRole('menuitem', { name: 'Open log' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(build.getByRole('link')).toBeFocused();
    }
    const change = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first();
    await change.click({ button: 'right' });
    await expect(menu.getByRole('menuitem', { name: 'Copy text' })).toBeVisible();
    // It is about the screen that is left.
    await page.goBack();
    await expect(menu).toHaveCount(0);
    await page.goForward();
  });
  await test.step('so have the people of a project, the data folder and the programs', async () => {
    const menu = page.getByRole('menu');
    await app.show(page, `/projects/${SLUG}/settings`);
    const people = page.getByRole('region', { name: 'People' }).getByRole('listitem');
    await people.first().getByRole('link').press('Shift+F10');
    await expect(menu.getByRole('menuitem')).toHaveText([/^Open /, 'Copy name', 'Remove']);
    await page.keyboard.press('Escape');
    await app.show(page, '/settings/data');
    await page.getByText(app.data, { exact: true }).click({ button: 'right' });
    await expect(menu.getByRole('menuitem', { name: 'Copy path' })).toBeVisible();
    await page.keyboard.press('Escape');
    await app.show(page, '/settings/builds');
    const programs = page.getByRole('list', { name: 'Programs' });
    await expect(programs).toHaveAttribute('aria-busy', 'false');
    await programs.getByRole('listitem').first().click({ button: 'right' });
    await expect(menu.getByRole('menuitem', { name: 'Copy name' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('Ctrl+Z undoes the last change, except in a field', async () => {
    await app.show(page, `/projects/${SLUG}/versions`);
    const active = page.getByRole('switch', { name: 'Active: 2.4', exact: true });
    await active.click();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await expect(active).not.toBeChecked();
    await page.keyboard.press('/');
    await page.keyboard.type('2.');
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(active).not.toBeChecked();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(page.getByText('Undone: Deactivate 2.4')).toBeVisible();
    await expect(active).toBeChecked();
  });
  await test.step('? lists the keys, and one key after the other goes to a screen', async () => {
    await page.keyboard.press('Shift+?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const text of [
      'Go to builds',
      'G then B',
      'Undo last change',
      'Ctrl Z',
      'Select while moving',
      'Shift F10',
    ])
      await expect(sheet).toContainText(text);
    await expect(sheet).not.toContainText('Ctrl 1');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await expect(page).toHaveURL(/\/builds$/);
  });
});
