import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { NO_SANDBOX } from '../../../src-main/launch/launch-electron.ts';
import { folderDigest } from '../../support/workspaces/folder-digest.ts';
import { callDesk, type DesktopApp, launchDesktop } from './desktop-app.ts';

/*
 * The application's life: start, restart, links, a second start, tray, menu, quit. One life on one pair of folders, which
 * each test goes on with.
 */
test.describe.configure({ mode: 'serial' });

let app: DesktopApp;
test.afterAll(() => app?.dispose());

/** Waits until the window shows a screen. */
async function loaded({ page }: DesktopApp): Promise<void> {
  await page.waitForURL(({ host }) => host.startsWith('lectern'));
  await expect(page.locator('#root')).toContainText(/\w/);
}

const userData = () => app.electron.evaluate(({ app: electronApp }) => electronApp.getPath('userData'));
const visible = () =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.isVisible()));
const pathOf = (page: Page) => new URL(page.url()).pathname;
const serverUrl = (folder = app.data): string =>
  JSON.parse(readFileSync(join(folder, 'holder.json'), 'utf8')).url;
const otherFolder = () => join(app.data, '..', 'other');
const closeWindow = () =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

/** What a remembered file says now. */
async function remembered(name: string): Promise<Record<string, unknown>> {
  const path = join(await userData(), name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** Clicks an item of the application menu. */
function menu(label: string): Promise<void> {
  return app.electron.evaluate(
    ({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(),
    label,
  );
}

/** Starts the program again on the same folders, as a second click on its icon would. Gives its exit code. */
async function startAgain(...args: string[]): Promise<number | null> {
  const { spawnfile } = app.electron.process();
  const folder = await userData();
  const env = await app.electron.evaluate(() => ({ ...process.env }));
  const second = spawn(spawnfile, ['.', `--user-data-dir=${folder}`, NO_SANDBOX, ...args], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...env, NODE_OPTIONS: '' },
    stdio: 'ignore',
  });
  const [code] = await once(second, 'exit');
  return code;
}

test('a link starts it at a project', async () => {
  app = await launchDesktop({ args: ['lectern://project/almanac/builds'] });
  await loaded(app);
  await callDesk(app.page, 'system.welcome', { username: 'mira' });
  await app.page.reload();
  await expect(app.page.getByRole('navigation', { name: 'Places' })).toBeVisible();
  expect(pathOf(app.page)).toBe('/projects/almanac/builds');
});

test('closing the window keeps the server running and says so once, and another start shows the window again', async () => {
  await app.electron.evaluate(({ Notification }) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    Notification.prototype.show = function show() {
      said.push(`${this.title}. ${this.body}`);
    };
  });
  const url = serverUrl();
  for (let round = 0; round < 2; round += 1) {
    await closeWindow();
    await expect.poll(visible).toEqual([false]);
    expect((await fetch(`${url}/`)).status).toBe(200);
    expect(await startAgain()).toBe(0);
    await expect.poll(visible).toEqual([true]);
  }
  const said = () => app.electron.evaluate(() => Reflect.get(globalThis, 'said'));
  await expect
    .poll(said)
    .toEqual([
      `Lectern is still running. It serves on ${new URL(url).host} until you quit it from the tray.`,
    ]);
  await expect.poll(() => remembered('desktop.json')).toMatchObject({ toldOfTray: true });
  await expect(app.page.locator('#root')).toContainText(/\w/);
});

test('a link takes a running one there', async () => {
  const { page } = app;
  await closeWindow();
  await expect.poll(visible).toEqual([false]);
  expect(await startAgain('lectern://project/broadsheet')).toBe(0);
  await expect.poll(() => pathOf(page)).toBe('/projects/broadsheet');
  await expect.poll(visible).toEqual([true]);
});

test('an invalid link only shows the window', async () => {
  const { page } = app;
  const before = page.url();
  await closeWindow();
  await expect.poll(visible).toEqual([false]);
  expect(await startAgain('lectern://project/../../settings')).toBe(0);
  await expect.poll(visible).toEqual([true]);
  expect(page.url()).toBe(before);
});

test('the menu goes to screens and changes the theme', async () => {
  const { page } = app;
  await menu('Settings');
  await expect.poll(() => pathOf(page)).toBe('/settings');
  await menu('Builds');
  await expect.poll(() => pathOf(page)).toBe('/builds');
  await menu('Back');
  await expect.poll(() => pathOf(page)).toBe('/settings');
  await menu('Dark');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect.poll(() => remembered('window.json')).toMatchObject({ theme: 'dark' });
});

test('closing quits where that was chosen, and the theme stays', async () => {
  await callDesk(app.page, 'settings.set', { closeKeepsServer: false });
  const exited = once(app.electron.process(), 'exit');
  await closeWindow().catch(() => undefined);
  await exited;
  expect(existsSync(join(app.data, 'holder.json'))).toBe(false);
  await app.relaunch();
  await loaded(app);
  await expect(app.page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const source = await app.electron.evaluate(({ nativeTheme }) => nativeTheme.themeSource);
  expect(source).toBe('dark');
});

test('R3 killed and started again, it shows the same screen in the same place, with nothing lost', async () => {
  await app.page.evaluate(() => history.pushState(null, '', '/projects?q=alma&state=failing'));
  await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 60, width: 1010, height: 720 }),
  );
  await expect
    .poll(() => remembered('window.json'))
    .toMatchObject({
      screen: '/projects?q=alma&state=failing',
      bounds: { x: 40, y: 60, width: 1010, height: 720 },
    });
  await app.kill();
  await app.relaunch();
  await loaded(app);
  await expect(app.page.getByRole('navigation', { name: 'Places' })).toBeVisible();
  expect(new URL(app.page.url()).search).toBe('?q=alma&state=failing');
  const bounds = await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getBounds(),
  );
  expect(bounds).toEqual({ x: 40, y: 60, width: 1010, height: 720 });
});

test('another data folder is opened in the same window and used again at the next start', async () => {
  const { page } = app;
  const other = otherFolder();
  mkdirSync(other);
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, other);
  await page.evaluate(() => void window.lectern?.chooseDataFolder());
  await expect.poll(() => existsSync(join(other, 'holder.json'))).toBe(true);
  await expect.poll(() => existsSync(join(app.data, 'holder.json'))).toBe(false);
  // A new folder begins with the welcome.
  await expect(page.getByRole('navigation', { name: 'Places' })).toHaveCount(0);
  await expect(page.locator('#root')).toContainText(/\w/);
  await expect.poll(() => remembered('desktop.json')).toMatchObject({ data: other });
});

test('after a crash of the page, the application offers to load it again', async () => {
  await app.electron.evaluate(({ dialog, BrowserWindow }) => {
    const shown = new Promise((done) => {
      dialog.showMessageBox = async (...args: unknown[]) => {
        done(args.at(-1));
        return { response: 0, checkboxChecked: false };
      };
    });
    Object.assign(globalThis, { shown });
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.once('did-finish-load', () => Object.assign(globalThis, { again: true }));
    contents?.forcefullyCrashRenderer();
  });
  const shown = await app.electron.evaluate(() => Reflect.get(globalThis, 'shown'));
  expect(shown).toMatchObject({ message: 'The window stopped working.', buttons: ['Reload', 'Quit'] });
  await expect.poll(() => app.electron.evaluate(() => Reflect.get(globalThis, 'again'))).toBe(true);
  expect((await fetch(`${serverUrl(otherFolder())}/`)).status).toBe(200);
});

test('R12 a signal to end closes everything and leaves no process or file open', async () => {
  const other = otherFolder();
  const url = serverUrl(other);
  const exited = once(app.electron.process(), 'exit');
  app.electron.process().kill('SIGTERM');
  await exited;
  expect(existsSync(join(other, 'holder.json'))).toBe(false);
  expect(existsSync(join(other, 'lectern.sqlite-wal'))).toBe(false);
  await expect(fetch(`${url}/`)).rejects.toThrow();
});

/** The folders of a machine of its own, whose Home is the folder that was chosen in the window. */
const machine = () => {
  const folder = join(app.data, '..', 'machine');
  return {
    home: otherFolder(),
    workspaces: join(folder, 'lectern-workspaces'),
    // An empty folder is none: it is the one that a person has chosen.
    env: { LECTERN_DATA: '', XDG_DATA_HOME: folder, HOME: folder, LOCALAPPDATA: folder },
  };
};
const workspaceButton = (name: string) => app.page.getByRole('button', { name: `Workspace: ${name}` });

/** Chooses an item of the menu of workspaces. */
async function chooseWorkspace(from: string, item: string): Promise<void> {
  await workspaceButton(from).click();
  await app.page.getByRole('menuitem', { name: item }).click();
}

test('a workspace is made and opened in the same window on the same port, and Home keeps every byte', async () => {
  const { home, workspaces, env } = machine();
  await app.relaunch({ env });
  await loaded(app);
  const { page } = app;
  await callDesk(page, 'system.welcome', { username: 'mira' });
  await callDesk(page, 'people.makeToken', { username: 'mira', name: 'of Home' });
  await page.reload();
  await expect(workspaceButton('Home')).toBeVisible();
  const port = new URL(serverUrl(home)).port;
  await chooseWorkspace('Home', 'New workspace…');
  await page.getByLabel('Name').fill('Training');
  await page.getByRole('combobox', { name: 'Begin with' }).click();
  await page.getByRole('option', { name: 'First steps' }).click();
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await page.getByRole('button', { name: 'Open it' }).click();
  await expect(workspaceButton('Training')).toBeVisible();
  await expect(page.getByTestId('workspace-edge')).toBeVisible();
  await expect.poll(() => pathOf(page)).toBe('/projects');
  await expect(page.getByText('Almanac').first()).toBeVisible();
  expect(existsSync(join(home, 'holder.json'))).toBe(false);
  const training = join(workspaces, 'training');
  expect(new URL(serverUrl(training)).port).toBe(port);
  // Nobody has Home open now: settings, tokens and builds of the workspace are its own.
  const before = folderDigest(home);
  await callDesk(page, 'settings.set', { keepPagesDays: 3 });
  await callDesk(page, 'people.makeToken', { username: 'mira', name: 'of Training' });
  await callDesk(page, 'builds.setScript', { project: 'almanac', script: 'hangs' });
  const named = (folder: string) => {
    const vault = join(folder, 'vault.json');
    return existsSync(vault) ? Object.keys(JSON.parse(readFileSync(vault, 'utf8')).secrets) : [];
  };
  await expect.poll(() => named(training).length).toBe(1);
  expect(named(home)).toHaveLength(1);
  expect(named(training).filter((name) => named(home).includes(name))).toEqual([]);
  expect(folderDigest(home)).toEqual(before);
});

test('a build that runs is not cut off by a switch; after it, Home is as it was', async () => {
  const { home } = machine();
  const { page } = app;
  await callDesk(page, 'builds.trigger', { project: 'almanac', version: 'latest' });
  const running = () => callDesk(page, 'builds.queue', { project: 'almanac' });
  await expect.poll(running).toMatchObject({ running: [expect.anything()] });
  await chooseWorkspace('Training', 'Home');
  await expect(page.getByText('Builds are running. Cancel them or wait, then switch again.')).toBeVisible();
  await expect(workspaceButton('Training')).toBeVisible();
  const { running: builds } = (await running()) as { running: { id: number }[] };
  await callDesk(page, 'build.cancel', { project: 'almanac', id: builds[0]?.id });
  await expect.poll(running).toMatchObject({ running: [], waiting: [] });
  await page.reload();
  await chooseWorkspace('Training', 'Home');
  await expect(workspaceButton('Home')).toBeVisible();
  await expect(page.getByTestId('workspace-edge')).toHaveCount(0);
  expect(await callDesk(page, 'settings.all')).toMatchObject({ settings: { keepPagesDays: 30 } });
  expect(existsSync(join(home, 'holder.json'))).toBe(true);
});

test('a workspace that cannot be opened leaves the one before open, in the same window', async () => {
  const { home, workspaces } = machine();
  const { page } = app;
  const url = serverUrl(home);
  writeFileSync(join(workspaces, 'training', 'lectern.sqlite'), 'not a database at all'.repeat(500));
  await chooseWorkspace('Home', 'Training');
  await expect(page.getByText('“Training” could not be opened; Home is open again.')).toBeVisible();
  await expect(workspaceButton('Home')).toBeVisible();
  expect(serverUrl(home)).toBe(url);
  expect((await fetch(`${url}/`)).status).toBe(200);
  expect(await visible()).toEqual([true]);
  await app.quit();
  expect(existsSync(join(home, 'holder.json'))).toBe(false);
});
