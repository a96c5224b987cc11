import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { sendRequest } from '../../support/api/http-request.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { callDesk, type DesktopApp, launchDesktop } from './desktop-app.ts';
import { importProject, triggerBuild } from './desktop-project.ts';
import { createE2eRepository } from './e2e-repository.ts';

// Pages that a build has made, in windows of their own: what they may do there, and what the person can (safety S11, S17).

test.describe.configure({ mode: 'serial' });
test.skip(!hasProgram('git') || !hasProgram('sphinx-build'), 'Needs git and Sphinx');

let app: DesktopApp;
let folder: string;
let port: number;
let docs: Page;

const address = (path: string, slug = 'almanac') => `http://${slug}.localhost:${port}${path}`;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-docs-'));
  app = await launchDesktop();
  await app.page.waitForURL(({ host }) => host.startsWith('lectern'));
  await callDesk(app.page, 'system.welcome', { username: 'mira' });
  port = Number(new URL(JSON.parse(readFileSync(join(app.data, 'holder.json'), 'utf8')).url).port);
  for (const slug of ['almanac', 'broadsheet']) {
    createE2eRepository(join(folder, slug));
    await build(slug, join(folder, slug));
  }
  await app.electron.evaluate(({ dialog, shell, Notification }) => {
    const opened: string[] = [];
    const said: string[] = [];
    const questions: string[] = [];
    Object.assign(globalThis, { opened, said, questions, response: 0 });
    shell.openExternal = async (url: string) => void opened.push(url);
    dialog.showMessageBox = async (...args: unknown[]) => {
      questions.push(String(Reflect.get(Object(args.at(-1)), 'message')));
      return { response: Number(Reflect.get(globalThis, 'response')), checkboxChecked: false };
    };
    Notification.prototype.show = function show() {
      said.push(`${this.title}: ${this.body}`);
    };
  });
});

test.afterAll(async () => {
  await app?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** A project of this name, built with what this machine has. */
async function build(slug: string, url: string): Promise<void> {
  await importProject(app.page, slug, url);
  await triggerBuild(app.page, slug);
  const pages = () => callDesk(app.page, 'versions.pages', { slug, version: 'latest' });
  await expect.poll(pages).toMatchObject({ state: 'served' });
}

/** Opens an address as the page does, and waits for the window. */
async function openDocs(url: string): Promise<Page> {
  const opening = app.electron.waitForEvent('window', { timeout: 0 });
  expect(await app.page.evaluate((each) => window.lectern?.openDocs(each), url)).toBe(true);
  return opening;
}

const windows = () =>
  app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => URL.parse(webContents.getURL())?.host ?? ''),
  );
const readGlobal = (name: string): Promise<string[]> =>
  app.electron.evaluate((_electron, list) => Reflect.get(globalThis, list).splice(0), name);

test('S11 a built page opens in a window with a session of its own and nothing of ours', async () => {
  docs = await openDocs(address('/'));
  await docs.waitForURL(address('/en/latest/'));
  await expect(docs.getByText('The tides of the harbour.')).toBeVisible();
  expect(await docs.evaluate(() => ['lectern' in window, 'require' in window, document.cookie])).toEqual([
    false,
    false,
    '',
  ]);
  const made = await app.electron.evaluate(({ BrowserWindow, session }, start) => {
    const window = BrowserWindow.getAllWindows().find((each) => each.webContents.getURL().startsWith(start));
    const used = window?.webContents.session;
    return { own: used !== session.defaultSession, kept: used?.isPersistent(), seen: window?.isVisible() };
  }, address('/'));
  expect(made).toEqual({ own: true, kept: false, seen: true });
});

test('S17 its links open within the window, and https links in the browser', async () => {
  await docs.getByRole('link', { name: 'Changes' }).first().click();
  await docs.waitForURL(address('/en/latest/changes.html'));
  await expect(docs.getByText('v2.1')).toBeVisible();
  await app.electron.evaluate(({ BrowserWindow, Menu }, start) => {
    BrowserWindow.getAllWindows()
      .find((each) => each.webContents.getURL().startsWith(start))
      ?.focus();
    Menu.getApplicationMenu()?.getMenuItemById('Back')?.click();
  }, address('/'));
  await expect.poll(() => docs.url()).toBe(address('/en/latest/'));
  await docs.getByRole('link', { name: 'The harbour' }).click();
  await expect.poll(() => readGlobal('opened')).toEqual(['https://harbour.example.org/']);
  expect(await readGlobal('questions')).toEqual(['Open harbour.example.org in the browser?']);
  expect(docs.url()).toBe(address('/en/latest/'));
  expect(await windows()).toHaveLength(2);
});

test('S17 a page opens the browser only as often as the user agrees', async () => {
  const leave = (url: string) => docs.evaluate((each) => void window.open(each), url);
  const agree = (response: number) =>
    app.electron.evaluate((_electron, chosen) => Object.assign(globalThis, { response: chosen }), response);
  await leave('https://harbour.example.org/again');
  await expect.poll(() => readGlobal('opened')).toEqual(['https://harbour.example.org/again']);
  expect(await readGlobal('questions'), 'the person agreed to this site').toEqual([]);
  await agree(1);
  await leave('https://tracker.example.org/');
  await expect.poll(() => readGlobal('questions')).toEqual(['Open tracker.example.org in the browser?']);
  await agree(0);
  await leave('https://other.example.org/');
  await leave('https://harbour.example.org/last');
  await expect.poll(() => readGlobal('opened')).toEqual(['https://harbour.example.org/last']);
  expect(await readGlobal('questions'), 'a refusal holds for the page').toEqual([]);
  await docs.goto(address('/en/latest/changes.html'));
  await leave('https://other.example.org/');
  await expect.poll(() => readGlobal('opened')).toEqual(['https://other.example.org/']);
  expect(await readGlobal('questions')).toEqual(['Open other.example.org in the browser?']);
  await docs.goto(address('/en/latest/'));
});

test('a URL without a page is explained in the window', async () => {
  expect(
    await app.page.evaluate((each) => window.lectern?.openDocs(each), address('/en/latest/none.html')),
  ).toBe(true);
  await docs.waitForURL(address('/en/latest/none.html'));
  await expect(docs.locator('body')).toContainText(/not|no page/i);
  expect(await windows()).toHaveLength(2);
  await docs.goto(address('/en/latest/'));
});

test('a download is offered, saved where the user chooses, and announced by a notification', async () => {
  const target = join(folder, 'saved.zip');
  await app.electron.evaluate(({ app: electronApp, dialog }, filePath) => {
    electronApp.setPath('downloads', '/downloads');
    const asked: unknown[] = [];
    Object.assign(globalThis, { asked });
    // Electron asks by itself; the fake Electron by this.
    dialog.showSaveDialog = async (...args: unknown[]) => {
      asked.push(args.at(-1));
      return { canceled: false, filePath };
    };
  }, target);
  const zip = () => (existsSync(target) ? readFileSync(target).subarray(0, 2).toString() : '');
  await docs.getByRole('link', { name: 'all of it as a zip' }).click();
  await expect.poll(() => readGlobal('said')).toEqual(['Downloaded: saved.zip']);
  expect(zip()).toBe('PK');
  expect(await readGlobal('asked')).toEqual([{ defaultPath: join('/downloads', 'almanac-latest.zip') }]);
  expect(docs.url()).toBe(address('/en/latest/'));

  rmSync(target);
  const url = address('/_/downloads/en/latest/htmlzip/');
  expect(await app.page.evaluate((each) => window.lectern?.openDocs(each), url)).toBe(true);
  await expect.poll(() => readGlobal('said')).toEqual(['Downloaded: saved.zip']);
  expect(zip()).toBe('PK');
  expect(await windows(), 'no window is opened for it').toHaveLength(2);
});

test('S17 a redirect to another host of docs opens in the window, and any other in the browser', async () => {
  const rules = [
    ['/there.html', address('/en/latest/changes.html', 'broadsheet')],
    ['/out.html', 'https://moon.example.org/'],
  ];
  for (const [from_url, to_url] of rules) {
    const body = { type: 'page', from_url, to_url };
    await callDesk(app.page, 'redirects.add', { slug: 'almanac', body });
  }
  const opening = app.electron.waitForEvent('window', { timeout: 0 });
  await docs.evaluate(() => {
    location.href = 'there.html';
  });
  const other = await opening;
  await other.waitForURL(address('/en/latest/changes.html', 'broadsheet'));
  expect(docs.url()).toBe(address('/en/latest/'));
  await docs.evaluate(() => {
    location.href = 'out.html';
  });
  await expect.poll(() => readGlobal('opened')).toEqual(['https://moon.example.org/']);
  expect(docs.url()).toBe(address('/en/latest/'));
  const hosts = [`almanac.localhost:${port}`, `broadsheet.localhost:${port}`, 'lectern'];
  expect([...(await windows())].sort()).toEqual(hosts);
});

test('a window that would show only a redirect to elsewhere is not left empty', async () => {
  await app.page.evaluate((each) => window.lectern?.openDocs(each), address('/en/latest/out.html'));
  await expect.poll(() => readGlobal('opened')).toEqual(['https://moon.example.org/']);
  await docs.close();
  await expect.poll(windows).toHaveLength(2);
  await app.page.evaluate((each) => window.lectern?.openDocs(each), address('/en/latest/out.html'));
  await expect.poll(() => readGlobal('opened')).toEqual(['https://moon.example.org/']);
  await expect.poll(windows).toHaveLength(2);
});

test('S11 where a session is asked for, these windows have one', async () => {
  await callDesk(app.page, 'project.update', { slug: 'almanac', body: { privacy_level: 'private' } });
  await callDesk(app.page, 'settings.set', { askBeforePrivateDocs: true });
  const headers = { host: `almanac.localhost:${port}` };
  const stranger = await sendRequest({ port, method: 'GET', path: '/en/latest/', headers });
  expect(stranger.status).toBe(404);

  if (!docs.isClosed()) await docs.close();
  docs = await openDocs(address('/en/latest/changes.html'));
  await docs.waitForURL(address('/en/latest/changes.html'));
  await expect(docs.getByText('v2.1')).toBeVisible();
  await docs.reload();
  await expect(docs.getByText('v2.1')).toBeVisible();
});
