import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The variable that every command of a build has: what bears it belongs to the build, whatever group it is in. */
export const MARKER_VARIABLE = 'READTHEDOCS_REPOSITORY_PATH';

const PROCESS_ID = /^\d+$/;
/** SIGKILL takes a moment, and who dies may have started another. So many looks, and so long between, in milliseconds. */
const MAX_ATTEMPTS = 100;
const PAUSE_MS = 10;

/**
 * Ends what builds left running outside their process groups, as `setsid` and daemons do: every process of this user
 * that bears the mark of a checkout below the folder, or works there without a terminal (a person's own shell has
 * one). Linux only: macOS shows the environment of a process to nobody else without further rights.
 * @param folder one build's folder, or the folder of them all, by its real path
 */
export async function killOrphans(folder: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const found = findOrphans(folder);
    if (found.length === 0) return;
    for (const pid of found) killProcess(pid);
    await sleep(PAUSE_MS);
  }
}

/**
 * The same for `/bin/sh`, where Lectern itself was ended: the shell ends every process whose environment has the line
 * `$1`, other than itself. Harmless where there is no /proc.
 */
export const KILL_ORPHANS_SCRIPT = `
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

function findOrphans(folder: string): number[] {
  const user = process.getuid?.();
  const excluded = [process.pid, process.ppid];
  return processIds()
    .filter((name) => !excluded.includes(Number(name)))
    .filter((name) => {
      try {
        const processFolder = `/proc/${name}`;
        if (lstatSync(processFolder).uid !== user) return false;
        return hasMarker(processFolder, folder) || worksWithin(processFolder, folder);
      } catch {
        return false; // It has ended meanwhile, or lets nobody look.
      }
    })
    .map(Number);
}

/** None in a container that hides them: that is no reason for a build to fail. */
function processIds(): string[] {
  try {
    return readdirSync('/proc').filter((name) => PROCESS_ID.test(name));
  } catch {
    return [];
  }
}

function hasMarker(processFolder: string, folder: string): boolean {
  const environment = readFileSync(`${processFolder}/environ`, 'utf8');
  const begin = `${MARKER_VARIABLE}=${folder}/`;
  return environment.startsWith(begin) || environment.includes(`\0${begin}`);
}

function worksWithin(processFolder: string, folder: string): boolean {
  const at = readlinkSync(`${processFolder}/cwd`);
  if (at !== folder && !at.startsWith(`${folder}/`)) return false;
  const stat = readFileSync(`${processFolder}/stat`, 'utf8');
  // Behind the name, which may hold anything: state, parent, group, session, terminal.
  const [, , , , terminal] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return terminal === '0';
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
