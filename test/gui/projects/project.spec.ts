import { violations } from '../axe.ts';
import { expect, type HeadlessApp, test } from '../headless-app.ts';
import { projectSeed } from './project-seed.ts';

test.use({ startsAt: null, seed: projectSeed });

type Project = {
  name: string;
  homepage: string | null;
  default_branch: string;
  users: readonly { username: string }[];
  tags: readonly string[];
};

async function project(app: HeadlessApp): Promise<Project> {
  return (await app.api('GET', '/api/v3/projects/tidewater/')).json as Project;
}

test('the overview shows the project, syncs it and builds its default version', async ({ page, app }) => {
  await test.step('the frame names the project and counts what is in its tabs', async () => {
    await app.show(page, '/projects/tidewater');
    await expect(page.getByRole('heading', { level: 1, name: 'Tidewater' })).toBeVisible();
    const tabs = page.getByRole('navigation', { name: 'Project sections' });
    await expect(tabs.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
    await expect(tabs.getByRole('link', { name: 'Builds 6' })).toBeVisible();
    await tabs.getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL(/\/projects\/tidewater\/settings$/);
    await expect(tabs.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');
  });
  await test.step('the overview shows builds, facts and the latest changes', async () => {
    await app.api('PATCH', '/api/v3/projects/tidewater/', { homepage: 'https://tide.example.org/' });
    await app.show(page, '/projects/tidewater');
    await expect(page.getByText('Tables of the tides.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Last builds' }).getByRole('listitem')).toHaveCount(6);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    const changed = timeline
      .getByRole('listitem')
      .filter({ hasText: 'mira changed the homepage of tidewater' });
    await expect(changed).toContainText('through the API');
    const facts = page.getByRole('complementary', { name: 'Facts' });
    await expect(facts.getByText('English, Python')).toBeVisible();
    await expect(facts.getByText('1 of 2 active')).toBeVisible();
  });
  await test.step('each chart says its units and has its numbers as a table', async () => {
    const charts = page.getByRole('region', { name: 'Charts' });
    const durations = charts.getByRole('region', { name: 'Build durations' });
    await expect(durations.getByText('Minutes and seconds, by date').first()).toBeVisible();
    await expect(durations.getByRole('row')).toHaveText([
      'BuildVersionStateDurationTriggered',
      /^62\.4Passed40 s./,
      /^3latestPassed40 s./,
      /^1latestFailed42 s./,
    ]);
    await expect(durations.getByRole('link')).toHaveCount(0);
    await durations.getByRole('button', { name: 'Show as table: build durations' }).click();
    await expect(durations.getByRole('link', { name: '6' })).toHaveAttribute(
      'href',
      '/projects/tidewater/builds/6',
    );
    const phases = charts.getByRole('region', { name: 'Where the time goes' });
    await expect(phases.getByRole('row').nth(1)).toHaveText('1latest33 s3 s0 s30 sFailed');
    await expect(charts.getByText('No build has passed or failed in the last 12 weeks.')).toBeVisible();
    await expect(charts.getByText('Build a version to see how large its pages are.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await durations.getByRole('button', { name: 'Show as chart: build durations' }).click();
    expect(await violations(page)).toEqual([]);
  });
  await test.step('a project without builds has a sentence in place of charts', async () => {
    await app.show(page, '/projects/tidewater-de');
    await expect(
      page.getByText('Charts of durations, outcomes and page sizes appear here after the first build.'),
    ).toBeVisible();
    await app.show(page, '/projects/tidewater');
  });
  await test.step('the overview requests a repository sync', async () => {
    const facts = page.getByRole('complementary', { name: 'Facts' });
    await expect(facts.getByText('Not synced yet')).toBeVisible();
    await facts.getByRole('button', { name: 'Sync now' }).click();
    await expect(facts.getByText('Sync pending: Lectern was started without builds')).toBeVisible();
    await expect(facts.getByText('No pages on this computer: build it')).toBeVisible();
  });
  await test.step('the button in the header builds the default version', async () => {
    await page.getByRole('button', { name: 'Build latest' }).click();
    await page.getByRole('button', { name: 'Open build' }).click();
    await expect(page).toHaveURL(/\/projects\/tidewater\/builds\/\d+$/);
    await expect(page.getByText('Queued').first()).toBeVisible();
    const { json } = await app.api('GET', '/api/v3/projects/tidewater/builds/?running=true');
    expect(json).toMatchObject({ count: 2 });
  });
  await test.step('a slug without a project shows that there is no such project', async () => {
    await app.show(page, '/projects/no-such-thing');
    await expect(page.getByText('No project has the slug no-such-thing.')).toBeVisible();
  });
});

test('settings are changed, refused and kept while unsaved, and the project is removed and restored', async ({
  page,
  app,
}) => {
  await test.step('settings are saved together, and undone together', async () => {
    await app.show(page, '/projects/tidewater/settings');
    await page.getByLabel('Name', { exact: true }).fill('Tidewater tables');
    await page.getByLabel('Default branch').fill('trunk');
    await page.getByRole('combobox', { name: 'Tags' }).fill('sea');
    await page.keyboard.press('Enter');
    await expect(page.getByText('3 changed')).toBeVisible();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Saved 3 settings of tidewater')).toBeVisible();
    expect(await project(app)).toMatchObject({
      name: 'Tidewater tables',
      default_branch: 'trunk',
      tags: ['harbour', 'sea'],
    });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Tidewater');
    expect(await project(app)).toMatchObject({ name: 'Tidewater', tags: ['harbour'] });
  });
  await test.step('maintainers are added and removed, but never the last one', async () => {
    const people = page.getByRole('region', { name: 'People' });
    await expect(page.getByRole('button', { name: 'Remove mira' })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('combobox', { name: 'Add a maintainer' }).fill('nobody');
    await people.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByText('There is no user called "nobody".')).toBeVisible();
    await page.getByRole('combobox', { name: 'Add a maintainer' }).fill('tobi');
    await page.keyboard.press('Escape');
    await people.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('button', { name: 'Remove tobi' })).toBeVisible();
    expect((await project(app)).users).toEqual([{ username: 'mira' }, { username: 'tobi' }]);
    await page.getByRole('button', { name: 'Remove tobi' }).click();
    await expect(page.getByRole('button', { name: 'Remove tobi' })).toHaveCount(0);
    expect((await project(app)).users).toEqual([{ username: 'mira' }]);
  });
  await test.step('an invalid value is refused at its field, and nothing is sent', async () => {
    await page.getByLabel('Repository URL').fill('ext::sh -c evil');
    await page.getByLabel('Homepage').fill('nonsense');
    await expect(page.getByText('Invalid scheme for URL')).toBeVisible();
    await expect(page.getByText('Enter a valid URL.')).toBeVisible();
    await expect(page.getByText('2 fields to fix')).toBeVisible();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByLabel('Homepage')).toBeFocused();
    expect((await project(app)).homepage).toBeNull();
    await page.getByRole('button', { name: 'Discard' }).click();
  });
  await test.step('unsaved settings survive a live change and a visit to another tab', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Half typed');
    await app.api('PATCH', '/api/v3/projects/tidewater/', { homepage: 'https://tide.example.org/' });
    await expect(page.getByLabel('Homepage')).toHaveValue('https://tide.example.org/');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half typed');
    const tabs = page.getByRole('navigation', { name: 'Project sections' });
    await tabs.getByRole('link', { name: 'Overview' }).click();
    await tabs.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half typed');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Tidewater');
  });
  await test.step('what builds run with is chosen, with what this computer has for it', async () => {
    const field = page.getByRole('combobox', { name: 'Build with' });
    await expect(field).toHaveValue('Fresh virtualenv (needs network)');
    await field.click();
    await page.getByRole('option', { name: 'Installed tools (works offline)' }).click();
    await expect(
      page.getByText(/Only the project itself is installed.*(Found|was found on this computer)/),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Saved 1 setting of tidewater')).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue('Installed tools (works offline)');
  });
  await test.step('a refusal by the server is shown at its field, and typed values are kept', async () => {
    await app.desk('translations.add', { slug: 'tidewater', translation: 'tidewater-de' });
    await app.show(page, '/projects/tidewater/settings');
    await page.getByLabel('Name', { exact: true }).fill('Gezeiten');
    await page.getByRole('combobox', { name: 'Language', exact: true }).fill('German');
    await page.getByRole('option', { name: 'German (de)' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(
      page.getByText('There is already a "de" translation for the tidewater project.'),
    ).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Gezeiten');
    expect((await project(app)).name).toBe('Tidewater');
  });
  await test.step('removing a project asks for its slug, and undo restores all of it', async () => {
    const before = (await app.api('GET', '/api/v3/projects/tidewater/builds/?limit=100')).json;
    await app.show(page, '/projects/tidewater/settings');
    await page.getByRole('button', { name: 'Remove project…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove the project' });
    await expect(dialog.getByText('2 versions')).toBeVisible();
    await expect(dialog.getByText('6 builds')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Remove project' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await dialog.getByRole('textbox').fill('tidewate');
    await page.keyboard.press('Enter');
    expect((await app.api('GET', '/api/v3/projects/tidewater/')).status).toBe(200);
    await dialog.getByRole('textbox').fill('tidewater');
    await dialog.getByRole('button', { name: 'Remove project' }).click();
    await expect(page).toHaveURL(/\/projects$/);
    await expect(page.getByText('Removed Tidewater')).toBeVisible();
    expect((await app.api('GET', '/api/v3/projects/tidewater/')).status).toBe(404);
    const toast = page.getByRole('alert').filter({ hasText: 'Removed Tidewater' });
    await toast.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Undone: Remove tidewater')).toBeVisible();
    expect((await app.api('GET', '/api/v3/projects/tidewater/builds/?limit=100')).json).toEqual(before);
  });
  await test.step('the address of a removed project restores it', async () => {
    await app.desk('project.remove', { slug: 'tidewater' });
    for (const address of ['', '/builds/1', '/nothing']) {
      await app.show(page, `/projects/tidewater${address}`);
      await expect(page.getByRole('heading'), address).toHaveText(['tidewater was removed']);
      await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
    }
    await app.show(page, '/projects/tidewater/versions');
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.locator('footer')).toContainText('2 versions');
    expect((await app.api('GET', '/api/v3/projects/tidewater/')).status).toBe(200);
  });
  await test.step('there is one toast at a time, above the status line; it goes when its undo is void, and stays under the pointer for a while', async () => {
    const other = await page.context().newPage();
    await other.clock.install();
    await other.goto(`${app.url}/projects/tidewater/versions`);
    const toasts = other.getByRole('alert');
    const change = async (hidden: boolean) => {
      await other.getByRole('button', { name: 'Actions for latest' }).click();
      await other.getByRole('menuitem', { name: hidden ? /^Hide from/ : /^Show in/ }).click();
      await expect(toasts).toHaveText([/Changed latest/]);
    };
    await change(true);
    const [above, below] = await Promise.all([toasts.boundingBox(), other.locator('footer').boundingBox()]);
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await change(false);
    await expect(toasts).toHaveCount(1);
    const now = () => other.evaluate(() => Date.now());
    await other.clock.pauseAt((await now()) + 100);
    const pausedAt = await now();
    const { batch } = (await app.desk('undo.last')) as { batch: number };
    await app.desk('undo.revert', { batch });
    await expect(async () => {
      await other.clock.runFor(100);
      await expect(toasts).toHaveCount(0, { timeout: 1000 });
    }).toPass();
    // Its own time was far from over.
    expect((await now()) - pausedAt).toBeLessThan(5000);
    await other.clock.resume();
    await change(false);
    await toasts.hover();
    await other.clock.fastForward(12_000);
    await expect(toasts).toHaveCount(1);
    await other.clock.fastForward(9_000);
    await expect(toasts).toHaveCount(0);
    await other.close();
  });
});

test('settings do not wait for the programs that builds run, which take long to start', async ({
  page,
  app,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/desk/*settings.programs*', async (route) => {
    await released;
    await route.continue();
  });
  await app.show(page, '/projects/tidewater/settings');
  await expect(page.getByRole('button', { name: 'Add integration…' })).toBeVisible();
  await expect(page.getByText(/Its code can(?:not)? read .*Lectern's own data and secrets/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove project…' }).click();
  const question = page.getByRole('dialog', { name: 'Remove the project' });
  await expect(question.getByRole('listitem').first()).toBeVisible();
  release();
  await expect(page.getByText(/Created with|was found on this computer/)).toBeVisible();
});
