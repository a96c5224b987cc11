import type { Locator } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, test } from '../headless-app.ts';
import { projectSeed } from '../projects/project-seed.ts';
import {
  ALL,
  type ApiRedirect,
  EXACT,
  HTML,
  HTMLDIR,
  importRedirects,
  inToday,
  listRedirects,
  openRedirects,
  PAGE,
  PREFIX,
  panel,
  REDIRECTS_PATH,
  type RedirectBody,
  redirectText,
  row,
  take,
  toast,
} from './redirect-helpers.ts';

test.use({ startsAt: null, seed: projectSeed });

const LONGEST = 255;

async function fill(form: Locator, { type, from_url, to_url }: RedirectBody): Promise<void> {
  await form.getByRole('radio', { name: new RegExp(`^${type} `) }).check();
  const from = form.getByRole('textbox', { name: 'From' });
  const to = form.getByRole('textbox', { name: 'To' });
  // It asks only for what the type needs.
  await expect(from).toHaveCount(from_url === undefined ? 0 : 1);
  await expect(to).toHaveCount(to_url === undefined ? 0 : 1);
  if (from_url !== undefined) await from.fill(from_url);
  if (to_url !== undefined) await to.fill(to_url);
}

test('redirects of all five types are added, warn of each other, and are sorted by keys, dragging and menu', async ({
  page,
  app,
}) => {
  await test.step('redirects of all five types are added, and are listed in their order', async () => {
    await openRedirects(page, app);
    await expect(page.getByRole('heading', { name: 'No redirects yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Add a redirect' }).click();
    const rules = [HTMLDIR, HTML, EXACT, PREFIX, PAGE];
    for (const [at, rule] of rules.entries()) {
      if (at > 0) await page.getByRole('button', { name: 'Add redirect' }).first().click();
      await expect(page).toHaveURL(/\?redirect=new$/);
      await fill(panel(page), inToday(rule));
      if (rule === PAGE) {
        await expect(panel(page).getByRole('region', { name: 'What it does' })).toContainText(
          '/en/latest/install.html→ /en/latest/guides/install.html',
        );
      }
      await panel(page).getByRole('button', { name: 'Add redirect' }).click();
      await expect(panel(page)).toHaveCount(0);
      await expect(row(page, 1)).toBeFocused();
      await expect(row(page, 1)).toContainText(inToday(rule).type);
    }
    expect(await listRedirects(app)).toEqual(rules.toReversed().map(redirectText));
    await expect(row(page, 2)).toContainText('/docs/*');
    await expect(row(page, 2)).toContainText('/:splat');
    await expect(row(page, 4)).toContainText('any path ending in /');
    await expect(page.getByRole('status').filter({ hasText: '5 redirects' })).toBeVisible();
    const loop = page.getByRole('region', { name: 'Warnings' }).getByRole('listitem');
    await expect(loop).toHaveText(/^4 and 5 lead back to each other: a missing page would loop between/);
  });
  await test.step('a warning links to the redirect that it is about', async () => {
    await importRedirects(
      app,
      PAGE,
      { type: 'prefix', from_url: '/old/' },
      { ...PAGE, from_url: '/old/a.html' },
    );
    await openRedirects(page, app);
    const warning = page.getByRole('region', { name: 'Warnings' }).getByRole('listitem');
    await expect(warning).toContainText('3 is never reached by any URL: 2 (/old/), above it');
    await row(page, 3).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page.getByRole('region', { name: 'Warnings' })).toHaveCount(0);
    await expect(toast(page, 'Moved the page rule above /old/')).toBeVisible();
  });
  await test.step('the order is changed by keys, and undone', async () => {
    await importRedirects(app, ...ALL);
    await openRedirects(page, app);
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
    await expect(toast(page, 'Moved the prefix rule to the bottom')).toBeVisible();
    const moved = [PAGE, EXACT, HTML, PREFIX].map(redirectText);
    expect(await listRedirects(app)).toEqual(moved);
    await toast(page, 'to the bottom').getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 2)).toContainText('/docs/');
    expect(await listRedirects(app)).toEqual(ALL.map(redirectText));

    // With the handle: take, move, leave; then take, move, put down.
    await row(page, 4).focus();
    await page.keyboard.press('Tab');
    const handle = page.getByRole('button', { name: 'Move redirect 4' });
    await expect(handle).toBeFocused();
    const status = page.locator('[id^="DndLiveRegion"]');
    await take(page, 'Picked up the sphinx_html rule, position 4 of 4.');
    await page.keyboard.press('ArrowUp');
    await expect(status).toHaveText('Position 3 of 4.');
    await page.keyboard.press('Escape');
    await expect(status).toHaveText('Move cancelled.');
    expect(await listRedirects(app)).toEqual(ALL.map(redirectText));
    await take(page, 'Picked up the sphinx_html rule, position 4 of 4.');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(status).toHaveText('Position 2 of 4.');
    await page.keyboard.press('Space');
    await expect(toast(page, 'Moved the sphinx_html rule above /docs/')).toBeVisible();
    expect(await listRedirects(app)).toEqual([PAGE, HTML, PREFIX, EXACT].map(redirectText));
  });
  await test.step('the order is changed by dragging and from the menu', async () => {
    await importRedirects(app, ...ALL);
    await openRedirects(page, app);
    const from = await page.getByRole('button', { name: 'Move redirect 3' }).boundingBox();
    if (!from) throw new Error('the handle has no place');
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 20, { steps: 4 });
    await page.mouse.move(x, y - 40, { steps: 4 });
    // Where it is let go is where it was seen last.
    await expect(page.locator('[id^="DndLiveRegion"]')).toHaveText('Position 2 of 4.');
    await page.mouse.up();
    await expect(row(page, 2)).toContainText('/en/1.x/$rest');
    await expect(toast(page, 'Moved the exact rule above /docs/')).toBeVisible();
    expect(await listRedirects(app)).toEqual([PAGE, EXACT, PREFIX, HTML].map(redirectText));

    for (const [number, item, after] of [
      [4, 'Move to top', [HTML, PAGE, EXACT, PREFIX]],
      [2, 'Move down', [HTML, EXACT, PAGE, PREFIX]],
      [4, 'Move up', [HTML, EXACT, PREFIX, PAGE]],
      [1, 'Move to bottom', [EXACT, PREFIX, PAGE, HTML]],
    ] as const) {
      await page.getByRole('button', { name: `Actions for redirect ${number}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await expect(page.getByRole('menu')).toHaveCount(0);
      await expect.poll(() => listRedirects(app)).toEqual(after.map(redirectText));
    }
  });
  await test.step('moves in quick succession are all made', async () => {
    await importRedirects(app, ...ALL);
    await openRedirects(page, app);
    await row(page, 2).focus();
    const [up, down] = ['Alt+ArrowUp', 'Alt+ArrowDown'];
    for (const key of [down, up, up, down, down, down]) await page.keyboard.press(key);
    await expect(row(page, 4)).toContainText('/docs/');
    await expect(row(page, 4)).toBeFocused();
    const moved = [PAGE, EXACT, HTML, PREFIX].map(redirectText);
    await expect.poll(() => listRedirects(app)).toEqual(moved);
    await expect(toast(page, 'Moved the prefix rule to the bottom')).toBeVisible();
    await expect(row(page, 4)).toContainText('/docs/');
  });
  await test.step('an order that is refused goes back to where it was, with the reason', async () => {
    await importRedirects(app, ...ALL);
    await openRedirects(page, app);
    await page.route('**/desk/redirects.sort*', async (route) => {
      // Somebody adds one in the very moment.
      await app.api('POST', REDIRECTS_PATH, HTMLDIR);
      await route.continue();
    });
    await row(page, 4).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(toast(page, 'The redirects have changed meanwhile.')).toBeVisible();
    await expect(row(page, 1)).toContainText('sphinx_htmldir');
    await expect(row(page, 5)).toContainText('sphinx_html');
    expect(await listRedirects(app)).toEqual([HTMLDIR, ...ALL].map(redirectText));
  });
});

test('a redirect is edited, removed, restored, refused and kept while unsaved, and axe finds nothing', async ({
  page,
  app,
}) => {
  await test.step('axe finds nothing', async () => {
    await importRedirects(app);
    await openRedirects(page, app);
    expect(await violations(page)).toEqual([]);
    await importRedirects(app, ...ALL, HTMLDIR);
    await openRedirects(page, app, '?redirect=new');
    await panel(page).getByRole('button', { name: 'Add redirect' }).click();
    await expect(panel(page).getByText('This field is required.')).toHaveCount(2);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await row(page, 2).click();
    await expect(panel(page).getByRole('textbox', { name: 'From' })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByLabel('JSON or CSV').fill('type,from_url\nprefix,/old/\nteleport,/x');
    await expect(page.getByText('is not a valid choice.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
  await test.step('a redirect is edited in place, removed and restored', async () => {
    await importRedirects(app, ...ALL);
    await openRedirects(page, app);
    await row(page, 2).click();
    await expect(panel(page).getByRole('heading', { name: 'Redirect 2' })).toBeVisible();
    await expect(panel(page).getByRole('textbox', { name: 'From' })).toBeFocused();
    await panel(page).getByRole('textbox', { name: 'From' }).fill('/old-docs/*');
    await panel(page).getByRole('button', { name: 'Save redirect' }).click();
    await expect(toast(page, 'Saved the page rule /old-docs/*')).toBeVisible();
    expect(await listRedirects(app)).toEqual(
      [PAGE, { ...PREFIX, from_url: '/old-docs/' }, EXACT, HTML].map(redirectText),
    );

    await panel(page).getByRole('button', { name: 'Remove…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove redirect' });
    await dialog.getByRole('button', { name: 'Remove redirect' }).click();
    await expect(panel(page)).toHaveCount(0);
    await expect(row(page, 4)).toHaveCount(0);
    expect(await listRedirects(app)).toEqual([PAGE, EXACT, HTML].map(redirectText));
    await toast(page, 'Removed the page rule').getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 2)).toContainText('/old-docs/');
    expect(await listRedirects(app)).toEqual(
      [PAGE, { ...PREFIX, from_url: '/old-docs/' }, EXACT, HTML].map(redirectText),
    );
  });
  await test.step('a refusal is shown beside its field, and typed values stay until they are saved', async () => {
    await importRedirects(app, ...ALL);
    await openRedirects(page, app, '?redirect=new');
    const form = panel(page);
    await form.getByRole('button', { name: 'Add redirect' }).click();
    await expect(form.getByText('This field is required.')).toHaveCount(2);
    await expect(form.getByRole('textbox', { name: 'From' })).toBeFocused();
    await form.getByRole('textbox', { name: 'From' }).fill(`/${'a'.repeat(LONGEST)}`);
    await expect(form.getByText('Ensure this field has no more than 255 characters.')).toBeVisible();
    await form.getByRole('textbox', { name: 'From' }).fill('install.html');
    await form.getByRole('textbox', { name: 'To' }).fill('javascript:alert(1)');
    await expect(form.getByText('Only http:// and https:// URLs can be given.')).toBeVisible();
    await form.getByRole('button', { name: 'Add redirect' }).click();
    await expect(form.getByRole('textbox', { name: 'To' })).toBeFocused();
    await form.getByRole('textbox', { name: 'To' }).fill('/x.html');
    // The slash at the beginning is added, as today's service does.
    await expect(form.getByRole('region', { name: 'What it does' })).toContainText(
      '/en/latest/install.html→',
    );

    // The server's word, where its rules are stricter than what the window knows.
    await page.route('**/desk/redirects.add*', async (route) => {
      const body = route.request().postData() ?? '';
      await route.continue({ postData: body.replace('install.html', `/${'a'.repeat(LONGEST)}`) });
    });
    await form.getByRole('button', { name: 'Add redirect' }).click();
    await expect(form.getByText('Ensure this field has no more than 255 characters.')).toBeVisible();
    await expect(form.getByRole('textbox', { name: 'From' })).toHaveValue('install.html');
    await page.unroute('**/desk/redirects.add*');
    expect(await listRedirects(app)).toEqual(ALL.map(redirectText));

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

    // A draft of a redirect that is removed elsewhere is kept too.
    await form.getByRole('textbox', { name: 'To' }).fill('/kept.html');
    const { json } = await app.api('GET', REDIRECTS_PATH);
    await app.api('DELETE', `${REDIRECTS_PATH}${(json as { results: ApiRedirect[] }).results[0]?.pk}/`);
    await expect(form.getByText('This redirect was removed elsewhere.')).toBeVisible();
    await form.getByRole('button', { name: 'Add redirect' }).click();
    await expect(row(page, 1)).toContainText('/kept.html');
    expect(await listRedirects(app)).toEqual(
      [{ ...PAGE, to_url: '/kept.html' }, PREFIX, EXACT, HTML].map(redirectText),
    );
  });
});

test('the form speaks the words of today, says those of 2020, and has force, status and a switch', async ({
  page,
  app,
}) => {
  const form = panel(page);
  const effect = form.getByRole('region', { name: 'What it does' });
  await test.step('a wildcard has its name of 2020, or the reason why it has none', async () => {
    await importRedirects(app, PREFIX);
    await openRedirects(page, app, '?redirect=new');
    await expect(form.getByRole('radio')).toHaveCount(4);
    await expect(form.getByRole('radio', { name: /^clean_url_to_html 2020: sphinx_html / })).toBeVisible();
    await form.getByRole('textbox', { name: 'From' }).fill('/old/*');
    await form.getByRole('textbox', { name: 'To' }).fill('/:splat');
    await expect(effect).toContainText('2020: prefix /old/.');
    await form.getByRole('textbox', { name: 'To' }).fill('/new/:splat');
    await expect(effect).toContainText('/en/latest/old/faq.html→ /en/latest/new/faq.html');
    await expect(effect).toContainText(
      '2020: not listed, a page redirect with * has a form in 2020 only to /:splat',
    );
    await form.getByRole('textbox', { name: 'From' }).fill('/old/*/more');
    await expect(form.getByText('The * wildcard must be at the end of the path.')).toBeVisible();
    await form.getByRole('textbox', { name: 'From' }).fill('/old/*');
    await form.getByRole('checkbox', { name: 'Force' }).check();
    await form.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: '301, permanent' }).click();
    await form.getByRole('textbox', { name: 'Description' }).fill('the manual moved');
    await form.getByRole('button', { name: 'Add redirect' }).click();
    await expect(row(page, 1)).toContainText('/new/:splat');
    await expect(row(page, 1)).toContainText('Force');
    await expect(row(page, 1)).toContainText('301');
    // 2020 knows it not, and lists the other one alone.
    expect(await listRedirects(app)).toEqual([redirectText(PREFIX)]);
  });
  await test.step('a redirect of 2020 is shown in today’s words, and keeps its own', async () => {
    await row(page, 2).click();
    await expect(form.getByRole('radio', { name: /^page / })).toBeChecked();
    await expect(form.getByRole('textbox', { name: 'From' })).toHaveValue('/docs/*');
    await expect(form.getByRole('textbox', { name: 'To' })).toHaveValue('/:splat');
    await form.getByRole('checkbox', { name: 'Enabled' }).uncheck();
    await form.getByRole('button', { name: 'Save redirect' }).click();
    await expect(row(page, 2)).toContainText('Off');
    await expect(row(page, 2)).toContainText('prefix');
    expect(await listRedirects(app)).toEqual([]);
    await form.getByRole('checkbox', { name: 'Enabled' }).check();
    await form.getByRole('button', { name: 'Save redirect' }).click();
    await expect(row(page, 2)).not.toContainText('Off');
    expect(await listRedirects(app)).toEqual([redirectText(PREFIX)]);
  });
  expect(await violations(page)).toEqual([]);
});
