import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, test as plain, type Route } from '@playwright/test';
import { spawnLectern } from '../../support/program/lectern-process.ts';
import { violations } from '../axe.ts';
import { expect, test } from '../headless-app.ts';

test.use({ freshPage: true });

const body = (name: string) => ({ name, repository: { url: 'https://git.example.org/a.git', type: 'git' } });

test('an open screen shows changes made through the API without a reload', async ({ page, app }) => {
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  expect((await app.api('POST', '/api/v3/projects/', body('Almanac'))).status).toBe(201);
  await expect(page.getByText('Almanac', { exact: true })).toBeVisible();
  await app.api('PATCH', '/api/v3/projects/almanac/', { name: 'Almanac of tides' });
  await expect(page.getByText('Almanac of tides', { exact: true })).toBeVisible();
});

/** A headless Lectern with a fixed port and a data folder that outlives it. */
async function startOver(data: string, port: string, more: readonly string[] = []) {
  const args = ['serve', '--json', '--keychain', 'off', '--gui', '--port', port, '--data', data, ...more];
  const lectern = spawnLectern(args);
  const line: { window: string; url: string; tokens: Record<string, string> } = JSON.parse(
    await lectern.firstLine,
  );
  return { ...lectern, ...line };
}

plain(
  'windows that outlive their server say so, keep what was typed, and go on',
  async ({ page, context }) => {
    const data = mkdtempSync(join(tmpdir(), 'lectern-gui-'));
    const first = await startOver(data, '0', ['--no-builds']);
    let second: typeof first | undefined;
    try {
      await page.goto(first.window);
      await page.getByRole('textbox', { name: 'Your name' }).fill('mira');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page
        .getByRole('link', { name: 'Import project' })
        .or(page.getByRole('button', { name: 'Import project' }))
        .first()
        .click();
      const field = page.getByRole('textbox', { name: 'Repository URL' });
      await field.fill('https://git.example.org/typed.git');
      const other = await context.newPage();
      await other.goto(`${first.url}/people`);
      const heading = other.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText('Tokens and people');
      const tabs = [page, other];

      await first.stop();
      for (const tab of tabs) {
        await expect(tab.getByText('Not responding', { exact: true })).toBeVisible();
        await expect(tab.getByRole('alert')).toContainText('Lectern is not responding');
      }
      expect(await violations(other)).toEqual([]);
      // It has lost its sessions. The stream is refused once and has to be opened again.
      rmSync(join(data, 'sessions.json'));
      const refused = page.waitForResponse(
        (response) => response.url().includes('/desk/live.changes') && response.status() === 401,
      );
      second = await startOver(data, new URL(first.url).port, ['--no-builds']);
      await refused;
      for (const tab of tabs) {
        await expect(tab.getByRole('alert')).toContainText('Open a new link from the terminal');
        await expect(tab.getByText('Link needed')).toBeVisible();
        await expect(tab.getByText('Not responding', { exact: true })).toHaveCount(0);
      }
      const [bar, title] = [await other.getByRole('alert').boundingBox(), await heading.boundingBox()];
      expect((bar?.y ?? 0) + (bar?.height ?? 0), 'the bar covers nothing').toBeLessThanOrEqual(title?.y ?? 0);

      const third = await context.newPage();
      await third.goto(second.window);
      for (const tab of tabs) {
        await expect(tab.getByText('Serving')).toBeVisible();
        await expect(tab.getByRole('alert')).toHaveCount(0);
      }
      await expect(field).toHaveValue('https://git.example.org/typed.git');
    } finally {
      await first.kill();
      await second?.stop();
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);

plain('a build that is read when the server goes stays to be read', { tag: '@long' }, async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-gone-'));
  const [data, pipe] = [join(folder, 'data'), join(folder, 'pipe')];
  execFileSync('mkfifo', [pipe]);
  const url = expectOfflineNotice(join(folder, 'tides'), pipe);
  const first = await startOver(data, '0', ['--user', 'mira', '--trust-builds']);
  let second: typeof first | undefined;
  try {
    const headers = { authorization: `Token ${first.tokens.mira}`, 'content-type': 'application/json' };
    await page.goto(first.window);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
    const made = {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...body('Tides'), repository: { url, type: 'git' } }),
    };
    expect((await fetch(`${first.url}/api/v3/projects/`, made)).status).toBe(201);
    await page.goto(`${first.url}/projects/tides/builds/1`);
    const log = page.getByRole('region', { name: 'Log' });
    const places = page.getByRole('navigation', { name: 'Places' });
    const running = log.getByRole('button', { name: /cat .*pipe/ });
    await expect(running).toContainText('running');
    await expect(log.getByText('the tide comes in', { exact: true })).toBeAttached();
    await expect(places.getByText('1 running')).toBeVisible();

    // The server stops while the build is fetched again.
    const reading = Promise.withResolvers<Route>();
    await page.route(/\/desk\/[^?]*build\.get/, reading.resolve, { times: 1 });
    const project = `${first.url}/api/v3/projects/tides/`;
    const changed = { method: 'PATCH', headers, body: JSON.stringify({ name: 'Tides of the harbour' }) };
    expect((await fetch(project, changed)).status).toBe(204);
    const unread = await reading.promise;
    await first.kill();
    await unread.continue();
    await expect(page.getByRole('alert')).toContainText('Lectern is not responding');
    await expect(places.getByText('1 running')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Cancel build' })).toBeDisabled();
    await expect(running).toBeVisible();
    const before = await running.innerText();
    await waitForRefetch(page);
    expect(await running.innerText(), 'its clock stands still').toBe(before);
    await expect(log.getByText('the tide comes in', { exact: true })).toBeAttached();
    await expect(page.getByText('The build could not be loaded')).toHaveCount(0);

    second = await startOver(data, new URL(first.url).port, ['--no-builds']);
    // The session outlives the server, however that ended.
    await expect(page.getByText('Serving', { exact: true })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(log.getByText('the tide comes in', { exact: true })).toBeAttached();
  } finally {
    await (await openFile(pipe, 'r+')).close();
    await first.kill();
    await second?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** Waits until the window has asked twice whether the server is back, which takes some seconds. */
async function waitForRefetch(page: Page): Promise<void> {
  for (const _time of [1, 2])
    await page.waitForEvent('requestfailed', (request) => request.url().endsWith('/desk/session'));
}

/** A repository whose build writes something and then waits for the pipe. */
function expectOfflineNotice(folder: string, pipe: string): string {
  const commands = [`sh -c 'echo the tide comes in; cat ${pipe}'`, 'mkdir -p $READTHEDOCS_OUTPUT/html'];
  const config = ['version: 2', 'build:', '  os: ubuntu-24.04', '  commands:'];
  mkdirSync(folder);
  const text = [...config, ...commands.map((command) => `    - ${command}`), ''].join('\n');
  writeFileSync(join(folder, '.readthedocs.yaml'), text);
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const gitIdentity = ['-c', 'user.name=Mira', '-c', 'user.email=mira@example.org'];
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all'],
    ['commit', '--quiet', '-m', 'x'],
  ])
    execFileSync('git', [...gitIdentity, ...args], { cwd: folder, env });
  return `file://${folder}`;
}
