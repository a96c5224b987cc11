import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { type ServingLectern, startLectern } from '../support/program/lectern-process.ts';

export { expect };

/** What a call of the public API answered. */
type ApiAnswer = { readonly status: number; readonly json: unknown };

/** A headless Lectern with the window, in a process and a data folder of its own. */
export type HeadlessApp = {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly data: string;
  /** Gives `page` the session of the local user. */
  readonly signIn: (page: Page) => Promise<void>;
  /** Signs `page` in and opens the path. */
  readonly open: (page: Page, path?: string) => Promise<void>;
  /** A call of the public API as the local user. */
  readonly api: (method: string, path: string, body?: unknown) => Promise<ApiAnswer>;
  /** A procedure of the desk: `desk('system.state')`, `desk('projects.page', input, 'query')`. */
  readonly desk: (procedure: string, input?: unknown) => Promise<unknown>;
  /** The local user's token. */
  readonly token: string;
};

type Options = {
  /** The name given at the first run; null leaves the first run to the test. */
  readonly localUser: string | null;
  /** A seed file's content to begin with. */
  readonly seed: object | null;
  /** Further users that exist from the start. */
  readonly users: readonly string[];
  /** Whether builds run; without it they wait. */
  readonly builds: boolean;
  /** A program of this folder that fills the data folder it is given before Lectern starts. */
  readonly filledBy: string | null;
  /** Where the signed in page is opened; null where each test opens a screen of its own, and a first load is spared. */
  readonly startsAt: string | null;
};

type Fixtures = Options & { readonly app: HeadlessApp; readonly silence: undefined };

/**
 * `app` is a fresh headless Lectern; `page` is signed in and shows Projects, or nothing yet. A test fails when the page's console
 * says anything.
 */
export const test = base.extend<Fixtures>({
  localUser: ['mira', { option: true }],
  seed: [null, { option: true }],
  users: [[], { option: true }],
  builds: [false, { option: true }],
  filledBy: [null, { option: true }],
  startsAt: ['/projects', { option: true }],

  app: async ({ localUser, seed, users, builds, filledBy }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-gui-'));
    const data = join(folder, 'data');
    const args = ['--gui', '--data', data, ...users.flatMap((user) => ['--user', user])];
    if (localUser !== null) args.push('--user', localUser);
    if (seed) {
      writeFileSync(join(folder, 'seed.json'), JSON.stringify(seed));
      args.push('--seed', join(folder, 'seed.json'));
    }
    if (filledBy !== null) execFileSync(process.execPath, [join(import.meta.dirname, filledBy), data]);
    const lectern = await startLectern(args, { builds });
    try {
      await use(await signedIn(lectern, data, localUser));
    } finally {
      await lectern.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },

  page: async ({ page, app, startsAt }, use) => {
    const messages = collectMessages(page);
    if (startsAt === null) await app.signIn(page);
    else await app.open(page, startsAt);
    await use(page);
    expect(messages, 'the console stays empty').toEqual([]);
  },
});

/** Everything that a page's console says from now on. */
export function collectMessages(page: Page): string[] {
  const messages: string[] = [];
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => messages.push(`uncaught: ${error.stack ?? error.message}`));
  return messages;
}

/** What the clipboard holds; the test has to grant `clipboard-read`. It is written in its own time: poll it. */
export function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

async function signedIn(
  lectern: ServingLectern,
  data: string,
  localUser: string | null,
): Promise<HeadlessApp> {
  const { url } = lectern;
  const line: { window: string } = JSON.parse(await lectern.firstLine);
  const key = new URL(line.window).hash.slice('#key='.length);
  const opened = await post(`${url}/desk/session`, { key });
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  const token = localUser === null ? '' : (lectern.tokens[localUser] ?? '');

  async function desk(procedure: string, input?: unknown): Promise<unknown> {
    const answer = await post(`${url}/desk/${procedure}`, input, { cookie });
    const body = (await answer.json()) as { result?: { data: unknown }; error?: { message: string } };
    if (body.error) throw new Error(`${procedure}: ${body.error.message}`);
    return body.result?.data;
  }

  async function signIn(page: Page): Promise<void> {
    const session = { name, value, domain: '127.0.0.1', path: '/desk', httpOnly: true } as const;
    await page.context().addCookies([{ ...session, sameSite: 'Strict' }]);
  }

  if (localUser !== null) await desk('system.welcome', { username: localUser });
  return {
    url,
    data,
    token,
    desk,
    async api(method, path, body) {
      const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
      const text = body === undefined ? undefined : JSON.stringify(body);
      const answer = await fetch(`${url}${path}`, {
        method,
        headers,
        ...(text !== undefined && { body: text }),
      });
      const received = await answer.text();
      return { status: answer.status, json: received === '' ? undefined : JSON.parse(received) };
    },
    signIn,
    async open(page, path = '/projects') {
      await signIn(page);
      await page.goto(`${url}${path}`);
    },
  };
}

function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
