import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';

/**
 * Returns the path to show in the file manager when it lies in one of these folders, links followed; undefined for any
 * other path and for a missing file. A page cannot reveal other folders (safety S17).
 */
export function revealablePath(path: string, folders: readonly string[]): string | undefined {
  const real = realPath(resolve(path));
  if (real === undefined || path.includes('\0')) return undefined;
  const realFolders = folders.flatMap((folder) => realPath(folder) ?? []);
  return realFolders.some((folder) => real === folder || real.startsWith(folder + sep)) ? real : undefined;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
