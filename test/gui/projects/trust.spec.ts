import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { NOT_TRUSTED } from '../../../src-server/model/builds/build-trust.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { violations } from '../axe.ts';
import { createE2eRepository, TAGS } from '../desktop/e2e-repository.ts';
import { expect, type HeadlessApp, test } from '../headless-app.ts';

// Builds run here, so that nobody's code may without a question (safety S12).
test.skip(!hasProgram('git') || !hasProgram('sphinx-build'), 'Needs git and Sphinx');

let parent: string;
let repository: string;
test.beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'lectern-trust-'));
  repository = join(parent, 'almanac');
  createE2eRepository(repository);
});
test.afterAll(() => rmSync(parent, { recursive: true, force: true }));
test.use({ startsAt: null, builds: true });

type Build = { readonly version: string; readonly error: string; readonly state: { readonly code: string } };

/** Two projects without a version built; none may run its code. */
async function twoProjects(app: HeadlessApp): Promise<void> {
  for (const name of ['Almanac', 'Tides']) {
    const body = { name, repository: { url: repository, type: 'git' }, language: 'en' };
    expect((await app.api('POST', '/api/v3/projects/', body)).status).toBe(201);
    const slug = name.toLowerCase();
    // Its own first build ends at once, for want of the permission; the next one is asked for here.
    await expect
      .poll(async () => (await builds(app, slug)).every(({ state }) => state.code === 'finished'))
      .toBe(true);
    await app.desk('project.update', { slug, body: { build_tools: 'machine' } });
  }
}

/** Newest first; of one version where it is named, since the repository brings others. */
async function builds(app: HeadlessApp, project: string, version?: string): Promise<readonly Build[]> {
  const ofVersion = version === undefined ? '' : `versions/${version}/`;
  const { json } = await app.api('GET', `/api/v3/projects/${project}/${ofVersion}builds/?limit=50`);
  return (json as { results: Build[] }).results;
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Run code on this computer?' });

test('a build asks first; without the permission nothing is built', async ({ page, app }) => {
  await twoProjects(app);
  const before = (await builds(app, 'almanac', 'latest')).length;
  // The permission is offered wherever it is said that a build was refused.
  await page.goto(`${app.url}/builds`);
  await expect(page.getByRole('button', { name: /^Allow and build: build \d/ })).toHaveCount(2);
  await page.goto(`${app.url}/projects`);
  await page.getByRole('button', { name: 'Allow and build: Tides' }).click();
  await expect(question(page).getByRole('button', { name: 'Allow and build' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(`${app.url}/projects/almanac`);
  const notice = page.getByRole('region', { name: 'What makes the build pass' });
  await expect(notice).toContainText("Builds aren't allowed yet, so build");
  await notice.getByRole('button', { name: 'Allow and build' }).click();
  await expect(question(page)).toContainText(
    'Once you allow it, its active versions without a build are built.',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Build latest' }).click();
  await expect(question(page)).toContainText(
    `Builds of almanac run code from ${repository} on this computer`,
  );
  // What that code can reach depends on whether this machine has a sandbox.
  await expect(question(page)).toContainText(/Its code can(?:not)? read .*Lectern's own data and secrets/);
  await expect(question(page).getByRole('button', { name: 'Not now' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  expect(await builds(app, 'almanac', 'latest')).toHaveLength(before);

  await page.getByRole('button', { name: 'Build latest' }).click();
  await question(page).getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText(/^Queued build \d+ of latest$/)).toBeVisible();
  // Once is enough.
  await page.getByRole('button', { name: 'Build latest' }).click();
  await expect.poll(async () => (await builds(app, 'almanac', 'latest')).length).toBe(before + 2);
  await expect(question(page)).toBeHidden();

  await page.goto(`${app.url}/projects/almanac/settings`);
  const permission = page.getByRole('region', { name: 'Build permission' });
  await expect(permission).toContainText(/mira allowed it just now/);
  await permission.getByRole('button', { name: 'Revoke' }).click();
  await expect(permission.getByRole('button', { name: 'Allow' })).toBeVisible();
  expect(await app.desk('builds.untrusted', { projects: ['almanac', 'tides'] })).toMatchObject([
    { slug: 'almanac', repositoryUrl: repository },
    { slug: 'tides' },
  ]);
});

/** The slugs of the project's active versions. */
async function activeVersions(app: HeadlessApp, project: string): Promise<string[]> {
  const { json } = await app.api('GET', `/api/v3/projects/${project}/versions/?active=true&limit=100`);
  return (json as { results: { slug: string }[] }).results.map(({ slug }) => slug).sort();
}

test('versions are activated with builds, without them, or not at all where the question is dismissed', {
  tag: '@long',
}, async ({ page, app }) => {
  await twoProjects(app);
  // The first build synced, and its sync triggered no build of `stable` that would fail as well.
  expect((await builds(app, 'almanac')).map(({ version, error }) => [version, error])).toEqual([
    ['latest', expect.stringContaining(NOT_TRUSTED)],
  ]);
  await page.goto(`${app.url}/projects/almanac/versions`);
  const toggle = page.getByRole('switch', { name: 'Active: v1.1' });
  const only = question(page).getByRole('button', { name: 'Activate only' });
  const withBuilds = question(page).getByRole('button', { name: 'Allow builds and activate' });
  const before = await activeVersions(app, 'almanac');
  expect(before).toEqual(['latest', 'stable']);

  const dismissals = [
    () => page.keyboard.press('Escape'),
    () => question(page).getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(1, 799),
  ];
  const activateByPattern = async () => {
    await page.getByRole('button', { name: 'Select by pattern' }).click();
    await page.getByRole('textbox', { name: 'Pattern' }).fill('>=2.0');
    await page.getByRole('button', { name: 'Activate 2' }).click();
  };
  const activateByPreview = async () => {
    await page.getByRole('button', { name: 'Activate…', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Activate versions' });
    await expect(dialog).toContainText('Starts a build if you allow builds.');
    await dialog.getByRole('button', { name: 'Activate 2' }).click();
  };
  for (const dismiss of dismissals) {
    await toggle.click();
    await expect(only).toBeFocused();
    await expect(withBuilds).toBeVisible();
    await dismiss();
    await expect(question(page)).toBeHidden();
    await expect(toggle).not.toBeChecked();
    await activateByPattern();
    await expect(only).toBeVisible();
    await dismiss();
    await expect(question(page)).toBeHidden();
  }
  await page.getByRole('button', { name: 'Select by pattern' }).click();
  await page.getByRole('textbox', { name: 'Pattern' }).fill('>=2.0');
  await page.getByRole('textbox', { name: 'Pattern' }).press('Enter');
  await activateByPreview();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText('2 selected');
  expect(await activeVersions(app, 'almanac'), 'dismissing changes nothing').toEqual(before);
  expect(await builds(app, 'almanac')).toHaveLength(1);

  await toggle.click();
  await only.click();
  await expect(page.getByText('Activated v1.1')).toBeVisible();
  await expect(toggle).toBeChecked();
  expect(await activeVersions(app, 'almanac')).toEqual([...before, 'v1.1']);
  expect(await builds(app, 'almanac'), 'what is known to fail is not queued').toHaveLength(1);
  for (const [procedure, input] of [
    ['builds.trigger', { project: 'almanac', version: 'v1.1' }],
    ['builds.rebuildAll', { project: 'almanac' }],
    ['versions.build', { slug: 'almanac', versions: ['v1.1'] }],
    ['projects.buildDefaults', ['almanac', 'tides']],
  ] as const)
    await expect(app.desk(procedure, input), procedure).rejects.toThrow('Nothing was queued.');
  expect(await builds(app, 'almanac')).toHaveLength(1);

  await activateByPreview();
  await withBuilds.click();
  await expect(page.getByText('Activated 2 versions')).toBeVisible();
  expect(await activeVersions(app, 'almanac')).toEqual([...before, 'v1.1', 'v2.0', 'v2.1']);
  const queued = (await builds(app, 'almanac')).map(({ version }) => version);
  expect(queued.sort()).toEqual(['latest', 'v2.0', 'v2.1']);
  expect(await app.desk('builds.untrusted', { projects: ['almanac'] })).toEqual([]);
});

test('an import without the permission queues nothing, and brings the versions', { tag: '@long' }, async ({
  page,
  app,
}) => {
  await page.goto(`${app.url}/import`);
  await page.getByRole('textbox', { name: 'Repository URL' }).fill(`file://${repository}`);
  await page.getByRole('checkbox', { name: `Activate all ${TAGS.length} tags` }).check();
  const toImport = page.getByText("Builds aren't allowed yet: nothing is built until you allow it.");
  await expect(toImport).toBeVisible();
  const allow = page.getByRole('checkbox', { name: 'Allow builds to run its code' });
  await page.getByRole('button', { name: 'Allow builds' }).click();
  await expect(allow).toBeChecked();
  await expect(toImport).toBeHidden();
  await allow.uncheck();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page).toHaveURL(/\/projects\/almanac$/);
  expect(await activeVersions(app, 'almanac')).toEqual(['latest', 'stable', ...TAGS]);
  expect(await builds(app, 'almanac')).toEqual([]);
  // It is said before a build is refused for it.
  const permission = page.getByRole('region', { name: 'Build permission' });
  await expect(permission).toContainText("Builds aren't allowed yet.");
  await permission.getByRole('button', { name: 'Allow builds' }).click();
  await question(page).getByRole('button', { name: 'Allow builds' }).click();
  await expect(permission).toBeHidden();
  expect(await app.desk('builds.untrusted', { projects: ['almanac'] })).toEqual([]);
  // What the import promised is built: `latest` and `stable`, and the tags.
  await expect(page.getByText(`Builds of ${TAGS.length + 2} versions started`)).toBeVisible();
  expect((await builds(app, 'almanac')).map(({ version }) => version).sort()).toEqual(
    await activeVersions(app, 'almanac'),
  );

  // What was not inspected is read by a sync, which runs no code.
  const body = {
    ...{ name: 'Tides', repository: { url: `file://${repository}`, type: 'git' }, language: 'en' },
    ...{ programming_language: 'words', default_version: 'latest', default_branch: null },
    ...{ documentation_type: 'sphinx', homepage: '', tags: [], activate_tags: false },
  };
  await app.desk('import.create', { body, inspection: null });
  await page.goto(`${app.url}/projects/tides`);
  await expect.poll(() => activeVersions(app, 'tides')).toEqual(['latest', 'stable']);
  expect(await builds(app, 'tides')).toEqual([]);

  await page
    .getByRole('region', { name: 'Last builds' })
    .getByRole('button', { name: 'Build latest' })
    .click();
  await question(page).getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText(/^Queued build \d+ of latest$/)).toBeVisible();
  expect(await builds(app, 'tides', 'latest')).toHaveLength(1);
});

test('many projects are asked about at once, and pages of their builds can be opened', {
  tag: '@long',
}, async ({ page, app }) => {
  test.slow();
  await test.step('a changed repository is not trusted without a new question', async () => {
    await twoProjects(app);
    const expected = [{ slug: 'almanac', repositoryUrl: 'https://git.example/almanac.git' }];
    await expect(app.desk('builds.trust', expected)).rejects.toThrow('has changed');
    expect(await app.desk('builds.untrusted', { projects: ['almanac'] })).toHaveLength(1);
  });
  await test.step('many projects are asked about in one question', async () => {
    await page.goto(`${app.url}/projects`);
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Build defaults' }).click();
    const list = question(page).getByRole('list', { name: 'Projects that need permission' });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(list).toContainText(repository);
    await question(page).getByRole('button', { name: 'Allow all 2' }).click();
    await expect(page.getByText('Building 2 defaults')).toBeVisible();
    expect(await app.desk('builds.untrusted', { projects: ['almanac', 'tides'] })).toEqual([]);
  });
  await test.step('pages of a build can be opened from every screen of the project', async () => {
    await page.goto(`${app.url}/projects/almanac/builds`);
    await app.desk('builds.trigger', { project: 'almanac', version: 'latest' });
    const list = page.getByRole('grid', { name: 'Builds' });
    // Builds of other versions may have been asked for in the meantime.
    const newest = list.getByRole('row').filter({ hasText: 'latest' }).first();
    await expect(newest).toContainText('Passed');
    await expect(page.getByRole('region', { name: 'Queue' })).toBeHidden();
    const header = page.getByRole('link', { name: 'Open docs' });
    const href = await header.getAttribute('href');
    expect(href).toMatch(/^http:\/\/almanac\.localhost:\d+\/en\/latest\/$/);
    await newest.getByRole('button', { name: /^Actions for build / }).click();
    await expect(page.getByRole('menuitem', { name: 'Open docs' })).toHaveAttribute('href', href ?? '');
    await page.goto(`${app.url}/projects`);
    await page.getByRole('button', { name: 'Actions for Almanac' }).click();
    const [docs] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('menuitem', { name: 'Open docs' }).click(),
    ]);
    await expect(docs.getByRole('heading', { level: 1, name: 'Almanac' }).first()).toBeVisible();
  });
});
