import type { Database } from 'better-sqlite3';
import type { MigrationContext } from '../migrate.ts';
import { keptPages } from './kept-pages.ts';
import { keptRepositories } from './kept-repositories.ts';
import { openBackupCopy } from './open-backup.ts';
import { type SnapshotFacts, snapshotFiles } from './snapshot-files.ts';
import type { KeptPages } from './stored-pages.ts';
import { unfinishedRestore } from './unfinished-restore.ts';

/** Where snapshots are kept, and the pages and repositories that they keep. */
export type SnapshotPlaces = {
  readonly snapshots: string;
  readonly docs: string;
  readonly repositories: string;
};

/** Opens everything that snapshots keep on the disk. */
export function openSnapshots(database: Database, places: SnapshotPlaces, context: MigrationContext) {
  const files = snapshotFiles(places.snapshots, context);
  const repositories = keptRepositories(places.repositories, places.snapshots);
  const digests = new Map<string, ReadonlySet<string>>();

  function digestsIn(name: string): ReadonlySet<string> {
    const found =
      digests.get(name) ??
      new Set(
        files.read(name, (copy) =>
          copy.prepare<[], string>('SELECT lower(hex(digest)) FROM tokens').pluck().all(),
        ),
      );
    digests.set(name, found);
    return found;
  }

  return {
    list: files.list,
    has: files.has,
    get: files.get,
    openCopy: files.openCopy,
    /** Returns a copy of a backup with the newest schema. @throws the errors of openBackupCopy */
    openBackup: (file: string) => openBackupCopy(places.snapshots, file, context),
    write(facts: SnapshotFacts, pages: () => readonly KeptPages[]) {
      digests.delete(facts.name);
      return files.write(database, facts, pages, repositories.keep);
    },
    remove(name: string): void {
      files.remove(name);
      digests.delete(name);
    },
    /** Returns the digests of the tokens in a snapshot. @throws SqliteError when it cannot be read */
    digestsIn,
    /** Whether a snapshot has a token; one that cannot be read may have it. */
    hasToken: (digest: string): boolean =>
      files.list().some(({ name }) => {
        try {
          return digestsIn(name).has(digest);
        } catch {
          return true;
        }
      }),
    /** Whether a snapshot keeps the pages of this build. */
    keepsPages: (versionId: number, buildId: number): boolean =>
      files
        .list()
        .some(({ pages }) => pages.some((kept) => kept.versionId === versionId && kept.buildId === buildId)),
    repositories: {
      /** Whether the repositories of kits are as a snapshot has them. */
      isArranged: (name: string): boolean => repositories.isArranged(files.folderOf(name)),
      /** Puts them in place as a snapshot has them. */
      arrange: (name: string): void => repositories.arrange(files.folderOf(name)),
    },
    pages: keptPages(places.docs, `${places.snapshots}/pages`),
    /** Null in memory, where nothing survives a crash. */
    unfinished: database.memory ? null : unfinishedRestore(places.snapshots),
  };
}

export type SnapshotStore = ReturnType<typeof openSnapshots>;
