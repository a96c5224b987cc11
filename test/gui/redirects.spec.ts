import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, type HeadlessApp, test } from './headless-app.ts';
import { projectSeed } from './project-seed.ts';

test.use({ seed: projectSeed });

const API = '/api/v3/projects/tidewater/redirects/';
const LONGEST = 255;

type Body = { readonly type: string; readonly from_url?: string; readonly to_url?: string };
type Rule = {
  readonly pk: number;
  readonly type: string;
  readonly from_url: string | null;
  readonly to_url: string | null;
};

const PAGE: Body = { type: 'page', from_url: '/install.html', to_url: '/guides/install.html' };
const PREFIX: Body = { type: 'prefix', from_url: '/docs/' };
const EXACT: Body = { type: 'exact', from_url: '/en/1.x/$rest', to_url: '/en/1.9/' };
const HTML: Body = { type: 'sphinx_html' };
const HTMLDIR: Body = { type: 'sphinx_htmldir' };
const ALL = [PAGE, PREFIX, EXACT, HTML];

/** The redirects as the public API lists them, one string each: the first is tried first. */
async function listed(app: HeadlessApp): Promise<readonly string[]> {
  const { json } = await app.api('GET', `${API}?limit=20000`);
  return (json as { results: Rule[] }).results.map(({ type, from_url, to_url }) =>
    [type, from_url, to_url].filter((part) => part !== null).join(' '),
  );
}

const wordsOf = ({ type, from_url, to_url }: Body) => [type, from_url, to_url].filter(Boolean).join(' ');

/** Brings these in, the first to be tried first. */
async function has(app: HeadlessApp, ...rules: readonly Body[]): Promise<void> {
  await app.desk('redirects.import', { slug: 'tidewater', drafts: rules, mode: 'replace' });
}

async function open(page: Page, app: HeadlessApp, search = ''): Promise<void> {
  await page.goto(`${app.url}/projects/tidewater/redirects${search}`);
  await page.getByRole('main').waitFor();
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
}

const row = (page: Page, number: number) =>
  page.getByRole('grid', { name: 'Redirects' }).locator(`[role="row"][aria-rowindex="${number + 1}"]`);
const panel = (page: Page) => page.getByRole('complementary', { name: /redirect/i });
const told = (page: Page, words: string | RegExp) => page.getByRole('alert').filter({ hasText: words });

async function fill(form: Locator, { type, from_url, to_url }: Body): Promise<void> {
  await form.getByRole('radio', { name: new RegExp(`^${type} `) }).check();
  const from = form.getByRole('textbox', { name: 'From' });
  const to = form.getByRole('textbox', { name: 'To' });
  // It asks only for what the type needs.
  await expect(from).toHaveCount(from_url === undefined ? 0 : 1);
  await expect(to).toHaveCount(to_url === undefined ? 0 : 1);
  if (from_url !== undefined) await from.fill(from_url);
  if (to_url !== undefined) await to.fill(to_url);
}

test('redirects of all five types are added, and stand in their order', async ({ page, app }) => {
  await open(page, app);
  await expect(page.getByRole('heading', { name: 'No redirects yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a redirect' }).click();
  const rules = [HTMLDIR, HTML, EXACT, PREFIX, PAGE];
  for (const [at, rule] of rules.entries()) {
    if (at > 0) await page.getByRole('button', { name: 'Add redirect' }).first().click();
    await expect(page).toHaveURL(/\?redirect=new$/);
    await fill(panel(page), rule);
    if (rule === PAGE) {
      await expect(panel(page).getByRole('region', { name: 'What it does' })).toContainText(
        '/en/latest/install.html→ /en/latest/guides/install.html',
      );
    }
    await panel(page).getByRole('button', { name: 'Add redirect' }).click();
    await expect(panel(page)).toHaveCount(0);
    await expect(row(page, 1)).toBeFocused();
    await expect(row(page, 1)).toContainText(rule.type);
  }
  expect(await listed(app)).toEqual(rules.toReversed().map(wordsOf));
  await expect(row(page, 2)).toContainText('the path without /docs/');
  await expect(row(page, 4)).toContainText('any path ending in /');
  await expect(page.getByRole('status').filter({ hasText: '5 redirects' })).toBeVisible();
  const loop = page.getByRole('region', { name: 'Warnings' }).getByRole('listitem');
  await expect(loop).toHaveText(/^4 and 5 undo each other: a missing page would loop between/);
});

test('the order is changed by keys, and taken back', async ({ page, app }) => {
  await has(app, ...ALL);
  await open(page, app);
  await row(page, 1).focus();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 2)).toBeFocused();
  // A walk of several steps is one move.
  await page.keyboard.down('Alt');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 4)).toContainText('/docs/');
  await expect(row(page, 4)).toBeFocused();
  await page.keyboard.up('Alt');
  await expect(told(page, 'Moved the prefix rule to the bottom')).toBeVisible();
  const moved = [PAGE, EXACT, HTML, PREFIX].map(wordsOf);
  expect(await listed(app)).toEqual(moved);
  await told(page, 'to the bottom').getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 2)).toContainText('/docs/');
  expect(await listed(app)).toEqual(ALL.map(wordsOf));

  // With the handle: take, move, leave; then take, move, put down.
  await row(page, 4).focus();
  await page.keyboard.press('Tab');
  const handle = page.getByRole('button', { name: 'Move redirect 4' });
  await expect(handle).toBeFocused();
  const status = page.locator('[id^="DndLiveRegion"]');
  await page.keyboard.press('Space');
  await expect(status).toHaveText('Took the sphinx_html rule, place 4 of 4.');
  await page.keyboard.press('ArrowUp');
  await expect(status).toHaveText('Place 3 of 4.');
  await page.keyboard.press('Escape');
  await expect(status).toHaveText('Left where it was.');
  expect(await listed(app)).toEqual(ALL.map(wordsOf));
  await page.keyboard.press('Space');
  await expect(status).toHaveText('Took the sphinx_html rule, place 4 of 4.');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(status).toHaveText('Place 2 of 4.');
  await page.keyboard.press('Space');
  await expect(told(page, 'Moved the sphinx_html rule above /docs/')).toBeVisible();
  expect(await listed(app)).toEqual([PAGE, HTML, PREFIX, EXACT].map(wordsOf));
});

test('the order is changed by dragging and from the menu', async ({ page, app }) => {
  await has(app, ...ALL);
  await open(page, app);
  const from = await page.getByRole('button', { name: 'Move redirect 3' }).boundingBox();
  if (!from) throw new Error('the handle has no place');
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 20, { steps: 4 });
  await page.mouse.move(x, y - 40, { steps: 4 });
  await page.mouse.up();
  await expect(row(page, 2)).toContainText('/en/1.x/$rest');
  await expect(told(page, 'Moved the exact rule above /docs/')).toBeVisible();
  expect(await listed(app)).toEqual([PAGE, EXACT, PREFIX, HTML].map(wordsOf));

  for (const [number, item, after] of [
    [4, 'Move to top', [HTML, PAGE, EXACT, PREFIX]],
    [2, 'Move down', [HTML, EXACT, PAGE, PREFIX]],
    [4, 'Move up', [HTML, EXACT, PREFIX, PAGE]],
    [1, 'Move to bottom', [EXACT, PREFIX, PAGE, HTML]],
  ] as const) {
    await page.getByRole('button', { name: `Acts on redirect ${number}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect.poll(() => listed(app)).toEqual(after.map(wordsOf));
  }
});

test('an order that is refused goes back to where it was, with the reason', async ({ page, app }) => {
  await has(app, ...ALL);
  await open(page, app);
  await page.route('**/desk/redirects.sort*', async (route) => {
    // Somebody adds one in the very moment.
    await app.api('POST', API, HTMLDIR);
    await route.continue();
  });
  await row(page, 4).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(told(page, 'The redirects have changed meanwhile.')).toBeVisible();
  await expect(row(page, 1)).toContainText('sphinx_htmldir');
  await expect(row(page, 5)).toContainText('sphinx_html');
  expect(await listed(app)).toEqual([HTMLDIR, ...ALL].map(wordsOf));
});

test('a redirect is edited where it stands, removed and brought back', async ({ page, app }) => {
  await has(app, ...ALL);
  await open(page, app);
  await row(page, 2).click();
  await expect(panel(page).getByRole('heading', { name: 'Redirect 2' })).toBeVisible();
  await expect(panel(page).getByRole('textbox', { name: 'From' })).toBeFocused();
  await panel(page).getByRole('textbox', { name: 'From' }).fill('/old-docs/');
  await panel(page).getByRole('button', { name: 'Save redirect' }).click();
  await expect(told(page, 'Saved the prefix rule /old-docs/')).toBeVisible();
  expect(await listed(app)).toEqual([PAGE, { ...PREFIX, from_url: '/old-docs/' }, EXACT, HTML].map(wordsOf));

  await panel(page).getByRole('button', { name: 'Remove…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove redirect' });
  await dialog.getByRole('button', { name: 'Remove redirect' }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(row(page, 4)).toHaveCount(0);
  expect(await listed(app)).toEqual([PAGE, EXACT, HTML].map(wordsOf));
  await told(page, 'Removed the prefix rule').getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 2)).toContainText('/old-docs/');
  expect(await listed(app)).toEqual([PAGE, { ...PREFIX, from_url: '/old-docs/' }, EXACT, HTML].map(wordsOf));
});

test('what is refused is said beside its field, and what was typed stays until it is saved', async ({
  page,
  app,
}) => {
  await has(app, ...ALL);
  await open(page, app, '?redirect=new');
  const form = panel(page);
  await form.getByRole('button', { name: 'Add redirect' }).click();
  await expect(form.getByText('This field is required.')).toHaveCount(2);
  await expect(form.getByRole('textbox', { name: 'From' })).toBeFocused();
  await form.getByRole('textbox', { name: 'From' }).fill(`/${'a'.repeat(LONGEST)}`);
  await expect(form.getByText('Ensure this field has no more than 255 characters.')).toBeVisible();
  await form.getByRole('textbox', { name: 'From' }).fill('install.html');
  await form.getByRole('textbox', { name: 'To' }).fill('/x.html');
  await expect(form.getByText('It does nothing: no path begins with')).toBeVisible();

  // The server's word, where its rules are stricter than what the window knows.
  await page.route('**/desk/redirects.add*', async (route) => {
    const given = route.request().postData() ?? '';
    await route.continue({ postData: given.replace('install.html', `/${'a'.repeat(LONGEST)}`) });
  });
  await form.getByRole('button', { name: 'Add redirect' }).click();
  await expect(form.getByText('Ensure this field has no more than 255 characters.')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'From' })).toHaveValue('install.html');
  await page.unroute('**/desk/redirects.add*');
  expect(await listed(app)).toEqual(ALL.map(wordsOf));

  // Escape and a reload lose nothing; another one is opened meanwhile.
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await row(page, 1).click();
  await form.getByRole('textbox', { name: 'To' }).fill('/elsewhere.html');
  await page.keyboard.press('Escape');
  await expect(row(page, 1)).toBeFocused();
  await expect(row(page, 1)).toContainText('Unsaved');
  await page.reload();
  await page.getByRole('button', { name: 'Add redirect' }).first().click();
  await expect(form.getByRole('textbox', { name: 'From' })).toHaveValue('install.html');
  await form.getByRole('button', { name: 'Discard' }).click();
  await row(page, 1).press('Enter');
  await expect(form.getByRole('textbox', { name: 'To' })).toHaveValue('/elsewhere.html');
  await form.getByRole('button', { name: 'Discard' }).click();
  await expect(form.getByRole('textbox', { name: 'To' })).toHaveValue('/guides/install.html');
  await expect(row(page, 1)).not.toContainText('Unsaved');

  // What somebody else removes while it is being changed is not lost either.
  await form.getByRole('textbox', { name: 'To' }).fill('/kept.html');
  const { json } = await app.api('GET', API);
  await app.api('DELETE', `${API}${(json as { results: Rule[] }).results[0]?.pk}/`);
  await expect(form.getByText('Somebody has removed it.')).toBeVisible();
  await form.getByRole('button', { name: 'Add redirect' }).click();
  await expect(row(page, 1)).toContainText('/kept.html');
  expect(await listed(app)).toEqual([{ ...PAGE, to_url: '/kept.html' }, PREFIX, EXACT, HTML].map(wordsOf));
});

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

test('a warning leads to what it is about', async ({ page, app }) => {
  await has(app, PAGE, { type: 'prefix', from_url: '/old/' }, { ...PAGE, from_url: '/old/a.html' });
  await open(page, app);
  const warning = page.getByRole('region', { name: 'Warnings' }).getByRole('listitem');
  await expect(warning).toContainText('3 is never reached by any URL: 2 (/old/), which stands above it');
  await row(page, 3).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByRole('region', { name: 'Warnings' })).toHaveCount(0);
  await expect(told(page, 'Moved the page rule above /old/')).toBeVisible();
});

test('10,000 redirects are moved through as easily as ten', async ({ page, app }) => {
  test.slow();
  const rules = Array.from({ length: 10_000 }, (_, at) => ({
    type: 'page',
    from_url: `/old-${at + 1}.html`,
    to_url: `/new-${at + 1}.html`,
  }));
  await has(app, ...rules);
  await open(page, app);
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
  await page.keyboard.press('Space');
  await expect(status).toContainText('place 10,000 of 10,000.');
  for (let step = 1; step <= 30; step += 1) {
    await page.keyboard.press('ArrowUp');
    await expect(status).toHaveText(`Place ${(10_000 - step).toLocaleString('en-GB')} of 10,000.`);
  }
  await page.keyboard.press('Space');
  await expect(told(page, 'Moved the page rule above /old-9970.html')).toBeVisible();
  const moved = await listed(app);
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
  await expect(row(page, 120)).toBeVisible();
  await page.mouse.move(x, grid.y + grid.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(told(page, /Moved the page rule above \/old-\d+\.html/).last()).toBeVisible();
  const dragged = (await listed(app)).findIndex((words) => words.includes('/old-1.html'));
  expect(dragged).toBeGreaterThan(50);
});

test('the lines for a terminal do what the screen does', async ({ page, app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await has(app, PAGE);
  await open(page, app);
  await row(page, 1).click();
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
    const line = await page.evaluate(() => navigator.clipboard.readText());
    expect(line.endsWith(end), line).toBe(true);
    expect(line.includes('-X PUT')).toBe(nth === 2);
    expect(line.includes('-X DELETE')).toBe(nth === 3);
  }
});
