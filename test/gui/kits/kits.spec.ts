import { readFileSync } from 'node:fs';
import { violations } from '../axe.ts';
import { expect, test } from '../headless-app.ts';

const repository = { url: 'https://git.example/other.git', type: 'git' };
const SEED = {
  users: [{ username: 'mira' }],
  projects: [{ slug: 'other', name: 'Other', users: ['mira'], repository }],
};
test.use({ startsAt: null, seed: SEED });

test('the present data is saved as a kit file, and the gallery says what a kit adds before it loads it', async ({
  page,
  app,
}) => {
  await test.step('the present data is saved as a kit file, and a kit file is opened', async () => {
    await app.show(page, '/settings/kits');
    await page.getByRole('button', { name: 'Save as kit…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('My talk');
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save kit' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('my-talk.lectern-kit.zip');
    await expect(dialog).toHaveCount(0);

    const buffer = readFileSync(await download.path());
    const file = { name: 'my-talk.lectern-kit.zip', mimeType: 'application/zip', buffer };
    await page.getByLabel('Kit file').setInputFiles(file);
    const load = page.getByRole('dialog', { name: 'Load my-talk.lectern-kit.zip' });
    await expect(load.getByRole('note', { name: 'Already here' })).toContainText('other');
    await load.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Kit file').setInputFiles({ ...file, buffer: Buffer.from('no zip') });
    await expect(page.getByRole('alert', { name: 'Nothing was loaded' })).toBeVisible();
    await page
      .getByRole('alert', { name: 'Nothing was loaded' })
      .getByRole('button', { name: 'Close' })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('the gallery says what a kit adds before it loads it', async () => {
    await app.show(page, '/settings/kits');
    const kits = page.getByRole('list', { name: 'Kits' });
    await expect(kits.getByRole('listitem')).toHaveCount(5);
    await expect(kits.getByText('10,000 projects, 20,000 versions')).toBeVisible();

    await kits.getByRole('heading', { name: 'First steps' }).click({ button: 'right' });
    await expect(
      page.getByRole('menu', { name: 'Actions for First steps' }).getByRole('menuitem'),
    ).toHaveText(['Load…', 'Copy name', 'Copy description']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Load First steps' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Adds 5 projects')).toBeVisible();
    await dialog.getByRole('button', { name: 'Load', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Loaded 5 projects' })).toBeVisible();
    expect(await app.api('GET', '/api/v3/projects/')).toMatchObject({ json: { count: 6 } });

    await page.getByRole('button', { name: 'Load First steps' }).click();
    await expect(dialog.getByRole('note', { name: 'Already here' })).toContainText('almanac, lantern-guide');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    expect(await app.api('GET', '/api/v3/projects/')).toMatchObject({ json: { count: 6 } });
  });
  await test.step('a saved kit says where it differs from the data', async () => {
    const body = { repository: { url: 'file:///srv/git/other.git', type: 'git' } };
    expect(await app.api('PATCH', '/api/v3/projects/other/', body)).toMatchObject({ status: 204 });
    await page.getByRole('button', { name: 'Save as kit…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('My talk');
    const saved = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Save kit' }).click();
    await saved;
    const report = page.getByRole('dialog', { name: 'Saved my-talk.lectern-kit.zip' });
    await expect(report.getByRole('listitem')).toHaveText([/^other has a repository on this computer/]);
    expect(await violations(page)).toEqual([]);
    await report.getByRole('button', { name: 'Done' }).click();
    await expect(report).toHaveCount(0);
  });
});
