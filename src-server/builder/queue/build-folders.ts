import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of one build, all below one that is removed when the build ends. */
export type BuildFolders = {
  readonly root: string;
  /** The checked-out repository. */
  readonly checkout: string;
  readonly home: string;
  readonly tmp: string;
  /** The Python environment, and its folder of programs; created by a step. */
  readonly environment: string;
  readonly programs: string;
  /** Whether the environment is conda's, which has its own variables (behaviour.md 13). */
  readonly isConda?: boolean;
  /** Where the commands find `asdf`, and what it chose for them. */
  readonly asdf: string;
  /** Where the steps put `html`, `htmlzip`, `epub` and `pdf` (behaviour.md 13). */
  readonly output: string;
  /** The collected artifacts. */
  readonly stage: string;
};

/** Creates the folders of a build in an empty one. */
export function makeFolders(folder: string): BuildFolders {
  // Programs compare paths with the resolved ones of the operating system.
  const root = realpathSync(folder);
  const checkout = join(root, 'checkout');
  const environment = join(root, 'venv');
  const folders = {
    ...{ root, checkout, environment, home: join(root, 'home'), tmp: join(root, 'tmp') },
    asdf: join(root, 'asdf'),
    programs: programsOf(environment),
    output: join(checkout, '_readthedocs'),
    stage: join(root, 'stage'),
  };
  for (const each of [checkout, folders.home, folders.tmp, folders.stage, folders.asdf])
    mkdirSync(each, { mode: 0o700 });
  return folders;
}

/** Returns the folders of a build whose environment is conda's: `conda/VERSION`, as at the service. */
export function condaFolders(folders: BuildFolders, version: string): BuildFolders {
  const environment = join(folders.root, 'conda', version);
  return { ...folders, environment, programs: programsOf(environment), isConda: true };
}

function programsOf(environment: string): string {
  return join(environment, process.platform === 'win32' ? 'Scripts' : 'bin');
}
