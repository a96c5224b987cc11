import { violations } from '../axe.ts';
import { expect, test } from '../headless-app.ts';
import { projectSeed } from '../projects/project-seed.ts';

/* A pasted `.env` that sets a name more than once. */

test.use({ startsAt: null, seed: projectSeed });

test('the preview of a .env that sets a name twice shows which line wins, and axe finds nothing', async ({
  page,
  app,
}) => {
  await test.step('axe finds nothing in the preview', async () => {
    await page.setViewportSize({ width: 900, height: 600 });
    await app.show(page, '/projects/tidewater/environment');
    await page.getByRole('button', { name: 'Paste a .env' }).click();
    await page.getByLabel('Text of the file').fill('HARBOUR=old\nHARBOUR=new\nnothing');
    await page.getByText('line 2 wins').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('the preview of a .env that sets a name twice shows which line wins', async () => {
    await app.show(page, '/projects/tidewater/environment');
    await page.getByRole('button', { name: 'Paste a .env' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paste a .env' });
    const field = dialog.getByLabel('Text of the file');
    const repeated = dialog.getByRole('list', { name: 'Names set more than once' });
    // A line inside a quoted value does not set its name again.
    await field.fill('HARBOUR=old\nLONG="\nEBB=1\n"\nEBB=2\nexport HARBOUR=new');
    await expect(repeated.getByRole('listitem')).toHaveText([
      'HARBOUR is set more than once: line 6 wins, line 1 is ignored.',
    ]);
    const line = dialog.getByRole('region', { name: 'Every variable' }).getByRole('listitem');
    await expect(line.filter({ hasText: 'HARBOUR' })).toContainText('Add (line 6)');
    await expect(line.filter({ hasText: 'EBB' })).toHaveText(/EBB\s*Add$/);
    await field.fill('A=1\nA=2\nB=1\nA=3\nB=2\nC=1\nC=2\nD=1\nD=2\nE=1\nE=2');
    await expect(repeated.getByRole('listitem')).toHaveText([
      'A is set more than once: line 4 wins, lines 1 and 2 are ignored.',
      'B is set more than once: line 5 wins, line 3 is ignored.',
      'C is set more than once: line 7 wins, line 6 is ignored.',
      '2 more names are set more than once: the last line wins, the others are ignored.',
    ]);
    await field.fill('HARBOUR=old\nHARBOUR=new');
    await expect(repeated.getByRole('listitem')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Set 1 variable' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Set 1 variable' })).toBeVisible();
    // The last line was set: pasting it again would change nothing.
    const again = { slug: 'tidewater', text: 'HARBOUR=new' };
    expect(await app.desk('variables.previewPaste', again)).toMatchObject({ items: [{ outcome: 'same' }] });
  });
});
