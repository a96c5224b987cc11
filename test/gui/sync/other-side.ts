import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { startLectern } from '../../support/program/lectern-process.ts';

/** Whose projects are pulled. */
export const ACCOUNT = 'ana';

/** The service: another Lectern that answers as today's service does, in a process of its own. */
export type OtherSide = {
  readonly url: string;
  readonly token: string;
  /** A call of its API as the account. */
  readonly api: (method: string, path: string, body?: unknown) => Promise<{ status: number; json: unknown }>;
  readonly stop: () => Promise<void>;
};

/** Starts the other side with these projects, in the format of seed files. */
export async function startOtherSide(projects: readonly object[]): Promise<OtherSide> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-gui-there-'));
  const seed = join(folder, 'seed.json');
  writeFileSync(seed, JSON.stringify({ users: [{ username: ACCOUNT, token: 'a1'.repeat(20) }], projects }));
  const args = ['--dialect', 'current', '--data', join(folder, 'data'), '--seed', seed, '--user', ACCOUNT];
  const lectern = await startLectern(args);
  const token = lectern.tokens[ACCOUNT] ?? '';
  return {
    url: lectern.url,
    token,
    async api(method, path, body) {
      const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const answer = await fetch(`${lectern.url}/api/v3${path}`, init);
      const text = await answer.text();
      return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) };
    },
    async stop() {
      await lectern.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A build there, in the format of seed files. */
const PASSED = {
  created: '2026-01-02T03:04:05Z',
  state: 'finished',
  success: true,
  commit: 'abcdef1',
  duration: 31,
};

/** Connects the account under the name `there`, and pulls all its projects. */
export async function pullFrom(
  desk: (procedure: string, input?: unknown) => Promise<unknown>,
  { url, token }: OtherSide,
): Promise<void> {
  const connected = await desk('sync.connect', { name: 'there', address: url, token });
  const { id: remote } = (connected as { answer: { id: number } }).answer;
  await desk('sync.choose', { remote, choices: 'all' });
  await desk('sync.pull', { remote });
}

/** A project of the account with versions, redirects and a variable, in the format of seed files. */
export function projectThere(slug: string, more: object = {}): object {
  const version = (name: string, active: boolean, type = 'tag') => ({
    ...{ verbose_name: name, identifier: name === 'latest' ? 'main' : 'abcdef', type, active, built: false },
    ...(name === 'latest' && { builds: [PASSED] }),
  });
  return {
    ...{ slug, name: slug, users: [ACCOUNT] },
    repository: { url: `https://example.org/${slug}.git`, type: 'git' },
    versions: [version('latest', true, 'branch'), version('1.0', false), version('2.0', false)],
    redirects: [
      { type: 'page', from_url: '/a', to_url: '/b' },
      { type: 'page', from_url: '/c', to_url: '/d' },
      { type: 'exact', from_url: '/e', to_url: '/f' },
    ],
    environment_variables: [{ name: 'KEY', value: 'of the service' }],
    ...more,
  };
}

/** Gives the address and a token of the other side, and has the token tried. */
export async function connect(page: Page, url: string, token: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByText('Other', { exact: true }).click();
  await main.getByRole('textbox', { name: 'Address' }).fill(url);
  await main.getByLabel('Token', { exact: true }).fill(token);
  await main.getByRole('button', { name: 'Test the token' }).click();
}

/** Opens a tab of the page of the live service. */
export async function openTab(page: Page, name: string): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Parts of the live service' });
  if ((await tabs.count()) === 0)
    await page
      .getByRole('navigation', { name: 'Places' })
      .getByRole('link', { name: /^Live service/ })
      .click();
  await tabs.getByRole('link', { name: new RegExp(`^${name}`) }).click();
}

/** Rows of the list that hold a text. */
export function row(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}
