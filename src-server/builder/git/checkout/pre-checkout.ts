import { mkdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Project } from '../../../model/projects/project.ts';
import { inspectConfigOnThread } from '../../config/inspect-config-thread.ts';
import { configFilesAmong } from '../../config/read-config.ts';
import type { BuildFolders } from '../../queue/build-folders.ts';
import { GitError } from '../git.ts';
import type { FetchedCommit } from './git-checkout.ts';

/** In bytes; the longest configuration file is smaller. */
const MAX_BYTES = 400_000;

/**
 * Reads `build.jobs.pre_checkout` of a commit that is not checked out yet; none where the file is absent or cannot be used,
 * which its reading after the checkout reports. @throws DOMException AbortError
 */
export async function readPreCheckout(
  { commit, query }: Pick<FetchedCommit, 'commit' | 'query'>,
  project: Pick<Project, 'documentationType' | 'readthedocsYamlPath'>,
): Promise<readonly string[]> {
  try {
    const listed = project.readthedocsYamlPath ?? (await query(['ls-tree', '-z', '--name-only', commit]));
    const file = project.readthedocsYamlPath ?? configFilesAmong(listed.split('\0'))[0];
    if (file === undefined) return [];
    const text = await query(['show', `${commit}:${file}`]);
    // Parsed only where it can matter.
    if (text.length > MAX_BYTES || !text.includes('pre_checkout')) return [];
    const { parsed } = await inspectConfigOnThread({ file, text, project });
    return parsed?.config.build.jobs.pre_checkout ?? [];
  } catch (error) {
    if (error instanceof GitError) return [];
    throw error;
  }
}

/**
 * Runs `act` in an empty folder in place of the clone, which no job of the repository may change: git reads it outside the
 * sandbox afterwards (safety S12). What it leaves there is removed.
 */
export async function besideClone(
  { root, checkout }: Pick<BuildFolders, 'root' | 'checkout'>,
  act: () => Promise<void>,
): Promise<void> {
  const clone = join(root, 'clone');
  renameSync(checkout, clone);
  mkdirSync(checkout, { mode: 0o700 });
  try {
    await act();
  } finally {
    const left = join(root, 'left');
    renameSync(checkout, left);
    renameSync(clone, checkout);
    await rm(left, { recursive: true, force: true }).catch(() => {}); // It goes with the whole build.
  }
}
