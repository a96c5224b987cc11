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
};

/** How a project stands with its repository. */
export type SyncState = {
  readonly requested: Timestamp | null;
  readonly synced: Timestamp | null;
  readonly problem: string | null;
};

/** So many of each are remembered between two changes. */
const ENTRY_CACHE_SIZE = 1000;
/** Ids are small, and every request asks for one. */
const ID_CACHE_SIZE = 20_000;

/** The SQL home of `projects` and `project_users`. */
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
  /** A statement for each set of columns that change together: writing one column costs less than writing them all. */
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
    // A left join that no filter uses is left out by SQLite, so the plain list never touches projects.
    from: 'project_users m LEFT JOIN projects f ON f.id = m.project_id',
    id: 'm.project_id',
    where: 'm.user_id = @userId',
    filters: {
      language: 'f.language = @language',
      programmingLanguage: 'f.programming_language = @programmingLanguage',
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

  // Nearly every request asks these of the same few projects, most of them more than once.
  const entryBySlug = transactions.memoize(ENTRY_CACHE_SIZE, (slug: string) =>
    entryOf(bySlug.get(slug) as ProjectRow | undefined),
  );
  const projectBySlug = transactions.memoize(ENTRY_CACHE_SIZE, (slug: string) => {
    const row = projectOnly.get(slug) as Parameters<typeof toProject>[0] | undefined;
    return row && toProject(row);
  });
  // A project keeps its slug and its id, so these two outlast other changes.
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
    /** In no particular order; ids that do not exist are left out. */
    byIds: (ids: readonly number[]): ProjectEntry[] =>
      (byIds.all(JSON.stringify(ids)) as ProjectRow[]).map(toEntry),
    /** In no particular order; slugs that do not exist are left out. */
    bySlugs: (slugs: readonly string[]): ProjectEntry[] =>
      (bySlugs.all(JSON.stringify(slugs)) as ProjectRow[]).map(toEntry),
    /** The project alone, for those who need nothing beside it. */
    plainBySlug: projectBySlug,
    /** The id of the project of this slug, if there is one. */
    idOf,
    isMaintainer: (projectId: number, userId: number): boolean => maintains(`${projectId} ${userId}`),
    /** Slug of the translation of `mainId` into `language`, other than `exceptId`. */
    translationInto(mainId: number, language: string, exceptId: number): string | undefined {
      const row = translationInto.get({ mainId, language, exceptId }) as { slug: string } | undefined;
      return row?.slug;
    },
    /** The language of every translation of these main projects. */
    translationLanguages: (mainIds: readonly number[]) =>
      translationLanguages.all(JSON.stringify(mainIds)) as { mainId: number; language: string }[],
    /** The projects that a user maintains, by slug. */
    maintainedBy: (userId: number, filters: ProjectFilters, request: PageRequest) =>
      page(maintainedBy({ userId }, filters, request)),
    /** The projects that anybody may see, by slug. */
    listPublic: (filters: { slug?: string | undefined }, request: PageRequest) =>
      page(publicList({}, filters, request)),
    /** The translations of a main project that this user may see, by slug; null sees all. */
    translationsOf: (mainId: number, viewerId: number | null, request: PageRequest) =>
      page(translations({ mainId, viewerId }, {}, request)),
    /** As the last one, unless a place is given. */
    addMaintainer(projectId: number, userId: number, position?: number): void {
      addMaintainer.run({ projectId, userId, position: position ?? null });
      transactions.touch('projects.rows', projectId);
    },
    /** Gives the place that the maintainer had; undefined for somebody who was none. */
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
    /** Writes what differs from `before`, which is what the row holds; without it, every column that may change. */
    update(project: Project, before?: Project): void {
      const fields = MUTABLE_FIELDS.filter((field) => project[field] !== before?.[field]);
      if (fields.length > 0) updateOf(fields).run(toRow(project));
      transactions.touch('projects.values', project.id);
    },
    /** Notes that the repository's versions should be read again; false when that waits already, and keeps its place. */
    requestSync: (id: number, at: Timestamp): boolean => requestSync.run({ id, at }).changes === 1,
    /** Since when it waits for its versions to be read; null when it does not. */
    syncRequested: (id: number): Timestamp | null => (syncRequested.get(id) as { at: Timestamp | null }).at,
    /** Notes how reading the repository went: `at` null leaves the time of the last good one. */
    recordSync(id: number, at: Timestamp | null, problem: string | null): void {
      recordSync.run({ id, at, problem });
    },
    /** Since when the project waits for its repository, when that was last read, and why not the last time. */
    syncState: (id: number) => syncState.get(id) as SyncState,
    /** False when nothing waited. */
    clearSync: (id: number): boolean => clearSync.run(id).changes === 1,
    /** Id of the project that has waited longest for its versions to be read. */
    nextSync: (): number | undefined => (nextSync.get() as { id: number } | undefined)?.id,
  };
}

function entryOf(row: ProjectRow | undefined): ProjectEntry | undefined {
  return row && toEntry(row);
}
