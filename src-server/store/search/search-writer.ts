import { statSync } from 'node:fs';
import type { PageSection } from '../../model/search/search-page.ts';
import type { Database } from '../file/database.ts';
import { isCorruption } from '../file/integrity.ts';
import { openSearchFile, PAGES_PER_SLOT, removeSearchFile } from './search-schema.ts';

/** The build whose pages are written. */
export type IndexedBuild = {
  readonly projectId: number;
  readonly versionId: number;
  readonly buildId: number;
  readonly ranked: boolean;
};

/** A page to be indexed. */
export type IndexedPage = {
  /** Relative to the version's root: `guide/index.html`. */
  readonly path: string;
  readonly title: string;
  readonly sections: readonly PageSection[];
  readonly boost: number;
  /** The folded words that find the page. */
  readonly words: { readonly title: string; readonly headings: string; readonly text: string };
};

/** Writes the index; only one writer may be open. Calls `onCreated` after creating a new file. */
export function openSearchWriter(file: string, onCreated: () => void = () => {}) {
  let database: Database | undefined;
  let inode: number | undefined;
  let statements: ReturnType<typeof prepare> | undefined;

  function open() {
    // The reader removes a damaged file.
    if (database && inodeOf(file) !== inode) close();
    database ??= openSearchFile(file, onCreated);
    inode = inodeOf(file);
    statements ??= prepare(database);
    return { database, statements };
  }

  function close(): void {
    database?.close();
    database = undefined;
    statements = undefined;
  }

  /** Runs `work`; when the file is damaged, runs it once more with a new file. */
  function retryIfDamaged<T>(work: (opened: ReturnType<typeof open>) => T): T {
    try {
      return work(open());
    } catch (error) {
      if (!isCorruption(error)) throw error;
      close();
      removeSearchFile(file);
      return work(open());
    }
  }

  return {
    /**
     * Replaces the pages of a version in one transaction; returns the number of pages.
     * @param pages called again when the file was damaged
     */
    replace(build: IndexedBuild, pages: () => Iterable<IndexedPage>): number {
      return retryIfDamaged(({ database, statements: { nextSlot, addSlot, addPage, addWords, remove } }) => {
        const count = database.transaction(() => {
          const slot = nextSlot();
          let place = 0;
          remove(build.versionId);
          addSlot.run({ ...build, slot, ranked: Number(build.ranked) });
          for (const { path, title, sections, boost, words } of pages()) {
            const id = slot * PAGES_PER_SLOT + place;
            addPage.run({ id, boost, path, title, sections: JSON.stringify(sections) });
            addWords.run({ id, ...words });
            place += 1;
          }
          return place;
        })();
        database.pragma('wal_checkpoint(TRUNCATE)');
        return count;
      });
    },
    /** Removes the pages of a version. */
    removeVersion(versionId: number): void {
      retryIfDamaged(({ database, statements: { remove } }) =>
        database.transaction(() => remove(versionId))(),
      );
    },
    close,
  };
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

function prepare(database: Database) {
  const nextSlot = database.prepare<[], number>('SELECT coalesce(max(slot), 0) + 1 FROM slots').pluck();
  const slotOf = database.prepare<[number], number>('SELECT slot FROM slots WHERE version_id = ?').pluck();
  const between = `BETWEEN @slot * ${PAGES_PER_SLOT} AND (@slot + 1) * ${PAGES_PER_SLOT} - 1`;
  const removeWords = database.prepare(
    `DELETE FROM words WHERE rowid IN (SELECT id FROM pages WHERE id ${between})`,
  );
  const removePages = database.prepare(`DELETE FROM pages WHERE id ${between}`);
  const removeSlot = database.prepare('DELETE FROM slots WHERE slot = @slot');
  return {
    nextSlot: (): number => nextSlot.get() ?? 1,
    addSlot: database.prepare(`
      INSERT INTO slots (slot, version_id, project_id, build_id, ranked)
      VALUES (@slot, @versionId, @projectId, @buildId, @ranked)`),
    addPage: database.prepare(`
      INSERT INTO pages (id, boost, path, title, sections) VALUES (@id, @boost, @path, @title, @sections)`),
    addWords: database.prepare(
      'INSERT INTO words (rowid, title, headings, text) VALUES (@id, @title, @headings, @text)',
    ),
    remove(versionId: number): void {
      const slot = slotOf.get(versionId);
      if (slot === undefined) return;
      for (const statement of [removeWords, removePages, removeSlot]) statement.run({ slot });
    },
  };
}
