import { readdirSync, readlinkSync } from 'node:fs';

/** Lists the ids of all processes; none where /proc does not show them. */
export function processIds(): string[] {
  return listFolder('/proc').filter((name) => /^\d+$/.test(name));
}

/** Lists the names in a folder; none when it cannot be read. */
export function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns where a link leads; undefined when it cannot be read, since files are closed while they are listed. */
export function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
