import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { NOT_TRUSTED } from '../../../src-server/model/builds/build-trust.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { violations } from '../axe.ts';
import { createE2eRepository } from '../desktop/e2e-repository.ts';
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
    await expect.poll(async () => (await builds(app, slug)).every(({ error }) => error !== '')).toBe(true);
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
  await page.goto(`${app.url}/projects/almanac`);
  await page.getByRole('button', { name: 'Build latest' }).click();
  await expect(question(page)).toContainText(
    `Builds of almanac run code from ${repository} on this computer`,
  );
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

test('what is switched on without the permission is on, and its build says why it failed', async ({
  page,
  app,
}) => {
  await twoProjects(app);
  await app.desk('versions.sync', { slug: 'almanac' });
  await page.goto(`${app.url}/projects/almanac/versions`);
  const toggle = page.getByRole('switch', { name: 'Active: v1.1' });
  await toggle.click();
  await expect(question(page)).toContainText('the versions are activated but their builds fail');
  await question(page).getByRole('button', { name: 'Not now' }).click();
  await expect(toggle).toBeChecked();
  await expect
    .poll(async () => (await builds(app, 'almanac')).find(({ version }) => version === 'v1.1')?.error)
    .toContain(NOT_TRUSTED);
});

test('many projects are asked about in one question', async ({ page, app }) => {
  await twoProjects(app);
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

test('a repository that has changed is not trusted unseen', async ({ app }) => {
  await twoProjects(app);
  const expected = [{ slug: 'almanac', repositoryUrl: 'https://git.example/almanac.git' }];
  await expect(app.desk('builds.trust', expected)).rejects.toThrow('has changed');
  expect(await app.desk('builds.untrusted', { projects: ['almanac'] })).toHaveLength(1);
});

test('pages of a build can be opened from every screen of the project', async ({ page, app }) => {
  test.slow();
  await twoProjects(app);
  await app.desk('builds.trust', [{ slug: 'almanac', repositoryUrl: repository }]);
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
