import { violations } from '../axe.ts';
import { expect, type HeadlessApp, test } from '../headless-app.ts';

const repository = { url: 'https://git.example/tides.git', type: 'git' };
const SEED = {
  users: [{ username: 'mira' }],
  projects: [{ slug: 'tides', name: 'Tides', users: ['mira'], repository }],
};
test.use({ startsAt: null, seed: SEED });

/** Asks as a client does. */
async function ask({ url, token }: HeadlessApp) {
  const headers = { authorization: `Token ${token}`, 'user-agent': 'tide-client/1' };
  const { status, headers: got } = await fetch(`${url}/api/v3/projects/`, { headers });
  return { status, fault: got.get('x-lectern-fault'), retryAfter: got.get('retry-after') };
}

test('a preset fails a client, is said on every screen, leads to its requests, and is turned off', async ({
  page,
  app,
}) => {
  await page.goto(`${app.url}/requests`);
  await page.getByRole('link', { name: 'Faults' }).click();
  await expect(page.getByRole('heading', { name: 'No faults yet' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const banner = page.locator('[data-banner=faults]');
  await expect(banner).toHaveText('');
  await page.getByRole('button', { name: 'Maintenance' }).click();
  await expect(page.getByRole('switch', { name: 'Play Maintenance' })).toBeChecked();
  await expect(banner).toContainText('1 fault is on: Maintenance');
  expect(await ask(app)).toEqual({ status: 503, fault: 'Maintenance', retryAfter: '120' });
  expect(await ask(app)).toMatchObject({ status: 503 });
  const row = page.getByRole('row').filter({ hasText: 'Maintenance' });
  await expect(row).toContainText('2 times');
  await expect(row).toContainText('answers 503, Retry-After 120 s');
  expect(await violations(page)).toEqual([]);

  await row.getByRole('link', { name: '2 times' }).click();
  await expect(page.getByLabel('Filter requests')).toHaveValue('fault:"Maintenance"');
  const requests = page.getByRole('row').filter({ hasText: '/api/v3/projects/' });
  await expect(requests).toHaveCount(2);
  await expect(requests.first()).toContainText('Maintenance');
  await requests.first().click();
  const facts = page.getByRole('complementary', { name: /Request \d/ }).getByRole('definition');
  await expect(facts.filter({ hasText: /^Maintenance$/ }).first()).toBeVisible();
  await page.getByLabel('Filter requests').fill('fault:no');
  await expect(requests).toHaveCount(0);

  await page.setViewportSize({ width: 900, height: 600 });
  await page.goto(`${app.url}/projects`);
  await expect(banner.getByText('1 fault is on: Maintenance')).toHaveAttribute('aria-live', 'polite');
  const [above, screen] = await Promise.all([banner.boundingBox(), page.getByRole('main').boundingBox()]);
  expect((above?.y ?? 0) + (above?.height ?? 0), 'the banner covers no content').toBeLessThanOrEqual(
    screen?.y ?? 0,
  );
  await banner.getByRole('button', { name: 'Turn off' }).click();
  await expect(banner).toHaveText('');
  expect(await ask(app)).toEqual({ status: 200, fault: null, retryAfter: null });
});

test('a rule is written with its mistakes beside their fields, switched, kept, edited and removed', {
  tag: '@long',
}, async ({ page, app }) => {
  await page.goto(`${app.url}/requests/faults`);
  await page.getByRole('button', { name: 'Add fault…' }).click();
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  await field('Name').fill('Lists are down');
  await dialog.getByRole('button', { name: 'Add fault' }).click();
  await expect(field('Answer')).toHaveAccessibleDescription(
    'A rule needs an answer, a delay or a connection.',
  );
  await field('Answer').fill('99');
  await field('Path').fill('/desk/');
  await field('Retry-After').fill('soon');
  await field('Wait').fill('90');
  await field('Wait at most').fill('10');
  await field('Share of these').fill('2');
  await dialog.getByRole('button', { name: 'Add fault' }).click();
  const mistakes = {
    Answer: 'Give a whole number from 200 to 599.',
    Path: 'Faults are never played for the window or for control.',
    'Retry-After': 'Give a whole number from 0 to 86400.',
    'Wait at most': 'This must not be less than “from”.',
    'Share of these': 'Give a number from 0 to 1.',
  };
  for (const [name, message] of Object.entries(mistakes))
    await expect(field(name)).toHaveAccessibleDescription(new RegExp(message));
  expect(await violations(page)).toEqual([]);
  expect(await app.desk('faults.list')).toEqual([]);
  for (const [name, value] of [
    ['Answer', '418'],
    ['Path', '/api/v3/*/'],
    ['Retry-After', ''],
    ['Wait', ''],
    ['Wait at most', ''],
    ['Share of these', ''],
    ['Body of the answer', '{"detail": "Tea."}'],
  ] as const)
    await field(name).fill(value);
  await dialog.getByRole('button', { name: 'Add fault' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await ask(app)).toMatchObject({ status: 418, fault: 'Lists are down' });

  const play = page.getByRole('switch', { name: 'Play Lists are down' });
  await page.getByRole('switch', { name: 'Keep Lists are down after a restart' }).click();
  await play.click();
  await expect(play).not.toBeChecked();
  await expect.poll(() => app.desk('faults.list')).toMatchObject([{ isOn: false, isPinned: true }]);
  expect(await ask(app)).toMatchObject({ status: 200 });

  await page.getByRole('button', { name: 'Actions for Lists are down' }).click();
  await page.getByRole('menuitem', { name: 'Edit fault…' }).click();
  await expect(field('Body of the answer')).toHaveValue('{\n  "detail": "Tea."\n}');
  await field('Answer').fill('500');
  await dialog.getByRole('button', { name: 'Save fault' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'answers 500' })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Lists are down' }).click();
  await page.getByRole('menuitem', { name: 'Edit fault…' }).click();
  await field('Until').fill('2200-01-01T00:00:00Z');
  await dialog.getByRole('button', { name: 'Save fault' }).click();
  await play.click();
  await expect(play).toBeChecked();
  // Its end passes: it is over, and comes on again with a new one.
  await app.desk('clock.set', { mode: 'still', now: '2200-01-01T00:00:00Z' });
  const over = page.getByRole('row').filter({ hasText: 'Over' });
  await expect(over).toContainText('until 2200-01-01T00:00:00Z');
  await expect(play).not.toBeChecked();
  await expect(page.getByRole('status').filter({ hasText: '1 fault, none on' })).toBeVisible();
  await expect(page.locator('[data-banner=faults]')).toHaveText('');
  await play.click();
  await expect(field('Until')).toBeFocused();
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(field('Until')).toHaveAccessibleDescription(/That time is over/);
  expect(await violations(page)).toEqual([]);
  await field('Until').fill('2200-01-02T00:00:00Z');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(play).toBeChecked();
  await expect(over).toHaveCount(0);
  await play.click();
  await app.desk('clock.release');

  await page.getByRole('button', { name: 'A slow day' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 faults, 1 on' })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Lists are down' }).click();
  await page.getByRole('menuitem', { name: 'Remove fault…' }).click();
  await dialog.getByRole('button', { name: 'Remove Lists are down' }).click();
  await expect(play).toHaveCount(0);
  await page.getByRole('button', { name: 'More for faults' }).click();
  await page.getByRole('menuitem', { name: 'Remove all…' }).click();
  await dialog.getByRole('button', { name: 'Remove 1 fault' }).click();
  await expect(page.getByRole('heading', { name: 'No faults yet' })).toBeVisible();
});
