import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { startLectern } from '../../support/program/lectern-process.ts';
import { runCommand } from '../../support/program/run-command.ts';
import { folderDigest } from '../../support/workspaces/folder-digest.ts';
import { violations } from '../axe.ts';

type Machine = {
  readonly page: Page;
  readonly url: string;
  readonly home: string;
  readonly workspaces: string;
  readonly env: NodeJS.ProcessEnv;
};

/** A headless Lectern on a machine of its own, whose window shows Projects of Home. */
const test = base.extend<{ machine: Machine }>({
  machine: async ({ browser }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-workspaces-'));
    const env = { XDG_DATA_HOME: folder, HOME: folder, LOCALAPPDATA: folder };
    const lectern = await startLectern(['--gui', '--user', 'mira'], { env });
    const { window }: { window: string } = JSON.parse(await lectern.firstLine);
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(window);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('button', { name: 'Workspace: Home' })).toBeVisible();
    await use({
      page,
      url: lectern.url,
      home: join(folder, 'lectern'),
      workspaces: join(folder, 'lectern-workspaces'),
      env,
    });
    await context.close();
    await lectern.stop();
    rmSync(folder, { recursive: true, force: true });
  },
});

async function choose(page: Page, from: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Workspace: ${from}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function create(page: Page, from: string, name: string, begin?: string): Promise<void> {
  await choose(page, from, 'New workspace…');
  await page.getByLabel('Name').fill(name);
  if (begin !== undefined) {
    await page.getByRole('combobox', { name: 'Begin with' }).click();
    await page.getByRole('option', { name: begin }).click();
  }
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(page.getByText(`Created ${name}`)).toBeVisible();
}

const edge = (page: Page) => page.getByTestId('workspace-edge');

test('a workspace is created, opened, renamed, coloured, left and removed; Home keeps every byte', async ({
  machine,
}) => {
  const { page, url, home } = machine;
  await expect(edge(page)).toHaveCount(0);
  await page.goto(`${url}/settings/clock`);
  await expect(page.getByRole('heading', { name: 'Time cannot be moved here' })).toBeVisible();
  await create(page, 'Home', 'Training');
  await page.getByRole('button', { name: 'Open it' }).click();
  await expect(page.getByRole('button', { name: 'Workspace: Training' })).toBeVisible();
  await expect(page).toHaveURL(`${url}/projects`);
  await page.goto(`${url}/settings/clock`);
  await expect(page.getByRole('switch', { name: 'Hold time' })).toBeEnabled();
  await expect(edge(page)).toHaveAttribute('data-workspace-color', 'teal');
  // Nobody has Home open now.
  const before = folderDigest(home);

  const found: string[] = [];
  await page.getByRole('button', { name: 'Workspace: Training' }).click();
  await page.getByRole('menuitem', { name: 'Manage workspaces…' }).waitFor();
  found.push(...(await violations(page, { where: 'menu' })));
  await page.getByRole('menuitem', { name: 'New workspace…' }).click();
  await page.getByRole('combobox', { name: 'Begin with' }).waitFor();
  found.push(...(await violations(page, { where: 'new' })));
  await page.getByRole('combobox', { name: 'Begin with' }).click();
  await page.getByRole('option', { name: 'Every state' }).waitFor();
  found.push(...(await violations(page, { where: 'list of what it begins with' })));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await choose(page, 'Training', 'Manage workspaces…');
  found.push(...(await violations(page, { where: 'manage' })));
  expect(found).toEqual([]);
  await expect(page.getByRole('button', { name: 'Remove Training' })).toBeDisabled();
  await page.getByRole('button', { name: 'Edit Training' }).click();
  await page.getByLabel('Name').fill('Home');
  await expect(page.getByText('“Home” is the name of your own data.')).toBeVisible();
  await page.getByLabel('Name').fill('Course');
  await page.getByRole('radio', { name: 'orange' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Workspace: Course' })).toBeVisible();
  await expect(edge(page)).toHaveAttribute('data-workspace-color', 'orange');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await create(page, 'Course', 'Copied', 'A copy of Course');
  expect(folderDigest(home)).toEqual(before);
  await choose(page, 'Course', 'Home');
  await expect(page.getByRole('button', { name: 'Workspace: Home' })).toBeVisible();
  await expect(edge(page)).toHaveCount(0);

  await choose(page, 'Home', 'Manage workspaces…');
  await page.getByRole('button', { name: 'Remove Course' }).click();
  const remove = page.getByRole('button', { name: 'Remove Course' });
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('dialog').getByRole('textbox').fill('Course');
  await remove.click();
  await expect(page.getByText('Removed Course')).toBeVisible();
  await page.getByRole('button', { name: 'Workspace: Home' }).click();
  await expect(page.getByRole('menuitem', { name: 'Copied' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Course' })).toHaveCount(0);
});

test('a workspace that cannot be opened leaves the one before open, and says why', { tag: '@long' }, async ({
  machine,
}) => {
  const { page, url, workspaces, env } = machine;
  await create(page, 'Home', 'Broken');
  writeFileSync(join(workspaces, 'broken', 'lectern.sqlite'), 'not a database at all'.repeat(500));
  await choose(page, 'Home', 'Broken');
  await expect(page.getByText('“Broken” could not be opened; Home is open again.')).toBeVisible();
  await expect(page.getByText('Opening Broken…')).toHaveCount(0);
  expect((await fetch(`${url}/api/v3/`)).status).toBeLessThan(500);

  await runCommand(['workspace', 'create', 'Used'], { env });
  const other = await startLectern(['--workspace', 'Used'], { env });
  await page.reload();
  await choose(page, 'Home', 'Used');
  await expect(page.getByText('“Used” is in use by another server.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Workspace: Home' })).toBeVisible();
  await other.stop();
  await choose(page, 'Home', 'Used');
  await expect(page.getByRole('button', { name: 'Workspace: Used' })).toBeVisible();
});

test('every window of the browser follows a switch', { tag: '@long' }, async ({ machine }) => {
  const { page, url } = machine;
  const second = await page.context().newPage();
  await second.goto(`${url}/builds`);
  await expect(second.getByRole('button', { name: 'Workspace: Home' })).toBeVisible();
  await create(page, 'Home', 'Training');
  await choose(page, 'Home', 'Training');
  for (const each of [page, second]) {
    await expect(each.getByRole('button', { name: 'Workspace: Training' })).toBeVisible();
    await expect(each).toHaveURL(`${url}/projects`);
  }
});
