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

test('the session is good for the desk only, and the desk for a session only (safety S6)', async ({
  page,
  app,
}) => {
  const [cookie] = await page.context().cookies(`${app.url}/desk/`);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/desk' });
  const headers = { cookie: `${cookie?.name}=${cookie?.value}` };
  expect((await fetch(`${app.url}/api/v3/projects/`, { headers })).status).toBe(401);
  const bare = await fetch(`${app.url}/desk/system.state`, { method: 'POST' });
  expect(bare.status).toBe(401);
  const foreign = await fetch(`${app.url}/desk/system.state`, {
    method: 'POST',
    headers: { ...headers, origin: 'http://evil.example' },
  });
  expect(foreign.status).toBe(403);
});
