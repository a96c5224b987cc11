import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import {
  BUILD_PROGRAMS,
  type BuildProgram,
  type DetectedProgram,
} from '../../model/builds/build-programs.ts';
import { runProgram } from '../process/run-program.ts';
import { isEmptyShim } from './developer-tools.ts';

const TIMEOUT_MS = 10_000;

/** Finds the programs that builds run on this machine, with their versions. */
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

/** Returns the path of a program in the folders of PATH; undefined when none of them has it. */
export function findOnPath(command: string, path = process.env.PATH ?? ''): string | undefined {
  const extensions = process.platform === 'win32' ? (process.env.PATHEXT ?? '.EXE').split(';') : [''];
  for (const folder of path.split(delimiter)) {
    for (const extension of extensions) {
      const file = join(folder, command + extension);
      if (folder !== '' && isExecutable(file) && !isEmptyShim(file)) return file;
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

/** Returns what `--version` prints; undefined when the program does not work. */
async function versionOutput(path: string): Promise<string | undefined> {
  const { exitCode, stdout, stderr } = await runProgram(path, ['--version'], { timeout: TIMEOUT_MS }).catch(
    () => ({ exitCode: null, stdout: '', stderr: '' }),
  );
  return exitCode === 0 ? `${stdout}\n${stderr}`.trim() : undefined;
}

function parseVersion(output: string): string {
  return /\d+(?:\.\d+)+[\w.+-]*/.exec(output)?.[0] ?? output.split('\n', 1)[0]?.slice(0, 40) ?? '';
}
