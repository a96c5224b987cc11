import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import type { Gates } from '../../support/program/build-gates.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import type { RedirectBody } from '../redirects/redirect-helpers.ts';
import { curl } from './curl.ts';
import { defineBuildTests } from './e2e-builds.ts';
import { EXACT, FOLDERS, HTML, PAGE, PREFIX, REDIRECTS } from './e2e-redirects.ts';
import { type E2eRepository, TAGS } from './e2e-repository.ts';
import { createE2eSession, PROJECT_PATH } from './e2e-session.ts';

/*
 * A maintainer's whole day in the built application, with the keyboard alone. Each chapter goes on where the one
 * before it ended, and asks the public API, with curl, what has come of it.
 */
test.describe.configure({ mode: 'serial' });
test.skip(
  !hasProgram('git') || !hasProgram('curl') || !hasProgram('sphinx-build'),
  'Needs git, curl and Sphinx',
);

type Redirect = { readonly type: string; readonly from_url: string | null; readonly to_url: string | null };

const SECRET = 'tide-s3cret-4711';

const e2e = createE2eSession();
const {
  keys,
  page,
  button,
  dialog,
  told: toast,
  pathname,
  api,
  listed: listAll,
  activeVersions,
  projectSnapshot,
  openTab,
} = e2e;
const { openProject, undoLast } = e2e;
let repository: E2eRepository;
let gates: Gates;
const buildTests = defineBuildTests(e2e, () => ({ repository, gates }));

async function names(path: string): Promise<readonly string[]> {
  return (await listAll<{ name: string }>(path)).map(({ name }) => name).sort();
}

test.beforeAll(async () => {
  ({ repository, gates } = await e2e.start());
});

test.afterAll(() => e2e.end());

test.afterEach(async () => {
  expect(await e2e.consoleMessages(), 'the console stays empty').toEqual([]);
});

test('the first run asks for a name', async () => {
  await expect(page().getByRole('textbox', { name: 'Your name' })).toBeFocused();
  await keys.type('two words');
  await keys.press('Enter');
  await expect(page().getByRole('textbox', { name: 'Your name' })).toHaveAttribute('aria-invalid', 'true');
  await keys.write(page().getByRole('textbox', { name: 'Your name' }), 'mira');
  await keys.press('Enter');
  await expect(page().getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  expect((await api('/api/v3/projects/', { token: 'nobody' })).status).toBe(401);
});

test('a token is made, shown once, and good for curl', async () => {
  await keys.press('4');
  const mira = page().getByRole('grid', { name: 'People' }).getByRole('row', { name: /^mira/ });
  await keys.activate(mira);
  await expect.poll(pathname).toBe('/people/mira');
  await keys.activate(button('Create token').first());
  await expect(dialog('Create token').getByLabel('Name')).toBeFocused();
  await keys.type('day');
  await keys.press('Enter');
  const token = await dialog('Token created').getByLabel('Token', { exact: true }).innerText();
  expect(token).toMatch(/^[0-9a-f]{40}$/);
  e2e.useToken(token);
  await keys.activate(dialog('Token created').getByRole('button', { name: 'Done' }));
  await expect(dialog('Token created')).toBeHidden();
  await expect(button('Create token').first()).toBeFocused();
  expect(await page().content()).not.toContain(token);
  expect(await api('/api/v3/projects/')).toMatchObject({ status: 200, json: { count: 0 } });
  const wrong = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
  expect((await api('/api/v3/projects/', { token: wrong })).status).toBe(401);
});

test('a project is imported from a folder after an inspection of its content', async () => {
  await keys.press('Control+Shift+I');
  await expect.poll(pathname).toBe('/import');
  const source = page().getByRole('textbox', { name: 'Folder or repository URL' });
  await expect(source).toBeFocused();
  await keys.write(source, repository.folder);
  await keys.press('Enter');
  const holds = page().getByRole('region', { name: 'Repository contents' });
  for (const name of ['main', 'next', 'v2.1', '.readthedocs.yaml']) await expect(holds).toContainText(name);
  await expect(page().getByRole('textbox', { name: 'Name' })).toHaveValue('Almanac');
  expect((await api('/api/v3/projects/')).json, 'nothing is imported yet').toMatchObject({ count: 0 });
  // What is advised depends on the network.
  const tools = page().getByRole('radiogroup', { name: 'Build with' });
  await expect(tools.getByRole('radio', { checked: true })).toHaveCount(1);
  await keys.choose(tools, /^Fresh virtualenv/);
  await keys.activate(button('Import'));
  await expect.poll(pathname).toBe('/projects/almanac');
  await expect(page().getByRole('heading', { level: 1, name: 'Almanac' })).toBeVisible();
  expect((await api(PROJECT_PATH)).json).toMatchObject({
    name: 'Almanac',
    repository: { url: repository.folder, type: 'git' },
    default_branch: 'main',
    users: [{ username: 'mira' }],
  });
  const versions = await listAll<{ slug: string }>(`${PROJECT_PATH}versions/`);
  expect(versions.map(({ slug }) => slug).sort()).toEqual(
    ['latest', 'main', 'next', 'stable', ...TAGS].sort(),
  );
  expect(await activeVersions()).toEqual(['latest', 'stable']);
  expect(await listAll(`${PROJECT_PATH}builds/`), 'nothing is built that may not run').toEqual([]);
});

test('its code runs once that is allowed, and a build is followed from its trigger to the opened page', () =>
  buildTests.allowAndFollow());

test('a broken commit keeps the pages, and a corrected one replaces them', () => buildTests.breakAndFix());

test('killed while it builds, it says so when it is started again, and goes on serving', () =>
  buildTests.killWhileBuilding());

test('all its settings are changed together', async () => {
  await openProject('Almanac', 'almanac');
  await openTab('Settings');
  await keys.write(page().getByLabel('Name', { exact: true }), 'Harbour almanac');
  await keys.write(page().getByLabel('Homepage'), 'nonsense');
  await keys.press('Control+S');
  await expect(page().getByText('1 field to fix')).toBeVisible();
  expect((await api(PROJECT_PATH)).json).toMatchObject({ name: 'Almanac' });
  await keys.write(page().getByLabel('Homepage'), 'https://tides.example.org/');
  await keys.focusOn(page().getByRole('combobox', { name: 'Tags' }));
  for (const tag of ['sea', 'tides']) {
    await keys.type(tag);
    await keys.press('Enter');
  }
  await keys.write(page().getByLabel('Default branch'), 'next');
  // From inside a field to another screen and back: what was typed waits.
  await keys.press('Control+2');
  await expect.poll(pathname).toBe('/builds');
  await openProject('Almanac', 'almanac');
  await openTab('Settings');
  await expect(page().getByLabel('Default branch')).toHaveValue('next');
  await keys.select(page().getByRole('combobox', { name: 'Programming language' }), 'Hask', 'Haskell');
  await keys.activate(page().getByRole('switch', { name: 'Version warning' }), 'Space');
  await expect(page().getByText('6 changed')).toBeVisible();
  await keys.activate(button('Save changes'));
  await expect(toast('Saved 6 settings of almanac')).toBeVisible();
  expect((await api(PROJECT_PATH)).json).toMatchObject({
    name: 'Harbour almanac',
    slug: 'almanac',
    homepage: 'https://tides.example.org/',
    default_branch: 'next',
    tags: ['sea', 'tides'],
    programming_language: { code: 'haskell' },
  });
});

test('versions are activated in bulk, by a pattern and by hand, and that is undone', async () => {
  await e2e.waitUntilIdle();
  const { length: before } = await listAll(`${PROJECT_PATH}builds/`);
  await openTab('Versions');
  await keys.activate(button('Select by pattern'));
  await keys.write(page().getByRole('textbox', { name: 'Pattern' }), '>=2.0');
  await keys.activate(button('Activate 2'));
  await expect(toast('Activated 2 versions')).toBeVisible();
  expect(await activeVersions()).toEqual(['latest', 'stable', 'v2.0', 'v2.1']);
  expect(await listAll(`${PROJECT_PATH}builds/`)).toHaveLength(before + 2);
  await undoLast('Undone: Activate 2 versions');
  expect(await activeVersions()).toEqual(['latest', 'stable']);

  const grid = page().getByRole('grid', { name: 'Versions' });
  const row = (slug: string) => grid.getByRole('row', { name: new RegExp(`Select ${slug}`) });
  await keys.focusRow(row('v2.1'));
  await keys.press('Space', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Shift+Space');
  await expect(page().getByRole('region', { name: 'Selected' })).toContainText('4 selected');
  await keys.activate(button('Activate…'));
  await keys.activate(dialog('Activate versions').getByRole('button', { name: 'Activate 4' }));
  await expect(toast('Activated 4 versions')).toBeVisible();
  expect(await activeVersions()).toEqual(['latest', 'stable', ...TAGS]);

  await keys.focusRow(row('v1.0'));
  await keys.activate(grid.getByRole('switch', { name: 'Active: v1.0' }), 'Space');
  await expect(toast('Deactivated v1.0')).toBeVisible();
  expect(await activeVersions()).toEqual(['latest', 'stable', 'v1.1', 'v2.0', 'v2.1']);
  await undoLast('Undone: Deactivate v1.0');
  expect(await activeVersions()).toEqual(['latest', 'stable', ...TAGS]);
});

/** The redirects as the screen orders them. */
async function expectOrder(...rules: readonly (RedirectBody | undefined)[]): Promise<void> {
  const grid = page().getByRole('grid', { name: 'Redirects' });
  await expect(grid.locator('[role="row"] [role="gridcell"]:nth-child(4)')).toHaveText(
    rules.map((rule) => rule?.type ?? ''),
  );
}

test('redirects of all five types are added, sorted, removed and restored', async () => {
  const row = (rule: RedirectBody | undefined) =>
    page()
      .getByRole('grid', { name: 'Redirects' })
      .getByRole('row')
      .filter({ hasText: rule?.from_url ?? rule?.type ?? '' });
  await openTab('Redirects');
  await expect(page().getByRole('heading', { name: 'No redirects yet' })).toBeVisible();
  await keys.press('1');
  for (const [at, rule] of [PAGE, PREFIX, EXACT, HTML, FOLDERS].entries()) {
    const { type, from_url, to_url } = rule ?? { type: '' };
    if (at > 0) {
      await keys.focusOn(button('Add redirect'), 'Shift+Tab');
      await keys.press('Enter');
    }
    const panel = page().getByRole('complementary', { name: 'New redirect' });
    await keys.choose(panel.getByRole('group', { name: 'Type' }), new RegExp(`^${type}\\b`));
    if (from_url !== undefined) await keys.write(panel.getByLabel('From', { exact: true }), from_url);
    if (to_url !== undefined) await keys.write(panel.getByLabel('To', { exact: true }), to_url);
    await keys.activate(panel.getByRole('button', { name: 'Add redirect' }));
    await expect(row(rule)).toBeFocused();
  }
  const path = `${PROJECT_PATH}redirects/`;
  const [ofPage, prefix, exact, html, folders] = REDIRECTS;
  // The API lists what is tried first, first (behaviour.md 12): the last one modified, until somebody moves it.
  await expectOrder(FOLDERS, HTML, EXACT, PREFIX, PAGE);
  expect(await listAll<Redirect>(path)).toMatchObject([folders, html, exact, prefix, ofPage]);

  await keys.focusRow(row(EXACT));
  await keys.press('Alt+ArrowUp', 'Alt+ArrowUp');
  await expectOrder(EXACT, FOLDERS, HTML, PREFIX, PAGE);
  await expect(row(EXACT)).toBeFocused();
  await expect.poll(() => listAll<Redirect>(path)).toMatchObject([exact, folders, html, prefix, ofPage]);

  await keys.focusRow(row(PREFIX));
  await keys.press('Delete');
  await keys.activate(page().getByRole('dialog').getByRole('button', { name: 'Remove redirect' }));
  await expect(row(PREFIX)).toBeHidden();
  expect(await listAll<Redirect>(path)).toMatchObject([exact, folders, html, ofPage]);
  await undoLast('Undone: Remove redirect /old/');
  await expectOrder(EXACT, FOLDERS, HTML, PREFIX, PAGE);
  expect(await listAll<Redirect>(path)).toMatchObject([exact, folders, html, prefix, ofPage]);
});

test('environment variables are added, pasted, replaced and removed, and no value is shown again', async () => {
  const path = `${PROJECT_PATH}environmentvariables/`;
  await openTab('Environment');
  await expect(page().getByRole('heading', { name: 'No variables yet' })).toBeVisible();
  await keys.press('1');
  await expect(dialog('Add variable').getByLabel('Name')).toBeFocused();
  await keys.type('TIDE_TOKEN');
  await keys.write(dialog('Add variable').getByLabel('Value', { exact: true }), SECRET);
  await keys.press('Enter');
  await expect(toast('Added TIDE_TOKEN')).toBeVisible();
  expect(await names(path)).toEqual(['TIDE_TOKEN']);

  await keys.activate(button('Paste a .env…'));
  await expect(dialog('Paste a .env').getByLabel('Text of the file')).toBeFocused();
  await keys.type(`HARBOUR=north\nTIDE_TOKEN=${SECRET}-2\nMOON=${SECRET}\n`);
  await keys.activate(dialog('Paste a .env').getByRole('button', { name: 'Set 3 variables' }));
  await expect(toast('Set 3 variables')).toBeVisible();
  expect(await names(path)).toEqual(['HARBOUR', 'MOON', 'TIDE_TOKEN']);

  const row = (name: string) =>
    page()
      .getByRole('grid', { name: 'Environment variables' })
      .getByRole('row', { name: new RegExp(name) });
  await expect(button('Paste a .env…')).toBeFocused();
  await keys.focusRow(row('HARBOUR'));
  await keys.press('Enter');
  await expect(dialog('Replace value').getByLabel('Value', { exact: true })).toBeFocused();
  await keys.type('south');
  await keys.press('Enter');
  await expect(toast('Replaced HARBOUR')).toBeVisible();
  // The dialog gives the focus back before it goes elsewhere.
  await expect(dialog('Replace value')).toBeHidden();
  await expect(row('HARBOUR')).toBeFocused();

  await keys.focusRow(row('MOON'));
  await keys.chooseMenuItem(button('Actions for MOON'), 'Remove variable…');
  await keys.activate(page().getByRole('dialog').getByRole('button', { name: 'Remove variable' }));
  await expect(row('MOON')).toBeHidden();
  expect(await names(path)).toEqual(['HARBOUR', 'TIDE_TOKEN']);
  await undoLast('Undone: Remove variable MOON');
  expect(await names(path)).toEqual(['HARBOUR', 'MOON', 'TIDE_TOKEN']);
  expect(JSON.stringify(await projectSnapshot())).not.toContain(SECRET);
  expect(await page().content()).not.toContain(SECRET);
});

test('two more projects are imported by URL, and become a subproject and a translation', async () => {
  await keys.press('Control+Shift+I');
  const address = page().getByRole('textbox', { name: 'Repository URL' });
  await keys.write(address, pathToFileURL(repository.folder).href);
  await keys.press('Enter');
  await expect(page().getByRole('region', { name: 'Repository contents' })).toContainText('v2.1');
  await keys.write(page().getByRole('textbox', { name: 'Name' }), 'Almanac tools');
  await keys.activate(button('Import'));
  await expect.poll(pathname).toBe('/projects/almanac-tools');

  await keys.press('Control+Shift+I');
  await keys.write(address, 'https://git.example.org/harbour/almanach.git');
  await keys.activate(button('import without inspecting'));
  await keys.write(page().getByRole('textbox', { name: 'Name' }), 'Almanach');
  await keys.select(page().getByRole('combobox', { name: 'Language', exact: true }), 'German', 'German (de)');
  await keys.activate(page().getByRole('checkbox', { name: 'Allow builds to run its code' }), 'Space');
  await keys.activate(button('Import and build'));
  await expect.poll(pathname).toBe('/projects/almanach');
  const projects = await listAll<{ slug: string }>('/api/v3/projects/');
  expect(projects.map(({ slug }) => slug).sort()).toEqual(['almanac', 'almanac-tools', 'almanach']);

  await openProject('Harbour', 'almanac');
  await openTab('Subprojects');
  await expect(page().getByRole('heading', { name: 'No subprojects yet' })).toBeVisible();
  await keys.press('1');
  const adding = dialog('Add subproject');
  await keys.select(
    adding.getByRole('combobox', { name: 'Project' }),
    'tools',
    'Almanac tools (almanac-tools)',
  );
  await keys.write(adding.getByLabel('Alias'), 'tools');
  await keys.press('Enter');
  await expect(toast('Added Almanac tools as tools')).toBeVisible();
  expect(await listAll(`${PROJECT_PATH}subprojects/`)).toMatchObject([
    { alias: 'tools', child: { slug: 'almanac-tools' } },
  ]);

  await openTab('Translations');
  await expect(page().getByRole('heading', { name: 'Only in English' })).toBeVisible();
  await keys.press('1');
  await keys.select(
    dialog('Add translation').getByRole('combobox', { name: 'Project' }),
    'Almanach',
    'Almanach (German, almanach)',
  );
  await keys.activate(dialog('Add translation').getByRole('button', { name: 'Add translation' }));
  await expect(toast('Added translation almanach')).toBeVisible();
  expect(await listAll(`${PROJECT_PATH}translations/`)).toMatchObject([
    { slug: 'almanach', language: { code: 'de' } },
  ]);
});

test('the project is removed, and undo brings back all of it', async () => {
  await e2e.waitUntilIdle();
  const before = await projectSnapshot();
  await openTab('Settings');
  await keys.activate(button('Remove project…'));
  await expect(dialog('Remove the project').getByRole('textbox')).toBeFocused();
  await keys.type('almana');
  await keys.press('Enter');
  expect((await api(PROJECT_PATH)).status).toBe(200);
  await keys.type('c');
  await keys.press('Enter');
  await expect.poll(pathname).toBe('/projects');
  await expect(toast('Removed Harbour almanac')).toBeVisible();
  expect((await api(PROJECT_PATH)).status).toBe(404);
  expect((await e2e.docs('/en/v2.1/')).status).toBe(404);
  expect((await api('/api/v3/projects/')).json).toMatchObject({ count: 2 });
  await undoLast('Undone: Remove almanac');
  expect(await projectSnapshot()).toEqual(before);
  expect((await e2e.docs('/en/v2.1/')).status).toBe(200);
});

test('killed and started again, it shows the same screen, with nothing lost', async () => {
  await openProject('Harbour', 'almanac');
  await openTab('Versions');
  await keys.press('/');
  await expect(page().getByRole('searchbox', { name: 'Filter versions' })).toBeFocused();
  await keys.type('v2');
  const screen = '/projects/almanac/versions?text=v2';
  const userData = await e2e
    .app()
    .electron.evaluate(({ app: electronApp }) => electronApp.getPath('userData'));
  const remembered = () => JSON.parse(readFileSync(join(userData, 'window.json'), 'utf8'));
  await expect.poll(remembered).toMatchObject({ screen });
  const before = await projectSnapshot();
  const url = e2e.serverUrl();
  await e2e.app().kill();
  await expect(curl(url)).rejects.toThrow('curl ended with 7');

  await e2e.app().relaunch();
  await expect(page().getByRole('searchbox', { name: 'Filter versions' })).toHaveValue('v2');
  expect(pathname() + new URL(page().url()).search).toBe(screen);
  const grid = page().getByRole('grid', { name: 'Versions' });
  await expect(grid.getByRole('switch', { name: /v2/ })).toHaveCount(2);
  expect(await projectSnapshot()).toEqual(before);
  expect((await api('/api/v3/projects/')).json).toMatchObject({ count: 3 });
  await openTab('Redirects');
  await expectOrder(EXACT, FOLDERS, HTML, PREFIX, PAGE);
});
