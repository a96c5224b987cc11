import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { createE2eRepository } from '../desktop/e2e-repository.ts';
import { expect, test } from '../headless-app.ts';

const LONG_NAME = 'n'.repeat(150);
const SEED = {
  users: [{ username: 'mira' }, { username: LONG_NAME }],
  projects: ['Almanac', 'T'.repeat(63)].map((name) => ({
    name,
    users: ['mira', LONG_NAME],
    repository: { url: 'https://git.example/x.git', type: 'git' },
  })),
};

test.use({ startsAt: null, seed: SEED, viewport: { width: 900, height: 600 } });

/** Nothing sticks out of the window, however long a name is. */
async function fits(page: Page, where: string): Promise<void> {
  const width = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0);
  expect(width, where).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

test('axe finds nothing in the settings, on somebody with the longest name, and on an import', async ({
  page,
  app,
}) => {
  test.slow();
  await test.step('axe finds nothing in any part of the settings', async () => {
    await app.desk('projects.remove', ['t'.repeat(63)]);
    await app.desk('settings.makeBackup');
    await app.desk('snapshots.take', {
      name: 's'.repeat(60),
      note: 'A note that goes on. '.repeat(20).trim(),
    });
    const found: string[] = [];
    for (const part of ['data', 'snapshots', 'kits', 'builds', 'trash', 'activity', 'about']) {
      await app.show(page, `/settings/${part}`);
      await page
        .getByRole('region', { name: 'Content' })
        .getByRole('listitem')
        .or(page.getByRole('row'))
        .or(page.getByText('MIT', { exact: true }))
        .first()
        .waitFor();
      found.push(...(await violations(page, { where: part })));
      await fits(page, part);
    }
    expect(found).toEqual([]);
  });
  await test.step('axe finds nothing in the dialogs of snapshots and kits, nor on a refused kit', async () => {
    const found: string[] = [];
    const dialog = page.getByRole('dialog');
    const look = async (button: string | RegExp) => {
      await page.getByRole('button', { name: button }).click();
      await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
      found.push(...(await violations(page, { where: String(button) })));
      await fits(page, String(button));
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);
    };
    await app.show(page, '/settings/snapshots');
    await look('Take snapshot…');
    await look(/^Restore s/);
    await look(/^Delete s/);
    await page.getByRole('link', { name: 'Kits' }).click();
    await look('Load Every state');
    await look('Save as kit…');
    const file = { name: 'no.lectern-kit.zip', mimeType: 'application/zip', buffer: Buffer.from('no kit') };
    await page.getByLabel('Kit file').setInputFiles(file);
    await page.getByRole('alert', { name: 'Nothing was loaded' }).waitFor();
    found.push(...(await violations(page, { where: 'refused kit' })));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(found).toEqual([]);
  });
  await test.step('axe finds nothing on somebody with the longest name, and in their dialogs', async () => {
    await app.show(page, '/people');
    await page.getByRole('row', { name: /^nnn/ }).waitFor();
    const found = [...(await violations(page, { where: 'people' }))];
    await fits(page, 'people');
    await app.show(page, `/people/${LONG_NAME}`);
    await page.getByRole('button', { name: 'Create token' }).first().click();
    const dialog = page.getByRole('dialog');
    found.push(...(await violations(page, { where: 'make token' })));
    await dialog.getByLabel('Name').fill('t'.repeat(100));
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('button', { name: 'Done' }).waitFor();
    found.push(...(await violations(page, { where: 'token made' })));
    await page.getByRole('button', { name: 'Done' }).click();
    found.push(...(await violations(page, { where: 'person' })));
    await fits(page, 'person');
    await page.getByRole('button', { name: /^Revoke t/ }).click();
    found.push(...(await violations(page, { where: 'revoke' })));
    expect(found).toEqual([]);
  });
  await test.step('axe finds nothing on an import with findings and errors', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'lectern-import-'));
    try {
      createE2eRepository(join(parent, 'almanac'));
      await app.show(page, '/import');
      await page.getByLabel('Folder or repository URL').fill(join(parent, 'almanac'));
      await page.getByText(/is taken/).waitFor();
      await page.getByRole('radiogroup', { name: 'Build with' }).waitFor();
      expect(await violations(page, { where: 'import' })).toEqual([]);
      await fits(page, 'import');
    } finally {
      rmSync(parent, { recursive: true, force: true });
    }
  });
});
