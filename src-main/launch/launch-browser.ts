import { spawn } from 'node:child_process';

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

/**
 * Reads what the server prints and opens the first link in it, when there is a desktop and `LECTERN_NO_OPEN=1` is not
 * set. Ignores a browser that cannot be started: the link is in the terminal.
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
    const [program, ...args] = opener;
    const child = spawn(program, [...args, link], { env, stdio: 'ignore', detached: true });
    child.on('error', () => undefined);
    child.unref();
  };
}
