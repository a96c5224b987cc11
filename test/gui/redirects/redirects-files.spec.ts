import { readFileSync } from 'node:fs';
import { copied, expect, test } from '../headless-app.ts';
import { projectSeed } from '../projects/project-seed.ts';
import {
  ALL,
  API,
  EXACT,
  HTML,
  HTMLDIR,
  has,
  listed,
  open,
  PAGE,
  PREFIX,
  row,
  told,
  wordsOf,
} from './redirect-tools.ts';

test.use({ startsAt: null, seed: projectSeed });

for (const format of ['JSON', 'CSV']) {
  test(`what leaves as ${format} comes back the same`, async ({ page, app }) => {
    await has(app, ...ALL, HTMLDIR);
    await open(page, app);
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: `As ${format}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`tidewater-redirects.${format.toLowerCase()}`);
    const text = readFileSync(await file.path(), 'utf8');
    await has(app, HTML, EXACT, { type: 'page', from_url: '/other.html', to_url: '/x.html' });

    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import redirects' });
    await dialog.getByText('Replace all').click();
    await dialog.getByLabel('File of redirects').setInputFiles({
      name: file.suggestedFilename(),
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    await expect(dialog.getByText('5 redirects', { exact: true })).toBeVisible();
    const line = (words: string) => dialog.getByRole('listitem').filter({ hasText: words });
    await expect(line('prefix /docs/')).toContainText('Add');
    await expect(line('sphinx_html 4')).toContainText('Moves');
    await expect(line('/other.html')).toContainText('Remove');
    await dialog.getByRole('button', { name: 'Replace redirects' }).click();
    await expect(told(page, 'Replaced the redirects')).toBeVisible();
    expect(await listed(app)).toEqual([...ALL, HTMLDIR].map(wordsOf));
    await told(page, 'Replaced').getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 4)).toHaveCount(0);
    expect(await listed(app)).toEqual([wordsOf(HTML), wordsOf(EXACT), 'page /other.html /x.html']);
  });
}

test('pasted redirects are shown line by line before they come in', async ({ page, app }) => {
  await has(app, PREFIX);
  await open(page, app);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import redirects' });
  const text = dialog.getByLabel('JSON or CSV');
  await text.fill('{"what": 1}');
  await expect(dialog.getByText('This is JSON, but no list of redirects.')).toBeVisible();
  await text.fill(
    'type,from_url,to_url\npage,/a.html,/b.html\npage,/c.html,\nprefix,/docs/,\nteleport,/x,/y',
  );
  const line = (words: string) => dialog.getByRole('listitem').filter({ hasText: words });
  await expect(line('/a.html')).toContainText('Add');
  await expect(line('/c.html')).toContainText('to_url: This field is required.');
  await expect(line('prefix /docs/')).toContainText('There already.');
  await expect(line('teleport')).toContainText('is not a valid choice.');
  await dialog.getByRole('button', { name: 'Import 1 redirect' }).click();
  await expect(told(page, 'Imported 1 redirect')).toBeVisible();
  expect(await listed(app)).toEqual(['page /a.html /b.html', wordsOf(PREFIX)]);
});

test('the lines for a terminal do what the screen does', async ({ page, app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await has(app, PAGE);
  await open(page, app);
  await row(page, 1).click();
  await expect(page).toHaveURL(/[?]redirect=\d+$/);
  const id = new URL(page.url()).searchParams.get('redirect');
  const body = `'${JSON.stringify(PAGE)}'`;
  for (const [nth, end] of [
    [0, `'${app.url}${API}'`],
    [1, `-d '{"type":"page","from_url":"/old.html","to_url":"/new.html"}' '${app.url}${API}'`],
    [2, `-d ${body} '${app.url}${API}${id}/'`],
    [3, `'${app.url}${API}${id}/'`],
  ] as const) {
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('menuitem', { name: 'Copy, token masked' }).nth(nth).click();
    await expect(page.getByRole('menuitem', { name: 'Copy, token masked' })).toHaveCount(0);
    await expect.poll(async () => (await copied(page)).slice(-end.length)).toBe(end);
    const line = await copied(page);
    expect(line.includes('-X PUT')).toBe(nth === 2);
    expect(line.includes('-X DELETE')).toBe(nth === 3);
  }
});
