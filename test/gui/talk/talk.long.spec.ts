import { expect, test } from '@playwright/test';
import { startLectern } from '../../support/program/lectern-process.ts';
import { collectMessages } from '../headless-app.ts';

/* A talk of ten minutes about a client that meets its limits, as a trainer gives it. */

type StartLine = {
  readonly window: string;
  readonly control: { readonly url: string; readonly key: string };
};

const REQUESTS_A_MINUTE = 60;

test('a talk: a kit, a client that is rate limited and waits, and all as it was for the next one', async ({
  page,
}) => {
  const lectern = await startLectern(['--memory', '--control', '--gui', '--user', 'mira'], { builds: true });
  const line = JSON.parse(await lectern.firstLine) as StartLine;
  const { control } = line;
  const messages = collectMessages(page);
  const callControl = async (path: string, body: object) => {
    const headers = { authorization: `Key ${control.key}`, 'content-type': 'application/json' };
    const answer = await fetch(control.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, json: (await answer.json()) as { snapshot?: string } };
  };
  /** The client of the talk: on 429 it says how long it has to wait. */
  const ask = async () => {
    const headers = { authorization: `Token ${lectern.tokens.mira}`, 'user-agent': 'harbour-client/1' };
    const answer = await fetch(`${lectern.url}/api/v3/projects/`, { headers });
    const { count } = (await answer.json()) as { count?: number };
    return { status: answer.status, count, wait: Number(answer.headers.get('retry-after')) };
  };
  try {
    await test.step('the window opens, in presenter mode', async () => {
      await page.goto(line.window);
      await page.getByRole('textbox', { name: 'Your name' }).fill('mira');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
      await page.keyboard.press('Control+K');
      await page.getByRole('option', { name: 'Presenter mode on or off' }).click();
      await expect(page.getByText('Presenter mode is on: secrets are hidden')).toBeVisible();
    });

    await test.step('the Harbour library is loaded, and the state is kept', async () => {
      await page.goto(`${lectern.url}/settings/kits`);
      await page.getByRole('button', { name: 'Load Harbour library' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Load', exact: true }).click();
      await expect(page.getByRole('alert').filter({ hasText: /Loaded \d+ projects/ })).toBeVisible();
      expect((await ask()).count).toBeGreaterThan(0);
      expect((await callControl('snapshots/', { name: 'talk' })).status).toBe(201);
    });

    await test.step('the client meets the limits of the live service, which everybody sees', async () => {
      await page.goto(`${lectern.url}/requests/faults`);
      await page.getByRole('button', { name: 'Rate limited as the live service' }).click();
      await expect(page.locator('[data-banner=faults]')).toContainText('1 fault is on');
      await page.goto(`${lectern.url}/requests`);
      await page.getByRole('searchbox', { name: 'Filter requests' }).fill('client:harbour fault:yes');
      for (let count = 0; count < REQUESTS_A_MINUTE; count++) expect((await ask()).status).toBe(200);
      const limited = await ask();
      expect(limited.status).toBe(429);
      expect(limited.wait).toBeGreaterThan(0);
      const row = page.getByRole('grid', { name: 'Requests' }).getByRole('row').filter({ hasText: '429' });
      await expect(row).toHaveCount(1);
      await row.click();
      const detail = page.getByRole('complementary', { name: /^Request \d+$/ });
      await expect(detail).toContainText('Rate limited as the live service');

      await test.step('and goes on once the clock has', async () => {
        expect((await callControl('clock/advance', { seconds: limited.wait })).status).toBe(200);
        expect((await ask()).status).toBe(200);
      });
    });

    await test.step('a change is made, and all is as it was for the next talk', async () => {
      const projects = (await ask()).count;
      const headers = { authorization: `Token ${lectern.tokens.mira}`, 'content-type': 'application/json' };
      const body = JSON.stringify({
        name: 'Added in the talk',
        repository: { url: 'https://git.example/a', type: 'git' },
      });
      const added = await fetch(`${lectern.url}/api/v3/projects/`, { method: 'POST', headers, body });
      expect(added.status).toBe(201);
      await page.goto(`${lectern.url}/projects`);
      await expect(page.getByText('Added in the talk').first()).toBeVisible();
      expect(await callControl('reset', { snapshot: 'talk' })).toMatchObject({
        status: 200,
        json: { snapshot: 'talk' },
      });
      await expect(page.getByText('Added in the talk')).toHaveCount(0);
      await expect(page.locator('[data-banner=faults]')).toHaveText('');
      expect(await ask()).toMatchObject({ status: 200, count: projects });
    });
    expect(messages, 'the console stays empty').toEqual([]);
  } finally {
    await lectern.stop();
  }
});
