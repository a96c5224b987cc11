import { expect, type HeadlessApp, readClipboard, test } from '../headless-app.ts';

const SEED = {
  users: [{ username: 'mira' }, { username: 'tobi' }],
  projects: [
    { name: 'Almanac', users: ['mira'], repository: { url: 'https://git.example/almanac.git', type: 'git' } },
    { name: 'Tides', users: ['tobi'], repository: { url: 'https://git.example/tides.git', type: 'git' } },
  ],
};
test.use({ startsAt: null, seed: SEED });

async function status(app: HeadlessApp, token: string): Promise<number> {
  const answer = await fetch(`${app.url}/api/v3/projects/`, { headers: { authorization: `Token ${token}` } });
  return answer.status;
}

test('people and tokens are added, refused and deactivated, and a user is acted as', async ({
  page,
  app,
  context,
}) => {
  await test.step('a person is added, and an invalid or taken name is refused', async () => {
    await app.show(page, '/people');
    await page.getByRole('button', { name: 'Add person' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add person' });
    await dialog.getByLabel('Name').fill('ines the great');
    await dialog.getByRole('button', { name: 'Add person' }).click();
    await expect(dialog.getByText(/A username has 1 to 150 characters/)).toBeVisible();
    await dialog.getByLabel('Name').fill('tobi');
    await dialog.getByRole('button', { name: 'Add person' }).click();
    await expect(dialog.getByText('There is already a user called "tobi".')).toBeVisible();
    await dialog.getByLabel('Name').fill('ines@harbour.example');
    await dialog.getByRole('button', { name: 'Add person' }).click();
    await expect(page).toHaveURL(`${app.url}/people/ines%40harbour.example`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ines@harbour.example');
    await page.reload();
    await expect(page.getByText('Maintains no projects yet.')).toBeVisible();
  });
  await test.step('a token is made, shown once, used, copied again and revoked', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await app.show(page, '/people/tobi');
    await page.getByRole('button', { name: 'Create token' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('ci');
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
    const token = await page
      .getByRole('dialog', { name: 'Token created' })
      .getByLabel('Token', { exact: true })
      .innerText();
    expect(token).toMatch(/^[0-9a-f]{40}$/);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await status(app, token)).toBe(200);
    expect(await page.content()).not.toContain(token);

    const row = page.getByRole('row', { name: /^ci/ });
    await expect(row).toContainText(`…${token.slice(-4)}`);
    await row.getByRole('button', { name: 'Copy ci' }).click();
    await expect(page.getByText('Copied ci. Treat it as a secret.')).toBeVisible();
    expect(await readClipboard(page)).toBe(token);

    await page.reload();
    await expect(row.getByText('Just now').first()).toBeVisible();
    await row.getByRole('button', { name: 'Revoke ci' }).click();
    const confirm = page.getByRole('dialog', { name: 'Revoke ci' });
    await expect(confirm).toContainText('cannot be undone');
    await confirm.getByRole('button', { name: 'Revoke token' }).click();
    await expect(page.getByText('No tokens yet. An API client needs one.')).toBeVisible();
    expect(await status(app, token)).toBe(401);
  });
  await test.step('a token needs a name that is not taken', async () => {
    await app.show(page, '/people/mira');
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create token' });
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await expect(dialog.getByText(/Enter a name/)).toBeVisible();
    await dialog.getByLabel('Name').fill('test');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await expect(dialog.getByText('A token named test already exists.')).toBeVisible();
  });
  await test.step('a deactivated person is refused by the API until that is undone', async () => {
    await app.show(page, '/people');
    const row = page.getByRole('row', { name: /^mira/ });
    await row.getByRole('button', { name: 'Actions for mira' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await expect(row.getByText('Deactivated')).toBeVisible();
    expect(await status(app, app.token)).toBe(401);
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await expect(row.getByText('Deactivated')).toBeHidden();
    expect(await status(app, app.token)).toBe(200);
  });
  await test.step('acting as another user shows and allows what that user may, and no more', async () => {
    await app.show(page, '/people/tobi');
    await page.getByRole('button', { name: 'Act as' }).click();
    await expect(page).toHaveURL(`${app.url}/projects`);
    const grid = page.getByRole('grid', { name: 'Projects' });
    await expect(grid.getByRole('row', { name: /Tides/ })).toBeVisible();
    await expect(grid.getByRole('row', { name: /Almanac/ })).toBeHidden();

    await page.getByRole('link', { name: 'Tokens and people' }).click();
    await expect(page.getByRole('row', { name: /^tobi/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /^mira/ })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add person' })).toBeHidden();
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByText('To see the settings, stop acting as another person.')).toBeVisible();

    await page.getByRole('button', { name: 'Acting as tobi. Stop' }).click();
    await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Places' })
      .getByRole('link', { name: /^Projects/ })
      .click();
    await expect(grid.getByRole('row', { name: /Almanac/ })).toBeVisible();
  });
});
