import { test as plain } from '@playwright/test';
import { startLectern } from '../../support/program/lectern-process.ts';
import { collectMessages, expect, test } from '../headless-app.ts';
import { withOrdinaryChromium } from './bfcache-chromium.ts';

test.use({ freshPage: true });

const STREAM = '/desk/live.changes';
const body = (name: string) => ({ name, repository: { url: 'https://git.example.org/a.git', type: 'git' } });

/** Loads many addresses, each with its heading. */
const PLACES = [
  ['/people', 'Tokens and people'],
  ['/settings', 'Settings'],
  ['/builds', 'Builds'],
  ['/import', 'Import project'],
  ['/projects', 'Projects'],
] as const;

plain('pages that the browser keeps for the way back keep no connection', async () => {
  const lectern = await startLectern(['--gui', '--memory', '--user', 'mira']);
  try {
    const { window: link }: { window: string } = JSON.parse(await lectern.firstLine);
    await withOrdinaryChromium(async (browser) => {
      const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
      await page.goto(link);
      await page.getByRole('textbox', { name: 'Your name' }).fill('mira');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
      for (const [path, heading] of [...PLACES, ...PLACES]) {
        await page.evaluate(() => Object.assign(window, { wasHere: true }));
        await page.goto(`${lectern.url}${path}`, { waitUntil: 'commit' });
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      }

      // Back shows the page that was left, which fetches what it missed.
      const headers = {
        authorization: `Token ${lectern.tokens.mira}`,
        'content-type': 'application/json',
      };
      await page.evaluate(() => Object.assign(window, { wasHere: true }));
      await page.goto(`${lectern.url}/settings`, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
      const createRequest = { method: 'POST', headers, body: JSON.stringify(body('Almanac')) };
      expect((await fetch(`${lectern.url}/api/v3/projects/`, createRequest)).status).toBe(201);
      await page.evaluate(() => history.back());
      await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
      expect(await page.evaluate(() => 'wasHere' in window), 'the browser kept the page').toBe(true);
      await expect(page.getByText('Almanac', { exact: true })).toBeVisible();
      await fetch(`${lectern.url}/api/v3/projects/`, {
        ...createRequest,
        body: JSON.stringify(body('Bells')),
      });
      await expect(page.getByText('Bells', { exact: true })).toBeVisible();
    });
  } finally {
    await lectern.stop();
  }
});

test('eight tabs share one stream, and another one takes over when its holder closes', async ({
  page,
  app,
  context,
}) => {
  const streams: string[] = [];
  context.on('request', (request) => {
    const isOfFirst = request.frame().page() === page;
    if (!isOfFirst && request.url().includes(STREAM)) streams.push(request.url());
  });
  const others = [];
  for (let at = 0; at < 7; at += 1) {
    const other = await context.newPage();
    others.push({ other, messages: collectMessages(other) });
    await other.goto(`${app.url}/projects`);
    await expect(other.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  }
  await app.api('POST', '/api/v3/projects/', body('Almanac'));
  for (const tab of [page, ...others.map(({ other }) => other)])
    await expect(tab.getByText('Almanac', { exact: true })).toBeVisible();
  expect(streams, 'the first tab holds the only stream').toHaveLength(0);

  await page.close();
  await app.api('POST', '/api/v3/projects/', body('Bells'));
  for (const { other } of others) await expect(other.getByText('Bells', { exact: true })).toBeVisible();
  expect(streams).toHaveLength(1);
  await app.api('PATCH', '/api/v3/projects/bells/', { name: 'Bells of the harbour' });
  for (const { other, messages } of others) {
    await expect(other.getByText('Bells of the harbour', { exact: true })).toBeVisible();
    expect(messages).toEqual([]);
  }
  expect(streams).toHaveLength(1);
});

test('each tab has its own stream when they cannot share one', async ({ page, app, context }) => {
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
  const streams = new Set<unknown>();
  context.on('request', (request) => {
    if (request.url().includes(STREAM)) streams.add(request.frame().page());
  });
  await page.reload();
  const other = await context.newPage();
  await other.goto(`${app.url}/projects`);
  for (const tab of [page, other])
    await expect(tab.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  await app.api('POST', '/api/v3/projects/', body('Almanac'));
  for (const tab of [page, other]) await expect(tab.getByText('Almanac', { exact: true })).toBeVisible();
  expect([...streams]).toEqual([page, other]);
});

test.describe('with a second user', () => {
  test.use({ users: ['tobi'] });

  test('acting as another user applies to one tab, which still gets changes', async ({
    page,
    app,
    context,
  }) => {
    const other = await context.newPage();
    await other.goto(`${app.url}/people/tobi`);
    await other.getByRole('button', { name: 'Act as' }).click();
    await expect(other.getByRole('button', { name: 'Acting as tobi. Stop' })).toBeVisible();
    await other.getByRole('link', { name: 'Projects', exact: true }).first().click();
    await expect(other.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
    await app.api('POST', '/api/v3/projects/', body('Almanac'));
    await expect(page.getByText('Almanac', { exact: true })).toBeVisible();
    await expect(other.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
    await app.desk('project.addPerson', { slug: 'almanac', username: 'tobi' });
    await expect(other.getByText('Almanac', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Acting as tobi. Stop' })).toHaveCount(0);
  });
});

test.describe('at the first run', () => {
  test.use({ localUser: null, users: ['mira'] });

  test('the only user is the suggested name, and another tab continues once it is given', async ({
    page,
    app,
    context,
  }) => {
    const other = await context.newPage();
    await other.goto(`${app.url}/projects`);
    await expect(other.getByRole('textbox', { name: 'Your name' })).toHaveValue('mira');
    await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('mira');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
    await expect(other.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
    expect(await app.desk('system.state')).toMatchObject({ localUser: 'mira' });
  });
});
