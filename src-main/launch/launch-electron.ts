import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasDisplay } from './launch-browser.ts';

/** Path of Electron's program, or the reason why it cannot start: part of a sentence, without a full stop. */
export type ElectronChoice = { readonly path: string } | { readonly reason: string };

/** Facts that decide whether Electron can start. */
export type FindElectronOptions = {
  readonly root: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
  readonly userId?: number | undefined;
  /** Time limit of the download in milliseconds. */
  readonly timeoutMs?: number;
};

/** Electron's option that starts it without a sandbox; the application then asks for none either (src-main/index.ts). */
export const NO_SANDBOX = '--no-sandbox';

/** Exit code of a Linux program whose shared libraries are missing. */
export const LIBRARIES_MISSING = 127;

const DOWNLOAD_TIMEOUT_MS = 180_000;

/**
 * Finds Electron's program, which is not part of its package, and downloads it the first time.
 * `LECTERN_NO_ELECTRON_DOWNLOAD=1` prevents the download; `ELECTRON_OVERRIDE_DIST_PATH` names another folder, as for
 * Electron's own command.
 */
export async function findElectron(options: FindElectronOptions): Promise<ElectronChoice> {
  const { root, env, timeoutMs = DOWNLOAD_TIMEOUT_MS } = options;
  const unsupported = unsupportedReason(options);
  if (unsupported) return { reason: unsupported };
  const folder = join(root, 'node_modules', 'electron');
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const path = join(override, executablePath(folder));
    return existsSync(path) ? { path } : { reason: `there is no Electron in ${override}` };
  }
  if (!existsSync(join(folder, 'install.js'))) return { reason: 'Electron is not installed' };
  const path = installedProgram(folder);
  if (path !== undefined) return { path };
  if (env.LECTERN_NO_ELECTRON_DOWNLOAD === '1') {
    return { reason: "Electron's program is missing and LECTERN_NO_ELECTRON_DOWNLOAD=1 is set" };
  }
  console.error('Downloading Electron, once (about 110 MB).');
  // Electron's installer writes this file last, so that it says whether the program was unpacked to its end.
  rmSync(join(folder, 'path.txt'), { force: true });
  const failure = await download(folder, env, timeoutMs);
  if (failure) return { reason: `Electron's program could not be downloaded (${failure})` };
  const downloaded = installedProgram(folder);
  return downloaded === undefined
    ? { reason: "Electron's download left no complete program" }
    : { path: downloaded };
}

/** Returns the program when all of it was unpacked, and of the package's own version; undefined otherwise. */
function installedProgram(folder: string): string | undefined {
  try {
    const path = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8'));
    const unpacked = readFileSync(join(folder, 'dist', 'version'), 'utf8')
      .trim()
      .replace(/^v/, '');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return unpacked === version && existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the reason why Electron cannot start here; checked before the download. */
function unsupportedReason({
  args,
  env,
  platform = process.platform,
  userId = process.getuid?.(),
}: FindElectronOptions) {
  if (!hasDisplay(env, platform)) return 'there is no display';
  if (refusesSandbox(platform, userId) && !args.includes(NO_SANDBOX)) {
    return `Electron does not run as root without ${NO_SANDBOX}`;
  }
  return undefined;
}

/** Returns whether Chromium refuses to set up its sandbox, so that it starts only with `--no-sandbox`: as root on Linux. */
export function refusesSandbox(
  platform: NodeJS.Platform = process.platform,
  userId: number | undefined = process.getuid?.(),
): boolean {
  return platform === 'linux' && userId === 0;
}

/** Reads the program's path below its folder, which Electron's package writes after a download. */
function executablePath(folder: string): string {
  try {
    return readFileSync(join(folder, 'path.txt'), 'utf8');
  } catch {
    return 'electron';
  }
}

/** Runs Electron's own installer; returns the error, or undefined. */
function download(folder: string, env: NodeJS.ProcessEnv, timeoutMs: number): Promise<string | undefined> {
  const child = spawn(process.execPath, ['install.js'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr = (stderr + chunk).slice(-10_000);
  });
  return new Promise((resolve) => {
    const settle = (failure: string | undefined): void => {
      clearTimeout(timer);
      resolve(failure);
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      settle(`not done after ${Math.round(timeoutMs / 1000)} s`);
    }, timeoutMs);
    child.on('error', (error) => settle(error.message));
    child.on('close', (code) => settle(code === 0 ? undefined : firstError(stderr, code)));
  });
}

function firstError(stderr: string, code: number | null): string {
  const line = stderr
    .split('\n')
    .find((each) => /error|failed|refused|denied/i.test(each) && !/^\s+at /.test(each));
  return (line ?? `exit code ${code}`)
    .trim()
    .replace(/^\w*Error: /, '')
    .replace(/\.$/, '');
}
