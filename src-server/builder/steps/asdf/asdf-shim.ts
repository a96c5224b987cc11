import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { BuildFolders } from '../../queue/build-folders.ts';
import { indexOfBuild } from '../python/index-of-build.ts';
import { asdfScript } from './asdf-script.ts';

type Folders = Pick<BuildFolders, 'asdf' | 'programs'>;

/** Returns the PATH of a build's steps: its environment, what asdf and `npm install -g` brought, then the machine's own. */
export function pathOfSteps({ asdf, programs }: Folders, machine: string): string {
  return [programs, join(asdf, 'shims'), join(asdf, 'npm', 'bin'), machine].join(delimiter);
}

/** Returns the PATH of the lines of a configuration file, which use the Python that asdf chose last. */
export function pathOfLines({ asdf }: Pick<Folders, 'asdf'>, ofSteps: string): string {
  return [join(asdf, 'python', 'bin'), ofSteps].join(delimiter);
}

/** Puts `asdf` on the PATH of a build. `installs` is whether it may get what this computer lacks. */
export function writeAsdf({ asdf }: Pick<Folders, 'asdf'>, installs: boolean): void {
  // It is a script for sh.
  if (process.platform === 'win32') return;
  mkdirSync(join(asdf, 'shims'), { recursive: true, mode: 0o700 });
  const file = join(asdf, 'shims', 'asdf');
  writeFileSync(file, asdfScript(asdf, installs));
  chmodSync(file, 0o755);
}

/** Returns what tells the asdf of a line that the index of packages does not answer, so that it fails at once. */
export async function asdfVariables(
  line: string,
  env: Readonly<Record<string, string>>,
  build: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  if (!/\basdf\b/.test(line) || !/\binstall\b/.test(line)) return {};
  const { host, answers } = await indexOfBuild(env, build);
  return answers ? {} : { LECTERN_SILENT_INDEX: host };
}
