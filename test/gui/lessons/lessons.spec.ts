import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, type HeadlessApp, test } from '../headless-app.ts';

test.use({ startsAt: null, builds: true });

/** The steps that are shown; those between tick themselves, since what they wait for comes with the step before. */
const SHOWN: readonly (readonly [title: string, steps: readonly number[]])[] = [
  ['The first call', [1, 2, 3, 4, 5]],
  ['Import, build, open', [1, 2, 3, 5]],
  ['Versions and stable', [1, 2, 4, 5, 6, 7]],
  ['Redirects with the tester', [1, 2, 3, 4, 5, 6]],
  ['A client that survives 429 and 503', [1, 2, 3, 4, 5, 6]],
];

const panel = (page: Page) => page.getByRole('complementary', { name: 'Lessons' });
const presentStep = (page: Page) => panel(page).locator('li[aria-current="step"]');

async function start(page: Page, title: string): Promise<void> {
  await panel(page).getByRole('button', { name: title }).click();
  await panel(page).getByRole('button', { name: 'Start', exact: true }).click();
}

/** Does the present step by “Show me”, and waits until it has ticked. */
async function showStep(page: Page, number: number): Promise<void> {
  const step = presentStep(page);
  await expect(step.getByRole('button').first()).toContainText(`${number}. `);
  await step.getByRole('button', { name: 'Show me' }).click();
  await step.getByRole('button', { name: 'Yes, do it' }).click();
  const title = panel(page)
    .getByRole('listitem')
    .filter({ hasText: `${number}. ` })
    .first();
  await expect(title.getByText('done', { exact: true })).toBeAttached();
}

/** Names buttons, fields and column headers that the right edge of the screen, or of what scrolls in it, cuts. */
function cutParts(page: Page): Promise<readonly string[]> {
  return page.getByRole('main').evaluate((main) => {
    function isCut(part: Element): boolean {
      const { right } = part.getBoundingClientRect();
      for (let around = part.parentElement; around && main.contains(around); around = around.parentElement) {
        if (getComputedStyle(around).overflowX === 'visible' && around !== main) continue;
        // Buttons of a row reach so far into the space beside their column.
        if (right > around.getBoundingClientRect().right + 4) return true;
      }
      return false;
    }
    const parts = main.querySelectorAll('button, label, input, [role=columnheader]');
    return [...parts].filter(isCut).map((part) => part.textContent || part.outerHTML);
  });
}

async function playAtOnce(app: HeadlessApp): Promise<void> {
  await app.desk('settings.set', { scriptSpeed: 0 });
}

test('each built-in lesson is done from start to end by “Show me”', { tag: '@long' }, async ({
  page,
  app,
}) => {
  await playAtOnce(app);
  await page.goto(`${app.url}/projects`);
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Lessons' }).click();
  for (const [title, steps] of SHOWN) {
    await test.step(title, async () => {
      await start(page, title);
      for (const number of steps) await showStep(page, number);
      await expect(panel(page).getByRole('region', { name: 'Lesson done' })).toBeVisible();
      await panel(page).getByRole('button', { name: 'All lessons' }).first().click();
      await expect(panel(page).getByRole('button', { name: title })).toContainText('Done');
    });
  }
  // The faults of the last lesson are gone with it.
  expect(await app.api('GET', '/api/v3/projects/')).toMatchObject({ status: 200 });
});

test('a wrong answer is said to be wrong; starting over brings the data back', { tag: '@long' }, async ({
  page,
  app,
}) => {
  await page.goto(`${app.url}/projects`);
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Lessons' }).click();
  await expect(panel(page).getByRole('button', { name: 'The first call' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await panel(page).getByRole('button', { name: 'The first call' }).click();
  await expect(panel(page).getByRole('button', { name: 'Start', exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await panel(page).getByRole('button', { name: 'Start', exact: true }).click();
  const step = presentStep(page);
  await step.getByRole('button', { name: 'Hint' }).click();
  await step.getByRole('button', { name: 'Show me' }).click();
  await expect(step.getByRole('button', { name: 'Yes, do it' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await step.getByRole('button', { name: 'Show me' }).click();
  await showStep(page, 1);
  await step.getByLabel('total').check();
  await step.getByRole('button', { name: 'Answer' }).click();
  await expect(step.getByRole('status')).toHaveText('Not that one.');
  expect(await violations(page)).toEqual([]);
  await step.getByLabel('count').check();
  await step.getByRole('button', { name: 'Answer' }).click();
  await expect(presentStep(page).getByRole('button').first()).toContainText('3. ');
  const repository = { url: 'https://git.example/later.git', type: 'git' };
  await app.api('POST', '/api/v3/projects/', { name: 'Later', repository });
  await test.step('beside the panel no button, field or column is cut', async () => {
    for (const size of [
      { width: 900, height: 600 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size);
      for (const path of ['/projects', '/builds', '/projects/later/versions', '/projects/later/builds']) {
        await app.show(page, path);
        await expect(page.getByRole('grid')).toBeVisible();
        await expect.poll(() => cutParts(page), `${path} at ${size.width}`).toEqual([]);
      }
    }
  });
  await panel(page).getByRole('button', { name: 'Lesson actions' }).click();
  await page.getByRole('menuitem', { name: 'Start over…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();
  await expect(presentStep(page).getByRole('button').first()).toContainText('1. ');
  expect(await app.api('GET', '/api/v3/projects/')).toMatchObject({ json: { count: 0 } });
});

test('the panel stands beside the screen in a narrow window too; a step ticks by a real curl, which has the copied token', async ({
  page,
  app,
  context,
}) => {
  await test.step('in a narrow window the panel covers nothing of the screen, and the palette opens it', async () => {
    await page.setViewportSize({ width: 900, height: 600 });
    await page.goto(`${app.url}/projects`);
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('lessons');
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('heading', { name: 'Lessons' })).toBeVisible();
    const screen = await page.getByRole('main').boundingBox();
    const beside = await panel(page).boundingBox();
    expect((screen?.x ?? 0) + (screen?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
    await panel(page).getByRole('button', { name: 'Close lessons' }).click();
    await expect(panel(page)).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('a step of lesson 1 ticks by a real curl, which has the copied token', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Take a lesson' }).click();
    await start(page, 'The first call');
    const step = presentStep(page);
    await expect(step.locator('pre')).toContainText(`Token ••••••••' ${app.url}/api/v3/projects/`);
    await step.getByRole('button', { name: 'Copy code' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^curl -H 'Authorization: Token [0-9a-f]{40}' http/);
    const command = await page.evaluate(() => navigator.clipboard.readText());
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    expect(JSON.parse(stdout)).toMatchObject({ count: 0 });
    await expect(presentStep(page).getByRole('button').first()).toContainText('2. ');
  });
});
