import { statSync } from 'node:fs';
import type { PageSection } from '../../model/search/search-page.ts';
import type { Database } from '../file/database.ts';
import { isCorruption } from '../file/integrity.ts';
import { openSearchFile, PAGES_PER_SLOT, removeSearchFile, SECTIONS_PER_PAGE } from './search-schema.ts';

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
  /** The code of the language by which its words are stemmed. */
  readonly language?: string;
  readonly boost: number;
  readonly words: PageWords;
};

/** The folded words that find a section, with spaces between. */
export type SectionWords = {
  /** Of the page. */
  readonly title: string;
  readonly heading: string;
  /** Of what the section documents. */
  readonly names: string;
  /** What the section is called, each as one word (`KEYS`). */
  readonly keys: string;
  readonly text: string;
  /** Stems of words and parts of names in the heading. */
  readonly headingForms: string;
  readonly textForms: string;
};

/** The folded words that find a page: each of its own once, the stems that are none of them, and those of its sections. */
export type PageWords = {
  readonly all: string;
  readonly forms: string;
  readonly sections: readonly SectionWords[];
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
      return retryIfDamaged(
        ({ database, statements: { freeSlot, addSlot, addPage, remove, pageCount, optimize } }) => {
          const count = database.transaction(() => {
            remove(build.versionId);
            const slot = freeSlot();
            const languages = new Set<string>();
            let place = 0;
            for (const page of pages()) {
              if (place === PAGES_PER_SLOT) break;
              addPage(slot * PAGES_PER_SLOT + place, page);
              if (page.language !== undefined) languages.add(page.language);
              place += 1;
            }
            const spoken = JSON.stringify([...languages].sort());
            addSlot.run({ ...build, slot, ranked: Number(build.ranked), languages: spoken });
            // A search asks every piece that an index is in. To join them writes all, so it waits for as much that is new.
            if (place >= pageCount() / 2) optimize();
            return place;
          })();
          database.pragma('wal_checkpoint(TRUNCATE)');
          return count;
        },
      );
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
  // Slots are reused, so that row ids stay small.
  const freeSlot = database
    .prepare<[], number>(
      `SELECT coalesce(min(slot), 0) + 1 FROM (SELECT 0 AS slot UNION ALL SELECT slot FROM slots) used
       WHERE NOT EXISTS (SELECT 1 FROM slots next WHERE next.slot = used.slot + 1)`,
    )
    .pluck();
  const slotOf = database.prepare<[number], number>('SELECT slot FROM slots WHERE version_id = ?').pluck();
  const between = (perSlot: number) =>
    `BETWEEN CAST(@slot AS INTEGER) * ${perSlot} AND (CAST(@slot AS INTEGER) + 1) * ${perSlot} - 1`;
  const removals = [
    // Row ids of an index without text are read from its table of sizes.
    ...(['sections', 'called', 'words'] as const).map((table) => {
      const rows = between(table === 'words' ? PAGES_PER_SLOT : PAGES_PER_SLOT * SECTIONS_PER_PAGE);
      return `DELETE FROM ${table} WHERE rowid IN (SELECT id FROM ${table}_docsize WHERE id ${rows})`;
    }),
    `DELETE FROM pages WHERE id ${between(PAGES_PER_SLOT)}`,
    'DELETE FROM slots WHERE slot = @slot',
  ].map((sql) => database.prepare(sql));
  const insertPage = database.prepare(`
    INSERT INTO pages (id, boost, path, title, language, sections)
    VALUES (@id, @boost, @path, @title, @language, @sections)`);
  const insertWords = database.prepare('INSERT INTO words (rowid, own, forms) VALUES (@id, @all, @forms)');
  const insertSection = database.prepare(`
    INSERT INTO sections (rowid, title, heading, names, text, heading_forms, text_forms)
    VALUES (CAST(@page AS INTEGER) * ${SECTIONS_PER_PAGE} + CAST(@place AS INTEGER), @title, @heading, @names, @text, @headingForms, @textForms)`);
  const insertCalled = database.prepare(`
    INSERT INTO called (rowid, title, heading, names, forms)
    VALUES (CAST(@page AS INTEGER) * ${SECTIONS_PER_PAGE} + CAST(@place AS INTEGER), @title, @heading, @names || ' ' || @keys, @headingForms)`);
  const pageCount = database.prepare<[], number>('SELECT count(*) FROM words_docsize').pluck();
  const optimizations = ['sections', 'words', 'called'].map((table) =>
    database.prepare(`INSERT INTO ${table} (${table}) VALUES ('optimize')`),
  );
  return {
    freeSlot: (): number => freeSlot.get() ?? 1,
    addSlot: database.prepare(`
      INSERT INTO slots (slot, version_id, project_id, build_id, ranked, languages)
      VALUES (@slot, @versionId, @projectId, @buildId, @ranked, @languages)`),
    addPage(id: number, { path, title, sections, boost, language, words }: IndexedPage): void {
      insertPage.run({
        id,
        boost,
        path,
        title,
        language: language ?? null,
        sections: JSON.stringify(sections),
      });
      insertWords.run({ id, all: words.all, forms: words.forms });
      for (const [place, section] of words.sections.slice(0, SECTIONS_PER_PAGE).entries()) {
        const row = { page: id, place, ...section };
        insertSection.run(row);
        insertCalled.run(row);
      }
    },
    pageCount: (): number => pageCount.get() ?? 0,
    optimize(): void {
      for (const statement of optimizations) statement.run();
    },
    remove(versionId: number): void {
      const slot = slotOf.get(versionId);
      if (slot === undefined) return;
      for (const statement of removals) statement.run({ slot });
    },
  };
}
