import { oneOfEach } from '../../screenshots/one-of-each.ts';
import { violations } from '../axe.ts';
import { expect, test } from '../headless-app.ts';

test.use({ seed: oneOfEach('mira'), freshPage: true });

test('Help opens the page about the screen, is searched, and says once what is new after an update', async ({
  page,
  app,
}) => {
  const title = page.getByRole('heading', { level: 1 });

  await test.step('F1 opens it, also while a field has the focus, and Back returns', async () => {
    await app.show(page, '/projects/tidewater/redirects');
    await page.getByRole('main').waitFor();
    await page.keyboard.press('F1');
    await expect(title).toHaveText('Redirects');
    await expect(page.getByRole('article')).toContainText('sends readers of a page that is gone');
    await expect(page).toHaveURL(/\/help\/redirects$/);
    await page.goBack();
    await page.getByRole('textbox').first().focus();
    await page.keyboard.press('F1');
    await expect(page).toHaveURL(/\/help\/redirects$/);
  });

  await test.step('the button and the list of keys open it too, at the heading about the screen', async () => {
    await app.show(page, '/requests/faults');
    await page.getByRole('button', { name: 'Help for this screen' }).click();
    await expect(page).toHaveURL(/\/help\/requests#let-a-client-fail$/);
    await expect(page.getByRole('heading', { name: 'Let a client fail' })).toBeInViewport();
    await app.show(page, '/settings/snapshots');
    await page.getByRole('main').waitFor();
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog').getByRole('button', { name: 'Help for this screen' }).click();
    await expect(page).toHaveURL(/\/help\/demos#snapshots$/);
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('a link inside leads to another page, and a picture is shown', async () => {
    await app.show(page, '/help/day');
    const article = page.getByRole('article');
    const picture = article.getByRole('img').first();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
    await article.getByRole('link', { name: 'Builds', exact: true }).click();
    await expect(title).toHaveText('Builds');
  });

  await test.step('an address of Help without a page says so, beside the menu and with links', async () => {
    await app.show(page, '/help/no-such-page');
    await expect(title).toHaveText('No such page');
    await expect(page.getByText('The handbook has no page called no-such-page.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const content = page.getByRole('region', { name: 'Content' });
    await content.getByRole('link', { name: 'Search the handbook for “no-such-page”' }).click();
    await expect(page.getByText('No page has all of these words.')).toBeVisible();
    await page.goBack();
    await content.getByRole('link', { name: 'All pages, by what you want to do' }).click();
    await expect(title).toHaveText('About this handbook');
    await page.goBack();
    await page
      .getByRole('navigation', { name: 'Pages of the handbook' })
      .getByRole('link', { name: 'Redirects' })
      .click();
    await expect(title).toHaveText('Redirects');
  });

  await test.step('F1 in Lessons opens the page about lessons, the button the one about the screen', async () => {
    await app.show(page, '/projects');
    await page.getByRole('button', { name: 'Lessons' }).click();
    const panel = page.getByRole('complementary', { name: 'Lessons' });
    await panel.getByRole('button', { name: 'The first call' }).click();
    await panel.getByRole('button', { name: 'All lessons' }).focus();
    await page.keyboard.press('F1');
    await expect(page).toHaveURL(/\/help\/demos#lessons$/);
    await expect(page.getByRole('heading', { name: 'Lessons', level: 2 }).last()).toBeInViewport();
    await app.show(page, '/projects');
    await page.getByRole('button', { name: 'Help for this screen' }).click();
    await expect(page).toHaveURL(/\/help\/day$/);
    await panel.getByRole('button', { name: 'All lessons' }).click();
    await panel.getByRole('button', { name: 'Close lessons' }).click();
  });

  await test.step('a search finds sections, also from the palette', async () => {
    await app.show(page, '/help');
    await page.getByRole('searchbox', { name: 'Search the handbook' }).fill('apparmor sandbox');
    await expect(page.getByRole('status').filter({ hasText: 'found' })).toHaveText('1 section found');
    await page.getByRole('list', { name: 'Sections' }).getByRole('link').click();
    await expect(title).toHaveText('The first hour');
    await app.show(page, '/help?q=redirects');
    const hits = page.getByRole('list', { name: 'Sections' }).getByRole('listitem');
    await expect(hits.first().getByRole('link').locator('mark')).toHaveText('Redirects');
    await expect(
      hits
        .locator('p mark')
        .filter({ hasText: /^redirect$/i })
        .first(),
    ).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('without a network');
    await page.getByRole('option', { name: 'Builds without a network' }).click();
    await expect(page).toHaveURL(/\/help\/offline$/);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('zeppelin');
    await page.getByRole('option', { name: 'Search the handbook for “zeppelin”' }).click();
    await expect(page.getByText('No page has all of these words.')).toBeVisible();
  });

  await test.step('About shows the licences of all parts', async () => {
    await app.show(page, '/settings/about');
    await page.getByRole('button', { name: 'Show licences' }).click();
    const licences = page.getByRole('dialog', { name: 'Licences of all parts' });
    await expect(licences).toContainText('better-sqlite3');
    await expect(licences).toContainText('SIL OPEN FONT LICENSE');
    await page.keyboard.press('Escape');
    await expect(licences).toBeHidden();
  });

  await test.step('the news are shown once after an update, and again when asked for', async () => {
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.evaluate(() =>
      localStorage.setItem('lectern-news', JSON.stringify({ state: { seenVersion: '0.0.1' }, version: 1 })),
    );
    await page.reload();
    const news = page.getByRole('dialog', { name: /What’s new in Lectern/ });
    await expect(news.getByRole('listitem').first()).toBeVisible();
    await expect(news.getByRole('heading', { level: 2, name: /^Lectern \d+\.\d+\.\d+$/ })).toHaveCount(1);
    await expect(news.getByText('Unreleased')).toHaveCount(0);
    await news.getByRole('button', { name: 'Close' }).last().click();
    await page.reload();
    await expect(title).toBeVisible();
    await expect(news).toBeHidden();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('what’s new');
    await page.getByRole('option', { name: 'What’s new', exact: true }).click();
    await expect(news).toBeVisible();
  });
});
