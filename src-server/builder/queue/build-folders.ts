import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** The folders that one build works in, all below one that goes when the build ends. */
export type BuildFolders = {
  readonly root: string;
  /** The repository as checked out. */
  readonly checkout: string;
  readonly home: string;
  readonly tmp: string;
  /** The Python environment, and in it the folder of programs. Made by a step. */
  readonly environment: string;
  readonly programs: string;
  /** Where the steps leave `html`, `htmlzip`, `epub` and `pdf` (behaviour.md 13). */
  readonly output: string;
  /** What the build leaves. */
  readonly stage: string;
};

/** Makes the folders of a build in an empty one. */
export function makeFolders(folder: string): BuildFolders {
  // Programs compare paths with what the system calls them.
  const root = realpathSync(folder);
  const checkout = join(root, 'checkout');
  const environment = join(root, 'venv');
  const folders = {
    ...{ root, checkout, environment, home: join(root, 'home'), tmp: join(root, 'tmp') },
    programs: join(environment, process.platform === 'win32' ? 'Scripts' : 'bin'),
    output: join(checkout, '_readthedocs'),
    stage: join(root, 'stage'),
  };
  for (const each of [checkout, folders.home, folders.tmp, folders.stage]) mkdirSync(each, { mode: 0o700 });
  return folders;
}
