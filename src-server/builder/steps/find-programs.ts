import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { BuildProgram, DetectedProgram } from '../../model/builds/build-programs.ts';
import { BUILD_PROGRAMS } from '../../model/builds/build-programs.ts';

const TIMEOUT_MS = 10_000;

/** Which of the programs that builds run are on this machine, and where. */
export function findPrograms(): Promise<DetectedProgram[]> {
  return Promise.all(BUILD_PROGRAMS.map(findProgram));
}

async function findProgram(program: BuildProgram): Promise<DetectedProgram> {
  for (const name of program.commands) {
    const path = findOnPath(name);
    if (path === undefined) continue;
    const output = await versionOutput(path);
    return { name: program.name, path, version: output === undefined ? null : parseVersion(output) };
  }
  return { name: program.name, path: null, version: null };
}

/** Where a program lies that may be run; undefined where it is on none of these folders. */
export function findOnPath(command: string, path = process.env.PATH ?? ''): string | undefined {
  const extensions = process.platform === 'win32' ? (process.env.PATHEXT ?? '.EXE').split(';') : [''];
  for (const folder of path.split(delimiter)) {
    for (const extension of extensions) {
      const file = join(folder, command + extension);
      if (folder !== '' && isExecutable(file)) return file;
    }
  }
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** What it says of itself; undefined when it does not work. */
function versionOutput(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(path, ['--version'], { timeout: TIMEOUT_MS, windowsHide: true }, (error, stdout, stderr) => {
      resolve(error ? undefined : `${stdout}\n${stderr}`.trim());
    });
  });
}

function parseVersion(output: string): string {
  return /\d+(?:\.\d+)+[\w.+-]*/.exec(output)?.[0] ?? output.split('\n', 1)[0]?.slice(0, 40) ?? '';
}
