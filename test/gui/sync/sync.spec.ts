import type { Locator, Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, type HeadlessApp, test } from '../headless-app.ts';
import { connect, type OtherSide, openTab, projectThere, row, startOtherSide } from './other-side.ts';

const SLUGS = ['handle', 'kettle', 'lid', 'spout'];

test.describe('an account', () => {
  let there: OtherSide;
  test.beforeAll(async () => {
    there = await startOtherSide(SLUGS.map((slug) => projectThere(slug)));
  });
  test.afterAll(() => there.stop());

  test('is connected, pulled, changed here, pushed in parts, brought into agreement, and its runs are listed', async ({
    page,
    app,
  }) => {
    const found: string[] = [];
    const check = async (where: string) => found.push(...(await violations(page, { where })));

    await test.step('a token is tried before it is kept', async () => {
      await app.api('POST', '/api/v3/projects/', {
        name: 'lid',
        repository: { url: 'https://example.org/own.git', type: 'git' },
      });
      await app.show(page, '/live');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await check('connect');
      await connect(page, there.url, 'wrong');
      await expect(page.getByRole('alert')).toContainText('token');
      await connect(page, there.url, there.token);
      await expect(page.getByRole('status')).toContainText('The token works: ana on another Lectern');
      await expect(page.getByRole('status')).toContainText('It sees 4 projects. Pulling all of them takes');
      await page.getByRole('textbox', { name: 'Name of this account here' }).fill('there');
      await page.getByRole('button', { name: 'Connect and choose projects' }).click();
    });

    await test.step('projects are chosen, and one whose slug is taken gets another', async () => {
      await page.getByRole('checkbox', { name: 'Choose all projects' }).click();
      await expect(row(page, 'lid')).toContainText('lid is taken here');
      await page.getByRole('button', { name: 'Actions for lid' }).click();
      await page.getByRole('menuitem', { name: 'Pull under another slug…' }).click();
      await page.getByRole('textbox', { name: 'Slug here' }).fill('lid-live');
      await page.getByRole('button', { name: 'Choose this slug' }).click();
      await expect(row(page, 'lid')).toContainText('As lid-live');
      await expect(page.getByText(/^The next pull: 4 projects, \d+ requests, /)).toBeVisible();
      await check('choose');
    });

    await test.step('a pull says how far it is, pauses and goes on', async () => {
      const [remote] = (await app.desk('sync.remotes')) as { id: number }[];
      await app.desk('sync.setBudget', { remote: remote?.id, budget: 3 });
      await page.getByRole('button', { name: 'Pull 4 projects' }).click();
      const progress = page.getByRole('region', { name: 'Progress' });
      await expect(progress).toContainText(/of \d+ requests/);
      await expect(progress).toContainText('left');
      await check('progress');
      await page.getByRole('button', { name: 'Pause' }).click();
      await expect(page.getByRole('region', { name: 'Paused run' })).toContainText('Paused.');
      await app.desk('sync.setBudget', { remote: remote?.id, budget: null });
      await page.getByRole('button', { name: 'Resume the pull' }).click();
      await expect(page.getByText('4 pulled projects')).toBeVisible();
      await expect(row(page, 'lid-live')).toContainText('New here');
      await check('incoming');
    });

    await test.step('lists and headers tell live projects from local ones', async () => {
      await app.show(page, '/projects');
      await expect(row(page, 'kettle').getByLabel('Linked with there')).toBeVisible();
      await expect(row(page, 'lid-live').getByLabel('Linked with there')).toBeVisible();
      await expect(page.getByLabel('Only here')).toHaveCount(1);
      await app.show(page, '/projects/kettle');
      const card = page.getByRole('region', { name: 'Live service' });
      await expect(card).toContainText('Nothing to push');
      await expect(card.getByRole('link', { name: 'Open on there' })).toHaveAttribute(
        'href',
        `${there.url}/projects/kettle/`,
      );
      await expect(card.getByRole('region', { name: 'Builds on there' })).toContainText('Passed');
      await check('overview');
      await app.show(page, '/projects/kettle/environment');
      await expect(row(page, 'KEY')).toContainText('Value unknown here');
      await expect(page.getByText('The service has 1 value that it never shows.')).toBeVisible();
      await check('variables');
    });

    await test.step('the requests a minute of an account are set in its menu', async () => {
      await openTab(page, 'History');
      for (const [text, shown] of [
        ['7', '7'],
        ['', 'no limit'],
      ] as const) {
        await page.getByRole('button', { name: 'More for there' }).click();
        await page.getByRole('menuitem', { name: 'Requests a minute…' }).click();
        await page.getByRole('textbox', { name: 'Requests that sync may send' }).fill(text);
        await page.getByRole('button', { name: 'Save' }).click();
        await expect(page.getByText(`Requests a minute to there: ${shown}`)).toBeVisible();
      }
    });

    await editHere(page, app);

    await test.step('each change is shown field by field with its effects', async () => {
      await openTab(page, 'Outgoing');
      await row(page, 'kettle').click();
      const panel = page.getByRole('complementary', { name: 'Changes of kettle' });
      await expect(panel.getByRole('region', { name: 'Change version 1.0' })).toContainText(
        'Activating builds this version on the service.',
      );
      await expect(panel.getByRole('region', { name: 'Change project kettle' })).toContainText(
        'Order of redirects',
      );
      await expect(panel.getByRole('region', { name: /variable SHARED/ })).toContainText('Typed here');
      await row(page, 'kettle').click({ button: 'right', position: { x: 300, y: 10 } });
      await expect(page.getByRole('menu', { name: 'Actions for kettle' }).getByRole('menuitem')).toHaveText([
        ...['Show the changes', 'Leave out of the push', 'Open project', 'Copy slug'],
      ]);
      await page.keyboard.press('Escape');
      await check('outgoing');
    });

    await test.step('half is pushed, and the other half stays', async () => {
      await page.getByRole('checkbox', { name: 'Select spout' }).click();
      await page.getByRole('checkbox', { name: 'Push: Change version 2.0' }).click();
      await page.getByRole('button', { name: /^Push \d+…/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Push to there' });
      await expect(dialog.getByRole('region', { name: 'What is sent' })).toContainText('version 1.0');
      await expect(dialog).not.toContainText('spout');
      await check('review');
      await dialog.getByRole('button', { name: /^Push \d+ changes$/ }).click();
      await expect(row(page, 'handle')).toHaveCount(0);
      await expect(row(page, 'spout')).toBeVisible();
      expect(await activeThere(there, 'kettle')).toEqual(['1.0', 'latest']);
      expect(await activeThere(there, 'spout')).toEqual(['latest']);
    });

    await test.step('what was changed on both sides is decided either way', async () => {
      await there.api('PATCH', '/projects/kettle/', {
        name: 'Kettle there',
        homepage: 'https://there.example',
      });
      await app.api('PATCH', '/api/v3/projects/kettle/', {
        name: 'Kettle here',
        homepage: 'https://here.example',
      });
      for (const [from, to] of [
        ['/a', '/mine'],
        ['/c', '/theirs'],
      ] as const) {
        await redirectTo(there.api, 'handle', from, `${to}-there`);
        await redirectTo(
          (method, path, body) => app.api(method, `/api/v3${path}`, body),
          'handle',
          from,
          `${to}-here`,
        );
      }
      await page.getByRole('button', { name: 'More for there' }).click();
      await page.getByRole('menuitem', { name: 'Pull everything' }).click();
      await openTab(page, 'Conflicts');
      await expect(row(page, 'Name of project')).toContainText('Kettle there');
      await check('conflicts');
      await page.getByRole('button', { name: /^Keep mine: Name/ }).click();
      await page.getByRole('button', { name: /^Take theirs: Homepage/ }).click();
      await row(page, '/mine-there')
        .getByRole('button', { name: /^Keep mine/ })
        .click();
      await row(page, '/theirs-there')
        .getByRole('button', { name: /^Take theirs/ })
        .click();
      await expect(page.getByText('No conflicts')).toBeVisible();
      const { json } = await app.api('GET', '/api/v3/projects/kettle/');
      expect(json).toMatchObject({ name: 'Kettle here', homepage: 'https://there.example' });
      const redirects = (await app.api('GET', '/api/v3/projects/handle/redirects/')).json;
      expect(targetsOf(redirects)).toEqual(expect.arrayContaining(['/mine-here', '/theirs-there']));
      await openTab(page, 'Outgoing');
      await row(page, 'handle').click();
      await expect(page.getByRole('complementary', { name: 'Changes of handle' })).toContainText(
        '/mine-there/mine-here',
      );
    });

    await test.step('a pull of a project is undone, unless it was changed since', async () => {
      await openTab(page, 'Incoming');
      const first = row(page, 'handle').filter({ hasText: 'New here' });
      await expect(first).toContainText('handle has changed since it was pulled');
      await expect(first.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
      await row(page, 'lid-live').getByText('New here').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Undo the pull' }).click();
      await expect(page.getByText(/^Undone: Pull/)).toBeVisible();
      await expect(page.getByText('Undone', { exact: true })).toBeVisible();
    });

    await test.step('the history has every run with its steps', async () => {
      await openTab(page, 'History');
      await row(page, 'Push').getByText('Done').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Show the steps' }).click();
      const panel = page.getByRole('complementary', { name: /^Push/ });
      await expect(panel.getByText('Confirmed').first()).toBeVisible();
      await check('history');
    });
    expect(found).toEqual([]);
  });

  test('is connected, pulled and pushed to by keyboard alone', { tag: '@long' }, async ({ page, app }) => {
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await app.show(page, '/live');
    await tabTo(page, page.getByRole('radio', { name: 'Community' }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, page.getByRole('textbox', { name: 'Address' }));
    await page.keyboard.type(there.url);
    await tabTo(page, page.getByLabel('Token', { exact: true }));
    await page.keyboard.type(there.token);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toContainText('The token works');
    await tabTo(page, button('Connect and choose projects'));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('checkbox', { name: 'Choose all projects' }));
    await page.keyboard.press('Space');
    await expect(button('Pull 4 projects')).toBeEnabled();
    await tabTo(page, button('Pull 4 projects'));
    await page.keyboard.press('Enter');
    await expect(page.getByText('4 pulled projects')).toBeVisible();
    await app.api('PATCH', '/api/v3/projects/lid/versions/1.0/', { active: true });
    await tabTo(page, page.getByRole('link', { name: /^Outgoing/ }));
    await page.keyboard.press('Enter');
    await expect(row(page, 'lid')).toBeVisible();
    await tabTo(page, row(page, 'lid'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Changes of lid' })).toContainText('version 1.0');
    await tabTo(page, button('Push 1…'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'What is sent' })).toContainText('version 1.0');
    await tabTo(page, button('Push 1 change'));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Nothing to push')).toBeVisible();
    expect(await activeThere(there, 'lid')).toEqual(['1.0', 'latest']);
  });
});

/** Presses Tab until the keyboard is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab never gets there.');
}

async function editHere(page: Page, app: HeadlessApp): Promise<void> {
  await test.step('versions in bulk, redirects by drag, a variable of several projects are changed offline', async () => {
    await app.show(page, '/projects/kettle/versions');
    await page.getByRole('checkbox', { name: 'Select 1.0' }).click();
    await page.getByRole('checkbox', { name: 'Select 2.0' }).click();
    await page.getByRole('button', { name: 'Activate…', exact: true }).click();
    await page.getByRole('button', { name: 'Activate 2' }).click();
    await expect(page.getByText('Activated 2 versions')).toBeVisible();
    await app.show(page, '/projects/kettle/redirects');
    const handle = await page.getByRole('button', { name: 'Move redirect 3' }).boundingBox();
    if (!handle) throw new Error('the handle has no place');
    const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 20, { steps: 4 });
    await page.mouse.move(x, y - 40, { steps: 4 });
    await expect(page.locator('[id^="DndLiveRegion"]')).toHaveText('Position 2 of 3.');
    await page.mouse.up();
    await expect(page.getByText(/^Moved the \w+ rule/)).toBeVisible();
    await app.show(page, '/projects');
    for (const slug of ['kettle', 'handle', 'spout'])
      await page.getByRole('checkbox', { name: `Select ${slug}` }).click();
    await page.getByRole('button', { name: 'Set variable…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set a variable' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('SHARED');
    await dialog.getByLabel('Value', { exact: true }).fill('furrow');
    await dialog.getByRole('button', { name: 'Set on 3' }).click();
    await expect(dialog).toHaveCount(0);
  });
}

type Call = (method: string, path: string, body?: unknown) => Promise<{ readonly json: unknown }>;
type Redirects = {
  readonly results: readonly { readonly pk: number; readonly from_url: string; readonly to_url: string }[];
};

/** Gives the redirect from an address another target, on either side. */
async function redirectTo(api: Call, project: string, from: string, to: string): Promise<void> {
  const path = `/projects/${project}/redirects/`;
  const { results } = (await api('GET', path)).json as Redirects;
  const found = results.find(({ from_url }) => from_url === from);
  if (!found) throw new Error(`There is no redirect from ${from}.`);
  await api('PUT', `${path}${found.pk}/`, { ...found, to_url: to });
}

function targetsOf(answer: unknown): readonly string[] {
  return (answer as Redirects).results.map(({ to_url }) => to_url);
}

async function activeThere(there: OtherSide, slug: string): Promise<readonly string[]> {
  const { json } = await there.api('GET', `/projects/${slug}/versions/?active=true`);
  return (json as { results: { slug: string }[] }).results.map((version) => version.slug).sort();
}
