import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { chromiumPath } from '../../runner/programs.ts';
import { isRunning } from '../system/process-identity.ts';
import { DevTools } from './devtools.ts';

const SWITCHES = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-startup-window',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-sync',
  '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,Translate,PaintHolding,MediaRouter',
  '--force-color-profile=srgb',
  '--password-store=basic',
  '--use-mock-keychain',
];

/** Only a net under a hang: the machine may be busy. */
const HANG_MS = 300_000;

/** How Chromium is to be started. */
export type ChromiumOptions = {
  /** The folder of its profile: what pages store lives there. */
  readonly profile: string;
  /** Hosts that lead to the scheme server, and its port. */
  readonly hosts: readonly string[];
  readonly schemePort: number;
  /** Whether Playwright is to be let in by a port, which is then printed. */
  readonly debugging: boolean;
};

/** A running Chromium without a window. */
export type Chromium = {
  readonly devtools: DevTools;
  /** Asks it to end, so that it writes what pages have stored, and waits until it has. */
  close(): Promise<void>;
};

/** Starts the Chromium of the tests (`chromiumPath`). @throws Error when it ends before it listens */
export async function startChromium(options: ChromiumOptions): Promise<Chromium> {
  mkdirSync(options.profile, { recursive: true });
  await waitForPreviousInstance(options.profile);
  const rules = options.hosts.map((host) => `MAP ${host} 127.0.0.1:${options.schemePort}`);
  const args = [
    ...SWITCHES,
    `--user-data-dir=${options.profile}`,
    `--host-resolver-rules=${rules.join(',')}`,
  ];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  if (options.debugging) args.push('--remote-debugging-port=0');
  const child = spawn(chromiumPath(), args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const devtools = new DevTools(child.stdio[3] as Writable, child.stdio[4] as Readable);
  await Promise.all([options.debugging && announcePort(child), devtools.send('Browser.getVersion')]).catch(
    (error) => {
      throw new Error(`Chromium did not start: ${error.message}`);
    },
  );
  writeFileSync(pidFile(options.profile), String(child.pid));
  const close = async (): Promise<void> => {
    await devtools.send('Browser.close').catch(() => undefined);
    const late = wait(HANG_MS, undefined, { ref: false }).then(() => child.kill('SIGKILL'));
    await Promise.race([exited, late]);
    rmSync(pidFile(options.profile), { force: true });
  };
  return { devtools, close };
}

/** Prints the line that Playwright waits for. */
function announcePort(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.once('exit', (code) => reject(new Error(`exit code ${code}\n${text}`)));
    child.once('error', reject);
    child.stderr?.on('data', (piece) => {
      text = (text + piece).slice(-10_000);
      const line = /^DevTools listening on ws:\S+$/m.exec(text)?.[0];
      if (!line) return;
      text = '';
      process.stderr.write(`${line}\n`);
      resolve();
    });
  });
}

/** After a kill the last Chromium of this profile may still be writing; a second one would then refuse to start. */
async function waitForPreviousInstance(profile: string): Promise<void> {
  let pid: number;
  try {
    pid = Number(readFileSync(pidFile(profile), 'utf8'));
  } catch {
    return;
  }
  const deadline = Date.now() + HANG_MS;
  while (isRunning(pid)) {
    if (Date.now() > deadline) throw new Error(`process ${pid} still holds ${profile}`);
    await wait(20);
  }
}

function pidFile(profile: string): string {
  return join(profile, 'fake-electron-chromium.pid');
}
