import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { startLectern } from '../../support/program/lectern-process.ts';
import { violations } from '../axe.ts';
import { type DesktopApp, launchDesktop } from './desktop-app.ts';

// The recovery window, on the built application (safety R2, R6, R8, R9, R11).

let folder: string;
let data: string;
let app: DesktopApp | undefined;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-recovery-'));
  data = join(folder, 'data');
  mkdirSync(data);
});
test.afterEach(async () => {
  await app?.dispose();
  app = undefined;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const database = () => join(data, 'lectern.sqlite');
const choice = (page: Page, name: string) => page.locator(`[data-choice=${name}]`);

/** The window that follows when the recovery has succeeded; its core answers. */
async function mainWindowAfter(act: () => Promise<unknown>, where = data): Promise<Page> {
  if (!app) throw new Error('not started');
  const opened = app.electron.waitForEvent('window', { timeout: 0 });
  await act();
  const page = await opened;
  await page.waitForURL(
    ({ host, pathname }) => host.startsWith('lectern') && !pathname.startsWith('/recovery'),
  );
  const { url } = JSON.parse(readFileSync(join(where, 'holder.json'), 'utf8')) as { url: string };
  expect((await fetch(`${url}/`)).status).toBe(200);
  await expect.poll(() => app?.electron.windows().length).toBe(1);
  return page;
}

/** A database with the users of the given names, in a folder of its own, closed again. */
async function createUsedFolder(users: readonly string[], backup: boolean): Promise<void> {
  const lectern = await startLectern(['--data', data, ...users.flatMap((user) => ['--user', user])]);
  await lectern.stop();
  if (!backup) return;
  mkdirSync(join(data, 'backups'), { recursive: true });
  writeFileSync(
    join(data, 'backups', 'lectern-20260101T101500.000000Z-manual.sqlite'),
    readFileSync(database()),
    { mode: 0o600 },
  );
}

test('R6 a damaged database is explained and replaced by the newest good backup', async () => {
  await createUsedFolder(['anna'], true);
  writeFileSync(database(), 'x'.repeat(8192));
  app = await launchDesktop({ data });
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'The database is damaged' })).toBeVisible();
  await expect(page.getByText('it does not start like a database')).toBeVisible();
  await expect(choice(page, 'restoreNewest')).toContainText('1 January 2026');
  expect(await violations(page)).toEqual([]);
  await mainWindowAfter(() => choice(page, 'restoreNewest').getByRole('button').click());
  const damagedFile = readdirSync(data).find((name) => name.includes('.damaged-')) ?? '';
  expect(readFileSync(join(data, damagedFile), 'utf8')).toBe('x'.repeat(8192));
  await app.quit();
  const rows = new Sqlite(database(), { readonly: true });
  expect(rows.prepare('SELECT username FROM users').pluck().all()).toEqual(['anna']);
  rows.close();
});

test('R6 S17 a damaged database without backups: its page can ask for its own acts alone, starts empty and keeps it aside', {
  tag: '@long',
}, async () => {
  writeFileSync(database(), 'x'.repeat(8192));
  app = await launchDesktop({ data });
  const { page } = app;
  await expect(choice(page, 'startEmpty')).toBeVisible();
  await expect(choice(page, 'restoreNewest')).toHaveCount(0);
  const refusals = await page.evaluate(async () => {
    const bridge = window.lectern;
    if (!bridge) return ['no bridge'];
    const attempts = [
      bridge.pickFolder(),
      bridge.revealFile('/'),
      bridge.openExternal('https://example.org/'),
      bridge.recovery
        .action({ choice: 'freePort' })
        .then((answer) => Promise.reject(new Error(answer.result))),
      bridge.recovery.action(JSON.parse('{"choice":"startEmpty","folder":"/"}')),
    ];
    return Promise.all(attempts.map((each) => each.then(String, (error: unknown) => String(error))));
  });
  expect(refusals.slice(0, 3).every((refusal) => refusal.includes('Not for this page.'))).toBe(true);
  expect(refusals[3]).toContain('refused');
  expect(refusals[4]).toContain('folder');
  expect(readFileSync(database(), 'utf8')).toBe('x'.repeat(8192));
  await mainWindowAfter(() => choice(page, 'startEmpty').getByRole('button').click());
  expect(readdirSync(data).filter((name) => name.includes('.damaged-'))).toHaveLength(1);
});

test('R6 a backup that is damaged too is refused, and everything stays', { tag: '@long' }, async () => {
  mkdirSync(join(data, 'backups'));
  writeFileSync(join(data, 'backups', 'lectern-20260101T101500.000000Z-manual.sqlite'), 'y'.repeat(8192));
  writeFileSync(database(), 'x'.repeat(8192));
  app = await launchDesktop({ data });
  const { page } = app;
  await expect(choice(page, 'restoreNewest')).toContainText('No good backup was found.');
  await expect(choice(page, 'restoreNewest').getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  await choice(page, 'restoreOne').getByRole('button').click();
  await expect(page.getByRole('status')).toContainText('That backup is damaged too');
  expect(readFileSync(database(), 'utf8')).toBe('x'.repeat(8192));
});

test('R9 a newer database is explained and left unchanged, and another folder can be used', {
  tag: '@long',
}, async () => {
  await createUsedFolder(['anna'], false);
  const raw = new Sqlite(database());
  raw.exec("INSERT INTO schema_history (version, needs, applied) VALUES (99, '9.9.9', 0)");
  raw.pragma('user_version = 99');
  raw.close();
  const before = readFileSync(database());
  app = await launchDesktop({ data });
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'A newer Lectern wrote this database' })).toBeVisible();
  await expect(page.getByText('needs Lectern 9.9.9 or later')).toBeVisible();
  const other = join(folder, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'thesis.tex'), '');
  await answerFolder(other);
  await choice(page, 'otherFolder').getByRole('button').click();
  await expect(page.getByRole('status')).toContainText('holds other files');
  rmSync(join(other, 'thesis.tex'));
  await answerFolder(other);
  await mainWindowAfter(() => choice(page, 'otherFolder').getByRole('button').click(), other);
  expect(readdirSync(other)).toContain('lectern.sqlite');
  expect(readFileSync(database()).equals(before)).toBe(true);
});

test('R2 a folder in use is explained with its holder, and opens once that has ended', async () => {
  const otherServer = await startLectern(['--data', data]);
  app = await launchDesktop({ data });
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'Lectern is already open' })).toBeVisible();
  await expect(page.getByText(`at ${otherServer.url}`)).toBeVisible();
  await choice(page, 'again').getByRole('button').click();
  await expect(page.getByRole('status')).toHaveText('Tried again: the problem is still there.');
  await otherServer.stop();
  await mainWindowAfter(() => choice(page, 'again').getByRole('button').click());
});

test('R11 a port in use is explained with its holder, and a free one can be used this time', async () => {
  await withTakenPort(async (page, port) => {
    await expect(page.getByRole('heading', { name: `Port ${port} is taken` })).toBeVisible();
    const opened = await mainWindowAfter(() => choice(page, 'freePort').getByRole('button').click());
    expect(await keptPort(opened)).toBeNull();
  });
});

test('R11 a port in use can be replaced by another one for all starts', { tag: '@long' }, async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => free.once('listening', done));
  const other = (free.address() as AddressInfo).port;
  await new Promise((done) => free.close(done));
  await withTakenPort(async (page) => {
    await page.getByRole('spinbutton', { name: 'Port' }).fill(String(other));
    const opened = await mainWindowAfter(() => choice(page, 'otherPort').getByRole('button').click());
    expect(await keptPort(opened)).toBe(other);
  });
});

/** What the person chooses in the next folder dialog. */
async function answerFolder(path: string): Promise<void> {
  await app?.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, path);
}

/** The application on a port that another program has. */
async function withTakenPort(use: (page: Page, port: number) => Promise<void>): Promise<void> {
  const other = createServer().listen(0, '127.0.0.1');
  try {
    await new Promise((done) => other.once('listening', done));
    const { port } = other.address() as AddressInfo;
    app = await launchDesktop({ data, env: { LECTERN_PORT: String(port) } });
    await use(app.page, port);
  } finally {
    other.close();
  }
}

/** The port that the settings hold. */
async function keptPort(page: Page): Promise<number | null> {
  const answer = await page.evaluate(async () => (await fetch('/desk/settings.all')).json());
  return answer.result.data.settings.port;
}
