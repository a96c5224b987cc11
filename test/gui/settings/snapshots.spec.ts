import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, test } from '../headless-app.ts';

const repository = { url: 'https://git.example/almanac.git', type: 'git' };
const SEED = {
  users: [{ username: 'mira' }],
  projects: [{ slug: 'almanac', name: 'Almanac', users: ['mira'], repository }],
};
test.use({ startsAt: null, seed: SEED });

test('a snapshot is taken, restored after a question, and deleted, and other windows show the restored data', async ({
  page,
  app,
}) => {
  await test.step('a snapshot is taken, restored after a question, and deleted', async () => {
    await app.show(page, '/settings/snapshots');
    await expect(page.getByRole('heading', { name: 'No snapshots yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Take snapshot…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Not A Name');
    await expect(dialog.getByText('Use up to 60 lowercase letters')).toBeVisible();
    await dialog.getByLabel('Name').fill('before-the-talk');
    await dialog.getByLabel('Note').fill('Everything as the audience sees it first.');
    await dialog.getByRole('button', { name: 'Take snapshot' }).click();
    const row = page.getByRole('row').filter({ hasText: 'before-the-talk' });
    await expect(row.getByText('1 project, 0 builds')).toBeVisible();
    await expect(row.getByText('Everything as the audience')).toBeVisible();

    await row.getByText('Everything as').click({ button: 'right' });
    await expect(
      page.getByRole('menu', { name: 'Actions for before-the-talk' }).getByRole('menuitem'),
    ).toHaveText(['Restore…', 'Delete…', 'Copy name']);
    await page.keyboard.press('Escape');

    await app.api('POST', '/api/v3/projects/', { name: 'Later', repository });
    await page.getByRole('button', { name: 'Restore before-the-talk' }).click();
    const restore = dialog.getByRole('button', { name: 'Restore before-the-talk' });
    await restore.click();
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: 'Restored before-the-talk; the state before is the snapshot before-restore-' }),
    ).toBeVisible();
    expect(await app.api('GET', '/api/v3/projects/')).toMatchObject({ json: { count: 1 } });
    const copy = page.getByRole('row').filter({ hasText: 'Safety copy' });
    await expect(copy.getByText('2 projects, 1 build')).toBeVisible();

    await page.getByRole('button', { name: 'Delete before-the-talk' }).click();
    await dialog.getByRole('button', { name: 'Delete before-the-talk' }).click();
    await expect(page.getByRole('button', { name: 'Delete before-the-talk' })).toHaveCount(0);
    await expect(copy).toBeVisible();
  });
  await test.step('another window shows the restored data at once', async () => {
    await app.desk('snapshots.take', { name: 'one', note: '' });
    await app.api('POST', '/api/v3/projects/', { name: 'Later', repository });
    await app.show(page, '/projects');
    await expect(page.getByRole('row').filter({ hasText: 'Later' })).toBeVisible();
    await app.desk('snapshots.restore', { name: 'one' });
    await expect(page.getByRole('row').filter({ hasText: 'Later' })).toHaveCount(0);
    await expect(page.getByRole('row').filter({ hasText: 'Almanac' })).toBeVisible();
  });
  await test.step('a backup is restored after its time was typed, and another window follows', async () => {
    const other = await page.context().newPage();
    await app.show(page, '/settings/data');
    await page.getByRole('button', { name: 'Back up now' }).click();
    const backups = page.getByRole('list', { name: 'Backups' }).getByRole('listitem');
    await expect(backups).toHaveCount(1);
    await app.api('POST', '/api/v3/projects/', { name: 'Later', repository });
    await app.open(other, '/projects');
    await expect(other.getByRole('row').filter({ hasText: 'Later' })).toBeVisible();
    const dialog = page.getByRole('dialog', { name: 'Restore a backup' });
    const restore = dialog.getByRole('button', { name: 'Restore backup' });
    const confirm = async () => {
      await expect(dialog.getByRole('combobox', { name: 'Backup' })).toHaveValue(/, manual, /);
      await restore.click();
    };
    const { list } = (await app.desk('settings.backups')) as { readonly list: { readonly file: string }[] };
    const file = list[0]?.file ?? '';
    const whole = readFileSync(file);
    truncateSync(file, 20_000);
    await backups.getByRole('button', { name: /^Restore / }).click();
    await expect(dialog.getByText('The present state is kept as a snapshot first')).toBeVisible();
    await confirm();
    await expect(dialog.getByRole('alert')).toContainText('Choose another one. Your data is unchanged.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await app.api('GET', '/api/v3/projects/')).toMatchObject({ json: { count: 2 } });

    writeFileSync(file, whole);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>Restore a backup');
    await page.keyboard.press('Enter');
    await confirm();
    const said = page
      .getByRole('alert')
      .filter({ hasText: 'the state before is the snapshot before-restore-' });
    await expect(said).toBeVisible();
    await expect(other.getByRole('row').filter({ hasText: 'Later' })).toHaveCount(0);
    await expect(other.getByRole('row').filter({ hasText: 'Almanac' })).toBeVisible();
    await said.getByRole('button', { name: 'Undo restore' }).click();
    await expect(other.getByRole('row').filter({ hasText: 'Later' })).toBeVisible();
    await other.close();
  });
});
