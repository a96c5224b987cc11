import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CaptureOptions } from '../../process/capture-output.ts';
import { rememberedOutput } from '../../process/remembered-probes.ts';
import { findOnPath } from '../find-programs.ts';

/** A Python of this machine. */
export type FoundPython = {
  /** Its command: a name on PATH, or a path. */
  readonly command: string;
  /** `3.11.2` */
  readonly version: string;
};

const VERSION_SCRIPT = 'import sys; print("%d.%d.%d" % sys.version_info[:3])';
/** Newest first. */
const MINORS = Array.from({ length: 15 }, (_, at) => `3.${20 - at}`);

/**
 * Finds the Python that a build requests: on PATH by its own name or as `python3`, or one of pyenv's or uv's.
 * @param wanted such as `3.11` or `pypy3.10`; `3` and `latest` mean any `python3`
 */
export async function findPython(wanted: string, options: CaptureOptions): Promise<FoundPython | undefined> {
  const anyVersion = wanted === '3' || wanted === 'latest';
  const named = /^\d/.test(wanted) ? `python${wanted}` : wanted;
  const defaults = ['python3', 'python'];
  for (const command of anyVersion ? defaults : [named, ...defaults, ...managedPythons(wanted)]) {
    const found = await versionOf(command, options);
    if (found === undefined) continue;
    const matches =
      command === named || (anyVersion ? found.startsWith('3.') : `${found}.`.startsWith(`${wanted}.`));
    if (matches) return { command, version: found };
  }
  return undefined;
}

/** Lists the Pythons that a build could use instead, as `3.11, 3.12`; '' when there is none. */
export async function availablePythons(options: CaptureOptions): Promise<string> {
  const found = MINORS.filter((minor) => findOnPath(`python${minor}`, options.env.PATH) !== undefined);
  const defaultVersion = (await versionOf('python3', options))?.split('.').slice(0, 2).join('.');
  return [...new Set([...(defaultVersion === undefined ? [] : [defaultVersion]), ...found])].join(', ');
}

async function versionOf(command: string, options: CaptureOptions): Promise<string | undefined> {
  const exists = command.includes('/')
    ? existsSync(command)
    : findOnPath(command, options.env.PATH) !== undefined;
  // It has to be run: pyenv keeps names of disabled versions on PATH.
  const output = exists ? await rememberedOutput([command, '-c', VERSION_SCRIPT], options) : undefined;
  return output !== undefined && /^\d+\.\d+\.\d+$/.test(output) ? output : undefined;
}

/** Returns the Pythons of that version that pyenv and uv installed, newest first. */
function managedPythons(wanted: string): string[] {
  if (!/^\d+\.\d+$/.test(wanted)) return [];
  const home = homedir();
  const pyenv = join(process.env.PYENV_ROOT ?? join(home, '.pyenv'), 'versions');
  const uv = process.env.UV_PYTHON_INSTALL_DIR ?? join(home, '.local', 'share', 'uv', 'python');
  return [...subfolders(pyenv, `${wanted}.`), ...subfolders(uv, `cpython-${wanted}.`)].map((folder) =>
    join(folder, 'bin', 'python'),
  );
}

function subfolders(folder: string, prefix: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((name) => join(folder, name));
}
