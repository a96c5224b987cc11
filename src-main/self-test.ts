// lectern-desktop --self-test: proves an installed application, whose fuses keep every other driver out.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, type BrowserWindow, protocol } from 'electron';
import { VERSION } from '../src-server/core.ts';
import { type Check, coreChecks } from '../src-server/host/self-check/core-checks.ts';
import { type Lectern, openLectern } from '../src-server/lectern.ts';
import type { BundlePaths } from './app.ts';
import { createAppProtocol } from './security/app-protocol.ts';
import { installGuards } from './security/guards.ts';
import { appPath, ORIGIN, SCHEME } from './security/origin.ts';
import { createPageWindow } from './windows/page-window.ts';
import { showWhenReady } from './windows/show-when-ready.ts';

/** Switches: the test itself, and a file for the picture of the window. */
export const SELF_TEST = 'self-test';
const PICTURE = 'self-test-picture';

/** Result of a check, as it is printed. */
type CheckResult = {
  readonly name: string;
  readonly ok: boolean;
  /** What was found, or the reason of the failure. */
  readonly found: string;
  readonly ms: number;
};

const TIME_LIMIT_MS = 90_000;
const WINDOW_SIZE = { width: 1280, height: 800 };

/** Makes a folder for everything that the test writes. Call it before Electron is ready. @returns the folder */
export function prepareSelfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-self-test-'));
  app.setPath('userData', join(folder, 'user-data'));
  // Chromium writes into it until the end.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Runs every check, prints one line of JSON and ends the application: with 0 when all passed, else with 1. */
export async function runSelfTest(paths: BundlePaths, folder: string): Promise<void> {
  const results: CheckResult[] = [];
  const fail = (name: string, found: string) => void results.push({ name, ok: false, found, ms: 0 });
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      fail('time limit', `Not done after ${TIME_LIMIT_MS / 1000} s.`);
      resolve();
    }, TIME_LIMIT_MS);
  });
  const done = runChecks(paths, folder, results).catch((error: unknown) => fail('setup', String(error)));
  await Promise.race([done, limit]);
  clearTimeout(timer);
  await end(results);
}

async function runChecks(
  { renderer, preload }: BundlePaths,
  folder: string,
  results: CheckResult[],
): Promise<void> {
  let lectern: Lectern | undefined;
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  await check(results, {
    name: 'core',
    async run() {
      const data = join(folder, 'data');
      lectern = await openLectern({ data, port: 0, keychain: 'off', what: 'desktop app', builds: true, log });
      return lectern.url;
    },
  });
  if (!lectern) return;
  const { desk, port } = lectern;
  for (const each of coreChecks(lectern)) await check(results, each);
  installGuards(
    {
      port: () => port,
      openDocs: () => {},
      allowsNavigation: (_, url) => appPath(url) !== undefined,
      mayLeave: async () => false,
    },
    false,
  );
  protocol.handle(
    SCHEME,
    createAppProtocol({ root: renderer, desk: () => desk().then(({ fetch }) => fetch), log }),
  );
  const window = createPageWindow(preload, WINDOW_SIZE);
  showWhenReady(window);
  for (const each of windowChecks(window)) await check(results, each);
  await check(results, { name: 'close', run: () => closeAll(window, lectern) });
}

function windowChecks(window: BrowserWindow): readonly Check[] {
  const { webContents } = window;
  return [
    {
      name: 'page',
      async run() {
        await window.loadURL(`${ORIGIN}/`);
        const text = await evaluate(webContents, PAGE_TEXT);
        if (text === '') throw new Error('The page is empty.');
        return text;
      },
    },
    { name: 'app protocol', run: () => evaluate(webContents, ASK_DESK) },
    {
      name: 'picture',
      async run() {
        if (!window.isVisible()) throw new Error('The window is not visible.');
        const picture = await webContents.capturePage();
        const { width, height } = picture.getSize();
        if (picture.isEmpty() || width === 0 || height === 0) throw new Error('The picture is empty.');
        const file = app.commandLine.getSwitchValue(PICTURE);
        if (file !== '') writeFileSync(file, picture.toPNG());
        return `${width} x ${height}`;
      },
    },
  ];
}

/** Waits until the window shows anything; its code is loaded after the page. */
const PAGE_TEXT = `new Promise((resolve) => {
  const root = document.getElementById('root');
  const read = () => root.innerText.trim().split('\\n', 1)[0];
  const answer = () => read() !== '' && resolve(read());
  new MutationObserver(answer).observe(root, { childList: true, subtree: true, characterData: true });
  answer();
})`;

const ASK_DESK = `fetch('/desk/system.state').then(async (answer) => {
  if (answer.status !== 200) throw new Error('The desk answers ' + answer.status + '.');
  return Object.keys((await answer.json()).result.data).length + ' facts';
})`;

async function evaluate(contents: Electron.WebContents, script: string): Promise<string> {
  return String(await contents.executeJavaScript(script));
}

async function closeAll(window: BrowserWindow, lectern: Lectern | undefined): Promise<string> {
  window.destroy();
  await lectern?.close();
  return 'in order';
}

async function check(results: CheckResult[], { name, run }: Check): Promise<void> {
  const start = performance.now();
  const ms = () => Math.round(performance.now() - start);
  try {
    results.push({ name, ok: true, found: await run(), ms: ms() });
  } catch (error) {
    results.push({
      name,
      ok: false,
      found: error instanceof Error ? error.message : String(error),
      ms: ms(),
    });
  }
}

async function end(results: readonly CheckResult[]): Promise<void> {
  const ok = results.every((result) => result.ok);
  const { platform, arch, versions } = process;
  const facts = { version: VERSION, electron: versions.electron, platform, arch, packaged: app.isPackaged };
  const line = JSON.stringify({ event: SELF_TEST, ok, ...facts, checks: results });
  await new Promise((resolve) => process.stdout.write(`${line}\n`, resolve));
  app.exit(ok ? 0 : 1);
}
