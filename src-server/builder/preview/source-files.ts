import { type Dirent, existsSync } from 'node:fs';
import { readdir, readlink, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { git } from '../git/git.ts';
import { statsOf } from './mirror-pages.ts';

/** A file of the working tree, as far as a copy of it depends on it. */
export type SourceFile = {
  /** What tells whether it changed. */
  readonly stamp: string;
  /** Where a link leads, absolute and inside the tree; null for a plain file. */
  readonly link: string | null;
  readonly executable: boolean;
};

/** The files of a working tree by their paths with `/`, and what was left out and why. */
export type SourceFiles = {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly leftOut: readonly string[];
};

/** The folder is not there, or cannot be read. */
export class FolderGone extends Error {
  override readonly name = 'FolderGone';
}

/** The folder has more than a preview copies. */
export class FolderTooLarge extends Error {
  override readonly name = 'FolderTooLarge';
}

export const MAX_FILES = 50_000;
const MAX_BYTES = 2_000_000_000;
/** How many files are looked at together. */
const CONCURRENCY = 512;
const GIT_TIMEOUT_MS = 20_000;
/** Where no git says what is ignored: what tools make, and what they keep. */
const USUAL_IGNORED =
  /^(?:\.git|\.hg|\.svn|\.bzr|node_modules|__pycache__|_build|_readthedocs|\.(?:venv|tox|nox|mypy_cache|pytest_cache|ruff_cache|cache))$/;
/** Nothing that the folder's own settings name is run. */
const SAFE_GIT = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];

/**
 * Lists what git does not ignore in a folder, changed and new files included; all but what tools make where the folder
 * is no working tree of git. Links that lead out of the folder are left out (safety S12).
 * @throws FolderGone @throws FolderTooLarge @throws DOMException AbortError
 */
export async function listSourceFiles(folder: string, signal: AbortSignal): Promise<SourceFiles> {
  if (!existsSync(folder)) throw new FolderGone();
  const paths = (await gitFiles(folder, '', signal)) ?? (await allFiles(folder));
  if (paths.length > MAX_FILES) throw new FolderTooLarge(tooManyFiles(paths.length));
  const files = new Map<string, SourceFile>();
  const leftOut: string[] = [];
  let bytes = 0;
  for (let at = 0; at < paths.length; at += CONCURRENCY) {
    signal.throwIfAborted();
    await new Promise((resolve) => setImmediate(resolve));
    const batch = paths.slice(at, at + CONCURRENCY);
    const found = await Promise.all(batch.map((path) => readEntry(folder, path)));
    found.forEach((entry, index) => {
      const path = batch[index] ?? '';
      if (entry === 'outside') leftOut.push(path);
      else if (entry) {
        bytes += entry.size;
        files.set(path, entry);
      }
    });
  }
  if (bytes > MAX_BYTES)
    throw new FolderTooLarge(
      `This folder has ${Math.round(bytes / 1e9)} GB of files that git does not ignore, and a preview copies at most 2 GB. Let git ignore what is not documentation.`,
    );
  // A folder that vanishes while it is read has no files.
  if (files.size === 0 && !existsSync(folder)) throw new FolderGone();
  return { files, leftOut };
}

/** Returns the paths that git ignores, as a folder each where it is whole; empty without git. */
export async function ignoredPaths(folder: string, signal: AbortSignal): Promise<readonly string[]> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const listed = await run(folder, args, signal);
  return listed === undefined ? [] : split(listed).map((path) => path.replace(/\/$/, ''));
}

/** Returns whether a path is what no builder reads, whatever git says. */
export function isUsuallyIgnored(path: string): boolean {
  return path.split('/').some((part) => USUAL_IGNORED.test(part));
}

/** Returns what git has and would take, below submodules too; undefined for what is no working tree. */
async function gitFiles(folder: string, prefix: string, signal: AbortSignal): Promise<string[] | undefined> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const hasSubmodules = existsSync(join(folder, '.gitmodules'));
  const [listed, staged = ''] = await Promise.all([
    run(folder, list, signal),
    hasSubmodules ? run(folder, ['ls-files', '-z', '--stage'], signal) : '',
  ]);
  if (listed === undefined) return undefined;
  const submodules = new Set(
    split(staged).flatMap((line) => (line.startsWith('160000 ') ? [line.slice(line.indexOf('\t') + 1)] : [])),
  );
  const found: string[] = [];
  for (const path of split(listed)) {
    // A repository inside another is named as a folder.
    if (!submodules.has(path) && !path.endsWith('/')) found.push(prefix + path);
    else {
      const below = join(folder, path);
      const isOwn = existsSync(join(below, '.git'));
      const name = path.replace(/\/$/, '');
      if (isOwn) found.push(...((await gitFiles(below, `${prefix}${name}/`, signal)) ?? []));
    }
  }
  return found;
}

async function run(
  folder: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return await git([...SAFE_GIT, ...args], { cwd: folder, timeout: GIT_TIMEOUT_MS, signal });
  } catch (error) {
    if (error instanceof DOMException) throw error;
    return undefined;
  }
}

function split(listed: string): readonly string[] {
  return listed.split('\0').filter(Boolean);
}

/** Lists a folder that git does not know. @throws FolderGone @throws FolderTooLarge */
async function allFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  const pending = [''];
  for (let below = pending.pop(); below !== undefined; below = pending.pop()) {
    const entries = await readFolder(join(folder, below), below === '');
    // An environment of Python, whatever its name.
    if (below !== '' && entries.some(({ name }) => name === 'pyvenv.cfg')) continue;
    for (const entry of entries) {
      if (USUAL_IGNORED.test(entry.name)) continue;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) pending.push(path);
      else found.push(path);
    }
    if (found.length > MAX_FILES) throw new FolderTooLarge(tooManyFiles(found.length));
  }
  return found;
}

async function readFolder(folder: string, isTop: boolean): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    // Folders below may come and go while they are read.
    if (isTop) throw new FolderGone();
    return [];
  }
}

/** Looks at one file; each takes microseconds, and a batch of them is a turn of the event loop. */
async function readEntry(
  folder: string,
  path: string,
): Promise<(SourceFile & { readonly size: number }) | 'outside' | undefined> {
  const stats = statsOf(join(folder, path));
  if (stats?.isFile()) {
    const { size, mtimeMs, mode, ino } = stats;
    const executable = (mode & 0o100) !== 0;
    return { size, link: null, executable, stamp: `${size} ${mtimeMs} ${ino} ${executable}` };
  }
  if (!stats?.isSymbolicLink()) return undefined;
  const [target, real] = await Promise.all([
    readlink(join(folder, path)).catch(() => ''),
    realpath(join(folder, path)).catch(() => undefined),
  ]);
  if (real === undefined) return undefined;
  if (real !== folder && !real.startsWith(folder + sep)) return 'outside';
  return { size: 0, link: real, executable: false, stamp: `link ${target} ${real}` };
}

function tooManyFiles(count: number): string {
  return `This folder has ${count.toLocaleString('en-GB')} files or more that git does not ignore, and a preview copies at most ${MAX_FILES.toLocaleString('en-GB')}. Choose a smaller folder, or let git ignore what is not documentation.`;
}
