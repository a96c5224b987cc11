// Proves the fake Electron for Electron that desktop tests run on, with a very small application.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isRunning } from '../support/fake-electron/system/process-identity.ts';
import { recordProvenFakeElectron } from '../support/runner/fake-electron-digest.ts';
import { hasProgram } from '../support/runner/programs.ts';
import { writeMinimalApp } from './minimal-app.ts';

const FAKE_ELECTRON = join(import.meta.dirname, '..', 'support', 'fake-electron');

type AppState = {
  readonly seconds: readonly { readonly argv: readonly string[]; readonly data: { readonly from: number } }[];
  readonly aborted: number;
  readonly denied: readonly string[];
  readonly navigations: readonly string[];
  readonly starts: readonly string[];
};
type MinimalAppBridge = {
  add(a: number, b: number): Promise<object>;
  fail(): Promise<void>;
  onNews(listener: (news: string) => void): void;
};
declare global {
  var seen: AppState;
  var tiny: MinimalAppBridge;
  var push: (text: string) => void;
  var openWindow: (options?: object) => { loadURL(url: string): Promise<void> };
  var live: { readonly stop: AbortController; readonly reader: ReadableStreamDefaultReader<Uint8Array> };
}

describe.skipIf(!hasProgram('chromium'))('the fake Electron for Electron', () => {
  let folder: string;
  let place: string;
  let app: ElectronApplication;
  let page: Page;
  let hasFailed = false;

  const launch = async (): Promise<void> => {
    const args = ['.', `--user-data-dir=${join(folder, 'data')}`];
    // Without limits of their own, beside the one of the test.
    app = await _electron.launch({ args, cwd: place, timeout: 0 });
    app.context().setDefaultTimeout(0);
    page = await app.firstWindow({ timeout: 0 });
    await page.waitForSelector('h1');
  };
  const chromiumPid = () =>
    Number(readFileSync(join(folder, 'data', 'Chromium', 'fake-electron-chromium.pid'), 'utf8'));

  beforeEach(async () => {
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', FAKE_ELECTRON);
    folder = mkdtempSync(join(tmpdir(), 'lectern-fake-electron-'));
    place = writeMinimalApp(folder);
    await launch();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') hasFailed = true;
    await app.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  // In the long run, where all of them run.
  afterAll(() => {
    if (process.env.LECTERN_FAULTS === 'long' && !hasFailed) recordProvenFakeElectron();
  });

  describe('pages of a scheme of the application', () => {
    test('have a stable origin, a secure context, and the size of their window', async () => {
      const found = await page.evaluate(() => [location.href, isSecureContext, innerWidth, innerHeight]);
      expect(found).toEqual(['http://lectern.app.localhost/start?x=1#top', true, 900, 600]);
      expect(
        await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL()),
      ).toBe('app://lectern/start?x=1#top');
    });

    test('reach their handler with method, headers and body', async () => {
      const got = await page.evaluate(async () => {
        const answer = await fetch('/echo?q=1', {
          method: 'POST',
          body: 'hello',
          headers: { 'x-test': 'yes' },
        });
        return answer.json();
      });
      expect(got).toMatchObject({ method: 'POST', url: 'app://lectern/echo?q=1', body: 'hello' });
      expect(got.headers).toMatchObject({
        origin: 'app://lectern',
        'x-test': 'yes',
        referer: expect.stringMatching(/^app:/),
      });
      expect(Object.keys(got.headers).filter((name) => /^(host|connection|sec-)/.test(name))).toEqual([]);
    });

    test('get an answer piece by piece, and tell the handler when they stop reading', async () => {
      await page.evaluate(async () => {
        const stop = new AbortController();
        const answer = await fetch('/live', { signal: stop.signal });
        const reader = answer.body?.getReader();
        if (reader) globalThis.live = { stop, reader };
      });
      const read = () =>
        page.evaluate(async () => new TextDecoder().decode((await globalThis.live.reader.read()).value));
      expect(await read()).toBe('first');
      await app.evaluate(() => globalThis.push('second'));
      expect(await read()).toBe('second');
      expect(await app.evaluate(() => globalThis.seen.aborted)).toBe(0);
      await page.evaluate(() => globalThis.live.stop.abort());
      await expect.poll(() => app.evaluate(() => globalThis.seen.aborted)).toBe(1);
    });

    test('see a handler that throws as a failed request', async () => {
      expect(await page.evaluate(() => fetch('/broken').then(String, String))).toBe(
        'TypeError: Failed to fetch',
      );
    });

    test('belong to their session, which knows only its own handlers', async () => {
      const load = (partition: string) =>
        app.evaluate(async (_electron, name) => {
          const window = globalThis.openWindow({ show: false, webPreferences: { partition: name } });
          return window.loadURL('app://lectern/start').then(() => 'loaded', String);
        }, partition);
      expect(await load('strange')).toContain('ERR_EMPTY_RESPONSE');
      expect(await load('')).toBe('loaded');
    });
  });

  describe('a page', () => {
    test('calls the main process through its preload, which learns who asks', async () => {
      expect(await page.evaluate(() => globalThis.tiny.add(1, 2))).toEqual({
        sum: 3,
        from: 'app://lectern/start?x=1#top',
      });
      const refusal = await page.evaluate(() => globalThis.tiny.fail().then(String, String));
      expect(refusal).toBe("Error: Error invoking remote method 'fail': Error: no such folder");
    });

    test('hears from the main process', async () => {
      await page.evaluate(() => globalThis.tiny.onNews((news) => document.body.append(news)));
      await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.send('news', 'rain'),
      );
      await page.waitForFunction(() => document.body.textContent?.includes('rain'));
      expect(await page.textContent('body')).toContain('rain');
    });

    test('sees nothing of Electron but what the preload exposes', async () => {
      const found = await page.evaluate(() =>
        ['require', 'process', 'module', 'ipcRenderer', '__fakeElectronCall'].filter(
          (name) => name in window,
        ),
      );
      expect(found).toEqual([]);
      expect(await page.evaluate(() => Object.isFrozen(globalThis.tiny))).toBe(true);
    });

    test('opens no window that the application denies, and asks for each', async () => {
      await page.click('#blank');
      await page.click('#blank', { modifiers: ['Control'] });
      expect(await page.evaluate(() => window.open('https://popup.example/', '', 'width=99') === null)).toBe(
        true,
      );
      await expect
        .poll(() => app.evaluate(() => globalThis.seen.denied))
        .toEqual(['https://blank.example/', 'https://blank.example/', 'https://popup.example/']);
      expect(app.windows()).toHaveLength(1);
    });

    test('stays where it is when the application refuses to navigate', async () => {
      await page.click('#away');
      await expect
        .poll(() => app.evaluate(() => globalThis.seen.navigations))
        .toEqual(['http://away.example/']);
      await page.click('#next');
      await page.waitForURL('**/next');
      expect(await app.evaluate(() => globalThis.seen.navigations)).toEqual([
        'http://away.example/',
        'app://lectern/next',
      ]);
      expect(await app.evaluate(() => globalThis.seen.starts.at(-1))).toBe('app://lectern/next');
    });

    test('may only what the application permits', async () => {
      const states = await page.evaluate(async () => {
        const names = [
          'clipboard-write',
          'clipboard-read',
          'geolocation',
          'notifications',
        ] as PermissionName[];
        return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
      });
      expect(states).toEqual(['granted', 'denied', 'denied', 'denied']);
    });

    test('that crashes is reported', async () => {
      const reason = await app.evaluate(
        ({ BrowserWindow }) =>
          new Promise((resolve) => {
            const contents = BrowserWindow.getAllWindows()[0]?.webContents;
            contents?.once('render-process-gone', (_event, details) => resolve(details.reason));
            contents?.forcefullyCrashRenderer();
          }),
      );
      expect(reason).toBe('crashed');
    });

    test('can be photographed, resized and closed by Playwright, and the application goes on', async () => {
      expect((await page.screenshot()).subarray(1, 4).toString()).toBe('PNG');
      const window = await app.browserWindow(page);
      await window.evaluate((each) => each.setSize(500, 400));
      await page.waitForFunction(() => innerWidth === 500 && innerHeight === 400);
      await page.close();
      const countWindows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
      await expect.poll(countWindows).toBe(0);
      const opened = app.waitForEvent('window', { timeout: 0 });
      await app.evaluate(() => globalThis.openWindow().loadURL('app://lectern/again'));
      await (await opened).waitForURL('**/again');
    });
  });

  test('a second instance ends, and the first one hears what it was given', async () => {
    const args = ['.', `--user-data-dir=${join(folder, 'data')}`, 'tiny://x'];
    const second = spawn(join(FAKE_ELECTRON, 'electron'), args, { cwd: place, stdio: 'ignore' });
    expect(await once(second, 'exit')).toEqual([0, null]);
    await expect.poll(() => app.evaluate(() => globalThis.seen.seconds.length)).toBe(1);
    const [{ argv, data }] = (await app.evaluate(() => globalThis.seen.seconds)) as [
      AppState['seconds'][number],
    ];
    expect(argv).toContain('tiny://x');
    expect(data).toEqual({ from: second.pid });
  });

  test('a restart finds what pages stored', async () => {
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    const pid = chromiumPid();
    await app.close();
    expect(isRunning(pid)).toBe(false);
    await launch();
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  });

  test('kill -9 leaves no Chromium behind, and the next start takes the lock and finds what pages stored', async () => {
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    const pid = chromiumPid();
    expect(isRunning(pid)).toBe(true);
    app.process().kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
    await launch();
    expect(chromiumPid()).not.toBe(pid);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  });

  test('nothing is left when the test runner is killed', async () => {
    const runner = `
      import { _electron } from ${JSON.stringify(import.meta.resolve('@playwright/test'))};
      const app = await _electron.launch({ args: ['.', '--user-data-dir=other'] });
      await app.firstWindow();
      console.log(app.process().pid);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', runner], {
      cwd: place,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(child.stdout, 'data');
    const pid = Number(said);
    expect(isRunning(pid)).toBe(true);
    child.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('menus, dialogs and notifications can be worked by tests', async () => {
    const done = await app.evaluate(async ({ dialog, Menu, Notification }) => {
      const clicked: string[] = [];
      const items = [
        { id: 'new', label: 'New', accelerator: 'CmdOrCtrl+N', click: () => clicked.push('new') },
      ];
      Menu.setApplicationMenu(Menu.buildFromTemplate([{ label: 'File', submenu: items }]));
      const item = Menu.getApplicationMenu()?.getMenuItemById('new');
      item?.click();
      const notice = new Notification({ title: 'Built' });
      notice.on('click', () => clicked.push('notice'));
      notice.show();
      notice.emit('click');
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: ['/chosen'] });
      const { filePaths } = await dialog.showOpenDialog({});
      return { clicked, filePaths, accelerator: item?.accelerator };
    });
    expect(done).toEqual({ clicked: ['new', 'notice'], filePaths: ['/chosen'], accelerator: 'CmdOrCtrl+N' });
  });
});
