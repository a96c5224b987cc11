import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, parse, resolve } from 'node:path';
import envPaths from 'env-paths';
import { Problem } from '../../model/base/problems.ts';
import { systemClock } from '../../model/base/timestamp.ts';
import { makeFolders } from './make-folders.ts';
import { setAsideUnlessFolder } from './set-aside.ts';

/** More links than this in a path go round in a circle. */
const MAX_LINKS = 40;

/** Absolute paths of everything in one installation. */
export type DataFolder = {
  readonly root: string;
  /** Projects, builds, journal: what is backed up. */
  readonly database: string;
  /** Data that may be lost, such as when a token was last used. */
  readonly usage: string;
  /** Locked while a process uses the folder (folder-lock.ts). */
  readonly lock: string;
  /** Names the holder of the lock. */
  readonly holder: string;
  /** Digests of the sessions of browsers. */
  readonly sessions: string;
  /** Secrets, without a keychain. */
  readonly vaultFile: string;
  readonly backups: string;
  /** Work folders of running builds, and what they share. */
  readonly builds: string;
  /** Artifacts of builds: VERSION ID/BUILD ID/{html,htmlzip,epub,pdf}. */
  readonly docs: string;
  /** States of all data that can be brought back. */
  readonly snapshots: string;
  /** Git repositories that kits brought. */
  readonly repositories: string;
  /** The index of all built pages, which can be recreated. */
  readonly search: string;
  /** The log of requests, which may be lost. */
  readonly requests: string;
};

/** Returns the layout of a folder; touches nothing. */
export function dataFolderPaths(path: string): DataFolder {
  const root = resolve(path);
  return {
    root,
    database: join(root, 'lectern.sqlite'),
    usage: join(root, 'usage.sqlite'),
    lock: join(root, 'lock.sqlite'),
    holder: join(root, 'holder.json'),
    sessions: join(root, 'sessions.json'),
    vaultFile: join(root, 'vault.json'),
    backups: join(root, 'backups'),
    builds: join(root, 'builds'),
    docs: join(root, 'docs'),
    snapshots: join(root, 'snapshots'),
    repositories: join(root, 'repositories'),
    search: join(root, 'search.sqlite'),
    requests: join(root, 'requests.sqlite'),
  };
}

/** Returns the platform's folder for this program; the desktop app and the headless host share it. */
export function defaultDataFolder(): string {
  return envPaths('lectern', { suffix: '' }).data;
}

/** Returns the place that a path leads to, through links even when their target does not exist yet. */
export function behindLinks(path: string, linksLeft = MAX_LINKS): string {
  const whole = resolve(path);
  if (existsSync(whole)) return realpathSync(whole);
  const parent = dirname(whole);
  if (parent === whole || linksLeft === 0) return whole;
  const place = join(behindLinks(parent, linksLeft - 1), basename(whole));
  const link = targetOfLink(place);
  return link === undefined ? place : behindLinks(resolve(dirname(place), link), linksLeft - 1);
}

function targetOfLink(path: string): string | undefined {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? readlinkSync(path) : undefined;
}

/**
 * Creates the folder and removes the permissions of all other users, also on existing files (safety S18). What stands
 * where a folder belongs is kept under another name (safety R6).
 * @throws Problem when the path is not a folder, a link that leads nowhere, or a folder that others need
 */
export function prepareDataFolder(path: string, log: (line: string) => void = () => {}): DataFolder {
  const folder = dataFolderPaths(path);
  const found = statSync(folder.root, { throwIfNoEntry: false });
  // The disk that it leads to may be missing for now, and an empty folder in its place would hide the data there.
  if (!found && targetOfLink(folder.root) !== undefined) {
    throw new Problem(
      `${folder.root} is a link to ${behindLinks(folder.root)}, which does not exist. ` +
        'Make that folder or connect its disk, or choose another with --data.',
    );
  }
  if (found && !found.isDirectory())
    throw new Problem(`${folder.root} is not a folder. Choose another with --data.`);
  if (found && isShared(folder.root, found.mode)) {
    throw new Problem(`${folder.root} is used by others too. Choose a folder for Lectern alone with --data.`);
  }
  for (const dir of [folder.root, folder.backups, folder.builds, folder.docs, folder.snapshots]) {
    const moved = setAsideUnlessFolder(dir, systemClock);
    if (moved) log(`${dir} was not a folder; it is made again, and what was there is kept as ${moved}`);
    makeFolders(dir);
    restrictAccess(dir, 0o700);
  }
  for (const dir of [folder.root, folder.backups]) {
    for (const entry of readdirSync(dir, { withFileTypes: true })) {
      if (entry.isFile() && isLecternFile(entry.name)) restrictAccess(join(dir, entry.name), 0o600);
    }
  }
  return folder;
}

/** Writes a file that only the owner can read; a crash leaves the old text or the new one. */
export function writePrivateFile(path: string, text: string): void {
  const partial = `${path}.${process.pid}.partial`;
  try {
    writeFileSync(partial, text, { mode: 0o600, flush: true });
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Flushes a file to the disk. Never for an open database: closing the file would drop SQLite's locks. */
export function syncFile(path: string): void {
  withDescriptor(path, 'r+', fsyncSync);
}

/** Makes a rename in the folder durable; Windows does this by itself. */
export function syncFolder(path: string): void {
  if (process.platform !== 'win32') withDescriptor(path, 'r', fsyncSync);
}

function withDescriptor(path: string, flags: string, use: (descriptor: number) => void): void {
  const descriptor = openSync(path, flags);
  try {
    use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function isLecternFile(name: string): boolean {
  return (
    /^(lectern|usage|lock|search|requests)[.-].*sqlite/.test(name) ||
    // A start that was killed may have left `vault.json.partial` behind.
    /^(holder|sessions|vault)\.json(\.|$)/.test(name)
  );
}

// Removing others' permissions on /tmp, a drive or a home folder would break the machine for them.
function isShared(root: string, mode: number): boolean {
  const sticky = process.platform !== 'win32' && (mode & 0o1000) !== 0;
  return sticky || root === parse(root).root || root === resolve(homedir());
}

function restrictAccess(path: string, mode: number): void {
  if (process.platform === 'win32' || (statSync(path).mode & 0o777) === mode) return;
  chmodSync(path, mode);
}
