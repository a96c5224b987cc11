import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, type HeadlessApp, readClipboard, test } from '../headless-app.ts';
import { versionsSeed } from './versions-seed.ts';

test.use({ startsAt: null, seed: versionsSeed });

const API = '/api/v3/projects/tidewater/';
const SCREEN = '/projects/tidewater/versions';

type ApiVersion = { readonly slug: string; readonly active: boolean; readonly built: boolean };

async function versions(app: HeadlessApp): Promise<readonly ApiVersion[]> {
  const { json } = await app.api('GET', `${API}versions/?limit=500`);
  return (json as { results: ApiVersion[] }).results;
}

async function active(app: HeadlessApp): Promise<readonly string[]> {
  return (await versions(app)).flatMap(({ slug, active: is }) => (is ? [slug] : [])).sort();
}

/** Counts the waiting builds of a version. */
async function waiting(app: HeadlessApp, version: string): Promise<number> {
  const { json } = await app.api('GET', `${API}builds/?running=true&limit=500`);
  const { results } = json as { results: { version: string; state: { code: string } }[] };
  return results.filter((build) => build.version === version && build.state.code === 'triggered').length;
}

const list = (page: Page) => page.getByRole('grid', { name: 'Versions' });
const row = (page: Page, slug: string) =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('switch', { name: `Active: ${slug}`, exact: true }) });
const toggle = (page: Page, slug: string) =>
  page.getByRole('switch', { name: `Active: ${slug}`, exact: true });
const slugs = (page: Page) =>
  list(page)
    .getByRole('switch')
    .evaluateAll((all) => all.map((each) => each.ariaLabel?.slice(8)));

async function open(page: Page, app: HeadlessApp, more = ''): Promise<void> {
  await app.show(page, `${SCREEN}${more}`);
  await list(page).waitFor();
}

const ACTIVE = ['2.4', 'latest', 'stable', 'v2.1.4', 'v2.3.2', 'v2.4.0'];

test('versions are shown, filtered and sorted, and axe finds nothing in the list and its parts', async ({
  page,
  app,
}) => {
  await test.step('every version shows its type, state and last build', async () => {
    await open(page, app);
    await expect(row(page, 'latest')).toContainText(
      /latest\s*main\s*Branch\s*Passed 2 h ago\s*Record\s*52 s\s*9f31c7e\s*PDF/,
    );
    await expect(row(page, '2.4')).toContainText(/Default\s*release\/2\.4\s*Branch\s*Building/);
    await expect(row(page, 'v2.3.0')).toContainText(/Tag\s*Failed/);
    await expect(row(page, 'v2.2.0')).toContainText('Cancelled');
    await expect(row(page, 'v2.2.1')).toContainText(/Not built\s*5b9a7f3/);
    await expect(page.locator('footer')).toContainText('12 versions6 active, 6 built');
    for (const name of ['All12', 'Active6', 'Built6'])
      await expect(page.getByRole('radio', { name })).toHaveCount(1);
  });
  await test.step('the list is filtered and sorted, which the address keeps', async () => {
    await page.locator('label', { hasText: 'Active6' }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('v2.');
    await expect(page.locator('footer')).toContainText('3 of 12 versions match');
    await page.getByRole('button', { name: 'Duration' }).click();
    await expect(page).toHaveURL(/show=active&sort=took|text=v2\.&show=active&sort=took/);
    await page.reload();
    await expect.poll(() => slugs(page)).toEqual(['v2.4.0', 'v2.3.2', 'v2.1.4']);
    await page.getByRole('button', { name: 'Duration' }).click();
    await expect.poll(() => slugs(page)).toEqual(['v2.1.4', 'v2.3.2', 'v2.4.0']);
    await page.getByRole('searchbox').fill('no such thing');
    await expect(page.getByRole('heading', { name: 'No matching versions' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.locator('footer')).toContainText('12 versions');
  });
  await test.step('the type filter shows only branches', async () => {
    await page.getByRole('button', { name: 'Type', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Branch' }).check();
    await page.keyboard.press('Escape');
    await expect
      .poll(async () => (await slugs(page)).toSorted())
      .toEqual(['2.4', '2.x-docs-refresh', 'latest']);
    await expect(page).toHaveURL(/type=branch/);
  });
  await test.step('axe finds nothing in the list, the pattern, the bar and the preview', async () => {
    await page.setViewportSize({ width: 900, height: 600 });
    await open(page, app);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Select by pattern' }).click();
    await page.getByRole('textbox', { name: 'Pattern' }).fill('>=2.2 <2.5');
    const select = page.getByRole('button', { name: 'Select 6' });
    await select.waitFor();
    expect(await violations(page)).toEqual([]);
    await select.click();
    // The popover fades out and has a button with the same name.
    await expect(page.getByRole('dialog', { name: 'Select by pattern' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Activate…', exact: true }).click();
    await page.getByRole('button', { name: 'Activate 4' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

test('versions are selected by pattern and by keyboard, and are activated, built and deactivated together', async ({
  page,
  app,
}) => {
  await test.step('shows its matches while typing and activates them together', async () => {
    await open(page, app);
    await page.getByRole('button', { name: 'Select by pattern' }).click();
    const popover = page.getByRole('dialog', { name: 'Select by pattern' });
    const field = popover.getByRole('textbox', { name: 'Pattern' });
    await expect(field).toBeFocused();
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await page.route(/\/desk\/[^?]*versions\.match/, async (route) => {
      asked.resolve();
      await answered.promise;
      await route.continue();
    });
    await page.keyboard.type('>=2.2 <2.5');
    await asked.promise;
    await expect(popover.getByRole('status')).toHaveText('');
    answered.resolve();
    await expect(popover.getByRole('status')).toHaveText('6 of 12 match');
    await page.unrouteAll({ behavior: 'wait' });
    await expect(popover.getByRole('listitem')).toHaveText([
      'v2.4.0Activeno change',
      'v2.3.2Activeno change',
      'v2.3.1Inactiveactivates',
      'v2.3.0Inactiveactivates',
      'v2.2.1Inactiveactivates',
      'v2.2.0Inactiveactivates',
    ]);
    await expect(popover).toContainText('Left out: 2.4 is a branch, v2.4.0rc1 is a pre-release.');
    const highlighted = list(page).locator('[class*="match"]');
    await expect(highlighted).toHaveCount(6);
    await popover.getByRole('checkbox', { name: 'Include pre-releases' }).check();
    await expect(popover.getByRole('status')).toHaveText('7 of 12 match');
    await popover.getByRole('checkbox', { name: 'Include pre-releases' }).uncheck();
    await popover.getByRole('button', { name: 'Activate 4' }).click();
    await expect(page.getByText('Activated 4 versions')).toBeVisible();
    await expect(highlighted).toHaveCount(0);
    expect(await active(app)).toEqual([...ACTIVE, 'v2.2.0', 'v2.2.1', 'v2.3.0', 'v2.3.1'].sort());
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone: Activate 4 versions')).toBeVisible();
    expect(await active(app)).toEqual(ACTIVE);
  });
  await test.step('accepts regular expressions and explains an invalid one', async () => {
    await page.getByRole('button', { name: 'Select by pattern' }).click();
    const popover = page.getByRole('dialog', { name: 'Select by pattern' });
    await popover.locator('label', { hasText: 'Regex' }).click();
    await popover.getByRole('textbox', { name: 'Pattern' }).fill('^v2\\.(3');
    await expect(popover.getByText(/This is not a regular expression/)).toBeVisible();
    await expect(popover.getByRole('button', { name: 'Activate 0' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await popover.getByRole('textbox', { name: 'Pattern' }).fill('^v2\\.3');
    await expect(popover.getByRole('status')).toHaveText('3 of 12 match');
    // Enter only selects.
    await popover.getByRole('textbox', { name: 'Pattern' }).press('Enter');
    await expect(page.getByRole('region', { name: 'Selected' })).toContainText('3 selected');
    expect(await active(app)).toEqual(ACTIVE);
  });
  await test.step('several versions by keyboard: select, preview, deactivate, undo', async () => {
    await open(page, app);
    await list(page)
      .getByRole('row', { name: /latest/ })
      .focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Space');
    const bar = page.getByRole('region', { name: 'Selected' });
    await expect(bar).toContainText('3 selected');
    await bar.getByRole('button', { name: 'Deactivate…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Deactivate versions' });
    await expect(dialog).toContainText('Their built pages are removed');
    await expect(dialog.getByRole('listitem').first()).toContainText('Its pages are removed.');
    await dialog.getByRole('button', { name: 'Deactivate 3' }).press('Enter');
    await expect(page.getByText('Deactivated 3 versions')).toBeVisible();
    await expect(bar).toBeHidden();
    expect((await active(app)).length).toBe(3);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(page.getByText('Undone: Deactivate 3 versions')).toBeVisible();
    expect(await active(app)).toEqual(ACTIVE);
  });
  await test.step('building skips versions that are being built', async () => {
    await open(page, app);
    for (const slug of ['2.4', 'v2.2.1'])
      await page.getByRole('checkbox', { name: `Select ${slug}`, exact: true }).click();
    await page.getByRole('button', { name: 'Build…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Build versions' });
    await expect(dialog).toContainText('A build is queued or running.');
    await expect(dialog).toContainText('It is inactive, and stays inactive.');
    await dialog.getByRole('button', { name: 'Build 1' }).click();
    await expect(page.getByText('Queued 1 build')).toBeVisible();
    expect(await waiting(app, 'v2.2.1')).toBe(1);
    expect(await waiting(app, '2.4')).toBe(0);
  });
  await test.step('select by pattern previews before it deactivates', async () => {
    await open(page, app);
    await page.getByRole('button', { name: 'Select by pattern' }).click();
    const popover = page.getByRole('dialog', { name: 'Select by pattern' });
    await popover.getByRole('textbox', { name: 'Pattern' }).fill('>=2.3');
    await popover.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate 2…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deactivate versions' });
    await expect(dialog).toContainText('2 versions will change');
    expect(await active(app)).toEqual(ACTIVE);
    await dialog.getByRole('button', { name: 'Deactivate 2' }).click();
    await expect(page.getByText('Deactivated 2 versions')).toBeVisible();
    expect(await active(app)).toEqual(ACTIVE.filter((slug) => slug !== 'v2.4.0' && slug !== 'v2.3.2'));
  });
});

test('a version is set as default, built and copied, all active ones are rebuilt, and a sync is requested', async ({
  page,
  app,
  context,
}) => {
  await test.step('the menu of a row sets the default, builds, and copies', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, app);
    const menu = page.getByRole('button', { name: 'Actions for v2.4.0', exact: true });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Set as default' }).click();
    await expect(row(page, 'v2.4.0')).toContainText('Default');
    await expect(row(page, '2.4')).not.toContainText('Default');
    const { json } = await app.api('GET', API);
    expect(json).toMatchObject({ default_version: 'v2.4.0' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Copy identifier' }).click();
    await expect(page.getByText(/^Copied 41be02d/)).toBeVisible();
    expect(await readClipboard(page)).toBe('41be02d'.padEnd(40, '0'));
    await menu.click();
    await page.getByRole('menuitem', { name: 'Build', exact: true }).click();
    await expect.poll(() => waiting(app, 'v2.4.0')).toBe(1);
  });
  await test.step('all active versions are rebuilt after a preview', async () => {
    await open(page, app);
    await page.getByRole('button', { name: 'Rebuild all active versions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rebuild tidewater' });
    await expect(dialog.getByText('6 active versions will be built')).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveCount(6);
    const before = await Promise.all(ACTIVE.map((version) => waiting(app, version)));
    await dialog.getByRole('button', { name: 'Rebuild 6' }).click();
    await expect(page.getByText('Queued 6 builds of tidewater')).toBeVisible();
    expect(await Promise.all(ACTIVE.map((version) => waiting(app, version)))).toEqual(
      before.map((count) => count + 1),
    );
    expect(await waiting(app, 'v2.2.0'), 'inactive ones stay as they are').toBe(0);
  });
  await test.step('a requested sync waits when builds are off', async () => {
    await page.getByRole('button', { name: 'Sync from git' }).click();
    await expect(page.getByText('Repository sync requested')).toBeVisible();
    await expect(page.locator('footer')).toContainText(
      'Repository: Sync pending: Lectern was started without builds',
    );
    await expect(page.getByRole('button', { name: 'Sync from git' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    const board = await app.desk('versions.list', { slug: 'tidewater' });
    expect(board).toMatchObject({ sync: { requested: expect.any(Number), problem: null } });
  });
  await test.step('recorded pages cannot be opened; the menu offers to build them', async () => {
    await expect(row(page, 'latest').getByRole('link', { name: /PDF/ })).toHaveCount(0);
    await row(page, 'latest').getByRole('button', { name: 'Actions for latest' }).click();
    await expect(page.getByRole('menuitem', { name: 'Open docs' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'No pages on this computer: build it' }).click();
    await expect(page.getByText(/^Queued build \d+ of latest$/)).toBeVisible();
  });
  await test.step('a project that is a record is not rebuilt, with the reason', async () => {
    const repository = { url: 'https://git.example/record.git', type: 'git' };
    await app.api('POST', '/api/v3/projects/', { name: 'Record', repository });
    for (const tab of ['versions', 'builds']) {
      await app.show(page, `/projects/record/${tab}`);
      const rebuild = page.getByRole('button', { name: 'Rebuild all active versions' });
      await expect(rebuild).toHaveAttribute('aria-disabled', 'true');
      await rebuild.hover();
      await expect(page.getByRole('tooltip')).toContainText('This project is a record');
      await rebuild.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await app.show(page, '/projects/record/versions');
    await page.getByRole('button', { name: 'Actions for latest' }).click();
    await expect(page.getByRole('menuitem', { name: 'Copy identifier' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /Build|build it/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    const bar = page.getByRole('region', { name: 'Selected' });
    await expect(bar.getByRole('button', { name: 'Activate…', exact: true })).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Build…' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('option', { name: 'Open settings of Record' })).toBeVisible();
    await page.keyboard.type('build');
    await expect(page.getByRole('option', { name: 'Open builds of Record' })).toBeVisible();
    await expect(page.getByRole('option', { name: /^(Build|Rebuild) .* of Record$/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });
});

test('the switch activates, deactivates, reverts and follows', async ({ page, app }) => {
  await test.step('activates with a build, and undo reverts both', async () => {
    await open(page, app);
    await toggle(page, 'v2.2.1').click();
    await expect(toggle(page, 'v2.2.1')).toBeChecked();
    await expect(page.getByText('Activated v2.2.1')).toBeVisible();
    expect(await active(app)).toEqual([...ACTIVE, 'v2.2.1'].sort());
    expect(await waiting(app, 'v2.2.1')).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone: Activate v2.2.1')).toBeVisible();
    await expect(toggle(page, 'v2.2.1')).not.toBeChecked();
    expect(await active(app)).toEqual(ACTIVE);
    expect(await waiting(app, 'v2.2.1')).toBe(0);
  });
  await test.step('reverts with the reason when the change is refused', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/desk/versions.setActive*', async (route) => {
      await answered;
      const problem = { name: 'Conflict', message: 'The database is locked.' };
      const data = { code: 'CONFLICT', problem };
      await route.fulfill({ json: [{ error: { message: problem.message, code: -32_009, data } }] });
    });
    await toggle(page, 'v2.2.1').click();
    await expect(toggle(page, 'v2.2.1')).toBeChecked();
    answer();
    await expect(page.getByText('The database is locked.')).toBeVisible();
    await expect(toggle(page, 'v2.2.1')).not.toBeChecked();
    await page.unroute('**/desk/versions.setActive*');
  });
  await test.step('follows changes made through the API', async () => {
    await app.api('PATCH', `${API}versions/v2.2.0/`, { active: true });
    await expect(toggle(page, 'v2.2.0')).toBeChecked();
  });
  await test.step('deactivates and says that pages are removed', async () => {
    await expect(toggle(page, 'v2.3.2')).toHaveAttribute('title', /removes its built pages/);
    await toggle(page, 'v2.3.2').click();
    await expect(page.getByText('Deactivated v2.3.2 and removed its pages')).toBeVisible();
    const { active: isActive, built } = (await versions(app)).find(({ slug }) => slug === 'v2.3.2') ?? {};
    expect({ isActive, built }).toEqual({ isActive: false, built: false });
  });
});
