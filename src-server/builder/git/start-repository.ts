import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Conflict } from '../../model/base/problems.ts';
import { FIRST_COMMIT } from '../../model/projects/repository/first-commit.ts';
import { lookAtFolder } from '../import/look-at-folder.ts';
import { GitError, git } from './git.ts';

const TIMEOUT_MS = 120_000;
/** Who commits where git knows no name of the person. */
const NOBODY = { name: 'Lectern', email: 'lectern@localhost' } as const;
/** No hook of this computer runs, and no key is asked for. */
const QUIETLY = ['-c', 'core.hooksPath=', '-c', 'commit.gpgSign=false', '-c', 'core.safecrlf=false'];

/**
 * Makes a folder of documentation a git repository with one commit of all its files, except ignored ones. Leaves nothing behind
 * when git refuses. @throws Conflict
 */
export async function startRepository(address: string): Promise<void> {
  const look = await lookAtFolder(address);
  if (look.kind !== 'folder' || look.docs === null)
    throw new Conflict(
      'This is not a folder of documentation outside of a Git repository. Look at it again.',
    );
  const folder = /^file:/i.test(address) ? fileURLToPath(address) : address;
  const options = { cwd: folder, timeout: TIMEOUT_MS };
  try {
    await git(['init', '-q', '--template=', '-b', FIRST_COMMIT.branch], options);
    await git([...QUIETLY, 'add', '--all'], options);
    await git([...QUIETLY, ...(await author(folder)), 'commit', '-q', '-m', FIRST_COMMIT.message], options);
  } catch (error) {
    rmSync(join(folder, '.git'), { recursive: true, force: true });
    if (!(error instanceof GitError)) throw error;
    if (error.kind === 'missing')
      throw new Conflict('There is no git on this computer. Install it, then try again.');
    throw new Conflict(
      'git could not make a repository of this folder. Check that its files can be read and the folder written, then try again.',
    );
  }
}

/** Names an author where the settings of git name none. */
async function author(cwd: string): Promise<string[]> {
  const known = async (key: string) =>
    (await git(['config', '--get', key], { cwd, timeout: TIMEOUT_MS }).catch(() => '')).trim() !== '';
  const [hasName, hasEmail] = await Promise.all([known('user.name'), known('user.email')]);
  return [
    ...(hasName ? [] : ['-c', `user.name=${NOBODY.name}`]),
    ...(hasEmail ? [] : ['-c', `user.email=${NOBODY.email}`]),
  ];
}
