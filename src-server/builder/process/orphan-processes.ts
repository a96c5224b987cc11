import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A variable of every command of a build: a process with it belongs to the build, whatever its group. */
export const MARKER_VARIABLE = 'READTHEDOCS_REPOSITORY_PATH';

const PROCESS_ID = /^\d+$/;
/** How often orphans are killed, since they may start others meanwhile, with what pause in milliseconds. */
const MAX_ATTEMPTS = 100;
const PAUSE_MS = 10;

/**
 * Kills processes that left their build's process group, such as daemons: every process of this user that has the marker
 * of a checkout below the folder, or works there without a terminal (a person's own shell has one). Linux only: macOS
 * does not show the environment of other processes.
 * @param folder one build's folder, or the folder of all builds, as a resolved path
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
 * Does the same in `/bin/sh`, after Lectern itself was killed: kills every other process whose environment has the line
 * `$1`. Harmless without /proc.
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
        return false; // It has ended meanwhile, or is not readable.
      }
    })
    .map(Number);
}

/** Returns all process ids; none in a container that hides them, so that builds still work there. */
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
  // After the name, which may contain anything: state, parent, group, session, terminal.
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
