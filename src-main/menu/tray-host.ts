import { execFile } from 'node:child_process';

/** Programs that ask the session bus who shows tray icons; the first that is installed is taken. */
const QUESTIONS: readonly (readonly [program: string, ...args: string[]])[] = [
  [
    'dbus-send',
    '--session',
    '--print-reply=literal',
    '--dest=org.freedesktop.DBus',
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus.NameHasOwner',
    'string:org.kde.StatusNotifierWatcher',
  ],
  [
    'gdbus',
    'call',
    '--session',
    '--dest=org.freedesktop.DBus',
    '--object-path=/org/freedesktop/DBus',
    '--method=org.freedesktop.DBus.NameHasOwner',
    'org.kde.StatusNotifierWatcher',
  ],
];
const TIME_LIMIT_MS = 2_000;

/**
 * Returns whether this desktop shows tray icons. On Linux Electron does not say: stock GNOME shows none, and an icon is
 * created all the same. Other desktops on X11 show icons without being asked.
 */
export async function hasTrayHost(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): Promise<boolean> {
  if (platform !== 'linux') return true;
  for (const [program, ...args] of QUESTIONS) {
    const answer = await outputOf(program, args, env);
    if (answer !== undefined && /\btrue\b/.test(answer)) return true;
    if (answer !== undefined) break;
  }
  return env.XDG_SESSION_TYPE === 'x11' && !/GNOME/i.test(env.XDG_CURRENT_DESKTOP ?? '');
}

/** Returns what a program prints, empty when it fails; undefined when it is not installed. */
function outputOf(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, [...args], { env, timeout: TIME_LIMIT_MS }, (error, stdout) =>
      resolve(error && 'code' in error && error.code === 'ENOENT' ? undefined : stdout),
    );
  });
}
