import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, type HeadlessApp, readClipboard, test } from '../headless-app.ts';
import { createHookRepository } from './hook-repository.ts';
import { projectSeed } from './project-seed.ts';

test.use({ startsAt: null, seed: projectSeed });

const BODY = JSON.stringify({ ref: 'refs/heads/main' });

async function push(url: string, secret: string): Promise<number> {
  const signature = createHmac('sha256', secret).update(BODY).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
  return (await fetch(url, { method: 'POST', headers, body: BODY })).status;
}

async function buildCount(app: HeadlessApp, slug: string): Promise<number> {
  const { json } = await app.api('GET', `/api/v3/projects/${slug}/builds/?limit=1`);
  return (json as { count: number }).count;
}

/** Adds an integration in the settings of the project; leaves the dialog open that shows its secret. */
async function addIntegration(page: Page, app: HeadlessApp) {
  await app.show(page, '/projects/tidewater/settings');
  const section = page.getByRole('region', { name: 'Webhooks' });
  await section.getByRole('button', { name: 'Add integration…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add integration' }).click();
  const made = page.getByRole('dialog', { name: 'Integration added' });
  const url = await made.getByLabel('URL', { exact: true }).innerText();
  const secret = await made.getByLabel('Secret', { exact: true }).innerText();
  return { section, made, url, secret };
}

test('integrations, URLs and the hook of a repository are added, tried and removed', async ({
  page,
  app,
  context,
}) => {
  await test.step('an integration is added with a secret that is shown once, renewed, and removed', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { section, made, url, secret } = await addIntegration(page, app);
    expect(url).toBe(`${app.url}/api/v2/webhook/tidewater/1/`);
    await made.getByRole('button', { name: 'Copy secret' }).click();
    await expect(page.getByText('Copied. Treat it as a secret.')).toBeVisible();
    expect(await readClipboard(page)).toBe(secret);
    await made.getByRole('button', { name: 'Done' }).click();
    await expect(made).toBeHidden();
    expect(await page.content()).not.toContain(secret);

    const row = section.getByRole('listitem').filter({ hasText: 'GitHub 1' });
    await expect(row).toContainText('No event yet');
    await expect(row).toContainText('With a secret');
    expect(await push(url, 'other')).toBe(400);
    expect(await push(url, secret)).toBe(200);
    await expect(row).toContainText('Last event just now');

    await row.getByRole('button', { name: 'New secret for GitHub 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create secret' }).click();
    const renewed = page.getByRole('dialog', { name: 'Secret created' });
    const other = await renewed.getByLabel('Secret', { exact: true }).innerText();
    await renewed.getByRole('button', { name: 'Done' }).click();
    expect(await push(url, secret)).toBe(400);
    expect(await push(url, other)).toBe(200);

    await row.getByRole('button', { name: 'Remove GitHub 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove integration' }).click();
    await expect(row).toHaveCount(0);
    expect(await push(url, other)).toBe(404);
    const removed = page.getByRole('alert').filter({ hasText: 'Removed GitHub 1' });
    await removed.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toBeVisible();
    expect(await push(url, other)).toBe(200);
  });
  await test.step('pull requests are built once the switch of their project is on, and the trust question says so', async () => {
    const { made, url, secret } = await addIntegration(page, app);
    await made.getByRole('button', { name: 'Done' }).click();

    const body = JSON.stringify({
      action: 'opened',
      number: 66,
      pull_request: { head: { sha: 'f'.repeat(40) } },
    });
    const headers = { 'content-type': 'application/json', 'x-github-event': 'pull_request' };
    const open = async (more: object) =>
      (await fetch(url, { method: 'POST', headers: { ...headers, ...more }, body })).json();
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const signed = { 'x-hub-signature-256': signature };
    expect(await open(signed)).toEqual({ detail: 'Unhandled webhook event' });

    const question = page.getByRole('region', { name: 'Permission to run code' });
    await expect(question).toContainText('Pull requests are not built unless its settings say so.');
    const toggle = page.getByRole('switch', { name: 'Build pull requests' });
    await expect(toggle).not.toBeChecked();
    await expect(page.getByText('Anyone who can open a pull request then runs code')).toBeVisible();
    await toggle.press('Space');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(question).toContainText('anyone who can open one runs code here');
    expect(await open({})).toEqual({ detail: 'Payload not valid, invalid or missing signature' });
    expect(await open(signed)).toEqual({ build_triggered: true, project: 'tidewater', versions: ['66'] });
    const saved = page.getByRole('alert').filter({ hasText: 'Saved 1 setting of tidewater' });
    await saved.getByRole('button', { name: 'Undo' }).click();
    await expect(toggle).not.toBeChecked();
    await expect(question).toContainText('Pull requests are not built unless its settings say so.');
  });
  await test.step('a test message is sent to a URL, and its answer is shown', async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.method ?? '');
      response.writeHead(requests.length === 1 ? 204 : 500).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    await app.show(page, '/projects/tidewater/settings');
    const section = page.getByRole('region', { name: 'Webhooks' });
    const field = section.getByLabel('Add a URL');
    await field.fill('ftp://x.org/');
    await field.press('Enter');
    await expect(section.getByText('Enter a URL that begins with http://')).toBeVisible();
    await field.fill(url);
    await field.press('Enter');
    const row = section.getByRole('listitem').filter({ hasText: url });
    await expect(row).toContainText('Nothing sent yet');
    await field.fill(url);
    await field.press('Enter');
    await expect(section.getByText('This project already has a webhook for that URL.')).toBeVisible();
    await row.getByRole('button', { name: `Send a test to ${url}` }).click();
    await expect(row).toContainText('Test: the server answered 204.');
    await row.getByRole('button', { name: `Send a test to ${url}` }).click();
    await expect(row).toContainText('It answered 500.');
    expect(requests).toEqual(['POST', 'POST']);
    await row.getByRole('button', { name: `Remove ${url}` }).click();
    await expect(row).toHaveCount(0);
    server.close();
  });
  await test.step('the hook of a repository on this computer is installed, asks for builds, and is removed', async () => {
    const repository = createHookRepository();
    const body = { name: 'Harbour', repository: { url: repository.folder, type: 'git' } };
    expect((await app.api('POST', '/api/v3/projects/', body)).status).toBe(201);
    const before = await buildCount(app, 'harbour');
    await app.show(page, '/projects/harbour/settings');
    const section = page.getByRole('region', { name: 'Webhooks' });
    await page.setViewportSize({ width: 900, height: 600 });
    const labelText = section.getByRole('button', { name: 'Install hook' }).getByText('Install hook');
    expect(await labelText.evaluate((label) => label.scrollWidth <= label.clientWidth), 'it is whole').toBe(
      true,
    );
    await section.getByRole('button', { name: 'Install hook' }).click();
    await expect(
      section.getByText(`Each post-commit in ${repository.folder} triggers a build.`),
    ).toBeVisible();
    await expect(section.getByText(`Git hook of ${repository.folder}`)).toBeVisible();
    repository.commit();
    // The build of the import waits still, and is the one that the event asks for.
    await expect(section.getByText('Last event just now')).toBeVisible();
    expect(await buildCount(app, 'harbour')).toBe(before);
    await section.getByRole('button', { name: 'Remove hook' }).click();
    await expect(section.getByRole('button', { name: 'Install hook' })).toBeVisible();
    await expect(section.getByText(`Git hook of ${repository.folder}`)).toHaveCount(0);
    repository.remove();
  });
});
