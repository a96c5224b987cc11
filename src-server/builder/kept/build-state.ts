import { mkdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/** The folder below the work folder that holds what builds keep for later ones; no build can see it (safety S12). */
export const KEPT_FOLDER = 'kept';

/** What one build of a version may use of earlier ones, and where it works. */
export type BuildState = {
  /**
   * An empty folder for the build, at the same place for each build of the version: environments and doctrees contain
   * their own paths.
   */
  readonly folder: string;
  /** What builds of all projects share, such as templates of environments. */
  readonly shared: string;
  /** What this version keeps; undefined while another build of the version has it. */
  readonly own: string | undefined;
  /** Removes the build's folder, and lets another build have what the version keeps. */
  readonly release: () => void;
};

/** The versions whose kept state a build has, by their folder. */
const leased = new Set<string>();
let unshared = 0;

/**
 * Opens what a version keeps for one build, until `release`. Two builds of one version at once never share it: the second
 * gets a folder of its own and keeps nothing.
 */
export function openBuildState(workFolder: string, versionId: number): BuildState {
  const shared = join(workFolder, KEPT_FOLDER);
  const own = join(shared, 'versions', String(versionId));
  const isFree = !leased.has(own);
  if (isFree) leased.add(own);
  else unshared += 1;
  const folder = join(workFolder, `version-${versionId}${isFree ? '' : `-${unshared}`}`);
  // A build that was cut off may have left it.
  rmSync(folder, { recursive: true, force: true });
  for (const each of [folder, ...(isFree ? [own] : [shared])])
    mkdirSync(each, { recursive: true, mode: 0o700 });
  // The last use, by which what is kept is removed.
  if (isFree) utimesSync(own, new Date(), new Date());
  return {
    ...{ folder, shared, own: isFree ? own : undefined },
    release() {
      if (isFree) leased.delete(own);
    },
  };
}

/** Returns whether a build has what is kept in this folder. */
export function isLeased(own: string): boolean {
  return leased.has(own);
}
