import { readFileSync } from 'node:fs';
import { violations } from '../axe.ts';
import { expect, type HeadlessApp, readClipboard, test } from '../headless-app.ts';

const GOOD = {
  projects: [
    { name: 'Almanac', users: ['mira'], repository: { url: 'https://git.example/almanac.git', type: 'git' } },
  ],
};
const NEW = {
  projects: [
    { name: 'Newcomer', users: ['mira'], repository: { url: 'https://git.example/new.git', type: 'git' } },
  ],
};
const BAD = {
  projects: [
    { name: 'Almanac', users: ['mira'], repository: { url: 'ftp://git.example/almanac.git', type: 'git' } },
    {
      name: 'Almanac',
      users: ['mira'],
      colour: 'red',
      repository: { url: 'https://git.example/almanac.git', type: 'git' },
    },
  ],
};

function file(content: unknown): { name: string; mimeType: string; buffer: Buffer } {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return { name: 'library.json', mimeType: 'application/json', buffer: Buffer.from(text) };
}

async function projects(app: HeadlessApp): Promise<number> {
  const { json } = await app.api('GET', '/api/v3/projects/');
  return (json as { count: number }).count;
}

test.describe('at the first run', () => {
  test.use({ localUser: null });

  test('a name is asked for, and an invalid one is refused beside the field', async ({ page, app }) => {
    await app.desk('settings.makeBackup', undefined);
    const { list } = (await app.desk('settings.backups')) as { readonly list: { readonly file: string }[] };
    const [before = { file: '' }] = list;
    const name = page.getByRole('textbox', { name: 'Your name' });
    await expect(name).toBeFocused();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Enter a name.')).toBeVisible();
    await name.fill('mira of the harbour');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(/A username has 1 to 150 characters/)).toBeVisible();
    await expect(name).toHaveValue('mira of the harbour');
    await page.getByRole('link', { name: 'Help' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'The first hour' })).toBeVisible();
    await page.getByRole('link', { name: 'Close help' }).click();
    await expect(name, 'what was typed stays').toHaveValue('mira of the harbour');
    await name.fill('mira');
    await name.press('Enter');
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
    expect(await app.desk('system.state')).toMatchObject({ localUser: 'mira' });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();

    await app.desk('settings.restoreBackup', { file: before.file });
    await expect(name, 'the backup is from before the name').toBeVisible();
    await page.getByRole('button', { name: 'Restore it' }).click();
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
    expect(await app.desk('system.state')).toMatchObject({ localUser: 'mira' });
  });
});

test('keys open what is there to begin with, the command for a terminal works, and a key loads the sample library', {
  tag: '@long',
}, async ({ page, app, context }) => {
  let loaded = 0;
  await test.step('other keys open the import and people', async () => {
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
    await page.keyboard.press('2');
    await expect(page).toHaveURL(`${app.url}/import`);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
    await page.keyboard.press('4');
    await expect(page).toHaveURL(`${app.url}/people`);
  });
  await test.step('the command for a terminal works, and the page never shows its token', async () => {
    await app.show(page, '/projects');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const box = page.getByRole('region', { name: 'Try it now' });
    await expect(
      box.getByText(`curl -H 'Authorization: Token ••••••••' '${app.url}/api/v3/projects/'`),
    ).toBeVisible();
    await box.getByRole('button', { name: 'Run here' }).click();
    await expect(box.getByText(/^200 in \d+ ms$/)).toBeVisible();
    await expect(
      box.getByText('{ "count": 0, "next": null, "previous": null, "results": [] }'),
    ).toBeVisible();

    await box.getByRole('button', { name: 'Copy command' }).click();
    await expect(page.getByText('Copied with your token. Treat it as a secret.')).toBeVisible();
    const line = await readClipboard(page);
    const token = /Token ([0-9a-f]{40})'/.exec(line)?.[1] ?? '';
    const answer = await fetch(`${app.url}/api/v3/projects/`, {
      headers: { authorization: `Token ${token}` },
    });
    expect(answer.status).toBe(200);
    expect(await page.content()).not.toContain(token);
    expect(page.url()).not.toContain(token);
    expect(readFileSync(`${app.data}/lectern.sqlite`).includes(token)).toBe(false);
  });
  await test.step('a key loads the sample library', async () => {
    await app.show(page, '/projects');
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
    await page.keyboard.press('1');
    const dialog = page.getByRole('dialog', { name: 'Load the sample library' });
    await expect(dialog.getByText('Adds 48 projects')).toBeVisible();
    await expect(dialog.getByLabel(/^Build its \d+ projects with a repository now/)).not.toBeChecked();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Load', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Loaded 48 projects' })).toBeVisible();
    await expect(page.getByRole('row', { name: /Tidewater/ }).first()).toBeVisible();
    loaded = await projects(app);
    expect(loaded).toBeGreaterThan(15);
    const { json } = await app.api('GET', '/api/v3/projects/tidewater/redirects/');
    expect((json as { count: number }).count).toBe(7);
  });
  await test.step('what is only a record says so, and offers neither builds nor pages', async () => {
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: 'Tidewater', exact: true }) });
    await expect(row).toBeVisible();
    // The project builds here; its last build is from elsewhere.
    const badge = row.getByTitle('did not run on this computer').filter({ hasText: /^Record$/ });
    await expect(badge).toHaveCount(1);
    const records = page.getByRole('row').filter({ has: page.getByText('Record', { exact: true }) });
    await expect(records.first()).toBeVisible();
    await app.show(page, '/projects/yawl');
    await expect(page.getByRole('note', { name: 'Record' })).toContainText('git.example');
    await expect(page.getByRole('button', { name: /^Build / })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('button', { name: 'Open docs' })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('button', { name: 'Sync now' })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Control+k');
    const onYawl = page.getByRole('group', { name: /^On / });
    await expect(onYawl.getByRole('option', { name: /^Open builds of/ })).toBeVisible();
    await expect(onYawl.getByRole('option', { name: /^(?:Build|Rebuild) / })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Last builds' }).getByText('Record').first()).toBeVisible();
    await page.getByRole('region', { name: 'Last builds' }).getByRole('link').first().click();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeDisabled();
    await app.show(page, '/projects/yawl/versions');
    await expect(page.getByRole('button', { name: 'Sync from git' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(
      page.getByRole('row', { name: /latest/ }).getByText('Record', { exact: true }),
    ).toBeVisible();
  });
  await test.step('loaded again from the palette it names what is here already, and loads what is missing', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>sample');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Load the sample library' });
    await expect(dialog.getByRole('note', { name: 'Already here' })).toContainText('almanac');
    await expect(dialog.getByRole('button', { name: 'Load', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    expect(await projects(app)).toBe(loaded);

    await app.desk('project.remove', { slug: 'yawl' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>sample');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(/^Adds 1\sproject, 9\sversions, 18\sbuilds, all of it/)).toBeVisible();
    await expect(dialog.getByRole('note', { name: 'Already here' })).toContainText('They stay as they are.');
    await dialog.getByRole('button', { name: 'Load what is missing' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: /Loaded 1\sproject .*Left as they are: almanac, .* more/ }),
    ).toBeVisible();
    expect(await projects(app)).toBe(loaded);
  });
  await test.step('a seed file is added to what is here, from the palette, and undone', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>seed');
    await expect(page.getByRole('option', { selected: true })).toContainText('Load a seed file');
    const chosen = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await chosen).setFiles(file(NEW));
    const dialog = page.getByRole('dialog', { name: 'Load library.json' });
    await dialog.getByRole('button', { name: 'Load', exact: true }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Loaded 1 project' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    const question = page.getByRole('dialog', { name: 'Undo the whole load?' });
    await question.getByRole('button', { name: /^Remove 1\sproject$/ }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Undone: Load a seed file' })).toBeVisible();
    expect(await projects(app)).toBe(loaded);
  });
  await test.step('the keys ask before a load is undone, and undo nothing where that is declined', async () => {
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+z');
    const question = page.getByRole('dialog', { name: 'Undo the whole load?' });
    await expect(question).toContainText(/removes all that it added: 1\sproject\./);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    expect(await projects(app)).toBe(loaded);
    await page.keyboard.press('Control+z');
    await question.getByRole('button', { name: /^Remove 1\sproject$/ }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Undone: Load a kit Harbour library' }),
    ).toBeVisible();
    expect(await projects(app)).toBe(loaded - 1);
  });
});

test('a seed file is loaded completely, or refused with each error', async ({ page, app }) => {
  const input = page.getByLabel('Seed file');
  await input.setInputFiles(file(BAD));
  const refusal = page.getByRole('alert', { name: 'Nothing was loaded' });
  await expect(refusal.getByText('projects[0].repository.url')).toBeVisible();
  await expect(refusal.getByText('projects[1].colour')).toBeVisible();
  await expect(refusal.getByText('There is no such key.')).toBeVisible();
  expect(await projects(app)).toBe(0);

  await input.setInputFiles(file('{ "projects": [ }'));
  await expect(refusal.getByText(/^Not JSON at line 1, column 17/)).toBeVisible();
  await expect(refusal.getByText('projects[1].colour')).toBeHidden();

  await input.setInputFiles(file(GOOD));
  await page.getByRole('dialog').getByRole('button', { name: 'Load', exact: true }).click();
  await expect(page.getByRole('row', { name: /Almanac/ }).first()).toBeVisible();
  expect(await projects(app)).toBe(1);
});
