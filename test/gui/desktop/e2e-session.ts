import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { type Gates, gatesIn } from '../../support/program/build-gates.ts';
import { type CurlAnswer, type CurlCall, curl, curlText } from './curl.ts';
import { type DesktopApp, launchDesktop } from './desktop-app.ts';
import { createE2eRepository, type E2eRepository } from './e2e-repository.ts';
import { keyboardOf } from './keyboard.ts';

/** Where the API has the project of the day. */
export const PROJECT_PATH = '/api/v3/projects/almanac/';

const ENDPOINTS = [
  '',
  'versions/',
  'builds/',
  'redirects/',
  'environmentvariables/',
  'subprojects/',
  'translations/',
];

/** The application from morning to evening: what is seen in its window, done with its keys, and asked of its API. */
export function createE2eSession() {
  let folder: string | undefined;
  let running: DesktopApp | undefined;
  let token = '';

  function app(): DesktopApp {
    if (!running) throw new Error('The application does not run');
    return running;
  }
  const page = (): Page => app().page;
  const keys = keyboardOf(page);
  const toast = (text: string): Locator => page().getByRole('alert').filter({ hasText: text });
  const pathname = (): string => new URL(page().url()).pathname;
  const serverUrl = (): string => JSON.parse(readFileSync(join(app().data, 'holder.json'), 'utf8')).url;

  function api(path: string, call: CurlCall = {}): Promise<CurlAnswer> {
    return curl(`${serverUrl()}${path}`, { token, ...call });
  }

  async function listAll<Item>(path: string): Promise<readonly Item[]> {
    const { status, json } = await api(`${path}?limit=100`);
    expect(status).toBe(200);
    return (json as { results: Item[] }).results;
  }

  return {
    app,
    page,
    keys,
    told: toast,
    pathname,
    serverUrl,
    /** Asks the API, with the token of the day unless told otherwise. */
    api,
    /** What a list of the API holds. */
    listed: listAll,
    button: (name: string): Locator => page().getByRole('button', { name, exact: true }),
    dialog: (name: string): Locator => page().getByRole('dialog', { name }),

    /** Starts the application on empty folders; gives a git repository, and the gates that hold builds of it. */
    async start(): Promise<{ repository: E2eRepository; gates: Gates }> {
      folder = mkdtempSync(join(tmpdir(), 'lectern-day-'));
      const gates = gatesIn(join(folder, 'gates'));
      const repository = createE2eRepository(join(folder, 'almanac'), gates);
      // Python and the builders of the system, before others that the machine may have.
      running = await launchDesktop({ env: { PATH: `/usr/bin:${process.env.PATH}` } });
      return { repository, gates };
    },
    async end(): Promise<void> {
      await running?.dispose();
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
    useToken(created: string): void {
      token = created;
    },
    /** Everything that the console of the page has said since it was opened. */
    async consoleMessages(): Promise<readonly string[]> {
      const messages = await page().consoleMessages({ filter: 'all' });
      const errors = await page().pageErrors({ filter: 'all' });
      return [
        ...messages.map((message) => `${message.type()}: ${message.text()}`),
        ...errors.map(({ stack, message }) => `uncaught: ${stack ?? message}`),
      ];
    },

    /** A page of the project's documentation, as curl gets it. */
    docs(path: string): Promise<{ readonly status: number; readonly text: string }> {
      return curlText(`http://almanac.localhost:${new URL(serverUrl()).port}${path}`);
    },
    /** The window that shows this page of the project's documentation, once there is one. */
    async docsWindow(path: string): Promise<Page> {
      const url = `http://almanac.localhost:${new URL(serverUrl()).port}${path}`;
      const findWindow = () =>
        app()
          .electron.windows()
          .find((each) => each.url() === url);
      await expect.poll(findWindow).toBeDefined();
      const window = findWindow();
      if (!window) throw new Error(`No window shows ${url}`);
      return window;
    },
    /** Waits until no build of the project runs or waits. */
    async waitUntilIdle(): Promise<void> {
      await expect
        .poll(async () => (await api(`${PROJECT_PATH}builds/?running=true`)).json)
        .toMatchObject({ count: 0 });
    },

    async activeVersions(): Promise<readonly string[]> {
      const versions = await listAll<{ slug: string; active: boolean }>(`${PROJECT_PATH}versions/`);
      return versions.flatMap(({ slug, active }) => (active ? [slug] : [])).sort();
    },
    /** Everything of the project that the API shows, on whatever port. */
    async projectSnapshot(): Promise<unknown> {
      const answers = await Promise.all(ENDPOINTS.map((part) => api(`${PROJECT_PATH}${part}?limit=100`)));
      expect(answers.map(({ status }) => status)).toEqual(ENDPOINTS.map(() => 200));
      return JSON.parse(JSON.stringify(answers).replaceAll(`:${new URL(serverUrl()).port}/`, ':PORT/'));
    },

    /** Opens a tab of the project whose screen is shown. */
    async openTab(name: string): Promise<void> {
      const tabs = page().getByRole('navigation', { name: 'Project sections' });
      const tab = tabs.getByRole('link', { name: new RegExp(`^${name}`) });
      await keys.activate(tab);
      await expect(tab).toHaveAttribute('aria-current', 'page');
    },
    /** Goes to a project by a few letters of its name. */
    async openProject(name: string, slug: string): Promise<void> {
      await keys.press('Control+K');
      await expect(page().getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
      await keys.type(name);
      await expect(page().getByRole('option', { selected: true })).toContainText(slug);
      await keys.press('Enter');
      await expect.poll(pathname).toBe(`/projects/${slug}`);
    },
    /** Takes the last change back, whose name the window says. */
    async undoLast(text: string): Promise<void> {
      // A field of a dialog that is still closing would take the keys as text.
      await expect(page().getByRole('dialog')).toHaveCount(0);
      await keys.press('Control+Z');
      await expect(toast(text)).toBeVisible();
    },
  };
}

/** What a chapter of the day has at hand. */
export type E2eSession = ReturnType<typeof createE2eSession>;
