import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import { startLectern } from '../support/program/lectern-process.ts';
import { type OpenedLectern, type WarmServer, warmServer } from './warm-server.ts';

export { expect };

/** What a call of the public API answered. */
type ApiAnswer = { readonly status: number; readonly json: unknown };

/** A headless Lectern with the window and a data folder of its own. */
export type HeadlessApp = {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly data: string;
  /** Gives `page` the session of the local user. */
  readonly signIn: (page: Page) => Promise<void>;
  /** Signs `page` in and opens the path. */
  readonly open: (page: Page, path?: string) => Promise<void>;
  /**
   * Shows the path in `page`, signed in: in the window that is there as its links do, an eighth of the work of a load.
   * The window is loaded where data was changed by `api` or `desk` since it was loaded last, so that it shows nothing older.
   */
  readonly show: (page: Page, path: string) => Promise<void>;
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
  /** Whether Lectern is a program of its own, which is started as people start it, instead of one in the warm process. */
  readonly ownProcess: boolean;
  /** A module of this folder whose `populate(data)` fills the data folder before Lectern opens it. */
  readonly filledBy: string | null;
  /** Where the signed in page is opened; null where each test opens a screen of its own, and a first load is spared. */
  readonly startsAt: string | null;
  /** Whether the browser's context is new: for a test that changes what later tests would still see in it. */
  readonly freshPage: boolean;
};

/** The address at which a test leaves the page for the next one. */
const LEFT = '/left.txt';
const VIEWPORT = { width: 1280, height: 800 };

type Fixtures = Options & { readonly app: HeadlessApp };
type WorkerFixtures = { readonly server: WarmServer; readonly warmContext: BrowserContext };

/**
 * `app` is a Lectern with a data folder of its own; `page` is signed in and shows Projects, or nothing yet. A test fails
 * when the page's console says anything. A worker keeps one server process and one page warm from test to test.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  localUser: ['mira', { option: true }],
  seed: [null, { option: true }],
  users: [[], { option: true }],
  builds: [false, { option: true }],
  ownProcess: [false, { option: true }],
  filledBy: [null, { option: true }],
  startsAt: ['/projects', { option: true }],
  freshPage: [false, { option: true }],

  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const server = warmServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  warmContext: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce' });
      await context.newPage();
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],

  app: async ({ server, localUser, seed, users, builds, ownProcess, filledBy }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-gui-'));
    const data = join(folder, 'data');
    const names = [...users, ...(localUser === null ? [] : [localUser])];
    const filler = filledBy === null ? null : join(import.meta.dirname, filledBy);
    const started = ownProcess ? await startProgram(folder, names, { seed, builds }) : undefined;
    const request = { data, users: names, seed, builds, filledBy: filler };
    try {
      await use(await signedIn(started ?? (await server.open(request)), data, localUser));
    } finally {
      await (started ? started.stop() : server.close());
      rmSync(folder, { recursive: true, force: true });
    }
  },

  context: async ({ warmContext, freshPage, browser, viewport }, use) => {
    const context = freshPage ? await browser.newContext({ viewport }) : warmContext;
    if (freshPage) await context.newPage();
    await use(context);
    if (freshPage) return context.close();
    for (const page of context.pages().slice(1)) await page.close();
    await Promise.all([context.clearCookies(), context.clearPermissions()]);
  },

  page: async ({ context, app, startsAt, freshPage, viewport, colorScheme }, use) => {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.setViewportSize(viewport ?? VIEWPORT);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await app.signIn(page);
    const { messages, stop } = recordMessages(page);
    if (startsAt !== null) await app.show(page, startsAt);
    await use(page);
    stop();
    if (!freshPage) await forget(page, app.url);
    expect(messages, 'the console stays empty').toEqual([]);
  },
});

/** Leaves the window, with all that it keeps in the browser, for a page of the same address: its process stays warm. */
async function forget(page: Page, url: string): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(`${url}${LEFT}`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** Records everything that a page's console says from now on. */
export function collectMessages(page: Page): string[] {
  return recordMessages(page).messages;
}

function recordMessages(page: Page): { readonly messages: string[]; readonly stop: () => void } {
  const messages: string[] = [];
  const onConsole = (message: ConsoleMessage) => messages.push(`${message.type()}: ${message.text()}`);
  const onError = (error: Error) => messages.push(`uncaught: ${error.stack ?? error.message}`);
  page.on('console', onConsole).on('pageerror', onError);
  const stop = () => void page.off('console', onConsole).off('pageerror', onError);
  return { messages, stop };
}

/** What the clipboard holds; the test has to grant `clipboard-read`. It is written in its own time: poll it. */
export function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Opens Lectern as a program of its own. */
async function startProgram(
  folder: string,
  users: readonly string[],
  { seed, builds }: Pick<Options, 'seed' | 'builds'>,
) {
  const args = ['--gui', '--data', join(folder, 'data'), ...users.flatMap((user) => ['--user', user])];
  if (seed) {
    writeFileSync(join(folder, 'seed.json'), JSON.stringify(seed));
    args.push('--seed', join(folder, 'seed.json'));
  }
  const lectern = await startLectern(args, { builds });
  const line: { window: string } = JSON.parse(await lectern.firstLine);
  return { ...lectern, key: new URL(line.window).hash.slice('#key='.length) };
}

async function signedIn(
  { url, key, tokens }: OpenedLectern,
  data: string,
  localUser: string | null,
): Promise<HeadlessApp> {
  const opened = await post(`${url}/desk/session`, { key });
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { secret }: { secret: string } = await opened.json();
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  const token = localUser === null ? '' : (tokens[localUser] ?? '');

  /** How often data was changed outside of any page, and how often when a page was loaded last. */
  let changes = 0;
  const loadedAt = new WeakMap<Page, number>();

  async function load(page: Page, path: string): Promise<void> {
    loadedAt.set(page, changes);
    await page.goto(`${url}${path}`);
  }

  async function desk(procedure: string, input?: unknown): Promise<unknown> {
    changes += 1;
    const answer = await post(`${url}/desk/${procedure}`, input, { cookie, 'x-lectern-session': secret });
    const body = (await answer.json()) as { result?: { data: unknown }; error?: { message: string } };
    if (body.error) throw new Error(`${procedure}: ${body.error.message}`);
    return body.result?.data;
  }

  async function signIn(page: Page): Promise<void> {
    const session = { name, value, domain: '127.0.0.1', path: '/desk', httpOnly: true } as const;
    await page.context().addCookies([{ ...session, sameSite: 'Strict' }]);
    // Any address of the window's origin holds its storage; these load no window. The last test has left the page at one.
    if (page.url() !== `${url}${LEFT}`) await page.goto(`${url}/api/v3/`);
    await page.evaluate((kept) => localStorage.setItem('lectern-session', kept), secret);
  }

  if (localUser !== null) await desk('system.welcome', { username: localUser });
  return {
    url,
    data,
    token,
    desk,
    async api(method, path, body) {
      if (method !== 'GET') changes += 1;
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
      await load(page, path);
    },
    async show(page, path) {
      const isCurrent = loadedAt.get(page) === changes && page.url().startsWith(`${url}/`);
      if (!isCurrent || !(await showInWindow(page, path))) await load(page, path);
    },
  };
}

/** Tells whether the page had a window to show the path in. */
function showInWindow(page: Page, path: string): Promise<boolean> {
  return page.evaluate(async (to) => {
    if (!document.getElementById('root')?.hasChildNodes()) return false;
    // Leaves the screen before, so that it begins again if the path is one of its own.
    history.pushState(null, '', '/nowhere');
    await new Promise((drawn) => requestAnimationFrame(drawn));
    history.pushState(null, '', to);
    return true;
  }, path);
}

function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
