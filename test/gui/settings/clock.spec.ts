import { violations } from '../axe.ts';
import { expect, test } from '../headless-app.ts';

const repository = { url: 'https://git.example/almanac.git', type: 'git' };
test.use({ startsAt: null, timezoneId: 'UTC' });

test('time is held, set, advanced and released, and the window follows it and says so', async ({
  page,
  app,
}) => {
  test.slow();
  const found: string[] = [];
  await page.goto(`${app.url}/settings/clock`);
  const banner = page.getByRole('region', { name: 'Time of Lectern' });
  const time = page.getByRole('timer');
  const hold = page.getByRole('switch', { name: 'Hold time' });
  const release = page.getByRole('region', { name: 'Content' }).getByRole('button', { name: 'Release' });
  await expect(page.getByText('Time is that of this computer')).toBeVisible();
  await expect(release).toHaveAttribute('aria-disabled', 'true');
  await expect(banner).toHaveText('');
  found.push(...(await violations(page, { where: 'running' })));

  await hold.press('Space');
  await expect(hold).toBeChecked();
  await expect(banner).toContainText('Time is held at');

  // The same format in every browser, shown and read; a date that can be read in two ways is refused.
  const typed = page.getByLabel('Date and time');
  await expect(typed).toHaveValue(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  await typed.fill('03/02/2031 04:05');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(typed).toHaveAccessibleDescription('Write a time such as 2026-01-31 12:00:00.');
  await typed.fill('2031-02-03T04:05:06');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(page.getByText('Set the clock to 3 February 2031')).toBeVisible();
  await expect(typed).toHaveValue('2031-02-03 04:05:06');
  await expect(time).toHaveText('3 February 2031 at 04:05:06');
  await expect(banner).toContainText('Time is held at 3 February 2031 at 04:05:06');
  const made = await app.api('POST', '/api/v3/projects/', { name: 'Almanac', repository });
  expect(made.json).toMatchObject({ created: '2031-02-03T04:05:06Z' });

  await page.getByLabel('How much').fill('none');
  await page.getByRole('button', { name: 'Advance', exact: true }).click();
  await expect(page.getByText('Enter a number above 0.')).toBeVisible();
  found.push(...(await violations(page, { where: 'held' })));
  await page.getByLabel('How much').fill('2');
  await page.getByRole('combobox', { name: 'Unit' }).click();
  await page.getByRole('option', { name: 'days' }).click();
  await page.getByRole('button', { name: 'Advance', exact: true }).click();
  await expect(page.getByText('Advanced the clock by 2 days')).toBeVisible();
  await expect(time).toHaveText('5 February 2031 at 04:05:06');

  // Relative times are those of the clock.
  await page.goto(`${app.url}/settings/activity`);
  const row = page.getByRole('listitem').filter({ hasText: 'imported the project almanac' });
  await expect(row.getByText('2 days ago')).toBeVisible();
  await expect(banner).toContainText('5 February 2031');

  await banner.getByRole('link', { name: 'Show' }).click();
  await hold.press('Space');
  await expect(banner).toContainText(/Time is [\d,]+ days ahead of this computer/);
  // Another window changes it.
  await app.desk('clock.advance', { seconds: 60 });
  await expect(time).toContainText(/at 04:06:/);
  await banner.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('Time is that of this computer')).toBeVisible();
  await expect(banner).toHaveText('');
  expect(found).toEqual([]);
});
