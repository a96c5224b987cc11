import { violations } from '../axe.ts';
import { expect, test } from '../headless-app.ts';

const project = {
  name: 'Tides',
  users: ['mira'],
  repository: { url: 'https://git.example/tides', type: 'git' },
};

test.use({ builds: true, seed: { users: [{ username: 'mira' }], projects: [project] }, startsAt: null });

test('builds of a project are played by a script that waits, and go on at a click; undo lets them run again', {
  tag: '@long',
}, async ({ app, page }) => {
  await app.desk('settings.set', { scriptSpeed: 0 });
  await app.open(page, '/projects/tides/settings');
  const section = page.getByRole('region', { name: 'Played builds' });
  await expect(page.getByRole('region', { name: 'Build permission' })).toBeVisible();
  await section.getByRole('combobox', { name: 'Builds' }).click();
  await page.getByRole('option', { name: 'Play the script “hangs”' }).click();
  await expect(page.getByText('Builds of tides are played')).toBeVisible();
  await expect(
    section.getByText('No code runs. Hangs: waits until it is advanced or cancelled.'),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Build permission' })).toBeHidden();
  expect(await violations(page)).toEqual([]);

  const { json } = await app.api('POST', '/api/v3/projects/tides/versions/latest/builds/');
  const { id } = (json as { build: { id: number } }).build;
  await app.open(page, `/projects/tides/builds/${id}`);
  await expect(page.getByRole('button', { name: 'Continue build' })).toBeVisible();
  await expect(page.getByText('Waiting to be continued')).toBeVisible();
  await expect(page.getByText('played by the script hangs')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue build' }).click();
  await expect(page.getByText('Build exited due to time out')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue build' })).toBeHidden();

  await app.open(page, '/projects/tides/settings');
  await section.getByRole('combobox', { name: 'Builds' }).click();
  await page.getByRole('option', { name: 'Play the script “passes”' }).click();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(section.getByText('No code runs. Hangs:')).toBeVisible();
});
