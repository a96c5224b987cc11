import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Disposable, Page } from '@playwright/test';
import { startLectern } from '../../support/program/lectern-process.ts';
import { copyCurl } from '../copied-curl.ts';
import { expect, type HeadlessApp, test } from '../headless-app.ts';
import { projectSeed } from '../projects/project-seed.ts';
import { everythingVisible, recordReceived } from './received-bytes.ts';

test.use({ startsAt: null, seed: projectSeed });

const LIST = '/api/v3/projects/tidewater/environmentvariables/';
const SECRET = 'tide-s3cret-4711';
const OTHER_SECRET = 'ebb-s3cret-0815';

type Variable = { readonly pk: number; readonly name: string };

/** What records in the page, which the next test must not find there. */
let recorder: Disposable | undefined;
test.afterEach(async () => {
  await recorder?.dispose();
  recorder = undefined;
});

/** Names as the public API lists them: last modified first. */
async function names(app: HeadlessApp): Promise<readonly string[]> {
  const { json } = await app.api('GET', `${LIST}?limit=500`);
  return (json as { results: Variable[] }).results.map(({ name }) => name);
}

async function setVariables(
  app: HeadlessApp,
  ...variables: readonly (readonly [name: string, value: string])[]
) {
  for (const [name, value] of variables) {
    expect((await app.api('POST', LIST, { name, value })).status).toBe(201);
  }
}

/** Removes all variables, and waits until the screen shows none, as if the test began here. */
async function removeAll(page: Page, app: HeadlessApp): Promise<void> {
  const { json } = await app.api('GET', `${LIST}?limit=500`);
  for (const { pk } of (json as { results: Variable[] }).results)
    expect((await app.api('DELETE', `${LIST}${pk}/`)).status).toBe(204);
  await expect(page.getByRole('heading', { name: 'No variables yet' })).toBeVisible();
}

/** Previews setting these: `same` is the only way to see that a value is stored. */
async function outcomesOf(app: HeadlessApp, text: string): Promise<readonly string[]> {
  const report = await app.desk('variables.previewPaste', { slug: 'tidewater', text });
  return (report as { items: { outcome: string }[] }).items.map(({ outcome }) => outcome);
}

/** Opens the tab, and records what it receives. */
async function open(page: Page, app: HeadlessApp): Promise<void> {
  recorder = await recordReceived(page);
  await page.goto(`${app.url}/projects/tidewater/environment`);
}

async function expectNoSecret(page: Page): Promise<void> {
  // A dialog holds what is typed into it, until it is gone.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const all = await everythingVisible(page);
  // Something was received, so that the absence below means something.
  expect(all).toContain('"result"');
  for (const secret of [SECRET, OTHER_SECRET]) expect(all).not.toContain(secret);
}

test('variables are added, replaced, removed, brought back, pasted or refused, and no value is ever seen again', async ({
  page,
  app,
  context,
}) => {
  await test.step('a variable is added, replaced, removed and brought back, and its value is never seen again', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, app);
    await expect(page.getByRole('heading', { name: 'No variables yet' })).toBeVisible();
    await expect(page.getByText('Values can be replaced, but not read back', { exact: false })).toContainText(
      'a private file',
    );
    await page.getByRole('button', { name: 'Add a variable' }).click();
    const adding = page.getByRole('dialog', { name: 'Add variable' });
    await adding.getByLabel('Name').fill('TIDE_TOKEN');
    const value = adding.getByLabel('Value', { exact: true });
    await value.fill(SECRET);
    await expect(value).toHaveAttribute('type', 'password');
    await adding.getByRole('button', { name: 'Show value' }).click();
    await expect(value).toHaveAttribute('type', 'text');
    await adding.getByRole('button', { name: 'Add variable' }).click();
    await expect(page.getByText('Added TIDE_TOKEN')).toBeVisible();
    await expect(adding).toBeHidden();
    expect(await names(app)).toEqual(['TIDE_TOKEN']);
    expect(await outcomesOf(app, `TIDE_TOKEN=${SECRET}`)).toEqual(['same']);

    await page.getByRole('button', { name: 'Actions for TIDE_TOKEN' }).click();
    await page.getByRole('menuitem', { name: 'Replace value…' }).click();
    const replacing = page.getByRole('dialog', { name: 'Replace value' });
    await expect(replacing.getByLabel('Value', { exact: true })).toHaveValue('');
    await replacing.getByLabel('Value', { exact: true }).fill(OTHER_SECRET);
    await replacing.getByRole('button', { name: 'Replace value' }).click();
    await expect(page.getByText('Replaced TIDE_TOKEN')).toBeVisible();
    expect(await outcomesOf(app, `TIDE_TOKEN=${OTHER_SECRET}`)).toEqual(['same']);

    await page.getByRole('button', { name: 'Actions for TIDE_TOKEN' }).click();
    await page.getByRole('menuitem', { name: 'Remove variable…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove variable' }).click();
    await expect(page.getByRole('heading', { name: 'No variables yet' })).toBeVisible();
    expect(await names(app)).toEqual([]);
    const removed = page.getByRole('alert').filter({ hasText: 'Removed TIDE_TOKEN' });
    await removed.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Actions for TIDE_TOKEN' })).toBeVisible();
    expect(await names(app)).toEqual(['TIDE_TOKEN']);
    expect(await outcomesOf(app, `TIDE_TOKEN=${OTHER_SECRET}`)).toEqual(['same']);
    await expectNoSecret(page);
  });
  await test.step('entering the same value again changes nothing, and offers no undo of another change', async () => {
    await removeAll(page, app);
    await setVariables(app, ['TIDE_TOKEN', SECRET]);
    await page.getByRole('row', { name: /TIDE_TOKEN/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace value' });
    await dialog.getByLabel('Value', { exact: true }).fill(SECRET);
    await dialog.getByRole('button', { name: 'Replace value' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'TIDE_TOKEN has this value already' });
    await expect(toast).toBeVisible();
    await expect(toast.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await expectNoSecret(page);
  });
  await test.step('an invalid value is refused beside its field, and nothing typed is lost', async () => {
    await removeAll(page, app);
    await setVariables(app, ['HARBOUR', 'any']);
    await page.getByRole('button', { name: 'Add variable…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add variable' });
    const name = dialog.getByLabel('Name');
    const value = dialog.getByLabel('Value', { exact: true });
    await dialog.getByRole('button', { name: 'Add variable' }).click();
    await expect(dialog.getByText('This field may not be blank.')).toHaveCount(2);
    await expect(name).toBeFocused();
    for (const [wrong, message] of [
      ['__A', "Variable name can't start with __ (double underscore)"],
      ['READTHEDOCS_X', "Variable name can't start with READTHEDOCS"],
      ['A B', "Variable name can't contain spaces"],
      ['A-B', 'Only letters, numbers and underscore are allowed'],
      ['A'.repeat(129), 'Ensure this field has no more than 128 characters.'],
    ] as const) {
      await name.fill(wrong);
      await expect(dialog.getByText(message)).toBeVisible();
    }
    await name.fill('HARBOUR');
    await value.fill('v'.repeat(2049));
    await expect(dialog.getByText('Ensure this field has no more than 2048 characters.')).toBeVisible();
    await value.fill(SECRET);
    await dialog.getByRole('button', { name: 'Add variable' }).click();
    await expect(
      dialog.getByText('There is already a variable with this name for this project'),
    ).toBeVisible();
    await expect(value).toHaveValue(SECRET);
    expect(await names(app)).toEqual(['HARBOUR']);

    // The way out takes along what was typed.
    await dialog.getByRole('button', { name: 'Replace its value' }).click();
    const replacing = page.getByRole('dialog', { name: 'Replace value' });
    await expect(replacing.getByLabel('Name')).toHaveValue('HARBOUR');
    await expect(replacing.getByLabel('Value', { exact: true })).toHaveValue(SECRET);
    await replacing.getByRole('button', { name: 'Replace value' }).click();
    await expect(page.getByText('Replaced HARBOUR')).toBeVisible();
    expect(await outcomesOf(app, `HARBOUR=${SECRET}`)).toEqual(['same']);
    await expectNoSecret(page);
  });
  await test.step('a value of several lines keeps its line breaks', async () => {
    await removeAll(page, app);
    const pem = `-----BEGIN KEY-----\n${SECRET}\n-----END KEY-----\n`;
    await page.evaluate((text) => navigator.clipboard.writeText(text), pem);
    await page.getByRole('button', { name: 'Add a variable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add variable' });
    await dialog.getByLabel('Name').fill('PEM');
    await dialog.getByLabel('Value', { exact: true }).focus();
    await page.keyboard.press('Control+v');
    await expect(dialog.locator('textarea')).toHaveValue(pem);
    await expect(dialog.locator('textarea')).toHaveCSS('-webkit-text-security', 'disc');
    await dialog.getByRole('button', { name: 'Add variable' }).click();
    await expect(page.getByText('Added PEM')).toBeVisible();
    expect(await outcomesOf(app, `PEM="${pem}"`)).toEqual(['same']);
    await expectNoSecret(page);
  });
  await test.step('a pasted .env shows what each line would do, and is one change', async () => {
    await removeAll(page, app);
    await setVariables(app, ['KEPT', SECRET], ['CHANGED', 'before']);
    await page.getByRole('button', { name: 'Paste a .env…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paste a .env' });
    const field = dialog.getByLabel('Text of the file');
    await expect(dialog.getByText('Paste lines of NAME=value first.')).toBeVisible();
    await field.fill('nothing here');
    await expect(dialog.getByText('No line has a variable.')).toBeVisible();
    await expect(dialog.getByText('Line 1 has no variable and is ignored.')).toBeVisible();
    await field.fill(
      `# the harbour\nNEW=${SECRET}\nwhat is this\nKEPT=${SECRET}\nCHANGED=${OTHER_SECRET}\n__BAD=${SECRET}\nnor this`,
    );
    const line = (name: string) => dialog.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) });
    await expect(line('NEW')).toContainText('Add');
    await expect(line('KEPT')).toContainText('Unchanged');
    await expect(line('CHANGED')).toContainText('Replace');
    await expect(line('__BAD')).toContainText("Variable name can't start with __");
    await expect(dialog.getByText('Lines 3 and 7 have no variable and are ignored.')).toBeVisible();
    await expect(field).toHaveCSS('-webkit-text-security', 'disc');
    expect(await names(app)).toEqual(['CHANGED', 'KEPT']);

    await dialog.getByRole('button', { name: 'Set 2 variables' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Set 2 variables' });
    await expect(toast).toBeVisible();
    expect([...(await names(app))].sort()).toEqual(['CHANGED', 'KEPT', 'NEW']);
    expect(await outcomesOf(app, `NEW=${SECRET}\nCHANGED=${OTHER_SECRET}`)).toEqual(['same', 'same']);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Actions for NEW' })).toBeHidden();
    expect(await outcomesOf(app, 'NEW=x\nCHANGED=before')).toEqual(['add', 'same']);
    await expectNoSecret(page);
  });
  await test.step('a .env that is too long is refused beside its text, which stays', async () => {
    await removeAll(page, app);
    await page.getByRole('button', { name: 'Paste a .env' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paste a .env' });
    const text = `A=${'x'.repeat(64 * 1024)}`;
    await page.evaluate((long) => navigator.clipboard.writeText(long), text);
    await dialog.getByLabel('Text of the file').focus();
    await page.keyboard.press('Control+v');
    await expect(dialog.getByText('Paste at most 64 KB.')).toBeVisible();
    expect(await dialog.getByLabel('Text of the file').inputValue()).toHaveLength(text.length);
    await expect(dialog.getByRole('button', { name: 'Set variables' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    expect(await names(app)).toEqual([]);
  });
});

test('everything can be done by keyboard; a long list is filtered and sorted; lines for a terminal are copied', {
  tag: '@long',
}, async ({ page, app, context }) => {
  await test.step('everything can be done by keyboard', async () => {
    await open(page, app);
    await expect(page.getByRole('heading', { name: 'No variables yet' })).toBeVisible();
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('1');
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
    await page.keyboard.type('BY_KEYS');
    await press('Tab');
    await page.keyboard.type(SECRET);
    await press('Enter');
    await expect(page.getByText('Added BY_KEYS')).toBeVisible();
    expect(await names(app)).toEqual(['BY_KEYS']);

    await expect(page.getByRole('dialog')).toHaveCount(0);
    await press('/');
    await expect(page.getByRole('searchbox', { name: 'Filter variables' })).toBeFocused();
    await page.keyboard.type('keys');
    await expect(page).toHaveURL(/\?text=keys$/);
    const row = page.getByRole('row', { name: /BY_KEYS/ });
    // Two buttons, three heads that sort, the choice of columns, then the rows.
    await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab');
    await expect(row).toBeFocused();
    await press('Enter');
    await expect(page.getByRole('dialog').getByLabel('Value', { exact: true })).toBeFocused();
    await page.keyboard.type(OTHER_SECRET);
    await press('Enter');
    await expect(page.getByText('Replaced BY_KEYS')).toBeVisible();
    expect(await outcomesOf(app, `BY_KEYS=${OTHER_SECRET}`)).toEqual(['same']);

    await expect(row).toBeFocused();
    await press('Tab');
    await expect(page.getByRole('button', { name: 'Actions for BY_KEYS' })).toBeFocused();
    await press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Replace value…' })).toBeVisible();
    await expect(page.locator('[role="menu"]:focus, [role="menu"] :focus')).toHaveCount(1);
    await press('ArrowDown', 'End');
    await expect(page.getByRole('menuitem', { name: 'Remove variable…' })).toBeFocused();
    await press('Enter');
    const act = page.getByRole('dialog').getByRole('button', { name: 'Remove variable' });
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeFocused();
    await press('Tab', 'Tab');
    await expect(act).toBeFocused();
    await press('Enter');
    await expect(page.getByRole('heading', { name: 'No variables yet' })).toBeVisible();
    await press('Control+z');
    await expect(row).toBeVisible();
    expect(await names(app)).toEqual(['BY_KEYS']);
    await expectNoSecret(page);
  });
  await test.step('a long list is filtered and sorted, and says what it shows', async () => {
    await removeAll(page, app);
    const lines = Array.from({ length: 240 }, (_, index) => `TIDE_${index}=${SECRET}`);
    await app.desk('variables.paste', { slug: 'tidewater', text: lines.join('\n') });
    await app.show(page, '/projects/tidewater/environment');
    await expect(page.getByRole('status')).toHaveText('240 variables');
    const rows = page.getByRole('grid', { name: 'Environment variables' }).getByRole('row');
    expect(await rows.count()).toBeLessThan(60);
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect(rows.nth(1)).toContainText('TIDE_0');
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect(rows.nth(1)).toContainText('TIDE_239');
    await page.getByRole('searchbox', { name: 'Filter variables' }).fill('_17');
    await expect(page.getByRole('status')).toHaveText('11 of 240 variables match');
    await page.reload();
    await expect(page.getByRole('status')).toHaveText('11 of 240 variables match');
    await expect(rows.nth(1)).toContainText('TIDE_179');
    await page.getByRole('searchbox', { name: 'Filter variables' }).fill('nowhere');
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect(page.getByRole('status')).toHaveText('240 variables');
  });
  await test.step('the lines for a terminal do what the screen does', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await setVariables(app, ['HARBOUR', SECRET]);
    await app.show(page, '/projects/tidewater/environment');
    for (const [nth, end] of [
      [0, `'${app.url}${LIST}'`],
      [1, `-d '{"name":"NAME","value":"VALUE"}' '${app.url}${LIST}'`],
      [2, `'${app.url}${LIST}ID/'`],
    ] as const) {
      const line = await copyCurl(page, nth, end);
      expect(line.includes('-X DELETE')).toBe(nth === 2);
    }
  });
});

test('a lost data key is reported on the screen at once, and in the dialog', { tag: '@long' }, async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-key-'));
  const data = join(folder, 'data');
  try {
    const before = await startLectern(['--data', data, '--user', 'mira']);
    const headers = {
      authorization: `Token ${before.tokens.mira}`,
      'content-type': 'application/json',
    };
    const post = (path: string, body: object) =>
      fetch(`${before.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const repository = { url: 'https://git.example.org/tidewater.git', type: 'git' };
    expect((await post('/api/v3/projects/', { name: 'Tidewater', repository })).status).toBe(201);
    expect((await post(LIST, { name: 'HARBOUR', value: SECRET })).status).toBe(201);
    await before.stop();
    rmSync(join(data, 'vault.json'));

    const lectern = await startLectern(['--gui', '--data', data]);
    try {
      const page = await browser.newPage();
      const { window: link }: { window: string } = JSON.parse(await lectern.firstLine);
      await page.goto(link);
      await page.getByLabel('Name').fill('mira');
      await page.getByLabel('Name').press('Enter');
      await page.getByRole('link', { name: 'Tidewater' }).first().waitFor();
      await page.goto(`${lectern.url}/projects/tidewater/environment`);
      const notice = page
        .getByRole('alert')
        .filter({ hasText: 'Values cannot be added or replaced right now.' });
      await expect(notice).toContainText('no longer has the data key of this installation');
      await page.getByRole('button', { name: 'Add variable…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add variable' });
      await dialog.getByLabel('Name').fill('EBB');
      await dialog.getByLabel('Value', { exact: true }).fill(OTHER_SECRET);
      await dialog.getByRole('button', { name: 'Add variable' }).click();
      await expect(dialog.getByRole('alert')).toContainText('no longer has the data key');
      await expect(dialog.getByLabel('Value', { exact: true })).toHaveValue(OTHER_SECRET);
      await dialog.getByRole('button', { name: 'Cancel' }).click();

      // The advice works: remove all variables and add them again.
      await page.getByRole('button', { name: 'Actions for HARBOUR' }).click();
      await page.getByRole('menuitem', { name: 'Remove variable…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove variable' }).click();
      await expect(page.getByRole('heading', { name: 'No variables yet' })).toBeVisible();
      await expect(notice).toBeHidden();
    } finally {
      await lectern.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
