import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { NO_SANDBOX, refusesSandbox } from '../../../src-main/launch/launch-electron.ts';
import { binary, callDesk, type DesktopApp, type DesktopOptions, launchDesktop } from './desktop-app.ts';

/*
 * What the system does to the application: Wayland, the end of a session, faults, a full or broken disk. Few starts, with
 * several tests on each.
 */
test.describe.configure({ mode: 'serial' });

let app: DesktopApp;
test.afterAll(() => app?.dispose());

async function open(options: DesktopOptions = {}): Promise<void> {
  await app?.dispose();
  app = await launchDesktop(options);
  await loaded();
}

/** Waits until the window shows a screen. */
async function loaded(): Promise<void> {
  await app.page.waitForURL(({ host }) => host.startsWith('lectern'));
  await expect(app.page.locator('#root')).toContainText(/\w/);
}

const userData = () => app.electron.evaluate(({ app: electronApp }) => electronApp.getPath('userData'));
const visible = () =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.isVisible()));
const serverUrl = (): string => JSON.parse(readFileSync(join(app.data, 'holder.json'), 'utf8')).url;
const otherFolder = () => join(app.data, '..', 'other');
const log = async () => readFileSync(join(await userData(), 'logs', 'lectern.log'), 'utf8');

const isSandboxAsked = () =>
  app.electron.evaluate((electron) => {
    const { calls }: { calls: { what: string }[] } = Reflect.get(electron, 'fakeElectron');
    return calls.some(({ what }) => what === 'app.enableSandbox');
  });

/** Whether the core was closed in order: a process that just ends leaves both files. */
const leftOpen = (folder = app.data) =>
  ['holder.json', 'lectern.sqlite-wal'].filter((name) => existsSync(join(folder, name)));

/** Collects the message boxes that are shown, and answers the first button. */
async function collectDialogs(): Promise<() => Promise<readonly { message: string; detail: string }[]>> {
  await app.electron.evaluate(({ dialog }) => {
    const shown: unknown[] = [];
    Object.assign(globalThis, { shown });
    dialog.showMessageBox = async (...args: unknown[]) => {
      shown.push(args.at(-1));
      return { response: 0, checkboxChecked: false };
    };
  });
  return () => app.electron.evaluate(() => Reflect.get(globalThis, 'shown'));
}

test('S17 every page is sandboxed', async () => {
  await open();
  await callDesk(app.page, 'system.welcome', { username: 'mira' });
  await app.page.reload();
  test.skip(binary !== 'fake-electron', 'Only the fake Electron remembers the call');
  // Playwright adds the option by itself where it must.
  expect(await isSandboxAsked()).toBe(!refusesSandbox());
});

test('a fault of the main process is logged and shown, and the server goes on', async () => {
  const dialogs = await collectDialogs();
  await app.electron.evaluate(() => {
    setTimeout(() => {
      throw new Error('the first fault of a test');
    });
  });
  const detail = expect.stringContaining('the first fault of a test');
  await expect
    .poll(dialogs)
    .toEqual([expect.objectContaining({ message: 'Something went wrong inside Lectern.', detail })]);
  await app.electron.evaluate(() => void Promise.reject(new Error('the second fault of a test')));
  await expect.poll(async () => (await dialogs()).length).toBe(2);
  expect(await log()).toMatch(/the first fault of a test[\s\S]*the second fault of a test/);
  expect((await fetch(`${serverUrl()}/`)).status).toBe(200);
});

test('S18 a browser is started with the file mode of the person, while ours stays private', async () => {
  test.skip(process.platform === 'win32', 'Windows has no file modes');
  const seen = await app.electron.evaluate(({ shell }) => {
    const masks: number[] = [];
    Object.assign(globalThis, { masks });
    shell.openExternal = async () => void masks.push(process.umask());
    return process.umask();
  });
  expect(seen).toBe(0o077);
  await app.page.evaluate(() => window.lectern?.openExternal('https://example.org/'));
  const masks = () => app.electron.evaluate(() => Reflect.get(globalThis, 'masks'));
  await expect.poll(masks).toEqual([process.umask()]);
  expect(await app.electron.evaluate(() => process.umask())).toBe(0o077);
});

test('a button in the title bar opens the menu, which a window without a frame does not draw', async () => {
  test.skip(process.platform === 'darwin', 'macOS has its menus elsewhere');
  const { page } = app;
  await app.electron.evaluate(({ Menu }) => {
    const opened: unknown[] = [];
    Object.assign(globalThis, { opened });
    Menu.prototype.popup = function popup({ x, y }: { x?: number; y?: number } = {}) {
      opened.push({ x, y, labels: this.items.map(({ label }) => label) });
    };
  });
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  await button.click();
  const box = await button.boundingBox();
  const opened = () => app.electron.evaluate(() => Reflect.get(globalThis, 'opened'));
  await expect.poll(opened).toEqual([
    {
      x: Math.round(box?.x ?? -1),
      y: Math.round((box?.y ?? 0) + (box?.height ?? 0)),
      labels: ['File', 'Edit', 'View', 'Go', 'Help'],
    },
  ]);
});

test('R8 a backup is restored from the menu, and the previous state is backed up', async () => {
  const { page } = app;
  await callDesk(page, 'settings.makeBackup');
  const folder = join(app.data, 'backups');
  const before = readdirSync(folder);
  expect(before).toHaveLength(1);
  await callDesk(page, 'settings.set', { closeKeepsServer: false });
  const asked = await app.electron.evaluate(
    ({ dialog, Menu }, file) =>
      new Promise((resolve) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [file] });
        dialog.showMessageBox = async (...args: unknown[]) => {
          resolve(Reflect.get(Object(args.at(-1)), 'message'));
          return { response: 0, checkboxChecked: false };
        };
        Menu.getApplicationMenu()?.getMenuItemById('Restore a backup…')?.click();
      }),
    join(folder, String(before[0])),
  );
  expect(asked).toBe('Replace the present data by this backup?');
  await expect.poll(() => readdirSync(folder).length).toBe(2);
  await expect
    .poll(() => callDesk(app.page, 'settings.all').catch(() => undefined))
    .toMatchObject({ settings: { closeKeepsServer: true } });
});

test('a preference that cannot be saved leaves the server and its window as they are', async () => {
  const { page } = app;
  const dialogs = await collectDialogs();
  const url = serverUrl();
  const other = otherFolder();
  mkdirSync(other);
  // In the place of the file that would replace it: even root cannot write there.
  const pid = await app.electron.evaluate(() => process.pid);
  const inItsPlace = join(await userData(), `desktop.json.${pid}.partial`);
  mkdirSync(inItsPlace);
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(visible).toEqual([false]);
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, other);
  const choice = await page.evaluate(() => window.lectern?.chooseDataFolder());
  expect(choice).toMatchObject({
    result: 'refused',
    message: expect.stringMatching(/^The choice could not be saved: /),
  });
  expect(serverUrl()).toBe(url);
  expect((await fetch(`${url}/`)).status).toBe(200);
  await expect(callDesk(page, 'system.state')).resolves.toBeTruthy();
  expect(await dialogs()).toEqual([]);
  rmdirSync(inItsPlace);
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
  await expect.poll(visible).toEqual([true]);
});

test('a window in full screen leaves it before it hides', async () => {
  await app.electron.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0];
    window?.setFullScreen(true);
    window?.close();
  });
  await expect.poll(visible).toEqual([false]);
  const isFull = app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.isFullScreen(),
  );
  expect(await isFull).toBe(false);
});

test('R12 a machine that shuts down is asked to wait, and the signals that follow cut nothing off', async () => {
  const exited = once(app.electron.process(), 'exit');
  const isPrevented = await app.electron.evaluate(({ app: electronApp, powerMonitor }) => {
    let prevented = false;
    const event = { preventDefault: () => (prevented = true) };
    const monitor: NodeJS.EventEmitter = powerMonitor;
    monitor.emit('shutdown', event);
    // What SIGTERM and SIGHUP of the session's end do.
    electronApp.quit();
    electronApp.quit();
    return prevented;
  });
  await exited;
  expect(isPrevented).toBe(true);
  expect(leftOpen()).toEqual([]);
});

test('S17 a page is not sandboxed where the system refuses a sandbox and --no-sandbox says so', async () => {
  await app.relaunch({ args: [NO_SANDBOX] });
  await loaded();
  test.skip(binary !== 'fake-electron', 'Only the fake Electron remembers the call');
  expect(await isSandboxAsked()).toBe(false);
});

test('one tray icon serves the application, whatever data folder is open', async () => {
  test.skip(binary !== 'fake-electron', 'Only the fake Electron remembers its icons');
  const { page } = app;
  const icons = () =>
    app.electron.evaluate((electron) => {
      type Icon = { toolTip: string; isFirst?: boolean };
      const { trays }: { trays: Icon[] } = Reflect.get(electron, 'fakeElectron');
      return trays.map(({ toolTip, isFirst }) => ({ toolTip, isFirst }));
    });
  expect(await icons()).toEqual([{ toolTip: `Lectern: Serving on ${new URL(serverUrl()).host}` }]);
  await app.electron.evaluate((electron) => {
    const { trays }: { trays: object[] } = Reflect.get(electron, 'fakeElectron');
    Object.assign(trays[0] ?? {}, { isFirst: true });
  });
  const other = otherFolder();
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, other);
  await page.evaluate(() => void window.lectern?.chooseDataFolder());
  const holder = () => {
    const path = join(other, 'holder.json');
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  };
  await expect.poll(holder).toMatchObject({ url: expect.any(String) });
  const { host } = new URL(holder().url);
  await expect.poll(icons).toEqual([{ toolTip: `Lectern: Serving on ${host}`, isFirst: true }]);
});

test('R12 the end of a session on Windows closes in order', async () => {
  const exited = once(app.electron.process(), 'exit');
  await app.electron.evaluate(({ BrowserWindow }) => {
    const window: NodeJS.EventEmitter | undefined = BrowserWindow.getAllWindows()[0];
    window?.emit('session-end', {});
  });
  await exited;
  expect(leftOpen(otherFolder())).toEqual([]);
});

test('windows appear where a hidden one is never ready, as on Wayland', async () => {
  await open({ hasTray: false, env: { FAKE_ELECTRON_WAYLAND: '1', XDG_SESSION_TYPE: 'wayland' } });
  const { page } = app;
  await expect.poll(visible).toEqual([true]);
  await callDesk(page, 'system.welcome', { username: 'mira' });
  const opening = app.electron.waitForEvent('window');
  await page.evaluate(
    (url) => window.lectern?.openDocs(url),
    `${serverUrl().replace('127.0.0.1', 'almanac.localhost')}/`,
  );
  const docs = await opening;
  await expect.poll(visible).toEqual([true, true]);
  await docs.close();
  await expect.poll(visible).toEqual([true]);
});

test('where the desktop shows no tray icons, closing asks whether to go on without a window', async () => {
  test.skip(process.platform !== 'linux', 'Only Linux has desktops without a tray');
  const { host } = new URL(serverUrl());
  const answers = async (response: number) => {
    const shown = app.electron.evaluate(
      ({ dialog, BrowserWindow }, chosen) =>
        new Promise<{ message: string; detail: string; buttons: string[] }>((resolve) => {
          // While the answer to the question before is carried out, closing asks nothing.
          const close = () => BrowserWindow.getAllWindows()[0]?.close();
          const again = setInterval(close, 100);
          dialog.showMessageBox = async (...args: unknown[]) => {
            clearInterval(again);
            resolve(args.at(-1) as { message: string; detail: string; buttons: string[] });
            return { response: chosen, checkboxChecked: false };
          };
          close();
        }),
      response,
    );
    return shown;
  };
  const question = await answers(2);
  expect(question).toMatchObject({
    message: 'Keep the server running without a window?',
    detail: expect.stringContaining(host),
    buttons: ['Keep serving', 'Quit', 'Cancel'],
  });
  expect(await visible()).toEqual([true]);
  expect((await answers(0)).message).toBe(question.message);
  await expect.poll(visible).toEqual([false]);
  expect((await fetch(`${serverUrl()}/`)).status).toBe(200);
  const exited = once(app.electron.process(), 'exit');
  await answers(1).catch(() => undefined);
  await exited;
  expect(leftOpen()).toEqual([]);
});
