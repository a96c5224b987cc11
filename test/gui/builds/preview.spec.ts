import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { violations } from '../axe.ts';
import { expect, test as plain } from '../headless-app.ts';

/** A folder with documentation that the test writes in. */
type Folder = { readonly path: string; readonly write: (file: string, text: string) => void };

const test = plain.extend<{ readonly folder: Folder }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads what a fixture needs from its pattern
  folder: async ({}, use) => {
    const path = join(mkdtempSync(join(tmpdir(), 'lectern-preview-')), 'almanac');
    const write = (file: string, text: string) => writeFileSync(join(path, file), text);
    mkdirSync(join(path, 'docs'), { recursive: true });
    write('.readthedocs.yaml', CONFIG);
    write('docs/conf.py', "project = 'Almanac'\n");
    write('docs/index.rst', page('First words.'));
    await use({ path, write });
    rmSync(join(path, '..'), { recursive: true, force: true });
  },
});

const CONFIG =
  'version: 2\nbuild:\n  os: ubuntu-24.04\n  commands:\n    - python3 -c "import sphinx" 2>/dev/null; /usr/bin/sphinx-build -W --keep-going -b html docs $READTHEDOCS_OUTPUT/html\n';
/** More references that lead nowhere than the page lists. */
const BROKEN = Array.from({ length: 22 }, (_, at) => `:ref:\`nowhere-${at + 1}\``);
/** Fails with more output than the list shows. */
const FAILING = 'version: 2\nbuild:\n  os: ubuntu-24.04\n  commands:\n    - seq -f "line %g" 200; false\n';
/** A page that is long enough to scroll. */
const page = (text: string) =>
  `Almanac\n=======\n\n${'Tide after tide.\n\n'.repeat(120)}${text}\n\n${'Moon after moon.\n\n'.repeat(120)}`;

test.use({ builds: true });

test('a preview shows each save where the page was scrolled, and errors with their lines', async ({
  app,
  page: window,
  context,
  folder,
}) => {
  await app.show(window, '/projects');
  const server = window.getByRole('region', { name: 'Server state' });
  await expect(server.getByText('Nothing running')).toBeVisible();
  await window.keyboard.press('Control+k');
  await window.getByRole('combobox', { name: 'Search or run a command' }).fill('preview');
  await expect(window.getByRole('option', { name: 'Go to previews' })).toBeVisible();
  await window.getByRole('option', { name: 'Preview a folder' }).click();
  const path = window.getByLabel('Folder to preview');
  await expect(path).toBeFocused();
  await path.fill(folder.path);
  await window.getByRole('button', { name: 'Start preview' }).click();
  const card = window.getByRole('region', { name: `Preview of ${folder.path}` });
  await expect(card.getByText('Up to date')).toBeVisible({ timeout: 60_000 });
  expect(await violations(window)).toEqual([]);
  await expect(server.getByRole('link', { name: '1 preview' })).toBeVisible();
  await expect(server.getByText('Nothing running')).toBeHidden();

  const [docs] = await Promise.all([
    context.waitForEvent('page'),
    card.getByRole('link', { name: 'Open' }).click(),
  ]);
  await expect(docs.getByText('First words.')).toBeVisible();
  await docs.getByText('First words.').scrollIntoViewIfNeeded();
  const scrolled = await docs.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);

  folder.write('docs/index.rst', page('Second words.'));
  await expect(docs.getByText('Second words.')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => docs.evaluate(() => scrollY)).toBe(scrolled);

  // Errors come first, then the warnings of the same build.
  folder.write('docs/index.rst', `${page('Third words.')}\n.. nonsense::\n\n${BROKEN.join('\n')}\n`);
  const line = `${page('Third words.')}\n`.split('\n').length;
  const place = docs.getByRole('link', { name: `docs/index.rst:${line}` });
  await expect(place).toBeVisible({ timeout: 60_000 });
  await expect(docs.getByText('Unknown directive type "nonsense".')).toBeVisible();
  const overlay = docs.getByRole('alert', { name: 'The build failed: 1 error, 22 warnings' });
  const items = overlay.getByRole('listitem');
  await expect(items).toHaveCount(22);
  await expect(items.first()).toHaveText(/^Error.*Unknown directive type/);
  await expect(items.nth(1)).toHaveText(/^Warning.*undefined label: .?nowhere-1\b/);
  await expect(items.last()).toHaveText('and 2 more, in the window of Lectern');
  // The last good page stays below.
  await expect(docs.getByText('Second words.')).toBeAttached();

  await expect(card.getByText(/shows the pages built .*, before the error/)).toBeVisible();

  // The place leads to the window, where nothing is opened before the person asks for it.
  await app.desk('settings.set', { editor: '/usr/bin/touch FILE.opened-LINE' });
  const [led] = await Promise.all([context.waitForEvent('page'), place.click()]);
  const open = led.getByRole('button', { name: 'Open in editor' }).first();
  await expect(open).toBeFocused();
  const opened = join(folder.path, `docs/index.rst.opened-${line}`);
  expect(existsSync(opened)).toBe(false);
  await open.click();
  await expect.poll(() => existsSync(opened)).toBe(true);
  await led.close();

  folder.write('docs/index.rst', page('Fourth words.'));
  await expect(docs.getByText('Fourth words.')).toBeVisible({ timeout: 60_000 });
  await expect(place).toBeHidden();
  await docs.close();

  // The list shows how an error of no file ended; the preview's own screen, the whole output from its end.
  folder.write('.readthedocs.yaml', FAILING);
  await expect(card.getByText('Failed', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(window.getByText('line 200', { exact: false })).toBeInViewport();
  await server.getByRole('link', { name: '1 preview' }).click();
  await expect(card.locator('pre')).toHaveText(/^line 191.*line 200$/s);

  await card.getByRole('button', { name: 'Stop' }).click();
  await expect(window.getByText('No previews running')).toBeVisible();
  await expect(server.getByText('Nothing running')).toBeVisible();
});
