import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as plain } from '@playwright/test';
import { runLectern, startLectern } from '../../support/program/lectern-process.ts';
import { violations } from '../axe.ts';
import { collectMessages, expect, test } from '../headless-app.ts';

plain('a link opens the window once; a second browser learns how to get another', async ({ browser }) => {
  const data = mkdtempSync(join(tmpdir(), 'lectern-link-'));
  const lectern = await startLectern(['--gui', '--data', data, '--user', 'mira', '--user', 'tobi']);
  try {
    const { window: link }: { window: string } = JSON.parse(await lectern.firstLine);
    const first = await (await browser.newContext()).newPage();
    const messages = collectMessages(first);
    await first.goto(link);
    await first.getByRole('main').waitFor();
    await expect(first.getByRole('textbox')).toBeVisible();
    expect(first.url(), 'the key is gone from the address').not.toContain('key=');
    await first.reload();
    await expect(first.getByRole('textbox')).toBeVisible();
    expect(messages).toEqual([]);

    const second = await (await browser.newContext()).newPage();
    await second.goto(link);
    await expect(second.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await expect(second.getByText('npm run lectern -- link --data FOLDER')).toBeVisible();
    await expect(
      second.getByText(
        'It was used already or has expired. Run this command in the folder where Lectern was started, and open the link that it prints. Replace FOLDER by the path of the data folder',
      ),
    ).toBeVisible();
    expect(await violations(second)).toEqual([]);
    await second.keyboard.press('F1');
    await expect(second.getByRole('heading', { level: 1, name: 'What to do when' })).toBeVisible();
    await expect(second.getByRole('article')).toContainText('Lectern does not start');
    expect(await violations(second)).toEqual([]);
    await second.reload();
    await second.getByRole('link', { name: 'The first hour' }).click();
    await expect(second.getByRole('heading', { level: 1, name: 'The first hour' })).toBeVisible();
    await second.getByRole('link', { name: 'Close help' }).click();
    await expect(second.getByRole('heading', { name: 'This browser is signed out' })).toBeVisible();
    await expect(second).toHaveTitle('Signed out · Lectern');
    await expect
      .poll(() => lectern.output().stderr + lectern.output().stdout)
      .toMatch(/another browser: http\S+#key=[0-9a-f]{40}/);

    // The page continues by itself when the link of the command is opened in another tab.
    const { stdout } = await runLectern(['link', '--data', data]);
    const third = await second.context().newPage();
    await third.goto(stdout.trim());
    for (const tab of [second, third]) {
      await expect(tab.getByRole('button', { name: 'I am mira' })).toBeVisible();
      expect(tab.url()).not.toContain('key=');
    }
    await third.getByRole('button', { name: 'I am tobi' }).click();
    for (const tab of [first, second, third])
      await expect(tab.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  } finally {
    await lectern.stop();
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('the session is good for the desk only, and another server that gets its cookie can do nothing with it (safety S6)', async ({
  page,
  app,
}) => {
  await test.step('the session is good for the desk only, and the desk for a session only (safety S6)', async () => {
    const [cookie] = await page.context().cookies(`${app.url}/desk/`);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/desk' });
    const secret = await page.evaluate(() => localStorage.getItem('lectern-session'));
    const headers = { cookie: `${cookie?.name}=${cookie?.value}`, 'x-lectern-session': secret ?? '' };
    expect((await fetch(`${app.url}/desk/system.state`, { method: 'POST', headers })).status).toBe(200);
    expect((await fetch(`${app.url}/api/v3/projects/`, { headers })).status).toBe(401);
    const bare = await fetch(`${app.url}/desk/system.state`, { method: 'POST' });
    expect(bare.status).toBe(401);
    const foreign = await fetch(`${app.url}/desk/system.state`, {
      method: 'POST',
      headers: { ...headers, origin: 'http://evil.example' },
    });
    expect(foreign.status).toBe(403);
  });
  await test.step('another server on this machine gets the cookie, and can do nothing with it (safety S6)', async () => {
    let stolen = '';
    const thief = createServer((request, response) => {
      stolen ||= request.headers.cookie ?? '';
      response.setHeader('content-type', 'text/html').end('<!doctype html><link rel="icon" href="data:,">');
    }).listen(0, '127.0.0.1');
    await once(thief, 'listening');
    const other = await page.context().newPage();
    await other.goto(`http://127.0.0.1:${(thief.address() as AddressInfo).port}/desk/`);
    thief.close();
    expect(stolen).toMatch(/^lectern-desk-\d+=./);
    const state = await fetch(`${app.url}/desk/system.state`, {
      method: 'POST',
      headers: { cookie: stolen },
    });
    expect(state.status).toBe(401);

    // A further tab of our own origin has the secret as well.
    await other.goto(`${app.url}/settings`);
    await expect(other.getByText('This browser', { exact: true })).toBeVisible();
    await other.getByRole('button', { name: 'Copy link' }).click();
    await expect(other.getByText('1 link not opened yet')).toBeVisible();
    await other.getByRole('button', { name: 'Copy link' }).click();
    await expect(other.getByText('2 links not opened yet')).toBeVisible();
    await other.getByRole('button', { name: 'Revoke all links' }).click();
    await expect(other.getByText('not opened yet')).toBeHidden();
  });
});
