import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { desktopBinary } from '../../support/program/desktop-binary.ts';

const ROOT = join(import.meta.dirname, '../../..');
const found = desktopBinary();

/** What desktop tests run on, for reports: `electron 45.4.1` or `fake-electron`. */
export const binary = found.name;

/** Where and how to start the built application (`npm run build` first). */
export type DesktopOptions = {
  /** The data folder; one that goes with the application unless given. */
  readonly data?: string;
  /** Whether the desktop shows tray icons, on Linux; it does unless given. */
  readonly hasTray?: boolean;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Added to the command line of this start alone: a `lectern://` link. */
  readonly args?: readonly string[];
};

/** The desktop application with folders of its own. */
export type DesktopApp = {
  /** Playwright's hold on the running main process; another one after `relaunch`. */
  readonly electron: ElectronApplication;
  /** Its first window. */
  readonly page: Page;
  readonly data: string;
  /** Ends the main process as a crash would (kill -9) and waits until it is gone. */
  kill(): Promise<void>;
  /** Quits and waits. */
  quit(): Promise<void>;
  /** Starts again on the same folders; what runs is quit first. */
  relaunch(more?: Pick<DesktopOptions, 'env' | 'args'>): Promise<void>;
  /** Quits what runs and removes the folders. */
  dispose(): Promise<void>;
};

/** Starts the built application on the real binary where there is one, else on the fake Electron. It uses no keychain. */
export async function launchDesktop(options: DesktopOptions = {}): Promise<DesktopApp> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-desktop-'));
  const data = options.data ?? join(folder, 'data');
  const config = join(folder, 'config');
  mkdirSync(config);
  const programs = writeTrayHost(join(folder, 'programs'), options.hasTray ?? true);
  let running: ElectronApplication | undefined;
  let first: Page | undefined;

  const start = async (more: Pick<DesktopOptions, 'env' | 'args'> = {}): Promise<void> => {
    // Electron's own package reads it where Playwright asks for it: in this process.
    Object.assign(process.env, found.environment);
    const env = {
      ...inherited(),
      ...found.environment,
      PATH: `${programs}${delimiter}${process.env.PATH}`,
      XDG_CONFIG_HOME: config,
      LECTERN_DATA: data,
      LECTERN_KEYCHAIN: 'off',
      LECTERN_PORT: '0',
      ...options.env,
      ...more.env,
    };
    const userData = `--user-data-dir=${join(config, 'lectern-desktop')}`;
    const args = ['.', userData, ...(more.args ?? [])];
    // Starts have no limit beside the one of the test; clicks have the one of playwright.config.ts.
    running = await _electron.launch({ args, cwd: ROOT, env, timeout: 0 });
    running.context().setDefaultTimeout(300_000);
    first = await running.firstWindow({ timeout: 0 });
    // Dialogs and menus come and go at once, so that nothing is met half way.
    await first.emulateMedia({ reducedMotion: 'reduce' });
  };
  const quit = async (): Promise<void> => {
    await running?.close();
    running = undefined;
  };

  await start({ args: options.args ?? [] }).catch((error: unknown) => {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  return {
    get electron() {
      if (!running) throw new Error('The application does not run');
      return running;
    },
    get page() {
      if (!first) throw new Error('The application has no window');
      return first;
    },
    data,
    async kill() {
      const process = running?.process();
      running = undefined;
      if (!process || process.exitCode !== null || process.signalCode !== null) return;
      const exited = once(process, 'exit');
      process.kill('SIGKILL');
      await exited;
    },
    quit,
    async relaunch(more) {
      await quit();
      await start(more);
    },
    async dispose() {
      await quit();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Writes a program that answers for the session bus, which a test machine may lack, and returns its folder. */
function writeTrayHost(folder: string, hasTray: boolean): string {
  mkdirSync(folder);
  writeFileSync(join(folder, 'dbus-send'), `#!/bin/sh\necho "   boolean ${hasTray}"\n`, { mode: 0o755 });
  return folder;
}

/** Calls a procedure of the desk as the page itself does; gives what it answers. @throws Error with the refusal */
export function callDesk(page: Page, procedure: string, input?: unknown): Promise<unknown> {
  return page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`/desk/${path}`, { method: 'POST', headers, ...(body && { body }) });
      const { result, error } = await answer.json();
      if (error) throw new Error(`${path}: ${error.message}`);
      return result?.data;
    },
    [procedure, JSON.stringify(input)] as const,
  );
}

/** This process's environment without what would point the application at somebody's own data. */
function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || /^(LECTERN_|NODE_OPTIONS$|ELECTRON_RUN_AS_NODE$)/.test(name)
        ? []
        : [[name, value]],
    ),
  );
}
