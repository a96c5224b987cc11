import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { isOutOfSpace, NotFound, StorageFull } from '../../model/base/problems.ts';
import { isSnapshotName, type Snapshot } from '../../model/snapshots/snapshot.ts';
import { syncFile, syncFolder, writePrivateFile } from '../file/data-folder.ts';
import { connect } from '../file/database.ts';
import { DamagedDatabase } from '../file/database-problems.ts';
import { copyInBackground, withReadOnly } from '../file/integrity.ts';
import { type MigrationContext, migrate, migrations, newestSchema } from '../migrate.ts';
import { snapshotChecks, snapshotText } from './check-snapshot.ts';
import { countSnapshotRows } from './snapshot-tables.ts';
import { KeptPages } from './stored-pages.ts';
import { orConflict } from './unusable-state.ts';

/** A snapshot with the pages that it keeps. */
export type StoredSnapshot = Snapshot & {
  readonly pages: readonly KeptPages[];
  /** The schema of its database. */
  readonly schema: number;
};

/** What a new snapshot is described by; size and counts are read from its copy. */
export type SnapshotFacts = Omit<Snapshot, 'bytes' | 'counts'>;

const DATABASE = 'database.sqlite';
const DESCRIPTION = 'snapshot.json';
const PREFIX = 'snapshot-';
const PARTIAL = '.partial';
const UNFINISHED = /\.partial(-wal|-shm|-journal)?$/;
/** Ends the name of a snapshot while another one takes its place. */
const REPLACED = '.replaced';

const Stored = z.object({
  name: z.string(),
  note: z.string(),
  kind: z.enum(['manual', 'safety', 'start']),
  takenAt: z.int(),
  bytes: z.int(),
  counts: z.object({
    projects: z.int(),
    versions: z.int(),
    builds: z.int(),
    redirects: z.int(),
    users: z.int(),
  }),
  schema: z.int(),
  pages: z.array(KeptPages),
});

/** A copy of a snapshot's database with the newest schema. */
export type PreparedCopy = { readonly file: string; readonly remove: () => void };

/** Keeps snapshots in SNAPSHOTS/snapshot-NAME: a database in one file, and what it is. A crash leaves a whole one or none. */
export function snapshotFiles(folder: string, context: MigrationContext) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const known = new Map<string, StoredSnapshot>();
  const checks = snapshotChecks();
  for (const entry of readdirSync(folder)) if (entry.endsWith(REPLACED)) finishReplacing(entry);
  for (const entry of readdirSync(folder)) {
    if (UNFINISHED.test(entry)) rmSync(join(folder, entry), { recursive: true, force: true });
    else if (entry.startsWith(PREFIX)) remember(entry.slice(PREFIX.length));
  }

  /** Removes a snapshot that another one has replaced, or puts it back where a crash came between. */
  function finishReplacing(entry: string): void {
    const place = join(folder, entry);
    const target = place.slice(0, -REPLACED.length);
    if (existsSync(target)) rmSync(place, { recursive: true, force: true });
    else renameSync(place, target);
  }

  function remember(name: string): void {
    const place = join(folder, `${PREFIX}${name}`);
    const snapshot = isSnapshotName(name) ? readDescription(join(place, DESCRIPTION)) : undefined;
    if (snapshot?.name === name) known.set(name, snapshot);
    else context.log?.(`The snapshot in ${place} cannot be read, so it is not listed.`);
  }

  function folderOf(name: string): string {
    if (!isSnapshotName(name)) throw new NotFound(`There is no snapshot “${name}”.`);
    return join(folder, `${PREFIX}${name}`);
  }

  function migrateFile(file: string): void {
    const database = connect(file);
    try {
      migrate(database, migrations(), context);
    } finally {
      database.close();
    }
  }

  function databaseOf(name: string): string {
    return join(folderOf(name), DATABASE);
  }

  return {
    folderOf,

    list: (): readonly StoredSnapshot[] => [...known.values()],

    has: (name: string): boolean => known.has(name),

    /** @throws NotFound */
    get(name: string): StoredSnapshot {
      const snapshot = known.get(name);
      if (!snapshot) throw new NotFound(`There is no snapshot “${name}”.`);
      return snapshot;
    },

    /**
     * Copies the database as it is now, on another thread unless it is in memory. `pages` is asked once the copy is
     * there; `addFiles` adds what else it keeps. Replaces a snapshot of the same name.
     */
    async write(
      database: Database,
      facts: SnapshotFacts,
      pages: (copy: Database) => readonly KeptPages[],
      addFiles: (partial: string) => void,
    ): Promise<StoredSnapshot> {
      const target = folderOf(facts.name);
      const partial = `${target}${PARTIAL}`;
      rmSync(partial, { recursive: true, force: true });
      try {
        mkdirSync(partial, { mode: 0o700 });
        const file = join(partial, DATABASE);
        await copyDatabase(database, file);
        const read = withReadOnly(file, (copy) => ({ counts: countSnapshotRows(copy), pages: pages(copy) }));
        addFiles(partial);
        const schema = newestSchema(migrations());
        const snapshot = { ...facts, bytes: statSync(file).size, schema, ...read };
        const description = `${JSON.stringify(snapshot)}\n`;
        if (database.memory) writeFileSync(join(partial, DESCRIPTION), description, { mode: 0o600 });
        else writePrivateFile(join(partial, DESCRIPTION), description);
        const replaced = `${target}${REPLACED}`;
        if (existsSync(target)) renameSync(target, replaced);
        renameSync(partial, target);
        rmSync(replaced, { recursive: true, force: true });
        if (!database.memory) syncFolder(folder);
        known.set(facts.name, snapshot);
        return snapshot;
      } catch (error) {
        rmSync(partial, { recursive: true, force: true });
        throw isOutOfSpace(error) ? new StorageFull() : error;
      }
    },

    /** Removes one; a crash leaves all of it or what the next start removes. @throws NotFound */
    remove(name: string): void {
      const target = folderOf(name);
      if (!known.delete(name)) throw new NotFound(`There is no snapshot “${name}”.`);
      if (!existsSync(target)) return;
      renameSync(target, `${target}${PARTIAL}`);
      rmSync(`${target}${PARTIAL}`, { recursive: true, force: true });
    },

    /** Passes a read-only handle on a snapshot's database to `use`. @throws NotFound */
    read<T>(name: string, use: (database: Database) => T): T {
      return withReadOnly(databaseOf(name), use);
    },

    /**
     * Returns a snapshot's database with the newest schema: itself, or a copy that was migrated.
     * @throws Conflict when it is damaged or of a newer Lectern @throws NotFound
     */
    async openCopy(name: string): Promise<PreparedCopy> {
      const file = databaseOf(name);
      // The file itself says its schema: what lies in the folder may be of another Lectern, or changed by hand.
      const schema = checks.requireUsable(name, file);
      if (schema === newestSchema(migrations())) return { file, remove: () => {} };
      const copy = join(folder, `migrated-${name}${PARTIAL}`);
      const remove = () => removeDatabase(copy);
      remove();
      try {
        await copyFile(file, copy);
        orConflict(snapshotText(name), () => migrateFile(copy));
        return { file: copy, remove };
      } catch (error) {
        remove();
        throw isOutOfSpace(error) ? new StorageFull() : error;
      }
    },
  };
}

export type SnapshotFiles = ReturnType<typeof snapshotFiles>;

async function copyDatabase(database: Database, file: string): Promise<void> {
  if (database.memory) return writeFileSync(file, database.serialize(), { mode: 0o600 });
  closeSync(openSync(file, 'wx', 0o600));
  const { findings } = await copyInBackground(database.name, file);
  if (findings.length > 0) throw new DamagedDatabase(file, findings);
  syncFile(file);
}

function readDescription(file: string): StoredSnapshot | undefined {
  try {
    return Stored.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function removeDatabase(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
}
