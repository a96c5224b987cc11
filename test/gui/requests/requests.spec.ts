import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, type HeadlessApp, readClipboard, test } from '../headless-app.ts';
import { projectSeed } from '../projects/project-seed.ts';

test.use({ startsAt: null, seed: projectSeed });

const REDIRECTS = '/api/v3/projects/tidewater/redirects/';
const REDIRECT = { type: 'page', from_url: '/old.html', to_url: '/new.html' };

const list = (page: Page) => page.getByRole('grid', { name: 'Requests' });
const rows = (page: Page) =>
  list(page)
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') });
const panel = (page: Page) => page.getByRole('complementary', { name: /^Request \d+$/ });
const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filter requests' });
const footer = (page: Page) => page.getByRole('main').locator('footer');

async function read(app: HeadlessApp, path: string, client: string): Promise<void> {
  const headers = { authorization: `Token ${app.token}`, 'user-agent': client };
  await (await fetch(app.url + path, { headers })).text();
}

test('a client is watched from its first request to its change, which is undone and sent again', async ({
  page,
  app,
}) => {
  await app.open(page, '/requests');
  await app.desk('requests.clear');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // Rows appear as they are answered, newest first.
  await read(app, '/api/v3/projects/', 'python-requests/2.32');
  await expect(rows(page)).toHaveCount(1);
  await read(app, '/api/v3/project/tidewater/', 'curl/8.9');
  expect((await app.api('POST', REDIRECTS, {})).status).toBe(400);
  expect((await app.api('POST', REDIRECTS, REDIRECT)).status).toBe(201);
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).first()).toContainText('201');
  await expect(rows(page).first().getByLabel('Changed something')).toBeVisible();
  await expect(rows(page).nth(1)).toContainText('validation');

  // The filter narrows as one types, and stays in the address.
  await filter(page).fill('status:4xx');
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/filter=status%3A4xx/);
  await filter(page).fill('status:4xx client:curl');
  await expect(rows(page)).toHaveCount(1);
  await filter(page).fill('status:teapot');
  await expect(
    page.getByText('After “status:” write a status such as 404, 4xx or >399, or none.'),
  ).toBeVisible();
  await filter(page).fill('client:nobody');
  await expect(page.getByRole('heading', { name: 'No matching requests' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(rows(page)).toHaveCount(4);

  // The words of the filter are listed; one is added by a click.
  await page.getByRole('button', { name: 'What a filter understands' }).click();
  await expect(page.getByText('to:hosting')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: /^to:hosting/ }).click();
  await expect(filter(page)).toHaveValue('to:hosting');
  await expect(page.getByRole('heading', { name: 'No matching requests' })).toBeVisible();
  await filter(page).fill('to:api');
  await expect(rows(page)).toHaveCount(4);
  await filter(page).fill('');

  // A path that no route has: the nearest one is named.
  await rows(page).nth(2).click();
  await expect(panel(page)).toContainText('The nearest path is /api/v3/projects/tidewater/');
  await expect(page).toHaveURL(/request=\d+/);
  expect(await violations(page)).toEqual([]);

  // Escape closes the panel, and the list has the keyboard again.
  await panel(page).getByRole('button', { name: 'Send again' }).focus();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(rows(page).nth(2)).toBeFocused();

  // The change is named and undone.
  await rows(page).first().click();
  await expect(panel(page)).toContainText('/old.html');
  await expect(panel(page).getByRole('region', { name: 'Request', exact: true })).toContainText(
    '"from_url": "/old.html"',
  );
  await panel(page)
    .getByText(/^Headers/)
    .first()
    .click();
  await expect(panel(page)).toContainText(`Token [masked]…${app.token.slice(-4)}`);
  await expect(panel(page)).not.toContainText(app.token);
  await panel(page).getByRole('button', { name: 'Undo' }).click();
  await expect(panel(page)).toContainText('Undone');

  // A copied command holds no token, unless one asks for it, which is said.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const [item, said, isHeld] of [
    ['Copy as curl', 'Copied as curl with the token masked.', false],
    ['Copy as curl with your token', 'Copied with your token. Treat it as a secret.', true],
  ] as const) {
    await rows(page).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible();
    const command = await readClipboard(page);
    expect(command).toContain('curl -X POST');
    expect(command.includes(app.token)).toBe(isHeld);
  }

  // It is sent again, edited, as the same user; what that changes is said first.
  await panel(page).getByRole('button', { name: 'Send again' }).click();
  const dialog = page.getByRole('dialog', { name: /^Send request \d+ again$/ });
  await expect(dialog.getByRole('status')).toContainText('this changes the data again');
  expect(await violations(page)).toEqual([]);
  await dialog
    .getByRole('textbox', { name: 'Body' })
    .fill(JSON.stringify({ ...REDIRECT, from_url: '/older.html' }));
  await dialog.getByRole('button', { name: 'Send as mira' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Sent again: status 201')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(panel(page)).toContainText('/older.html');
  await expect(rows(page)).toHaveCount(5);
  expect(await app.api('GET', REDIRECTS)).toMatchObject({ json: { results: [{ from_url: '/older.html' }] } });

  // By client, and back to one of them.
  await page.getByRole('button', { name: 'More for requests' }).click();
  await page.getByRole('menuitem', { name: 'Group by client' }).click();
  await expect(page.getByRole('list', { name: 'Clients' }).getByRole('button').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page
    .getByRole('list', { name: 'Clients' })
    .getByRole('button', { name: /python-requests/ })
    .click();
  await expect(filter(page)).toHaveValue('client:"python-requests/2.32"');
  await expect(rows(page)).toHaveCount(1);

  // An archive for other tools, without secrets.
  await filter(page).fill('');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More for requests' }).click();
  await page.getByRole('menuitem', { name: 'Export as HAR' }).click();
  const har = readFileSync(await (await download).path(), 'utf8');
  expect(JSON.parse(har)).toMatchObject({ log: { version: '1.2' } });
  expect(har).not.toContain(app.token);

  // Off: nothing comes.
  await page.getByRole('switch', { name: 'Log requests' }).click();
  await expect(footer(page)).toContainText('Not logging');
  await read(app, '/api/v3/unseen/', 'curl/8.9');
  await page.getByRole('switch', { name: 'Log requests' }).click();
  await expect(footer(page)).toContainText('Live');
  await read(app, '/api/v3/seen/', 'curl/8.9');
  await expect(rows(page).first()).toContainText('/api/v3/seen/');
  await expect(page.getByText('/api/v3/unseen/')).toHaveCount(0);

  // What comes while another screen is shown is there when this one is again.
  const tabs = page.getByRole('navigation', { name: 'Requests and faults' });
  for (const path of ['/api/v3/first/', '/api/v3/second/']) {
    await tabs.getByRole('link', { name: 'Faults' }).click();
    await page.getByRole('button', { name: 'Add fault…' }).waitFor();
    await read(app, path, 'curl/8.9');
    // The window has heard of the request, which is written now, once it shows what came after it.
    await app.desk('requests.page', { filter: '', offset: 0, limit: 1 });
    const rule = { name: `After ${path}`, match: { path: '/never/**' }, answer: { status: 503 } };
    await app.desk('faults.add', { rule });
    await expect(page.getByText(rule.name, { exact: true })).toBeVisible();
    await tabs.getByRole('link', { name: 'Log' }).click();
    await expect(rows(page).first()).toContainText(path);
  }
});

test.describe('50,000 requests', () => {
  test.use({ filledBy: 'requests/populate-requests.ts' });

  test('are scrolled without a jump while more come, and found by keyboard', { tag: '@long' }, async ({
    page,
    app,
  }) => {
    await app.open(page, '/projects');
    await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expect(page).toHaveURL(/\/requests$/);
    await expect(footer(page)).toContainText('50,000 requests');
    await expect(footer(page)).toContainText('1,204 requests not logged');

    await list(page).evaluate((grid) => grid.scrollTo({ top: 36 * 1_000 }));
    await expect(footer(page)).toContainText('Paused while scrolled');
    const first = rows(page).nth(15);
    await expect(first).toContainText(/\d\d:\d\d:\d\d/);
    const before = await first.innerText();
    await read(app, '/api/v3/while-scrolled/', 'curl/8.9');
    const newer = page.getByRole('button', { name: /new request/ });
    await expect(newer).toBeVisible();
    expect(await first.innerText()).toBe(before);
    await newer.click();
    await expect(footer(page)).toContainText('Live');
    await expect(page.getByText('/api/v3/while-scrolled/')).toBeVisible();

    await page.keyboard.press('/');
    await page.keyboard.type('status:4xx method:post path:/projects/');
    await expect(footer(page)).toContainText(/^[\d,]+ of 50,00\d requests/);
    await expect(rows(page).first()).toContainText('POST');
    expect(await violations(page)).toEqual([]);
  });
});
