import { expect, test } from './headless-app.ts';

const body = (name: string) => ({ name, repository: { url: 'https://git.example.org/a.git', type: 'git' } });

test('an open screen shows within a second what came through the API', async ({ page, app }) => {
  await expect(page.getByRole('heading', { name: 'The shelf is empty' })).toBeVisible();
  expect((await app.api('POST', '/api/v3/projects/', body('Almanac'))).status).toBe(201);
  await expect(page.getByText('Almanac', { exact: true })).toBeVisible({ timeout: 1000 });
  await app.api('PATCH', '/api/v3/projects/almanac/', { name: 'Almanac of tides' });
  await expect(page.getByText('Almanac of tides', { exact: true })).toBeVisible({ timeout: 1000 });
});

test('the window says when the server is gone, and is current again when it is back', async ({
  page,
  app,
}) => {
  await expect(page.getByText('Serving')).toBeVisible();
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  expect((await app.api('POST', '/api/v3/projects/', body('Back again'))).status).toBe(201);
  await expect(page.getByText('Back again', { exact: true })).toBeVisible();
});
