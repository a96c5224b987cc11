import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { askProgram, type Surroundings } from '../process/ask-program.ts';
import { onPath } from './find-programs.ts';

/** A Python of this machine. */
export type FoundPython = {
  /** What starts it: a name on the PATH, or a path. */
  readonly command: string;
  /** `3.11.2` */
  readonly version: string;
};

const ASK = 'import sys; print("%d.%d.%d" % sys.version_info[:3])';
/** Newest first. */
const MINORS = Array.from({ length: 15 }, (_, at) => `3.${20 - at}`);

/**
 * The Python that a build asks for: on the PATH by its own name, as `python3`, or one that pyenv or uv keeps.
 * @param wanted `3.11`, `pypy3.10`; `3` and `latest` are whatever `python3` is
 */
export async function findPython(wanted: string, around: Surroundings): Promise<FoundPython | undefined> {
  const any = wanted === '3' || wanted === 'latest';
  const named = /^\d/.test(wanted) ? `python${wanted}` : wanted;
  const usual = ['python3', 'python'];
  for (const command of any ? usual : [named, ...usual, ...kept(wanted)]) {
    const found = await versionOf(command, around);
    if (found === undefined) continue;
    const fits = command === named || (any ? found.startsWith('3.') : `${found}.`.startsWith(`${wanted}.`));
    if (fits) return { command, version: found };
  }
  return undefined;
}

/** The Pythons that a build could have instead, as `3.11, 3.12`; '' when there is none. */
export async function otherPythons(around: Surroundings): Promise<string> {
  const found = MINORS.filter((minor) => onPath(`python${minor}`, around.env.PATH) !== undefined);
  const usual = (await versionOf('python3', around))?.split('.').slice(0, 2).join('.');
  return [...new Set([...(usual === undefined ? [] : [usual]), ...found])].join(', ');
}

async function versionOf(command: string, around: Surroundings): Promise<string | undefined> {
  const isThere = command.includes('/')
    ? existsSync(command)
    : onPath(command, around.env.PATH) !== undefined;
  // Whether it works has to be asked: pyenv leaves a name on the PATH for what it has switched off.
  const said = isThere ? await askProgram([command, '-c', ASK], around) : undefined;
  return said !== undefined && /^\d+\.\d+\.\d+$/.test(said) ? said : undefined;
}

/** Pythons of that version that pyenv and uv keep below the person's home, newest first. */
function kept(wanted: string): string[] {
  if (!/^\d+\.\d+$/.test(wanted)) return [];
  const home = homedir();
  const pyenv = join(process.env.PYENV_ROOT ?? join(home, '.pyenv'), 'versions');
  const uv = process.env.UV_PYTHON_INSTALL_DIR ?? join(home, '.local', 'share', 'uv', 'python');
  return [...below(pyenv, `${wanted}.`), ...below(uv, `cpython-${wanted}.`)].map((folder) =>
    join(folder, 'bin', 'python'),
  );
}

function below(folder: string, prefix: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((name) => join(folder, name));
}
