import { chmodSync, existsSync, lstatSync, mkdirSync, renameSync, statSync } from 'node:fs';
import type { Clock } from '../../model/base/timestamp.ts';
import { fileTimestamp } from './file-timestamp.ts';

/** Returns a free name for a damaged file, beside it: `NAME.damaged-TIME`. */
export function nameAside(path: string, clock: Clock, suffixes: readonly string[] = ['']): string {
  let at = clock();
  const name = () => `${path}.damaged-${fileTimestamp(at)}`;
  while (suffixes.some((end) => existsSync(name() + end))) at += 1;
  return name();
}

/**
 * Moves whatever stands where a file of ours belongs and is none, such as a folder, to `NAME.damaged-TIME`; deletes
 * nothing (safety R6). Returns the new path, or undefined when nothing was moved.
 */
export function setAsideUnlessFile(path: string, clock: Clock): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isFile() || found.isSymbolicLink()) return undefined;
  const target = nameAside(path, clock);
  // An empty folder can be replaced only by a folder, so that a file which another process has just put there stays.
  if (found.isDirectory() && process.platform !== 'win32') mkdirSync(target, { mode: 0o700 });
  renameSync(path, target);
  if (found.isDirectory()) chmodSync(target, 0o700);
  return target;
}

/**
 * Moves whatever stands where a folder of ours belongs and is none to `NAME.damaged-TIME`; deletes nothing (safety R6). A
 * link to a folder is one. Returns the new path, or undefined when nothing was moved.
 */
export function setAsideUnlessFolder(path: string, clock: Clock): string | undefined {
  if (!lstatSync(path, { throwIfNoEntry: false })) return undefined;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const target = nameAside(path, clock);
  renameSync(path, target);
  return target;
}
