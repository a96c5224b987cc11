import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, type HeadlessApp, test } from '../headless-app.ts';
import { projectSeed } from '../projects/project-seed.ts';

test.use({ startsAt: null, seed: projectSeed });

test('builds are listed, filtered, opened by keyboard and retried, and rebuilt from the palette', async ({
  page,
  app,
}) => {
  await test.step('all builds are listed newest first and counted by outcome', async () => {
    await app.show(page, '/builds');
    const list = page.getByRole('grid', { name: 'Builds' });
    await expect(list.getByRole('row')).toHaveCount(8);
    await expect(list.getByRole('row').nth(1)).toContainText('Tidewater client');
    for (const label of ['All7', 'Running0', 'Queued1', 'Passed3', 'Failed2', 'Cancelled1']) {
      await expect(page.getByText(label, { exact: true })).toBeVisible();
    }
    await page.getByText('Failed2', { exact: true }).click();
    await expect(page).toHaveURL(/\?state=failed$/);
    await expect(list.getByRole('row')).toHaveCount(3);
    await expect(page.getByText('2 of 7 builds')).toBeVisible();
    await page.reload();
    await expect(list.getByRole('row')).toHaveCount(3);
  });
  await test.step('the list is filtered by project, version and commit, which the address keeps', async () => {
    await app.show(page, '/builds');
    const list = page.getByRole('grid', { name: 'Builds' });
    await page.getByRole('combobox', { name: 'Project' }).fill('tidewater');
    await page.getByRole('option', { name: 'Tidewater (tidewater)', exact: true }).click();
    await expect(list.getByRole('row')).toHaveCount(7);
    await page.getByRole('combobox', { name: 'Version' }).click();
    await page.getByRole('option', { name: '2.4' }).click();
    await expect(list.getByRole('row')).toHaveCount(2);
    await expect(page).toHaveURL(/project=tidewater&version=2\.4/);
    await app.show(page, '/builds');
    await page.getByRole('searchbox', { name: 'Filter by commit' }).fill('c07d5a9');
    await expect(list.getByRole('row')).toHaveCount(2);
    await expect(list.getByRole('row').nth(1)).toContainText('Read tide tables of the new stations');
    await page.getByRole('searchbox', { name: 'Filter by commit' }).fill('eeee');
    await expect(page.getByRole('heading', { name: 'No matching builds' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(list.getByRole('row')).toHaveCount(8);
  });
  await test.step('the keyboard opens a build and returns to the list', async () => {
    const list = page.getByRole('grid', { name: 'Builds' });
    await list.getByRole('row').nth(1).focus();
    await page.keyboard.press('ArrowDown');
    await expect(list.getByRole('row').nth(2)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/projects\/tidewater\/builds\/\d+$/);
    await page.goBack();
    await expect(list.getByRole('row')).toHaveCount(8);
  });
  await test.step('a finished build is retried from its row, and a waiting one cancelled', async () => {
    await app.show(page, '/projects/tidewater-client/builds');
    const list = page.getByRole('grid', { name: 'Builds' });
    await list.getByRole('row').nth(1).focus();
    await page.getByRole('button', { name: /^Actions for build / }).click();
    await page.getByRole('menuitem', { name: 'Retry' }).click();
    await expect(page.getByText(/^Queued build \d+$/)).toBeVisible();
    await expect(list.getByRole('row')).toHaveCount(3);
    await page
      .getByRole('button', { name: /^Actions for build / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Cancel build' }).click();
    await expect(list.getByRole('row').nth(1)).toContainText('Cancelled');
  });
  await test.step('what ran when says that nothing did, then what waits, as a chart and as a table', async () => {
    await app.show(page, '/builds');
    const ran = page.getByRole('region', { name: 'What ran when' });
    await expect(ran.getByText('Nothing ran here in the last 6 hours.')).toBeVisible();
    await app.desk('builds.trigger', { project: 'tidewater-client', version: 'latest' });
    const queued = ran.getByRole('row').nth(1);
    await expect(queued).toHaveText(/^\d+Tidewater clientlatestQueued/);
    await expect(ran.getByText('1 build queued.').first()).toBeVisible();
    await ran.getByRole('button', { name: 'Show as table: what ran when' }).click();
    await expect(queued.getByRole('link')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await ran.getByText('Hide').click();
    await expect(page).toHaveURL(/ran=hidden/);
    await expect(ran.getByRole('row')).toHaveCount(0);
    await ran.getByText('24 h').click();
    await expect(page).toHaveURL(/ran=day/);
    await app.desk('builds.cancelWaiting', { project: 'tidewater-client' });
    await expect(ran.getByText('Nothing ran here in the last 24 hours.')).toBeVisible();
  });
  await test.step('all active versions are rebuilt from the palette', async () => {
    await app.show(page, '/projects/tidewater');
    await page.getByRole('heading', { level: 1, name: 'Tidewater' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>rebuild');
    await page.getByRole('option', { name: 'Rebuild all active versions of Tidewater' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rebuild tidewater' });
    await dialog.getByRole('button', { name: 'Rebuild 1' }).click();
    await expect(page.getByText('Queued 1 build of tidewater')).toBeVisible();
    await expect(dialog).toBeHidden();
  });
});

test('a build is triggered from the list of a project and from that of all', async ({ page, app }) => {
  await test.step('the builds of a project are listed, and one of any version is triggered', async () => {
    await app.show(page, '/projects/tidewater/builds');
    const list = page.getByRole('grid', { name: 'Builds' });
    await expect(list.getByRole('row')).toHaveCount(7);
    await page.getByRole('button', { name: 'Build…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Build a version' });
    await dialog.getByRole('combobox', { name: 'Version' }).fill('2.4');
    await page.getByRole('option', { name: '2.4 (inactive)' }).click();
    await dialog.getByRole('button', { name: 'Build 2.4' }).click();
    await expect(list.getByRole('row')).toHaveCount(8);
    await expect(list.getByRole('row').nth(1)).toContainText('2.4');
    const { json } = await app.api('GET', '/api/v3/projects/tidewater/versions/2.4/builds/?running=true');
    expect(json).toMatchObject({ count: 1 });
  });
  await test.step('a build of any project is triggered from the list of all builds', async () => {
    await app.show(page, '/builds');
    await page.getByRole('button', { name: 'Build…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Build a version' });
    await dialog.getByRole('combobox', { name: 'Project' }).fill('client');
    await page.getByRole('option', { name: /tidewater-client/ }).click();
    await dialog.getByRole('button', { name: 'Build latest' }).click();
    await expect(page.getByText(/^Queued build \d+ of latest$/)).toBeVisible();
    const { json } = await app.api('GET', '/api/v3/projects/tidewater-client/builds/?running=true');
    expect(json).toMatchObject({ count: 1 });
  });
});

const queue = (page: Page) => page.getByRole('region', { name: 'Queue' });
const inQueue = (page: Page) => queue(page).getByRole('listitem');

async function trigger(app: HeadlessApp, project: string, version: string): Promise<number> {
  const made = (await app.desk('builds.trigger', { project, version })) as { answer: { id: number } };
  return made.answer.id;
}

async function errorOf(app: HeadlessApp, id: number): Promise<string> {
  return ((await app.desk('build.get', { id })) as { error: string }).error;
}

test('the queue lists waiting builds in order, and they are cancelled one by one or all at once', {
  tag: '@long',
}, async ({ page, app }) => {
  await test.step('the queue lists waiting builds in order, with the reason', async () => {
    await app.show(page, '/builds');
    await expect(queue(page)).toContainText('Builds wait because Lectern was started with --no-builds.');
    await expect(inQueue(page)).toHaveCount(1);
    await expect(inQueue(page), 'a recorded build').toContainText('loaded from a file, not running');
    const older = await trigger(app, 'tidewater', 'latest');
    const other = await trigger(app, 'tidewater-client', 'latest');
    const newer = await trigger(app, 'tidewater', 'latest');
    await expect(inQueue(page)).toHaveCount(4);
    await expect(inQueue(page).first()).toContainText(`${older}`);
    await expect(inQueue(page).first()).toContainText(`superseded by build ${newer}`);
    await expect(inQueue(page).nth(1)).toContainText(`${other}`);
    await expect(inQueue(page).nth(2)).not.toContainText('superseded');
    await expect(page.getByRole('link', { name: /^Builds/ })).toContainText('4 queued');

    await app.show(page, '/projects/tidewater-client/builds');
    await expect(inQueue(page), 'of one project, its own').toHaveCount(1);
    for (const id of [older, newer]) await app.desk('build.cancel', { project: 'tidewater', id });
    await app.desk('build.cancel', { project: 'tidewater-client', id: other });
  });
  await test.step('one build is cancelled from the queue by keyboard, and all waiting ones at once', async () => {
    const one = await trigger(app, 'tidewater', 'latest');
    const ids = [await trigger(app, 'tidewater', '2.4'), await trigger(app, 'tidewater-client', 'latest')];
    await app.show(page, '/builds');
    await inQueue(page)
      .getByRole('button', { name: `Cancel build ${one}` })
      .focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Cancelled build ${one}`)).toBeVisible();
    expect(await errorOf(app, one)).toBe('Cancelled by mira.');
    const list = page.getByRole('grid', { name: 'Builds' });
    await expect(list.getByRole('row').filter({ hasText: 'by mira.' }).first()).toContainText(`${one}`);

    await page.getByRole('button', { name: 'Cancel 2 waiting…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel 2 builds' }).click();
    await expect(page.getByText('Cancelled 2 builds')).toBeVisible();
    for (const id of ids) expect(await errorOf(app, id)).toBe('Cancelled by mira.');
    await expect(inQueue(page), 'a recorded build stays').toHaveCount(1);
  });
  await test.step('a build that ends while the tab is not visible is told of, once that was switched on', async () => {
    await app.show(page, '/settings');
    const label = 'Notify me in this browser when a build finishes';
    const toggle = page.getByRole('switch', { name: label });
    await toggle.waitFor();
    await page.evaluate(fakeNotifications);
    await toggle.press('Space');
    await expect(page.getByText('This browser does not allow notifications of Lectern.')).toBeVisible();
    await expect(toggle).not.toBeChecked();
    await toggle.press('Space');
    await expect(toggle).toBeChecked();

    const end = async () => {
      const id = await trigger(app, 'tidewater', 'latest');
      await app.desk('build.cancel', { project: 'tidewater', id });
      return id;
    };
    // The window has heard of this one before the tab is hidden.
    const places = page.getByRole('navigation', { name: 'Places' });
    await places.getByRole('link', { name: /^Builds/ }).click();
    const seen = page.getByRole('link', { name: String(await end()), exact: true });
    await expect(page.getByRole('row').filter({ has: seen })).toContainText('Cancelled');
    await places.getByRole('link', { name: 'Settings' }).click();
    await toggle.waitFor();
    await page.evaluate(() => Object.assign(document, { isHiddenNow: true }));
    const first = await end();
    await expect.poll(() => page.title()).toBe('(1) Settings · Lectern');
    const second = await end();
    await expect.poll(() => page.title()).toBe('(2) Settings · Lectern');
    const body = 'latest was cancelled by mira.';
    expect(await page.evaluate('shown')).toEqual(
      [first, second].map((id) => ({ title: 'Tidewater', body, tag: `lectern-build-${id}` })),
    );
    await page.evaluate('clickLast()');
    await expect(page).toHaveURL(new RegExp(`/projects/tidewater/builds/${second}$`));
    await page.evaluate(() => {
      Object.assign(document, { isHiddenNow: false });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(() => page.title()).toMatch(/^\d+ · Builds · /);
    await page.evaluate(() => localStorage.removeItem('lectern-looks'));
    await page.reload();
  });
});

/** Stands for the browser's notifications, which it refuses first, and for a tab that can be hidden. */
function fakeNotifications(): void {
  const shown: object[] = [];
  let last: { onclick?: () => void; close: () => void } | undefined;
  class FakeNotification {
    static permission = 'default';
    static requestPermission = async () => {
      FakeNotification.permission = FakeNotification.permission === 'default' ? 'denied' : 'granted';
      return FakeNotification.permission;
    };
    close = () => {};
    constructor(title: string, options: object) {
      shown.push({ title, ...options });
      last = this;
    }
  }
  Object.assign(window, { Notification: FakeNotification, shown, clickLast: () => last?.onclick?.() });
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => ('isHiddenNow' in document && document.isHiddenNow === true ? 'hidden' : 'visible'),
  });
}
