import { readdirSync } from 'node:fs';
import { expect, readClipboard, test } from '../headless-app.ts';

const SEED = {
  users: [{ username: 'mira' }, { username: 'tobi' }],
  projects: [
    { name: 'Almanac', users: ['mira'], repository: { url: 'https://git.example/almanac.git', type: 'git' } },
  ],
};
test.use({ startsAt: null, seed: SEED });

test('settings are kept, changes are undone, backups made, the trash emptied and another browser let in', async ({
  page,
  app,
  context,
  browser,
}) => {
  await test.step('a port is validated, and applies after a restart', async () => {
    await app.show(page, '/settings');
    const port = page.getByLabel('Port', { exact: true });
    for (const wrong of ['70000', 'eighty', '80.5', '-1']) {
      await port.fill(wrong);
      await port.blur();
      await expect(page.getByText('A port is a whole number from 0 to 65535.')).toBeVisible();
      await expect(port).toHaveValue(wrong);
    }
    await port.press('Escape');
    await expect(port).toHaveValue('');
    await port.fill('9123');
    await port.blur();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Lectern will use port 9123 after a restart' }),
    ).toBeVisible();
    await page.reload();
    await expect(port).toHaveValue('9123');
    await expect(page.getByText('After a restart, Lectern will use port 9123.')).toBeVisible();
  });
  await test.step('a switch changes at once, and that can be undone', async () => {
    const toggle = page.getByRole('switch', { name: 'Log requests' });
    await expect(toggle).toBeChecked();
    await toggle.press('Space');
    await expect(toggle).not.toBeChecked();
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await expect(toggle).toBeChecked();
  });
  await test.step('the chosen colours are kept', async () => {
    await page.getByText('Dark', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });
  await test.step('programs of builds are named, found or not', async () => {
    await app.show(page, '/settings/builds');
    const programs = page.getByRole('list', { name: 'Programs' });
    await expect(programs.getByRole('listitem').filter({ hasText: 'git' }).getByLabel('Found')).toBeVisible();
    await expect(programs.getByRole('listitem')).toHaveCount(6);
  });
  await test.step('the limits of builds are chosen within a range, and an empty field restores the default', async () => {
    const field = page.getByRole('textbox', { name: 'Builds at the same time' });
    const chosen = async () =>
      ((await app.desk('settings.all')) as { settings: { buildsAtOnce: number | null } }).settings
        .buildsAtOnce;
    await expect(field).toHaveValue('');
    for (const wrong of ['0', '65', 'two', '1.5']) {
      await field.fill(wrong);
      await field.press('Enter');
      await expect(page.getByText('A whole number from 1 to 64.')).toBeVisible();
    }
    expect(await chosen()).toBeNull();
    await field.fill('3');
    await field.blur();
    await expect(page.getByText('Saved: builds at the same time')).toBeVisible();
    expect(await chosen()).toBe(3);
    await field.fill('');
    await field.press('Enter');
    await expect.poll(chosen).toBeNull();
    await page.getByRole('textbox', { name: 'Time limit' }).fill('');
    await page.getByRole('textbox', { name: 'Time limit' }).press('Enter');
    await expect(page.getByText('A whole number from 1 to 1440.')).toBeVisible();
  });
  await test.step('the space for pages and packages is chosen within limits', async () => {
    const fields = [
      ['Keep unserved pages for', '30', '3651', 'A whole number from 1 to 3650.', '7'],
      ['Space for pages', '', '9', 'A whole number from 10 to 10000000.', '500'],
      ['Space for downloaded packages', '2048', '0', 'A whole number from 10 to 1000000.', ''],
    ] as const;
    for (const [name, defaultValue, wrong, refusal, chosen] of fields) {
      const field = page.getByRole('textbox', { name });
      await expect(field).toHaveValue(defaultValue);
      await field.fill(wrong);
      await field.press('Enter');
      await expect(field).toHaveAccessibleDescription(refusal);
      await field.fill(chosen);
      await field.blur();
      await expect(page.getByText(`Saved: ${name.charAt(0).toLowerCase()}${name.slice(1)}`)).toBeVisible();
    }
    expect(await app.desk('settings.all')).toMatchObject({
      settings: { keepPagesDays: 7, keepPagesMegabytes: 500, keepCacheMegabytes: null },
    });
    await page.getByRole('textbox', { name: 'Keep unserved pages for' }).fill('');
    await page.getByRole('textbox', { name: 'Keep unserved pages for' }).press('Enter');
    await expect(page.getByText('A whole number from 1 to 3650.')).toBeVisible();
  });
  await test.step('an unknown section is not found', async () => {
    await app.show(page, '/settings/nothing');
    await expect(page.getByText('There is no page at this address.')).toBeVisible();
  });
  await test.step('activity shows each change with who made it and where, and can undo it', async () => {
    const patch = await app.api('PATCH', '/api/v3/projects/almanac/', { name: 'Tides' });
    expect(patch.status).toBe(204);
    await app.show(page, '/settings/activity');
    const rows = page.getByRole('main').getByRole('listitem');
    const row = rows.filter({ hasText: 'mira changed the name of almanac' });
    await expect(row).toContainText('through the API');
    await row.getByRole('button', { name: 'Show details' }).click();
    await expect(row.getByRole('row', { name: 'name Almanac Tides' })).toBeVisible();
    await row.getByRole('button', { name: 'Undo: Change almanac' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Undone: Change almanac' })).toBeVisible();
    const { json } = await app.api('GET', '/api/v3/projects/almanac/');
    expect(json).toMatchObject({ name: 'Almanac' });
    // The undo is the newest entry, in the first row.
    await expect(rows.nth(0)).toContainText('mira undid “Change almanac”');
    await expect(rows.nth(1)).toContainText('Undone');
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Builds', exact: true }).click();
    await expect(page).toHaveURL(/kind=builds/);
    await expect(page.getByText('No changes match these filters.')).toBeVisible();
    await app.show(page, '/settings/activity');
    await page.getByRole('combobox', { name: 'Person' }).click();
    await page.getByRole('option', { name: 'Lectern itself' }).click();
    await expect(rows.filter({ hasText: 'mira' })).toHaveCount(0);
    await app.show(page, '/settings/activity');
    await expect(rows.nth(1).getByRole('link', { name: 'almanac' }).first()).toHaveAttribute(
      'href',
      '/projects/almanac',
    );
  });
  await test.step('a backup is made and listed', async () => {
    await app.show(page, '/settings/data');
    await expect(page.getByText(app.data, { exact: true })).toBeVisible();
    await expect(page.getByText('No backups yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Backed up and verified' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Backups' }).getByText('Manual')).toBeVisible();
    await page.getByRole('list', { name: 'Backups' }).getByText('Manual').click({ button: 'right' });
    await expect(page.getByRole('menu', { name: /^Actions for / }).getByRole('menuitem')).toHaveText([
      'Restore…',
      'Copy path',
    ]);
    await page.keyboard.press('Escape');
    expect(readdirSync(`${app.data}/backups`)).toEqual([expect.stringMatching(/-manual\.sqlite$/)]);
  });
  await test.step('a removed project is in the trash and is restored whole', async () => {
    await app.show(page, '/settings/trash');
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
    await app.desk('projects.remove', ['almanac']);
    await page.getByRole('cell', { name: 'almanac', exact: true }).click({ button: 'right' });
    const menu = page.getByRole('menu', { name: 'Actions for almanac' });
    await expect(menu.getByRole('menuitem')).toHaveText(['Restore', 'Copy name']);
    await menu.getByRole('menuitem', { name: 'Restore' }).click();
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
    expect((await app.api('GET', '/api/v3/projects/almanac/')).status).toBe(200);

    await app.desk('projects.remove', ['almanac']);
    await page.getByRole('button', { name: 'Empty trash…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 item' }).click();
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
    expect((await app.api('GET', '/api/v3/projects/almanac/')).status).toBe(404);
  });
  await test.step('a link opens another browser, once', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await app.show(page, '/settings');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText(/Copied a link that works once/)).toBeVisible();
    const link = await readClipboard(page);
    for (const heading of ['Projects', undefined]) {
      const other = await browser.newContext();
      const opened = await other.newPage();
      await opened.goto(link);
      if (heading) await expect(opened.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      else await expect(opened.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
      await other.close();
    }
  });
});
