import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasDisplay } from './launch-browser.ts';

/** Electron's program, or why there is none to start: part of a sentence, without a full stop. */
export type ElectronChoice = { readonly path: string } | { readonly reason: string };

/** What the choice depends on. */
export type FindElectronOptions = {
  readonly root: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
  readonly userId?: number | undefined;
  /** How long the download may take, in milliseconds. */
  readonly timeoutMs?: number;
};

/** The exit code of a Linux program whose shared libraries cannot be found. */
export const LIBRARIES_MISSING = 127;

const DOWNLOAD_TIMEOUT_MS = 180_000;

/**
 * Finds Electron's program, which is not part of its package, and downloads it the first time.
 * `LECTERN_NO_ELECTRON_DOWNLOAD=1` switches that off, `ELECTRON_OVERRIDE_DIST_PATH` names another place, as for
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
  const path = join(folder, 'dist', executablePath(folder));
  if (existsSync(path)) return { path };
  if (env.LECTERN_NO_ELECTRON_DOWNLOAD === '1') {
    return { reason: "Electron's program is missing and LECTERN_NO_ELECTRON_DOWNLOAD=1 is set" };
  }
  console.error('Downloading Electron, once (about 110 MB).');
  const failure = await download(folder, env, timeoutMs);
  if (failure) return { reason: `Electron's program could not be downloaded (${failure})` };
  const downloaded = join(folder, 'dist', executablePath(folder));
  return existsSync(downloaded) ? { path: downloaded } : { reason: "Electron's download left no program" };
}

/** What stands against starting Electron here, asked before anything is downloaded. */
function unsupportedReason({
  args,
  env,
  platform = process.platform,
  userId = process.getuid?.(),
}: FindElectronOptions) {
  if (!hasDisplay(env, platform)) return 'there is no display';
  if (platform === 'linux' && userId === 0 && !args.includes('--no-sandbox')) {
    return 'Electron does not run as root without --no-sandbox';
  }
  return undefined;
}

/** The program's path below its folder, as Electron's package notes it after a download. */
function executablePath(folder: string): string {
  try {
    return readFileSync(join(folder, 'path.txt'), 'utf8');
  } catch {
    return 'electron';
  }
}

/** Runs Electron's own installer. What went wrong, or undefined. */
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
