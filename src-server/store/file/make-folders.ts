import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing, for their owner alone. mkdir with `recursive` tries for ever where
 * a file system, such as /proc, has no new folders. @throws the error of the system, with the path that cannot be made
 */
export function makeFolders(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolders(parent);
  mkdirSync(path, { mode: 0o700 });
}
