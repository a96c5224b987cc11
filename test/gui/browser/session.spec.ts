import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as plain } from '@playwright/test';
import { startLectern } from '../../support/program/lectern-process.ts';
import { collectMessages, expect, test } from '../headless-app.ts';

plain('a printed link opens the window once; a second browser learns what to do', async ({ browser }) => {
  const lectern = await startLectern(['--gui', '--memory']);
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
    await expect(second.getByRole('heading', { name: 'Open the printed link' })).toBeVisible();
    await expect
      .poll(() => lectern.output().stderr + lectern.output().stdout)
      .toMatch(/another browser: http\S+#key=[0-9a-f]{40}/);
    const next = /another browser: (\S+)/.exec(lectern.output().stderr + lectern.output().stdout)?.[1] ?? '';
    await second.goto('about:blank');
    await second.goto(next);
    await expect(second.getByRole('textbox')).toBeVisible();
  } finally {
    await lectern.stop();
  }
});

test('the session is good for the desk only, and another server that gets its cookie can do nothing with it (safety S6)', async ({
  page,
  app,
}) => {
  await test.step('the session is good for the desk only, and the desk for a session only (safety S6)', async () => {
    const [cookie] = await page.context().cookies(`${app.url}/desk/`);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/desk' });
    const secret = await page.evaluate(() => sessionStorage.getItem('lectern-session'));
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

    // A further tab of our own origin has the secret from the first.
    await other.goto(`${app.url}/settings`);
    await expect(other.getByText('This browser')).toBeVisible();
    await other.getByRole('button', { name: 'Copy link' }).click();
    await expect(other.getByText('Link that no browser has opened')).toBeVisible();
    await other.getByRole('button', { name: 'Revoke Link that no browser has opened' }).click();
    await expect(other.getByText('Link that no browser has opened')).toBeHidden();

    // One that holds the secret of an earlier session signs no other tab out by answering.
    await other.evaluate(() => sessionStorage.setItem('lectern-session', 'of-an-earlier-session'));
    const third = await page.context().newPage();
    for (const each of [third, page]) {
      await each.goto(`${app.url}/settings`);
      await expect(each.getByText('This browser')).toBeVisible();
    }
  });
});
