import type { Database, Statement } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { Project } from '../../../model/projects/project.ts';
import { createList, type Page, type PageRequest } from '../../engine/list-page.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';
import {
  ENTRY,
  FROM_PAGE,
  INSERT_PROJECT,
  JOINS,
  MUTABLE_FIELDS,
  type MutableField,
  PROJECT,
  type ProjectEntry,
  type ProjectRow,
  toEntry,
  toProject,
  toRow,
  updateProject,
} from './project-rows.ts';
import { isPublic, isVisible } from './visibility.ts';

export type ProjectFilters = {
  readonly language?: string | undefined;
  readonly programmingLanguage?: string | undefined;
  /** A part of the name, in any case. */
  readonly namePart?: string | undefined;
  /** A part of the slug, in any case. */
  readonly slugPart?: string | undefined;
};

/** State of the repository sync of a project. */
export type SyncState = {
  readonly requested: Timestamp | null;
  readonly synced: Timestamp | null;
  readonly problem: string | null;
};

/** Entries cached in each cache between two changes. */
const ENTRY_CACHE_SIZE = 1000;
/** Larger, since ids are small and every request looks one up. */
const ID_CACHE_SIZE = 20_000;

/** Reads and writes `projects` and `project_users`. */
export function projectsTable(database: Database, transactions: Transactions) {
  const entries = `SELECT ${ENTRY} FROM projects p ${JOINS}`;
  const bySlug = prepareRead(database, `${entries} WHERE p.slug = ?`);
  const byId = prepareRead(database, `${entries} WHERE p.id = ?`);
  const byIds = prepareRead(database, `${entries} WHERE p.id IN (SELECT value FROM json_each(?))`);
  const bySlugs = prepareRead(database, `${entries} WHERE p.slug IN (SELECT value FROM json_each(?))`);
  const projectOnly = prepareRead(database, `SELECT ${PROJECT} FROM projects p WHERE p.slug = ?`);
  const idBySlug = prepareRead(database, 'SELECT id FROM projects WHERE slug = ?');
  const isMaintainer = prepareRead(
    database,
    'SELECT 1 FROM project_users WHERE project_id = ? AND user_id = ?',
  );
  const addMaintainer = database.prepare(`
    INSERT INTO project_users (project_id, user_id, position, project_slug)
    SELECT @projectId, @userId, coalesce(@position, max(position) + 1, 0), (SELECT slug FROM projects WHERE id = @projectId)
    FROM project_users WHERE project_id = @projectId`);
  const removeMaintainer = database.prepare(
    'DELETE FROM project_users WHERE project_id = ? AND user_id = ? RETURNING position',
  );
  const translationInto = prepareRead(
    database,
    `
    SELECT slug FROM projects WHERE translation_of = @mainId AND language = @language AND id <> @exceptId`,
  );
  const translationLanguages = prepareRead(
    database,
    `
    SELECT translation_of AS mainId, language FROM projects
    WHERE translation_of IN (SELECT value FROM json_each(?))`,
  );
  const requestSync = database.prepare(
    'UPDATE projects SET sync_requested = @at WHERE id = @id AND sync_requested IS NULL',
  );
  const syncRequested = prepareRead(database, 'SELECT sync_requested AS at FROM projects WHERE id = ?');
  const clearSync = database.prepare(
    'UPDATE projects SET sync_requested = NULL WHERE id = ? AND sync_requested IS NOT NULL',
  );
  const recordSync = database.prepare(
    'UPDATE projects SET synced = coalesce(@at, synced), sync_problem = @problem WHERE id = @id',
  );
  const syncState = prepareRead(
    database,
    `SELECT sync_requested AS requested, synced, sync_problem AS problem FROM projects WHERE id = ?`,
  );
  const nextSync = prepareRead(
    database,
    `
    SELECT id FROM projects WHERE sync_requested IS NOT NULL ORDER BY sync_requested, id LIMIT 1`,
  );
  const insert = database.prepare(INSERT_PROJECT);
  const updates = new Map<string, Statement>();
  /** Prepares one statement for each set of changed columns: writing one column is cheaper than writing all. */
  function updateOf(fields: readonly MutableField[]): Statement {
    const name = fields.join();
    const statement = updates.get(name) ?? database.prepare(updateProject(fields));
    updates.set(name, statement);
    return statement;
  }

  const listBase = {
    direction: 'ASC' as const,
    rows: FROM_PAGE,
    changedBy: ['projects.rows' as const],
    filtersChangedBy: ['projects.values' as const],
  };
  const maintainedBy = createList<ProjectRow>(database, transactions, {
    ...listBase,
    // SQLite drops a left join that no filter uses, so an unfiltered list never reads `projects`.
    from: 'project_users m LEFT JOIN projects f ON f.id = m.project_id',
    id: 'm.project_id',
    where: 'm.user_id = @userId',
    filters: {
      language: 'f.language = @language',
      programmingLanguage: 'f.programming_language = @programmingLanguage',
      namePart: 'instr(lower(f.name), lower(@namePart)) > 0',
      slugPart: 'instr(lower(f.slug), lower(@slugPart)) > 0',
    },
    order: ['m.project_slug'],
  });
  const publicList = createList<ProjectRow>(database, transactions, {
    ...listBase,
    from: 'projects f',
    id: 'f.id',
    where: isPublic('f'),
    filters: { slug: 'f.slug = @slug' },
    order: ['f.slug'],
    changedBy: ['projects.rows', 'projects.values'],
  });
  const translations = createList<ProjectRow>(database, transactions, {
    ...listBase,
    from: 'projects f',
    id: 'f.id',
    where: `f.translation_of = @mainId AND ${isVisible('f')}`,
    filters: {},
    order: ['f.slug'],
    changedBy: ['projects.rows', 'projects.values'],
  });

  // Nearly every request reads the same few projects, often more than once.
  const entryBySlug = transactions.memoize(ENTRY_CACHE_SIZE, (slug: string) =>
    entryOf(bySlug.get(slug) as ProjectRow | undefined),
  );
  const projectBySlug = transactions.memoize(ENTRY_CACHE_SIZE, (slug: string) => {
    const row = projectOnly.get(slug) as Parameters<typeof toProject>[0] | undefined;
    return row && toProject(row);
  });
  // Slugs and ids never change, so only added or removed rows clear these two caches.
  const idOf = transactions.memoize(
    ID_CACHE_SIZE,
    (slug: string) => (idBySlug.get(slug) as { id: number } | undefined)?.id,
    ['projects.rows'],
  );
  const maintains = transactions.memoize(
    ID_CACHE_SIZE,
    (pair: `${number} ${number}`) => {
      const [projectId, userId] = pair.split(' ').map(Number);
      return isMaintainer.get(projectId, userId) !== undefined;
    },
    ['projects.rows'],
  );

  const page = (rows: Page<ProjectRow>): Page<ProjectEntry> => ({
    count: rows.count,
    items: rows.items.map(toEntry),
  });
  return {
    bySlug: entryBySlug,
    byId: (id: number): ProjectEntry | undefined => entryOf(byId.get(id) as ProjectRow | undefined),
    /** Returns the projects with these ids, unordered; skips unknown ids. */
    byIds: (ids: readonly number[]): ProjectEntry[] =>
      (byIds.all(JSON.stringify(ids)) as ProjectRow[]).map(toEntry),
    /** Returns the projects with these slugs, unordered; skips unknown slugs. */
    bySlugs: (slugs: readonly string[]): ProjectEntry[] =>
      (bySlugs.all(JSON.stringify(slugs)) as ProjectRow[]).map(toEntry),
    /** Returns a project without its related values. */
    plainBySlug: projectBySlug,
    /** Returns the id of the project with this slug, if any. */
    idOf,
    isMaintainer: (projectId: number, userId: number): boolean => maintains(`${projectId} ${userId}`),
    /** Returns the slug of the translation of `mainId` into `language`, other than `exceptId`. */
    translationInto(mainId: number, language: string, exceptId: number): string | undefined {
      const row = translationInto.get({ mainId, language, exceptId }) as { slug: string } | undefined;
      return row?.slug;
    },
    /** Lists the language of every translation of these main projects. */
    translationLanguages: (mainIds: readonly number[]) =>
      translationLanguages.all(JSON.stringify(mainIds)) as { mainId: number; language: string }[],
    /** Lists the projects that a user maintains, by slug. */
    maintainedBy: (userId: number, filters: ProjectFilters, request: PageRequest) =>
      page(maintainedBy({ userId }, filters, request)),
    /** Lists the public projects, by slug. */
    listPublic: (filters: { slug?: string | undefined }, request: PageRequest) =>
      page(publicList({}, filters, request)),
    /** Lists the translations of a main project that this user may see, by slug; null sees all. */
    translationsOf: (mainId: number, viewerId: number | null, request: PageRequest) =>
      page(translations({ mainId, viewerId }, {}, request)),
    /** Adds a maintainer, at the end unless a position is given. */
    addMaintainer(projectId: number, userId: number, position?: number): void {
      addMaintainer.run({ projectId, userId, position: position ?? null });
      transactions.touch('projects.rows', projectId);
    },
    /** Removes a maintainer; returns the former position, or undefined when the user was not a maintainer. */
    removeMaintainer(projectId: number, userId: number): number | undefined {
      const row = removeMaintainer.get(projectId, userId) as { position: number } | undefined;
      transactions.touch('projects.rows', projectId);
      return row?.position;
    },
    insert(project: Omit<Project, 'id'> & { id?: number | undefined }): Project {
      const { lastInsertRowid } = insert.run(toRow({ ...project, id: project.id ?? null }));
      const id = Number(lastInsertRowid);
      transactions.touch('projects.rows', id);
      return { ...project, id };
    },
    /** Updates the columns that differ from `before`, the current row; without it, every mutable column. */
    update(project: Project, before?: Project): void {
      const fields = MUTABLE_FIELDS.filter((field) => project[field] !== before?.[field]);
      if (fields.length > 0) updateOf(fields).run(toRow(project));
      transactions.touch('projects.values', project.id);
    },
    /** Requests a repository sync; returns false when one is already requested, which keeps its position. */
    requestSync: (id: number, at: Timestamp): boolean => requestSync.run({ id, at }).changes === 1,
    /** Returns when a repository sync was requested; null when none is. */
    syncRequested: (id: number): Timestamp | null => (syncRequested.get(id) as { at: Timestamp | null }).at,
    /** Records the result of a repository sync; a null `at` keeps the time of the last successful one. */
    recordSync(id: number, at: Timestamp | null, problem: string | null): void {
      recordSync.run({ id, at, problem });
    },
    /** Returns when a sync was requested, when one last succeeded, and the problem of the last one. */
    syncState: (id: number) => syncState.get(id) as SyncState,
    /** Clears the request for a sync; returns false when there was none. */
    clearSync: (id: number): boolean => clearSync.run(id).changes === 1,
    /** Returns the project whose sync was requested first. */
    nextSync: (): number | undefined => (nextSync.get() as { id: number } | undefined)?.id,
  };
}

function entryOf(row: ProjectRow | undefined): ProjectEntry | undefined {
  return row && toEntry(row);
}
