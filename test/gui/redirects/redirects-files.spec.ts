import { readFileSync } from 'node:fs';
import { copyCurl } from '../copied-curl.ts';
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
  REDIRECTS_PATH,
  redirectText,
  row,
  toast,
} from './redirect-helpers.ts';

test.use({ startsAt: null, seed: projectSeed });

test('redirects are exported and imported, pasted line by line, and copied as lines for a terminal', {
  tag: '@long',
}, async ({ page, app, context }) => {
  for (const format of ['JSON', 'CSV']) {
    await test.step(`what is exported as ${format} is the same when imported`, async () => {
      await importRedirects(app, ...ALL, HTMLDIR);
      await openRedirects(page, app);
      await page.getByRole('button', { name: 'Export' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: `As ${format}` }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`tidewater-redirects.${format.toLowerCase()}`);
      const text = readFileSync(await file.path(), 'utf8');
      await importRedirects(app, HTML, EXACT, { type: 'page', from_url: '/other.html', to_url: '/x.html' });

      await page.getByRole('button', { name: 'Import' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import redirects' });
      await dialog.getByText('Replace all').click();
      await dialog.getByLabel('Redirects file').setInputFiles({
        name: file.suggestedFilename(),
        mimeType: 'text/plain',
        buffer: Buffer.from(text),
      });
      await expect(dialog.getByText('5 redirects', { exact: true })).toBeVisible();
      const line = (content: string) => dialog.getByRole('listitem').filter({ hasText: content });
      await expect(line('prefix /docs/')).toContainText('Add');
      await expect(line('sphinx_html 4')).toContainText('Move');
      await expect(line('/other.html')).toContainText('Remove');
      await dialog.getByRole('button', { name: 'Replace redirects' }).click();
      await expect(toast(page, 'Replaced the redirects')).toBeVisible();
      expect(await listRedirects(app)).toEqual([...ALL, HTMLDIR].map(redirectText));
      await toast(page, 'Replaced').getByRole('button', { name: 'Undo' }).click();
      await expect(row(page, 4)).toHaveCount(0);
      expect(await listRedirects(app)).toEqual([
        redirectText(HTML),
        redirectText(EXACT),
        'page /other.html /x.html',
      ]);
    });
  }
  await test.step('pasted redirects are shown line by line before they are imported', async () => {
    await importRedirects(app, PREFIX);
    await openRedirects(page, app);
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import redirects' });
    const text = dialog.getByLabel('JSON or CSV');
    await text.fill('{"what": 1}');
    await expect(dialog.getByText('This is JSON, but no list of redirects.')).toBeVisible();
    await text.fill(
      'type,from_url,to_url\npage,/a.html,/b.html\npage,/c.html,\nprefix,/docs/,\nteleport,/x,/y',
    );
    const line = (content: string) => dialog.getByRole('listitem').filter({ hasText: content });
    await expect(line('/a.html')).toContainText('Add');
    await expect(line('/c.html')).toContainText('to_url: This field is required.');
    await expect(line('prefix /docs/')).toContainText('Already there.');
    await expect(line('teleport')).toContainText('is not a valid choice.');
    await dialog.getByRole('button', { name: 'Import 1 redirect' }).click();
    await expect(toast(page, 'Imported 1 redirect')).toBeVisible();
    expect(await listRedirects(app)).toEqual(['page /a.html /b.html', redirectText(PREFIX)]);
  });
  await test.step('the lines for a terminal do what the screen does', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await importRedirects(app, PAGE);
    await openRedirects(page, app);
    await row(page, 1).click();
    await expect(page).toHaveURL(/[?]redirect=\d+$/);
    const id = new URL(page.url()).searchParams.get('redirect');
    const body = `'${JSON.stringify(PAGE)}'`;
    for (const [nth, end] of [
      [0, `'${app.url}${REDIRECTS_PATH}'`],
      [1, `-d '{"type":"page","from_url":"/old.html","to_url":"/new.html"}' '${app.url}${REDIRECTS_PATH}'`],
      [2, `-d ${body} '${app.url}${REDIRECTS_PATH}${id}/'`],
      [3, `'${app.url}${REDIRECTS_PATH}${id}/'`],
    ] as const) {
      const line = await copyCurl(page, nth, end);
      expect(line.includes('-X PUT')).toBe(nth === 2);
      expect(line.includes('-X DELETE')).toBe(nth === 3);
    }
  });
});
