import { statSync } from 'node:fs';
import Sqlite, { type Statement } from 'better-sqlite3';
import type { PageSection } from '../../model/search/search-page.ts';
import type { SearchTerm } from '../../model/search/search-tokenizer.ts';
import type { Page, PageRequest } from '../engine/list-page.ts';
import type { Database } from '../file/database.ts';
import { isCorruption } from '../file/integrity.ts';
import { type IndexedVersion, PAGES_PER_SLOT, removeSearchFile, SEARCH_SCHEMA } from './search-schema.ts';

/** What a page must say. */
export type SearchCriteria = {
  /** All of these. */
  readonly all: readonly SearchTerm[];
  /** And one of these, where there are any. */
  readonly any: readonly SearchTerm[];
};

/** A page that was found, with what it says. */
export type FoundPage = {
  readonly slot: number;
  readonly path: string;
  readonly title: string;
  readonly sections: readonly PageSection[];
};

type SlotRow = { slot: number; versionId: number; projectId: number; buildId: number; ranked: number };
type PageRow = { id: number; path: string; title: string; sections: string };

/** A title says more of what a page is about than a heading, a heading more than the text. */
const SCORE = 'bm25(words, 10.0, 5.0, 1.0)';
const NOTHING = { count: 0, items: [] };

/**
 * Reads the index of built pages (search.sqlite, SQLite's FTS5). Only the worker that indexes writes it. A file that is
 * not there or of another schema holds nothing, nor does one that is damaged, which is removed; `null` is never there.
 */
export function openSearchIndex(file: string | null, log: (line: string) => void) {
  const removalListeners = new Set<() => void>();
  let opened: { database: Database; inode: number; queries: ReturnType<typeof prepare> } | undefined;

  function close(): void {
    opened?.database.close();
    opened = undefined;
  }

  /** The file may have been rebuilt since it was opened. */
  function openCurrent(): ReturnType<typeof prepare> | undefined {
    const found = file === null ? undefined : statSync(file, { throwIfNoEntry: false });
    if (opened && opened.inode !== found?.ino) close();
    if (file === null || !found) return undefined;
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
      log(`The search index was damaged and is rebuilt: ${error.message}`);
      for (const listener of removalListeners) listener();
      return fallback;
    }
  }

  return {
    /** Every build whose pages are in the index. */
    all: (): IndexedVersion[] => read([], ({ all }) => (all.all() as SlotRow[]).map(fromRow)),
    /** The same of these versions, in no particular order. */
    ofVersions: (versionIds: readonly number[]): IndexedVersion[] =>
      read([], ({ ofVersions }) => (ofVersions.all(JSON.stringify(versionIds)) as SlotRow[]).map(fromRow)),
    /** The pages of these builds that say what is sought, the best first. */
    find(
      criteria: SearchCriteria,
      versions: readonly IndexedVersion[],
      { limit, offset }: PageRequest,
    ): Page<FoundPage> {
      const match = expression(criteria);
      if (match === '' || versions.length === 0) return NOTHING;
      return read<Page<FoundPage>>(NOTHING, ({ find, pages }) => {
        const { count, ids } = find(match, versions, limit, offset);
        if (ids.length === 0) return { count, items: [] };
        const rows = new Map((pages.all(JSON.stringify(ids)) as PageRow[]).map((row) => [row.id, row]));
        return { count, items: ids.flatMap((id) => toPage(rows.get(id))) };
      });
    },
    /** Calls `listener` whenever a damaged index was removed. */
    onRemoved: (listener: () => void) => void removalListeners.add(listener),
    close,
  };
}

export type SearchIndex = ReturnType<typeof openSearchIndex>;

class SchemaMismatch extends Error {}

function prepare(database: Database) {
  const columns =
    'slot, version_id AS versionId, project_id AS projectId, build_id AS buildId, ranked FROM slots';
  // The pages of one version are a range of rows, which FTS5 walks by itself; several are looked up one by one.
  const one = 'rowid BETWEEN @first AND @last';
  const several = `rowid / ${PAGES_PER_SLOT} IN (SELECT value FROM json_each(@slots))`;
  const statements = new Map<string, Statement>();
  const statement = (sql: string): Statement => {
    const known = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  // The boost of each page is only looked up where some page has one.
  const ordered = (where: string, ranked: boolean) =>
    ranked
      ? `SELECT p.id AS id, ${SCORE} * p.boost AS score FROM words CROSS JOIN pages p ON p.id = words.rowid
         WHERE words MATCH @match AND words.${where} ORDER BY score, id LIMIT @limit OFFSET @offset`
      : `SELECT rowid AS id, ${SCORE} AS score FROM words WHERE words MATCH @match AND ${where}
         ORDER BY score, rowid LIMIT @limit OFFSET @offset`;
  return {
    all: database.prepare(`SELECT ${columns}`),
    ofVersions: database.prepare(`SELECT ${columns} WHERE version_id IN (SELECT value FROM json_each(?))`),
    pages: database.prepare(
      'SELECT id, path, title, sections FROM pages WHERE id IN (SELECT value FROM json_each(?))',
    ),
    find(match: string, versions: readonly IndexedVersion[], limit: number, offset: number) {
      const [only] = versions;
      const isOne = versions.length === 1 && only !== undefined;
      const where = isOne ? one : several;
      const bound = isOne
        ? { match, first: only.slot * PAGES_PER_SLOT, last: (only.slot + 1) * PAGES_PER_SLOT - 1 }
        : { match, slots: JSON.stringify(versions.map(({ slot }) => slot)) };
      const counted = statement(`SELECT count(*) AS count FROM words WHERE words MATCH @match AND ${where}`);
      const { count } = counted.get(bound) as { count: number };
      if (count <= offset) return { count, ids: [] };
      const found = statement(
        ordered(
          where,
          versions.some(({ ranked }) => ranked),
        ),
      );
      const rows = found.all({ ...bound, limit, offset }) as { id: number }[];
      return { count, ids: rows.map(({ id }) => id) };
    },
  };
}

/** Every word stands in quotation marks, so none of them can be an operator (safety S13). */
function expression({ all, any }: SearchCriteria): string {
  const either = any.map(quoted).join(' OR ');
  return [...all.map(quoted), ...(either === '' ? [] : [`(${either})`])].join(' AND ');
}

function quoted({ words, prefix }: SearchTerm): string {
  return `"${words.join(' ').replaceAll('"', '""')}"${prefix ? ' *' : ''}`;
}

function fromRow(row: SlotRow): IndexedVersion {
  return { ...row, ranked: row.ranked === 1 };
}

function toPage(row: PageRow | undefined): FoundPage[] {
  if (!row) return [];
  const sections = JSON.parse(row.sections) as readonly PageSection[];
  return [{ slot: Math.floor(row.id / PAGES_PER_SLOT), path: row.path, title: row.title, sections }];
}
