import { statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import type { PageSection } from '../../model/search/search-page.ts';
import type { Page, PageRequest } from '../engine/list-page.ts';
import type { Database } from '../file/database.ts';
import { isCorruption } from '../file/integrity.ts';
import { prepareFind, type RankedPage } from './find-pages.ts';
import { expression, type SearchCriteria } from './search-criteria.ts';
import { type IndexedVersion, PAGES_PER_SLOT, removeSearchFile, SEARCH_SCHEMA } from './search-schema.ts';
import { prepareSimilarWords } from './similar-words.ts';

/** A search result with the sections of the page; without them when those of better results are long already. */
export type FoundPage = {
  readonly slot: number;
  readonly path: string;
  readonly title: string;
  /** The code of the language by which its words are stemmed. */
  readonly language?: string;
  readonly sections: readonly PageSection[];
  /** The place of the section that matches best. */
  readonly best: number;
};

type SlotRow = Omit<IndexedVersion, 'ranked' | 'languages'> & { ranked: number; languages: string };
type PageRow = { id: number; path: string; title: string; language: string | null; sections: string };

/** The most bytes of sections that one answer reads; pages beyond, and not the first, come without (safety S9). */
const MAX_SECTION_BYTES = 4_000_000;
const NOTHING = { count: 0, items: [] };

/**
 * Reads the index of built pages (search.sqlite, SQLite's FTS5), which only the indexing worker writes. Finds nothing
 * when `file` is null, missing, of another schema or damaged; a damaged file is removed.
 */
export function openSearchIndex(file: string | null, log: (line: string) => void) {
  const removalListeners = new Set<() => void>();
  let opened: { database: Database; inode: number; queries: ReturnType<typeof prepare> } | undefined;

  function close(): void {
    opened?.database.close();
    opened = undefined;
  }

  /** Opens the index, and reopens it when the file was rebuilt. */
  function openCurrent(): ReturnType<typeof prepare> | undefined {
    const found = file === null ? undefined : statSync(file, { throwIfNoEntry: false });
    if (opened && opened.inode !== found?.ino) close();
    // The writer replaces what is no file.
    if (file === null || !found?.isFile()) return undefined;
    if (!opened) {
      const database = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 5000 });
      try {
        if (database.pragma('user_version', { simple: true }) !== SEARCH_SCHEMA) throw new SchemaMismatch();
        opened = { database, inode: found.ino, queries: prepare(database) };
      } catch (error) {
        database.close();
        throw error;
      }
    }
    return opened.queries;
  }

  function read<T>(fallback: T, query: (queries: ReturnType<typeof prepare>) => T): T {
    try {
      const queries = openCurrent();
      return queries ? query(queries) : fallback;
    } catch (error) {
      if (error instanceof SchemaMismatch) return fallback;
      if (!isCorruption(error)) throw error;
      close();
      if (file !== null) removeSearchFile(file);
      log(`The search index is damaged and will be rebuilt: ${error.message}`);
      for (const listener of removalListeners) listener();
      return fallback;
    }
  }

  return {
    /** Lists the builds whose pages are in the index. */
    all: (): IndexedVersion[] => read([], ({ all }) => (all.all() as SlotRow[]).map(fromRow)),
    /** Lists the indexed builds of these versions, unordered. */
    ofVersions: (versionIds: readonly number[]): IndexedVersion[] =>
      read([], ({ ofVersions }) => (ofVersions.all(JSON.stringify(versionIds)) as SlotRow[]).map(fromRow)),
    /** Finds pages of these builds that match, best first. */
    find(
      criteria: SearchCriteria,
      versions: readonly IndexedVersion[],
      { limit, offset }: PageRequest,
    ): Page<FoundPage> {
      if (expression(criteria) === '' || versions.length === 0) return NOTHING;
      return read<Page<FoundPage>>(NOTHING, ({ find, pages }) => {
        const { count, pages: found } = find(criteria, versions, { limit, offset });
        if (found.length === 0) return { count, items: [] };
        const ids = JSON.stringify(found.map(({ page }) => page));
        const bound = { ids, maxBytes: MAX_SECTION_BYTES };
        const rows = new Map((pages.all(bound) as PageRow[]).map((row) => [row.id, row]));
        return { count, items: found.flatMap((page) => toPage(page, rows.get(page.page))) };
      });
    },
    /** Returns the word of these builds' pages that is most like another one; undefined where there is none. */
    similarWord: (word: string, versions: readonly IndexedVersion[]): string | undefined =>
      versions.length === 0 ? undefined : read(undefined, ({ similar }) => similar(word, versions)),
    /** Calls `listener` after a damaged index was removed. */
    onRemoved: (listener: () => void) => void removalListeners.add(listener),
    close,
  };
}

export type SearchIndex = ReturnType<typeof openSearchIndex>;

class SchemaMismatch extends Error {}

function prepare(database: Database) {
  const columns =
    'slot, version_id AS versionId, project_id AS projectId, build_id AS buildId, ranked, languages FROM slots';
  return {
    all: database.prepare(`SELECT ${columns}`),
    ofVersions: database.prepare(`SELECT ${columns} WHERE version_id IN (SELECT value FROM json_each(?))`),
    // SQLite knows the length of a text in bytes without reading it.
    pages: database.prepare(
      `SELECT p.id, p.path, p.title, p.language, CASE WHEN i.key = 0
         OR sum(octet_length(p.sections)) OVER (ORDER BY i.key) <= @maxBytes THEN p.sections ELSE '[]' END AS sections
       FROM json_each(@ids) i JOIN pages p ON p.id = i.value`,
    ),
    ...prepareFind(database),
    ...prepareSimilarWords(database),
  };
}

function fromRow(row: SlotRow): IndexedVersion {
  return { ...row, ranked: row.ranked === 1, languages: JSON.parse(row.languages) as readonly string[] };
}

function toPage({ section }: RankedPage, row: PageRow | undefined): FoundPage[] {
  if (!row) return [];
  const { id, path, title, language } = row;
  const sections = JSON.parse(row.sections) as readonly PageSection[];
  const slot = Math.floor(id / PAGES_PER_SLOT);
  return [{ slot, path, title, ...(language !== null && { language }), sections, best: section }];
}
