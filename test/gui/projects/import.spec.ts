import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createE2eRepository, TAGS } from '../desktop/e2e-repository.ts';
import { expect, type HeadlessApp, test } from '../headless-app.ts';

const TAKEN = {
  users: [{ username: 'mira' }],
  projects: [
    { name: 'Almanac', users: ['mira'], repository: { url: 'https://git.example/almanac.git', type: 'git' } },
  ],
};

type Versions = { readonly results: readonly { readonly slug: string; readonly active: boolean }[] };

let parent: string;
let repository: string;
test.beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'lectern-import-'));
  repository = join(parent, 'almanac');
  createE2eRepository(repository);
});
test.afterAll(() => rmSync(parent, { recursive: true, force: true }));
test.use({ startsAt: null, seed: TAKEN });

async function slugs(app: HeadlessApp): Promise<string[]> {
  const { json } = await app.api('GET', '/api/v3/projects/');
  return (json as { results: { slug: string }[] }).results.map(({ slug }) => slug);
}

/** Takes connections and never answers. */
async function startSilentServer(): Promise<{ readonly port: number; readonly close: () => void }> {
  const sockets: { destroy: () => void }[] = [];
  const server: Server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return {
    port: address.port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('a folder is imported under a free name, and code is allowed to run for the inspected address only', async ({
  page,
  app,
}) => {
  await test.step('a folder is inspected and imported under a free name', async () => {
    await app.show(page, '/import');
    const source = page.getByLabel('Folder or repository URL');
    await expect(source).toBeFocused();
    await source.fill('almanac');
    await source.press('Enter');
    await expect(page.getByText('Enter a whole path, such as ~/almanac')).toBeVisible();
    await source.fill(`${parent}/nothing`);
    await expect(page.getByText('There is no such folder on this computer.')).toBeVisible();
    await source.fill(join(repository, 'docs', 'conf.py'));
    await expect(page.getByText('This is a file.')).toBeVisible();
    await source.fill(parent);
    await expect(page.getByText('A folder, but not a Git repository')).toBeVisible();
    // A folder of documentation can be previewed, and becomes a repository after a question.
    const fresh = join(parent, 'fresh');
    mkdirSync(fresh);
    writeFileSync(join(fresh, 'conf.py'), '');
    await source.fill(fresh);
    await source.press('Enter');
    const previewLink = page.getByRole('link', { name: 'Preview the folder' });
    await expect(previewLink).toHaveAttribute('href', `/previews?folder=${encodeURIComponent(fresh)}`);
    await page.getByRole('button', { name: 'make it a repository…' }).click();
    const question = page.getByRole('dialog');
    await expect(question.getByText('git add --all')).toBeVisible();
    await question.getByRole('button', { name: 'Make a repository' }).click();
    await expect(page.getByText('Sphinx, conf.py')).toBeVisible();

    // Enter takes the folder that the hint offers.
    await source.fill(`"${join(repository, 'docs')}"`);
    await expect(page.getByRole('button', { name: `Use ${repository}` })).toBeVisible();
    await source.press('Enter');
    await expect(source).toHaveValue(repository);

    const holds = page.getByRole('region', { name: 'Repository contents' });
    await expect(holds.getByText('main', { exact: true })).toBeVisible();
    await expect(holds.getByText('points to v2.1')).toBeVisible();
    await expect(holds.getByText('Sphinx, docs/conf.py, 2 pages')).toBeVisible();
    await expect(holds.getByText('version 2, no problems seen')).toBeVisible();
    expect(await slugs(app), 'nothing is imported yet').toEqual(['almanac']);

    // The name derived from the folder is taken.
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Almanac');
    await expect(page.getByText('almanac is taken. Choose another name, or open Almanac.')).toBeVisible();
    await expect(page.getByText('1 field to fix')).toBeVisible();
    const allow = page.getByRole('checkbox', { name: 'Allow builds to run its code' });
    await expect(allow, 'nothing is allowed by default').not.toBeChecked();
    await expect(
      page.getByText(`Builds of almanac run code from ${repository} on this computer`),
    ).toBeVisible();
    const button = page.getByRole('button', { name: 'Import', exact: true });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.press('Enter');
    expect(await slugs(app)).toEqual(['almanac']);

    await page.getByLabel('Name', { exact: true }).fill('Almanac tools');
    await expect(page.getByLabel('Slug')).toHaveValue('almanac-tools');
    await page.getByLabel('Homepage').fill('tides');
    await button.click();
    await expect(page.getByText('Enter a valid URL.')).toBeVisible();
    await page.getByLabel('Homepage').fill('https://tides.example.org/');
    await page.getByLabel(`Activate all ${TAGS.length} tags`).check();
    await button.click();
    await expect(page).toHaveURL(`${app.url}/projects/almanac-tools`);
    await expect(page.getByRole('alert').filter({ hasText: 'Imported Almanac tools' })).toBeVisible();

    const project = await app.api('GET', '/api/v3/projects/almanac-tools/');
    expect(project.json).toMatchObject({
      default_branch: 'main',
      programming_language: { code: 'py' },
      repository: { url: repository },
    });
    const { json } = await app.api('GET', '/api/v3/projects/almanac-tools/versions/?limit=50');
    const { results } = json as Versions;
    expect(
      results
        .filter(({ active }) => active)
        .map(({ slug }) => slug)
        .sort(),
    ).toEqual(['latest', 'stable', ...TAGS].sort());
    expect(results.some(({ slug, active }) => slug === 'next' && !active)).toBe(true);

    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => slugs(app)).toEqual(['almanac']);
  });
  await test.step('code is allowed to run for the inspected address only', async () => {
    await app.show(page, '/import');
    const address = page.getByLabel('Repository URL');
    await address.fill(repository);
    await address.press('Enter');
    const holds = page.getByRole('region', { name: 'Repository contents' });
    await expect(holds.getByText('points to v2.1')).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill('Tides');
    const allow = page.getByRole('checkbox', { name: 'Allow builds to run its code' });
    await allow.check();
    await expect(page.getByRole('button', { name: 'Import and build' })).toBeVisible();
    await address.fill(`${repository}/`);
    await expect(allow).not.toBeChecked();
    await address.fill(repository);
    await address.press('Enter');
    await expect(holds.getByText('points to v2.1')).toBeVisible();
    await allow.check();
    await page.getByRole('button', { name: 'Import and build' }).click();
    await expect(page).toHaveURL(`${app.url}/projects/tides`);
    expect(await app.desk('project.details', { slug: 'tides' })).toMatchObject({
      trust: { trusted: true, by: 'mira', repositoryUrl: repository },
    });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => slugs(app), 'the permission is undone with the import').toEqual(['almanac']);
  });
});

test('values guessed from one repository are removed with it, and typed values are kept', {
  tag: '@long',
}, async ({ page, app }) => {
  const other = join(parent, 'harbour-lights');
  createE2eRepository(other);
  await app.show(page, '/import');
  const address = page.getByLabel('Repository URL');
  const name = page.getByLabel('Name', { exact: true });
  const branch = page.getByRole('combobox', { name: 'Default branch' });
  await address.fill(repository);
  await address.press('Enter');
  await expect(name).toHaveValue('Almanac');
  await expect(branch).toHaveValue('main');
  // Guesses are guesses after a reload, too.
  await page.reload();
  await expect(name).toHaveValue('Almanac');
  await address.fill(other);
  await expect(branch, 'it was of the other address').toHaveValue('');
  await address.press('Enter');
  await expect(name).toHaveValue('Harbour lights');
  await expect(page.getByLabel('Slug')).toHaveValue('harbour-lights');
  await expect(branch).toHaveValue('main');
  await expect(page.getByText(`Builds of harbour-lights run code from ${other}`)).toBeVisible();

  await name.fill('Lamps');
  await branch.fill('next');
  await address.fill(repository);
  await address.press('Enter');
  await expect(page.getByRole('button', { name: 'Inspect again' })).toBeVisible();
  await expect(name).toHaveValue('Lamps');
  await expect(branch).toHaveValue('next');
});

test('an inspection is cancelled, typed values are restored, and an unreadable repository is imported', {
  tag: '@long',
}, async ({ page, app }) => {
  await test.step('a slow inspection can be cancelled', async () => {
    const server = await startSilentServer();
    try {
      await app.show(page, '/import');
      await page.getByLabel('Repository URL').fill(`http://127.0.0.1:${server.port}/tides.git`);
      await page.getByRole('button', { name: 'Inspect', exact: true }).click();
      await page.getByRole('button', { name: 'Stop' }).click();
      await expect(page.getByRole('button', { name: 'Inspect', exact: true })).toBeVisible();
      await expect(page.getByText('Reading into a temporary folder…')).toBeHidden();
    } finally {
      server.close();
    }
  });
  await test.step('typed values are restored after a reload, until the import is cancelled', async () => {
    await app.show(page, '/import');
    await page.getByLabel('Repository URL').fill('https://git.example/tides.git');
    await page.getByLabel('Name', { exact: true }).fill('Tides');
    const tags = page.getByRole('combobox', { name: /^Tags/ });
    await tags.fill('harbour');
    await tags.press('Enter');
    await expect(page.getByText('harbour', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Repository URL')).toHaveValue('https://git.example/tides.git');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Tides');
    await expect(page.getByText('harbour', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(`${app.url}/projects`);
    await app.show(page, '/import');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  });
  await test.step('a repository that cannot be read can still be imported', async () => {
    await app.show(page, '/import');
    const address = page.getByLabel('Repository URL');
    await address.fill('ftp://git.example/tides.git');
    await address.press('Enter');
    await expect(page.getByText('Invalid scheme for URL')).toBeVisible();
    await address.fill('http://127.0.0.1:1/tides.git');
    await address.press('Enter');
    await expect(page.getByText('Nothing answers at this address and port.')).toBeVisible();
    await page.reload();
    await expect(address).toHaveValue('');
    await address.fill('http://127.0.0.1:1/tides.git');
    await address.press('Enter');
    await expect(page.getByText('Nothing answers at this address and port.')).toBeVisible();
    await page.getByRole('button', { name: 'Import without inspecting' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Tides');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page).toHaveURL(`${app.url}/projects/tides`);
    expect(await slugs(app)).toContain('tides');
    expect(await app.desk('project.details', { slug: 'tides' })).toMatchObject({ trust: { trusted: false } });
  });
});
