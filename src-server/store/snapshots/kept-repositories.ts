import { constants, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where a snapshot keeps the repositories, in its own folder. */
const KEPT = 'repositories';
/** The times stay, so that what has changed since can be told; blocks are shared where the file system can. */
const COPY = { recursive: true, preserveTimestamps: true, mode: constants.COPYFILE_FICLONE } as const;

/**
 * Keeps the git repositories that kits brought: copies, never links, since a commit changes files of a repository where
 * they lie.
 */
export function keptRepositories(repositories: string, snapshots: string) {
  const incoming = join(snapshots, 'repositories-incoming.partial');
  const outgoing = join(snapshots, 'repositories-outgoing.partial');

  /** Tells whether they are as the snapshot has them. */
  function isArranged(snapshot: string): boolean {
    const [now, kept] = [listFiles(repositories), listFiles(join(snapshot, KEPT))];
    return now.length === kept.length && now.every((file, index) => file === kept[index]);
  }

  return {
    isArranged,

    /** Copies them into the folder of a snapshot. */
    keep(snapshot: string): void {
      if (listFiles(repositories).length > 0) cpSync(repositories, join(snapshot, KEPT), COPY);
    },

    /** Puts them in place as the snapshot has them. May be called again after a crash. */
    arrange(snapshot: string): void {
      const kept = join(snapshot, KEPT);
      for (const leftover of [incoming, outgoing]) rmSync(leftover, { recursive: true, force: true });
      if (isArranged(snapshot)) return;
      if (existsSync(kept)) cpSync(kept, incoming, COPY);
      else mkdirSync(incoming, { mode: 0o700 });
      if (existsSync(repositories)) renameSync(repositories, outgoing);
      renameSync(incoming, repositories);
      rmSync(outgoing, { recursive: true, force: true });
    },
  };
}

/** Lists the files below a folder with size and time of change. */
function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(path);
      return `${path.slice(folder.length)} ${size} ${Math.round(mtimeMs)}`;
    })
    .sort();
}
