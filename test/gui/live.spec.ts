import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as plain } from '@playwright/test';
import { spawnLectern, startLectern } from '../support/lectern-process.ts';
import { expect, test } from './headless-app.ts';

const body = (name: string) => ({ name, repository: { url: 'https://git.example.org/a.git', type: 'git' } });

test('an open screen shows what came through the API, without a reload', async ({ page, app }) => {
  await expect(page.getByRole('heading', { name: 'The shelf is empty' })).toBeVisible();
  expect((await app.api('POST', '/api/v3/projects/', body('Almanac'))).status).toBe(201);
  await expect(page.getByText('Almanac', { exact: true })).toBeVisible();
  await app.api('PATCH', '/api/v3/projects/almanac/', { name: 'Almanac of tides' });
  await expect(page.getByText('Almanac of tides', { exact: true })).toBeVisible();
});

plain('a window that outlives its server says so, and keeps what was typed', async ({ page }) => {
  const data = mkdtempSync(join(tmpdir(), 'lectern-gui-'));
  const first = await startLectern(['--gui', '--data', data]);
  const { window: link }: { window: string } = JSON.parse(await first.firstLine);
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Your name' }).fill('mira');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page
    .getByRole('link', { name: 'Import project' })
    .or(page.getByRole('button', { name: 'Import project' }))
    .first()
    .click();
  const field = page.getByRole('textbox', { name: 'Address of the repository' });
  await field.fill('https://git.example.org/typed.git');
  await first.stop();
  await expect(page.getByText('Not answering')).toBeVisible();
  const again = [
    'serve',
    '--json',
    '--keychain',
    'off',
    '--gui',
    '--port',
    new URL(first.url).port,
    '--data',
    data,
  ];
  const second = spawnLectern(again);
  try {
    await second.firstLine;
    await expect(page.getByRole('alert')).toContainText('Open the link that it printed');
    await expect(field).toHaveValue('https://git.example.org/typed.git');
  } finally {
    await second.stop();
    rmSync(data, { recursive: true, force: true });
  }
});
