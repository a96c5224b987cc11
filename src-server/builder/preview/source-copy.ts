import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, realpath, rm, symlink, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { listSourceFiles, type SourceFile } from './source-files.ts';

/** What a copy found different since the last one. */
export type SourceChanges = {
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly leftOut: readonly string[];
};

const CONCURRENCY = 32;

/**
 * Keeps a copy of a working tree, in which builds run: the person's own folder is only read. What builds made in the
 * copy stays, so that the next one has less to do.
 */
export class SourceCopy {
  readonly #source: string;
  readonly #target: string;
  #copied: ReadonlyMap<string, SourceFile> = new Map();
  /** What the last update found, files that it could not read included. */
  #found: ReadonlyMap<string, SourceFile> = new Map();

  /** @param source resolved, so that what is inside of it can be told */
  constructor(source: string, target: string) {
    this.#source = source;
    this.#target = target;
  }

  /** Whether a path, relative and with `/`, is a file of the working tree. */
  has = (path: string): boolean => this.#copied.has(path);

  /** Lists the files of the working tree. */
  paths = (): readonly string[] => [...this.#copied.keys()];

  /** Tells whether the folder has changed since the last update. @throws FolderGone @throws FolderTooLarge */
  async isStale(signal: AbortSignal): Promise<boolean> {
    const { files } = await listSourceFiles(this.#source, signal);
    if (files.size !== this.#found.size) return true;
    for (const [path, { stamp }] of files) if (this.#found.get(path)?.stamp !== stamp) return true;
    return false;
  }

  /** Brings the copy up to date. @throws FolderGone @throws FolderTooLarge */
  async update(signal: AbortSignal): Promise<SourceChanges> {
    const { files, leftOut } = await listSourceFiles(this.#source, signal);
    this.#found = files;
    const removed = [...this.#copied.keys()].filter((path) => !files.has(path));
    const changed = [...files].filter(([path, { stamp }]) => this.#copied.get(path)?.stamp !== stamp);
    for (const path of removed) await rm(join(this.#target, path), { recursive: true, force: true });
    const done = new Map(this.#copied);
    for (const path of removed) done.delete(path);
    // A file that vanishes meanwhile is removed by the next update.
    this.#copied = done;
    for (let at = 0; at < changed.length; at += CONCURRENCY) {
      signal.throwIfAborted();
      await Promise.all(
        changed.slice(at, at + CONCURRENCY).map(async ([path, file]) => {
          if (await this.#copy(path, file)) done.set(path, file);
          else done.delete(path);
        }),
      );
    }
    return { changed: changed.map(([path]) => path), removed, leftOut };
  }

  /** Copies one file; returns whether it could be read. */
  async #copy(path: string, { link, executable }: SourceFile): Promise<boolean> {
    const target = join(this.#target, path);
    try {
      await this.#place(path, target, link);
    } catch (error) {
      if (isGone(error)) return false;
      // A folder is where the file belongs, or a file where a folder does.
      await this.#clearWay(path);
      await this.#place(path, target, link);
    }
    if (link !== null) return true;
    await chmod(target, executable ? 0o755 : 0o644);
    // The time of the copy, which is later than what was built of the file before.
    const now = new Date();
    await utimes(target, now, now);
    return true;
  }

  async #place(path: string, target: string, link: string | null): Promise<void> {
    await mkdir(dirname(target), { recursive: true });
    // A build may have put a link there, which must not be written through (safety S12).
    if ((await realpath(dirname(target))) !== dirname(target)) throw new Error('A link is in the way.');
    if (link !== null) {
      await rm(target, { recursive: true, force: true });
      const inCopy = join(this.#target, relative(this.#source, link));
      return symlink(relative(dirname(target), inCopy) || '.', target);
    }
    // A link of an earlier state must not be written through.
    await rm(target, { force: true });
    await copyFile(join(this.#source, path), target, constants.COPYFILE_FICLONE);
  }

  async #clearWay(path: string): Promise<void> {
    const parts = path.split('/');
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const at = join(this.#target, ...parts.slice(0, depth));
      const isLast = depth === parts.length;
      await rm(at, { force: true, recursive: isLast }).catch(() => {});
    }
  }
}

function isGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'EACCES' || code === 'EPERM' || code === 'ELOOP';
}
