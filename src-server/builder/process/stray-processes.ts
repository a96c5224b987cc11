import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The variable that every command of a build has: what bears it belongs to the build, whatever group it is in. */
export const MARK = 'READTHEDOCS_REPOSITORY_PATH';

const NUMBER = /^\d+$/;
/** SIGKILL takes a moment, and who dies may have started another. So many looks, and so long between, in milliseconds. */
const LOOKS = 100;
const PAUSE_MS = 10;

/**
 * Ends what builds left running outside their process groups, as `setsid` and daemons do: every process of this user
 * that bears the mark of a checkout below the folder, or works there without a terminal (a person's own shell has
 * one). Linux only: macOS shows the environment of a process to nobody else without further rights.
 * @param folder one build's folder, or the folder of them all, by its real path
 */
export async function endStrays(folder: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (let look = 0; look < LOOKS; look += 1) {
    const found = straysOf(folder);
    if (found.length === 0) return;
    for (const pid of found) endProcess(pid);
    await sleep(PAUSE_MS);
  }
}

/**
 * The same for `/bin/sh`, where Lectern itself was ended: the shell ends every process whose environment has the line
 * `$1`, other than itself. Harmless where there is no /proc.
 */
export const END_STRAYS = `
if [ -n "$1" ] && read -r self _ </proc/self/stat; then
  PATH=/usr/bin:/bin:$PATH
  for look in 1 2 3 4 5; do
    found=
    for each in /proc/[0-9]*; do
      pid=\${each#/proc/}
      [ "$pid" != "$self" ] && [ -r "$each/environ" ] &&
        tr "\\0" "\\n" <"$each/environ" | grep -Fxq -e "$1" && kill -KILL "$pid" && found=$pid
    done
    [ -n "$found" ] || break
  done
fi`;

function straysOf(folder: string): number[] {
  const user = process.getuid?.();
  const spared = [process.pid, process.ppid];
  return numbered()
    .filter((name) => !spared.includes(Number(name)))
    .filter((name) => {
      try {
        const home = `/proc/${name}`;
        if (lstatSync(home).uid !== user) return false;
        return bearsMark(home, folder) || worksBelow(home, folder);
      } catch {
        return false; // It has ended meanwhile, or lets nobody look.
      }
    })
    .map(Number);
}

/** None in a container that hides them: that is no reason for a build to fail. */
function numbered(): string[] {
  try {
    return readdirSync('/proc').filter((name) => NUMBER.test(name));
  } catch {
    return [];
  }
}

function bearsMark(home: string, folder: string): boolean {
  const environment = readFileSync(`${home}/environ`, 'utf8');
  const begin = `${MARK}=${folder}/`;
  return environment.startsWith(begin) || environment.includes(`\0${begin}`);
}

function worksBelow(home: string, folder: string): boolean {
  const at = readlinkSync(`${home}/cwd`);
  if (at !== folder && !at.startsWith(`${folder}/`)) return false;
  const stat = readFileSync(`${home}/stat`, 'utf8');
  // Behind the name, which may hold anything: state, parent, group, session, terminal.
  const [, , , , terminal] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return terminal === '0';
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
