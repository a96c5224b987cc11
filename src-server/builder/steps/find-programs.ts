import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { FoundProgram, WantedProgram } from '../../model/builds/build-programs.ts';
import { BUILD_PROGRAMS } from '../../model/builds/build-programs.ts';

const TIMEOUT_MS = 10_000;

/** Which of the programs that builds run are on this machine, and where. */
export function findPrograms(): Promise<FoundProgram[]> {
  return Promise.all(BUILD_PROGRAMS.map(find));
}

async function find(wanted: WantedProgram): Promise<FoundProgram> {
  for (const name of wanted.commands) {
    const path = onPath(name);
    if (path === undefined) continue;
    const said = await firstLine(path);
    return { name: wanted.name, path, version: said === undefined ? null : versionIn(said) };
  }
  return { name: wanted.name, path: null, version: null };
}

/** Where a program lies that may be run; undefined where it is on none of these folders. */
export function onPath(command: string, path = process.env.PATH ?? ''): string | undefined {
  const endings = process.platform === 'win32' ? (process.env.PATHEXT ?? '.EXE').split(';') : [''];
  for (const folder of path.split(delimiter)) {
    for (const ending of endings) {
      const file = join(folder, command + ending);
      if (folder !== '' && mayRun(file)) return file;
    }
  }
  return undefined;
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** What it says of itself; undefined when it does not work. */
function firstLine(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(path, ['--version'], { timeout: TIMEOUT_MS, windowsHide: true }, (error, stdout, stderr) => {
      resolve(error ? undefined : `${stdout}\n${stderr}`.trim());
    });
  });
}

function versionIn(said: string): string {
  return /\d+(?:\.\d+)+[\w.+-]*/.exec(said)?.[0] ?? said.split('\n', 1)[0]?.slice(0, 40) ?? '';
}
