import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { INTERRUPTED } from '../../../src-server/services/builds/build-runs.ts';
import { type Gates, gatesIn } from '../../support/program/build-gates.ts';
import { processesBelow } from '../../support/program/processes-below.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { callDesk, type DesktopApp, launchDesktop } from './desktop-app.ts';
import { importProject, triggerBuild, waitUntilIdle } from './desktop-project.ts';
import { createE2eRepository, type E2eRepository } from './e2e-repository.ts';

/*
 * Builds that run in the application: what the desktop tells of them, and what quitting does to them. Each test goes on
 * with the project of the one before it.
 */
test.describe.configure({ mode: 'serial' });
test.skip(!hasProgram('git') || !hasProgram('sphinx-build'), 'Needs git and Sphinx');

let app: DesktopApp;
let folder: string;
let gates: Gates;
let repository: E2eRepository;
/** The build that is held where its pages would be made. */
let held: number;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-builds-'));
  gates = gatesIn(join(folder, 'gates'));
  repository = createE2eRepository(join(folder, 'almanac'), gates);
  app = await launchDesktop();
  await ready();
  await callDesk(app.page, 'system.welcome', { username: 'mira' });
  await app.page.reload();
  await expect(app.page.getByRole('navigation', { name: 'Places' })).toBeVisible();
  await importProject(app.page, 'almanac', repository.folder);
});

test.afterAll(async () => {
  await app?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Waits for the window, and listens to what the application says and asks from now on. */
async function ready(): Promise<void> {
  await app.page.waitForURL(({ host }) => host.startsWith('lectern'));
  await app.electron.evaluate(({ app: electronApp, Notification, Tray, dialog }) => {
    const said: { text: string; click: () => void }[] = [];
    const asked: string[] = [];
    const events = { said, asked, tip: '', badge: -1, answer: 1 };
    Object.assign(globalThis, { lecternSays: events });
    Notification.prototype.show = function show() {
      said.push({ text: `${this.title}: ${this.body}`, click: () => this.emit('click') });
    };
    Tray.prototype.setToolTip = (tip: string) => void Object.assign(events, { tip });
    electronApp.setBadgeCount = (badge = 0) => {
      Object.assign(events, { badge });
      return true;
    };
    dialog.showMessageBox = async (...args: unknown[]) => {
      asked.push(String(Reflect.get(Object(args.at(-1)), 'message')));
      return { response: events.answer, checkboxChecked: false };
    };
  });
}

type AppEvents = {
  readonly tip: string;
  readonly badge: number;
  readonly asked: string[];
  readonly said: string[];
};
const readEvents = (): Promise<AppEvents> =>
  app.electron.evaluate(() => {
    const { said, ...rest } = Reflect.get(globalThis, 'lecternSays');
    return { ...rest, said: said.map(({ text }: { text: string }) => text) };
  });
const answerWith = (answer: number) =>
  app.electron.evaluate((_electron, args) => {
    Reflect.get(globalThis, 'lecternSays').answer = args;
  }, answer);
const quitByMenu = () =>
  app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('Quit')?.click());
const build = (id: number) => callDesk(app.page, 'build.get', { id });
const serverUrl = (): string => JSON.parse(readFileSync(join(app.data, 'holder.json'), 'utf8')).url;

/** Starts a build that stays where its pages would be made. */
async function heldBuild(): Promise<number> {
  gates.hold('building');
  const id = await triggerBuild(app.page, 'almanac');
  await expect.poll(() => gates.isReached('building')).toBe(true);
  return id;
}

test('tray and icon count the running builds, and each finished one gives a notification that opens its screen', async () => {
  const { host } = new URL(serverUrl());
  const first = await heldBuild();
  expect(await readEvents()).toMatchObject({ tip: `Lectern: Serving on ${host}, 1 build running`, badge: 1 });
  // Two wait; the younger takes the place of the elder, of which there is nothing to tell.
  await triggerBuild(app.page, 'almanac');
  const third = await triggerBuild(app.page, 'almanac');
  await callDesk(app.page, 'build.cancel', { project: 'almanac', id: first });
  await expect
    .poll(async () => (await readEvents()).said)
    .toEqual(['almanac: latest was cancelled by mira.']);
  gates.open('building');
  await waitUntilIdle(app.page, 'almanac');
  await expect
    .poll(async () => (await readEvents()).said.at(-1))
    .toMatch(/^almanac: latest built in \d+ s\.$/);
  const conf = readFileSync(join(repository.folder, 'docs/conf.py'), 'utf8');
  repository.commit('Break it', { 'docs/conf.py': 'raise ValueError("ebb")\n' });
  await triggerBuild(app.page, 'almanac');
  await waitUntilIdle(app.page, 'almanac');
  await expect
    .poll(async () => (await readEvents()).said.at(-1))
    .toMatch(/^almanac: latest failed in \d+ s\./);
  const { said, tip, badge } = await readEvents();
  expect(said).toHaveLength(3);
  expect({ tip, badge }).toEqual({ tip: `Lectern: Serving on ${host}`, badge: 0 });
  await app.electron.evaluate(() => Reflect.get(globalThis, 'lecternSays').said[1].click());
  await expect.poll(() => new URL(app.page.url()).pathname).toBe(`/projects/almanac/builds/${third}`);
  repository.commit('Mend it', { 'docs/conf.py': conf });
});

test('another data folder is refused while builds run', async () => {
  held = await heldBuild();
  await app.electron.evaluate(
    ({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
    },
    mkdtempSync(join(folder, 'other-')),
  );
  expect(await app.page.evaluate(() => window.lectern?.chooseDataFolder())).toEqual({
    result: 'refused',
    message: '1 build is running in this folder. Cancel or wait, then choose again.',
  });
});

test('R12 quitting asks first while builds run, and then ends them with all that they have started', async () => {
  const id = held;
  await quitByMenu();
  await expect.poll(async () => (await readEvents()).asked).toEqual(['1 build is running. Quit and end it?']);
  expect(await build(id)).toMatchObject({ state: 'building' });
  await callDesk(app.page, 'settings.set', { closeKeepsServer: false });
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(async () => (await readEvents()).asked).toHaveLength(2);
  expect(await build(id)).toMatchObject({ state: 'building' });

  await answerWith(0);
  const exited = once(app.electron.process(), 'exit');
  await quitByMenu().catch(() => undefined);
  await exited;
  expect(existsSync(join(app.data, 'holder.json'))).toBe(false);
  await expectNobodyLeft();
  await app.relaunch();
  await ready();
  expect(await build(id)).toMatchObject({
    state: 'finished',
    success: false,
    error: 'Lectern was closed while this build was running. Trigger it again.',
  });
});

test('R5 a build that was killed with the application has failed at the next start and leaves no processes', async () => {
  const id = await heldBuild();
  await app.kill();
  await expectNobodyLeft();
  await app.relaunch();
  await ready();
  expect(await build(id)).toMatchObject({ state: 'finished', success: false, error: INTERRUPTED });
  const pages = await callDesk(app.page, 'versions.pages', { slug: 'almanac', version: 'latest' });
  expect(pages).toMatchObject({ state: 'served' });
});

test('R12 a signal ends it without a question, even with a build that ignores signals', async () => {
  repository.commit('Deaf', {
    '.readthedocs.yaml': `version: 2
build:
  os: ubuntu-24.04
  commands:
    - trap '' TERM INT HUP; ${gates.command('deaf')}
`,
  });
  gates.hold('deaf');
  const id = await triggerBuild(app.page, 'almanac');
  await expect.poll(() => gates.isReached('deaf')).toBe(true);
  const exited = once(app.electron.process(), 'exit');
  app.electron.process().kill('SIGTERM');
  await exited;
  expect(existsSync(join(app.data, 'lectern.sqlite-wal'))).toBe(false);
  await expectNobodyLeft();
  await app.relaunch();
  await ready();
  expect(await build(id)).toMatchObject({ state: 'finished', success: false });
  const log = readFileSync(join(app.data, '..', 'config', 'lectern-desktop', 'logs', 'lectern.log'), 'utf8');
  expect(log).not.toContain('Closing takes too long');
});

/** Waits until nothing that a build has started is left. */
async function expectNobodyLeft(): Promise<void> {
  await expect.poll(() => processesBelow(join(app.data, 'builds'))).toEqual([]);
}
