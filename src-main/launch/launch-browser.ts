import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Matches the one-time link that the server prints, in text and in JSON. */
export const ONE_TIME_LINK = /https?:\/\/[^\s"]+\/#key=[\w-]+/;

/** Returns the command that opens a link in the browser. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
  linux: ['xdg-open'],
};

/** Returns whether there is a desktop to show a window on. */
export function hasDisplay(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** How long the browser has to read the file with the link, in milliseconds. */
const LINK_FILE_MS = 60_000;

/**
 * Reads what the server prints and opens the first link in it, when there is a desktop and `LECTERN_NO_OPEN=1` is not
 * set. The link reaches the browser in a file, since everybody on the machine may read the arguments of a process
 * (safety S7). Ignores a browser that cannot be started: the link is in the terminal.
 */
export function createLinkOpener(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): (text: string) => void {
  const opener = OPENERS[platform];
  let isPending = opener !== undefined && hasDisplay(env, platform) && env.LECTERN_NO_OPEN !== '1';
  let line = '';
  return (text) => {
    if (!isPending || !opener) return;
    line += text;
    // Only in whole lines: half a key opens nothing.
    const link = ONE_TIME_LINK.exec(line.slice(0, line.lastIndexOf('\n') + 1))?.[0];
    line = line.slice(line.lastIndexOf('\n') + 1);
    if (!link) return;
    isPending = false;
    const file = writeLinkFile(link, env.HOME ?? homedir());
    if (file === undefined) return;
    const [program, ...args] = opener;
    const child = spawn(program, [...args, file], { env, stdio: 'ignore', detached: true });
    child.on('error', () => undefined);
    child.unref();
  };
}

/**
 * Writes a page that leads to the link, for this user's eyes only, and removes it after a while; returns its URL, or
 * undefined where nothing can be written. It lies in the home folder: browsers in a container of their own read neither
 * the temporary folder nor hidden ones.
 */
function writeLinkFile(link: string, home: string): string | undefined {
  try {
    const folder = mkdtempSync(join(home, 'lectern-link-'));
    const remove = () => rmSync(folder, { recursive: true, force: true });
    const file = join(folder, 'open-lectern.html');
    const page = `<!doctype html><meta charset="utf-8"><title>Lectern</title><script>location.replace(${JSON.stringify(link)})</script><noscript><meta http-equiv="refresh" content="0;url=${link}"></noscript>`;
    writeFileSync(file, page, { mode: 0o600 });
    process.once('exit', remove);
    setTimeout(remove, LINK_FILE_MS).unref();
    return pathToFileURL(file).href;
  } catch {
    return undefined;
  }
}
