import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';

/**
 * The path to show in the file manager when it lies in one of these folders, links followed; undefined for any other,
 * and for what is not there. A page may not make the person look elsewhere (safety S17).
 */
export function revealable(path: string, folders: readonly string[]): string | undefined {
  const real = realOf(resolve(path));
  if (real === undefined || path.includes('\0')) return undefined;
  const homes = folders.flatMap((folder) => realOf(folder) ?? []);
  return homes.some((home) => real === home || real.startsWith(home + sep)) ? real : undefined;
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
