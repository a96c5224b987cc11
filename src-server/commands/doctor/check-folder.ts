import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findDamagedFiles } from '../../store/file/damaged-files.ts';
import type { DataFolder } from '../../store/file/data-folder.ts';
import type { LockHolder } from '../../store/file/database-problems.ts';
import { readLock } from '../../store/file/folder-lock.ts';
import { formatBytes } from '../terminal.ts';
import { type Check, finding, ok, reason, warning } from './check.ts';

const LOW_SPACE = 500_000_000;
const CRITICAL_SPACE = 50_000_000;
const OTHERS_MODE = 0o077;

/** Checks the folder and who may read its files (safety S18). When it is not usable, nothing inside can be checked. */
export function checkFolder(folder: DataFolder): { checks: Check[]; usable: boolean } {
  const found = statSync(folder.root, { throwIfNoEntry: false });
  if (!found) {
    return {
      checks: [ok('Data folder', `${folder.root} does not exist yet; the first start creates it`)],
      usable: true,
    };
  }
  if (!found.isDirectory()) return unusable(`${folder.root} is not a folder`, 'Choose another with --data.');
  try {
    accessSync(folder.root, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const remedy = 'Run Lectern as the user who owns it, or choose another with --data.';
    return unusable(`${folder.root} cannot be read and written`, remedy);
  }
  return { checks: [ok('Data folder', folder.root), checkPermissions(folder)], usable: true };
}

/** Checks the free space of the data folder's disk. */
export function checkSpace(folder: DataFolder): Check {
  try {
    const { bavail, bsize } = statfsSync(nearestExisting(folder.root));
    const free = bavail * bsize;
    const database = statSync(folder.database, { throwIfNoEntry: false })?.size ?? 0;
    const text = `${formatBytes(free)} free`;
    if (free < CRITICAL_SPACE) return finding('Disk', text, 'Free some space: changes will soon fail.');
    // A backup is as large as the database, and a restore needs room for two.
    if (free < LOW_SPACE || free < 3 * database) {
      return warning('Disk', text, 'Free some space, so that backups can be made.');
    }
    return ok('Disk', text);
  } catch (error) {
    return warning('Disk', `the free space is unknown: ${reason(error)}`, 'Check it yourself.');
  }
}

/** Checks the files beside the database that hold nothing of their own. */
export function checkOtherFiles(folder: DataFolder, isUnused: boolean): Check[] {
  const damaged = findDamagedFiles(folder, isUnused);
  if (damaged.length === 0) return [];
  const text = damaged.map(({ file, problem }) => `${basename(file)} ${problem}`).join(', ');
  return [
    warning(
      'Other files',
      text,
      'The next start makes them again, and keeps what is there under another name.',
    ),
  ];
}

/** Checks who uses the folder; also for the checks that follow. */
export function checkHolder(folder: DataFolder): {
  check: Check;
  holder: LockHolder | undefined;
  isUnused: boolean;
} {
  try {
    const { isHeld, holder } = readLock(folder);
    if (!isHeld) return { check: ok('In use', 'no'), holder: undefined, isUnused: true };
    const where = holder?.url ? `, at ${holder.url}` : '';
    const who = holder ? `the Lectern ${holder.what} (process ${holder.pid}${where})` : 'another process';
    return { check: inUseCheck(folder, who), holder, isUnused: false };
  } catch (error) {
    const text = `${folder.lock} cannot be read: ${reason(error)}`;
    const check = finding('In use', text, 'Check the permissions of the data folder.');
    return { check, holder: undefined, isUnused: false };
  }
}

function inUseCheck(folder: DataFolder, who: string): Check {
  if (existsSync(folder.lock)) return ok('In use', `by ${who}`);
  const remedy = 'Restart that one; until then it is known by its open file only.';
  return warning('In use', `by ${who}, whose ${basename(folder.lock)} was deleted`, remedy);
}

function unusable(text: string, remedy: string): { checks: Check[]; usable: boolean } {
  return { checks: [finding('Data folder', text, remedy)], usable: false };
}

function checkPermissions(folder: DataFolder): Check {
  if (process.platform === 'win32') return ok('Rights', 'inherited from the folder above');
  const open = [folder.root, ...entries(folder.root), ...entries(folder.backups)].filter(isOpenToOthers);
  if (open.length === 0) return ok('Rights', 'only the owner can read the data');
  const [first] = open;
  const more = open.length > 1 ? ` and ${open.length - 1} more` : '';
  return finding('Rights', `other users can read ${first}${more}`, `Run chmod -R go= "${folder.root}".`);
}

function isOpenToOthers(path: string): boolean {
  const found: Stats | undefined = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isSymbolicLink() && (found.mode & OTHERS_MODE) !== 0;
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}
