import { statSync } from 'node:fs';
import Sqlite, { type Statement } from 'better-sqlite3';
import type { PageSection } from '../../model/search/search-page.ts';
import type { SearchTerm } from '../../model/search/search-tokenizer.ts';
import type { Page, PageRequest } from '../engine/list-page.ts';
import type { Database } from '../file/database.ts';
import { isCorruption } from '../file/integrity.ts';
import { type IndexedVersion, PAGES_PER_SLOT, removeSearchFile, SEARCH_SCHEMA } from './search-schema.ts';

/** The terms that a page must contain. */
export type SearchCriteria = {
  /** A page must contain all of these. */
  readonly all: readonly SearchTerm[];
  /** And at least one of these, if there are any. */
  readonly any: readonly SearchTerm[];
};

/** A search result with the sections of the page; without them when those of better results are long already. */
export type FoundPage = {
  readonly slot: number;
  readonly path: string;
  readonly title: string;
  readonly sections: readonly PageSection[];
};

type SlotRow = { slot: number; versionId: number; projectId: number; buildId: number; ranked: number };
type PageRow = { id: number; path: string; title: string; sections: string };

/** Ranks matches in titles above matches in headings, and those above matches in the text. */
const SCORE = 'bm25(words, 10.0, 5.0, 1.0)';
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
      const match = expression(criteria);
      if (match === '' || versions.length === 0) return NOTHING;
      return read<Page<FoundPage>>(NOTHING, ({ find, pages }) => {
        const { count, ids } = find(match, versions, limit, offset);
        if (ids.length === 0) return { count, items: [] };
        const bound = { ids: JSON.stringify(ids), maxBytes: MAX_SECTION_BYTES };
        const rows = new Map((pages.all(bound) as PageRow[]).map((row) => [row.id, row]));
        return { count, items: ids.flatMap((id) => toPage(rows.get(id))) };
      });
    },
    /** Calls `listener` after a damaged index was removed. */
    onRemoved: (listener: () => void) => void removalListeners.add(listener),
    close,
  };
}

export type SearchIndex = ReturnType<typeof openSearchIndex>;

class SchemaMismatch extends Error {}

function prepare(database: Database) {
  const columns =
    'slot, version_id AS versionId, project_id AS projectId, build_id AS buildId, ranked FROM slots';
  // The pages of one version are a range of row ids, which FTS5 scans itself; several versions need a filter per row.
  const one = 'rowid BETWEEN @first AND @last';
  const several = `rowid / ${PAGES_PER_SLOT} IN (SELECT value FROM json_each(@slots))`;
  const statements = new Map<string, Statement>();
  const statement = (sql: string): Statement => {
    const known = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  // Joins `pages` for the boost only when some page has one.
  const ordered = (where: string, ranked: boolean) =>
    ranked
      ? `SELECT p.id AS id, ${SCORE} * p.boost AS score FROM words CROSS JOIN pages p ON p.id = words.rowid
         WHERE words MATCH @match AND words.${where} ORDER BY score, id LIMIT @limit OFFSET @offset`
      : `SELECT rowid AS id, ${SCORE} AS score FROM words WHERE words MATCH @match AND ${where}
         ORDER BY score, rowid LIMIT @limit OFFSET @offset`;
  return {
    all: database.prepare(`SELECT ${columns}`),
    ofVersions: database.prepare(`SELECT ${columns} WHERE version_id IN (SELECT value FROM json_each(?))`),
    // SQLite knows the length of a text in bytes without reading it.
    pages: database.prepare(
      `SELECT p.id, p.path, p.title, CASE WHEN i.key = 0
         OR sum(octet_length(p.sections)) OVER (ORDER BY i.key) <= @maxBytes THEN p.sections ELSE '[]' END AS sections
       FROM json_each(@ids) i JOIN pages p ON p.id = i.value`,
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

/** Builds the FTS5 expression; every word is quoted, so none can be an operator (safety S13). */
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
