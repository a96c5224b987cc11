import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, type HeadlessApp, readClipboard, test } from '../headless-app.ts';
import { overlaps, SIZES } from '../overlap.ts';
import {
  EXACT,
  HTMLDIR,
  importRedirects,
  openRedirects,
  PAGE,
  PREFIX,
  panel,
  REDIRECTS_PATH,
  type RedirectBody,
  row,
  toast,
} from './redirect-helpers.ts';

test.use({ startsAt: null, filledBy: 'redirects/populate-redirects.ts' });

const SECOND: RedirectBody = { ...PAGE, to_url: '/never.html' };
const RULES = [PREFIX, PAGE, SECOND, HTMLDIR];

const tester = (page: Page) => page.getByRole('region', { name: 'Test a URL' });
const field = (page: Page) => page.getByRole('textbox', { name: 'URL or path to test' });
const end = (page: Page) => tester(page).getByRole('status');
const inTest = (page: Page, number: number) => row(page, number).getByRole('gridcell').nth(6);
const hostOf = ({ url }: HeadlessApp) => `tidewater.localhost:${new URL(url).port}`;

test('a URL is tested while it is typed, with each rule and the final URL, and axe finds nothing', async ({
  page,
  app,
}) => {
  await test.step('a typed URL is tested immediately: the rule that applies, the rules behind it, and the final URL', async () => {
    await importRedirects(app, ...RULES);
    await openRedirects(page, app);
    await expect(page.getByRole('columnheader', { name: 'Test result' })).toHaveCount(0);
    // `/` is the filter's, as in every list; the tester has a key of its own.
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Filter redirects' })).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('u');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('/en/2.4/install.html?from=nav');
    await expect(end(page)).toHaveText('Page exists, 1 hop');
    await expect(tester(page)).toContainText('No such page in 2.4, so the redirects are tried.');
    await expect(tester(page)).toContainText(`${hostOf(app)}/en/2.4/guides/install.html?from=nav`);
    await expect(tester(page).getByRole('definition').filter({ hasText: 'Rule' })).toHaveText([
      'MatchedRule 2page/install.htmlredirects to /en/2.4/guides/install.html?from=nav',
      'ShadowedRule 3page/install.htmlwould have redirected to /en/2.4/never.html?from=nav and is never reached',
      /^ShadowedRule 4sphinx_htmldir.*would have redirected to \/en\/2\.4\/install\/\?from=nav$/,
    ]);
    const verdicts = ['No match', 'Matched', 'Shadowed', 'Shadowed'];
    for (const [at, text] of verdicts.entries()) await expect(inTest(page, at + 1)).toHaveText(text);

    // It is a link, and outlives a reload and the panel beside it.
    await expect(page).toHaveURL(/\?test=\/en\/2\.4\/install\.html%3Ffrom%3Dnav$/);
    await tester(page).getByRole('button', { name: 'Rule 3' }).click();
    await expect(page).toHaveURL(/test=.*&redirect=\d+$/);
    await page.reload();
    await expect(panel(page).getByRole('heading', { name: 'Redirect 3' })).toBeVisible();
    await expect(field(page)).toHaveValue('/en/2.4/install.html?from=nav');
    await expect(end(page)).toHaveText('Page exists, 1 hop');

    // The page is where it says.
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      tester(page).getByRole('link', { name: 'Open page' }).click(),
    ]);
    await expect(opened.getByRole('heading')).toHaveText('guides/install.html of 2.4');
    await opened.close();

    // Escape empties the field first, then closes what is open.
    await field(page).press('Escape');
    await expect(field(page)).toHaveValue('');
    await expect(end(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\?redirect=\d+$/);
    await expect(page.getByRole('columnheader', { name: 'Test result' })).toHaveCount(0);
    await field(page).press('Escape');
    await expect(panel(page)).toHaveCount(0);
  });
  await test.step('axe finds nothing, in a small window either', async () => {
    await importRedirects(app, ...RULES, { type: 'page', from_url: '/x.html', to_url: '/x.html' });
    const found: string[] = [];
    const [WIDE, SMALL] = [
      { width: 1280, height: 800 },
      { width: 900, height: 600 },
    ];
    for (const address of ['/en/latest/install.html', '/en/latest/a.html', '/docs/docs/', 'ftp://x']) {
      await openRedirects(page, app, `?test=${address}`);
      await expect(
        tester(page)
          .getByText(/hop|exists|404|Only/)
          .first(),
      ).toBeVisible();
      const all = tester(page).getByRole('button', { name: /in order$/ });
      if ((await all.count()) > 0) await all.first().click();
      for (const viewport of [WIDE, SMALL]) {
        await page.setViewportSize(viewport);
        found.push(...(await violations(page, { where: `${address} at ${viewport.width}` })));
      }
    }
    expect(found).toEqual([]);
  });
});

test('each address is tested, whatever the redirects are', { tag: '@long' }, async ({
  page,
  app,
  context,
}) => {
  await test.step('without redirects it still shows where a URL leads', async () => {
    await openRedirects(page, app, '?test=/');
    await expect(page.getByRole('heading', { name: 'No redirects yet' })).toBeVisible();
    await expect(end(page)).toHaveText('Page exists, 1 hop');
    await expect(tester(page)).toContainText('The root redirects to the default version.');
    await field(page).fill('/en/latest/x');
    await expect(tester(page)).toContainText('No redirects.');
    await expect(end(page)).toHaveText('Page not found: readers see a 404');
  });
  await test.step('every rule is listed in order, with its reason', async () => {
    await importRedirects(app, ...RULES, EXACT);
    await openRedirects(page, app, '?test=/en/latest/nothing.htm');
    await expect(end(page)).toHaveText('Page not found: readers see a 404');
    await expect(tester(page)).toContainText('5 redirects do not match.');
    await tester(page).getByRole('button', { name: 'Show all 5 in order' }).click();
    await expect(tester(page).getByRole('definition').filter({ hasText: 'Rule' })).toHaveText([
      'No matchRule 1prefix/docs//nothing.htm does not start with it',
      'No matchRule 2page/install.html/nothing.htm is another page',
      'No matchRule 3page/install.html/nothing.htm is another page',
      'No matchRule 4sphinx_htmldirany path ending in .html/nothing.htm does not end with it',
      'No matchRule 5exact/en/1.x/$rest/en/latest/nothing.htm does not start with it',
    ]);
    await tester(page).getByRole('button', { name: 'Show less' }).click();
    await expect(tester(page).getByRole('definition').filter({ hasText: 'Rule' })).toHaveCount(0);

    // A page that is there is never redirected.
    await field(page).fill('/en/latest/a.html');
    await expect(end(page)).toHaveText('Page exists');
    await expect(tester(page)).toContainText(
      'This page exists. Redirects are tried only where no page exists.',
    );
    await expect(inTest(page, 4)).toHaveText('Not tried');
    await expect(inTest(page, 1)).toHaveText('No match');
  });
  await test.step('a URL of another host is tested here, and an invalid one is refused', async () => {
    await importRedirects(app, PAGE);
    await openRedirects(page, app);
    await field(page).fill('https://docs.example.org/en/latest/install.html#part');
    await expect(end(page)).toHaveText('Page exists, 1 hop');
    const another = "is another site, not this project's.";
    await expect(tester(page)).toContainText(
      `docs.example.org ${another} The result below is for the same page on ${hostOf(app)}.`,
    );
    await field(page).fill('https://tidewater.example.io/en/latest/install.html');
    await expect(tester(page)).toContainText(
      `tidewater.example.io is not served here; this is the same page on ${hostOf(app)}.`,
    );
    await expect(tester(page)).not.toContainText(another);
    await field(page).fill(`http://${hostOf(app)}/en/latest/install.html`);
    await expect(tester(page)).not.toContainText('is not served here');
    await expect(end(page)).toHaveText('Page exists, 1 hop');
    await field(page).fill('ftp://docs.example.org/');
    await expect(tester(page)).toContainText('Only http and https addresses can be tested.');
    await expect(end(page)).toHaveCount(0);
    await expect(field(page)).toHaveValue('ftp://docs.example.org/');
  });
  await test.step('loops are found, and disappear when the list is corrected', async () => {
    await importRedirects(
      app,
      { type: 'page', from_url: '/x.html', to_url: '/y.html' },
      { ...PAGE, from_url: '/y.html', to_url: '/x.html' },
    );
    await openRedirects(page, app, '?test=/en/latest/x.html');
    await expect(end(page)).toHaveText('Redirect loop: readers see a 404');
    await expect(tester(page)).toContainText('/en/latest/x.html → /en/latest/y.html → /en/latest/x.html');
    await expect(inTest(page, 1)).toHaveText('Loop');
    // A change made elsewhere changes what is shown here.
    await app.api('POST', REDIRECTS_PATH, { type: 'page', from_url: '/y.html', to_url: '/a.html' });
    await expect(end(page)).toHaveText('Page exists, 2 hops');
    await expect(inTest(page, 2)).toHaveText('Matched');
  });
  await test.step('unsaved changes are tested as well', async () => {
    await importRedirects(app, PREFIX, PAGE);
    await openRedirects(page, app, '?test=/en/latest/install.html');
    await expect(end(page)).toHaveText('Page exists, 1 hop');
    await row(page, 2).click();
    await panel(page).getByRole('textbox', { name: 'To' }).fill('/gone.html');
    await expect(end(page)).toHaveText('Page not found: readers see a 404, 1 hop');
    await expect(tester(page)).toContainText('Includes 1 unsaved change');
    await panel(page).getByRole('textbox', { name: 'To' }).fill('');
    await expect(tester(page)).not.toContainText('unsaved');
    await expect(end(page)).toHaveText('Page exists, 1 hop');
    await panel(page).getByRole('button', { name: 'Discard' }).click();

    await page.getByRole('button', { name: 'Add redirect' }).click();
    await panel(page).getByRole('textbox', { name: 'From' }).fill('/install.html');
    await panel(page).getByRole('textbox', { name: 'To' }).fill('/a.html');
    await expect(tester(page)).toContainText('MatchedNewpage/install.htmlredirects to /en/latest/a.html');
    await expect(inTest(page, 2)).toHaveText('Shadowed');
    await panel(page).getByRole('button', { name: 'Add redirect' }).click();
    await expect(inTest(page, 1)).toHaveText('Matched');
    await expect(tester(page)).toContainText('MatchedRule 1');
  });
  await test.step('an example, the line for a terminal, and the rules of a subproject', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await importRedirects(app, PREFIX, PAGE);
    await openRedirects(page, app);
    await page.getByRole('button', { name: 'Actions for redirect 2' }).click();
    await page.getByRole('menuitem', { name: 'Test with an example' }).click();
    await expect(field(page)).toHaveValue('/en/latest/install.html');
    await expect(end(page)).toHaveText('Page exists, 1 hop');
    await tester(page).getByRole('button', { name: 'Copy test as curl' }).click();
    await expect(toast(page, 'Copied.')).toBeVisible();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const covered of [field(page), tester(page), page.getByRole('main').locator('footer')])
        await expect.poll(() => overlaps(toast(page, 'Copied.'), covered)).toBe(false);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect
      .poll(() => readClipboard(page))
      .toBe(`curl -sSIL --max-redirs 20 'http://${hostOf(app)}/en/latest/install.html'`);

    await field(page).fill('/projects/client/en/latest/old.html');
    await expect(end(page)).toHaveText('Page exists, 1 hop');
    await expect(tester(page)).toContainText('They belong to Tidewater client.');
    await expect(page.getByRole('columnheader', { name: 'Test result' })).toHaveCount(0);
    await tester(page).getByRole('link', { name: 'Tidewater client' }).click();
    await expect(page).toHaveURL(/\/projects\/tidewater-client\/redirects\?test=/);
    await expect(inTest(page, 1)).toHaveText('Matched');
  });
});
