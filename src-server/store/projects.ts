import type { Database, Statement } from 'better-sqlite3';
import type { DocumentationType, PrivacyLevel, Project, RepositoryType } from '../model/project.ts';
import type { Timestamp } from '../model/timestamp.ts';
import { LATEST } from '../model/version.ts';
import { createList, type Page, type PageRequest } from './list-page.ts';
import { prepareRead } from './prepare-read.ts';
import type { Transactions } from './transaction.ts';

/** A project with what its own row does not hold but every answer needs. */
export type ProjectEntry = {
  readonly project: Project;
  readonly maintainers: readonly { readonly id: number; readonly username: string }[];
  /** The chosen default version when it exists and is active, else `latest` (behaviour.md 7). */
  readonly effectiveDefaultVersion: string;
  readonly parent: { readonly id: number; readonly alias: string } | null;
};

/** Just enough of a project to decide who may do what. */
export type ProjectHead = { readonly id: number; readonly slug: string; readonly privacyLevel: PrivacyLevel };

export type ProjectFilters = {
  readonly language?: string | undefined;
  readonly programmingLanguage?: string | undefined;
};

type PlainRow = {
  id: number;
  slug: string;
  name: string;
  description: string;
  repository_url: string;
  repository_type: string;
  homepage: string;
  language: string;
  programming_language: string;
  default_version: string;
  default_branch: string | null;
  analytics_code: string | null;
  single_version: number;
  show_version_warning: number;
  privacy_level: string;
  documentation_type: string;
  tags: string;
  translation_of: number | null;
  created: number;
  modified: number;
};

type Row = PlainRow & {
  maintainers: string | null;
  parent_id: number | null;
  alias: string | null;
  default_version_active: number;
};

const COLUMNS = `p.id, p.slug, p.name, p.description, p.repository_url, p.repository_type, p.homepage, p.language,
  p.programming_language, p.default_version, p.default_branch, p.analytics_code, p.single_version,
  p.show_version_warning, p.privacy_level, p.documentation_type, p.tags, p.translation_of, p.created, p.modified`;
const ENTRY = `${COLUMNS},
  (SELECT group_concat(u.id || ':' || u.username, ',' ORDER BY m.position)
   FROM project_users m JOIN users u ON u.id = m.user_id WHERE m.project_id = p.id) AS maintainers,
  s.parent_id, s.alias,
  EXISTS (SELECT 1 FROM versions v WHERE v.project_id = p.id AND v.slug = p.default_version AND v.active = 1)
    AS default_version_active`;
const JOINS = 'LEFT JOIN subprojects s ON s.child_id = p.id';
const FROM_PAGE = `${ENTRY} FROM page CROSS JOIN projects p ON p.id = page.id ${JOINS}`;

/** The columns that may change, by the field of the entity. The slug never does. */
const MUTABLE = {
  name: 'name',
  description: 'description',
  repositoryUrl: 'repository_url',
  repositoryType: 'repository_type',
  homepage: 'homepage',
  language: 'language',
  programmingLanguage: 'programming_language',
  defaultVersion: 'default_version',
  defaultBranch: 'default_branch',
  analyticsCode: 'analytics_code',
  singleVersion: 'single_version',
  showVersionWarning: 'show_version_warning',
  privacyLevel: 'privacy_level',
  documentationType: 'documentation_type',
  tags: 'tags',
  translationOf: 'translation_of',
  modified: 'modified',
} as const satisfies Partial<Record<keyof Project, string>>;
const MUTABLE_FIELDS = Object.keys(MUTABLE) as (keyof typeof MUTABLE)[];

/** So many of each are remembered between two changes. */
const KEPT = 1000;
/** Ids are small, and every request asks for one. */
const KEPT_IDS = 20_000;

/** The SQL home of `projects` and `project_users`. */
export function projectsTable(database: Database, transactions: Transactions) {
  const entries = `SELECT ${ENTRY} FROM projects p ${JOINS}`;
  const bySlug = prepareRead(database, `${entries} WHERE p.slug = ?`);
  const byId = prepareRead(database, `${entries} WHERE p.id = ?`);
  const byIds = prepareRead(database, `${entries} WHERE p.id IN (SELECT value FROM json_each(?))`);
  const bySlugs = prepareRead(database, `${entries} WHERE p.slug IN (SELECT value FROM json_each(?))`);
  const plain = prepareRead(database, `SELECT ${COLUMNS} FROM projects p WHERE p.slug = ?`);
  const head = prepareRead(
    database,
    'SELECT id, slug, privacy_level AS privacyLevel FROM projects WHERE slug = ?',
  );
  const isMaintainer = prepareRead(
    database,
    'SELECT 1 FROM project_users WHERE project_id = ? AND user_id = ?',
  );
  const addMaintainer = database.prepare(`
    INSERT INTO project_users (project_id, user_id, position, project_slug)
    SELECT @projectId, @userId, count(*), (SELECT slug FROM projects WHERE id = @projectId)
    FROM project_users WHERE project_id = @projectId`);
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
  const clearSync = database.prepare(
    'UPDATE projects SET sync_requested = NULL WHERE id = ? AND sync_requested IS NOT NULL',
  );
  const nextSync = prepareRead(
    database,
    `
    SELECT id FROM projects WHERE sync_requested IS NOT NULL ORDER BY sync_requested, id LIMIT 1`,
  );
  const insert = database.prepare(`
    INSERT INTO projects (id, slug, name, description, repository_url, repository_type, homepage, language,
      programming_language, default_version, default_branch, analytics_code, single_version, show_version_warning,
      privacy_level, documentation_type, tags, translation_of, created, modified)
    VALUES (@id, @slug, @name, @description, @repositoryUrl, @repositoryType, @homepage, @language,
      @programmingLanguage, @defaultVersion, @defaultBranch, @analyticsCode, @singleVersion, @showVersionWarning,
      @privacyLevel, @documentationType, @tags, @translationOf, @created, @modified)`);
  const updates = new Map<string, Statement>();
  /** A statement for each set of columns that change together: writing one column costs less than writing them all. */
  function updateOf(fields: readonly (keyof typeof MUTABLE)[]): Statement {
    const name = fields.join();
    let statement = updates.get(name);
    if (!statement) {
      const columns = fields.map((field) => `${MUTABLE[field]} = @${field}`).join(', ');
      statement = database.prepare(`UPDATE projects SET ${columns} WHERE id = @id`);
      updates.set(name, statement);
    }
    return statement;
  }

  const listBase = {
    direction: 'ASC' as const,
    rows: FROM_PAGE,
    changedBy: ['projects.rows' as const],
    filtersChangedBy: ['projects.values' as const],
  };
  const maintainedBy = createList<Row>(database, transactions, {
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
  const publicOnes = createList<Row>(database, transactions, {
    ...listBase,
    from: 'projects f',
    id: 'f.id',
    where: "f.privacy_level = 'public'",
    filters: { slug: 'f.slug = @slug' },
    order: ['f.slug'],
    changedBy: ['projects.rows', 'projects.values'],
  });
  const translations = createList<Row>(database, transactions, {
    ...listBase,
    from: 'projects f',
    id: 'f.id',
    where: `f.translation_of = @mainId AND (f.privacy_level = 'public' OR EXISTS (
      SELECT 1 FROM project_users m WHERE m.project_id = f.id AND m.user_id = @viewerId))`,
    filters: {},
    order: ['f.slug'],
    changedBy: ['projects.rows', 'projects.values'],
  });

  // Nearly every request asks these of the same few projects, most of them more than once.
  const entryBySlug = transactions.remember(KEPT, (slug: string) =>
    toEntry(bySlug.get(slug) as Row | undefined),
  );
  const plainBySlug = transactions.remember(KEPT, (slug: string) =>
    toProject(plain.get(slug) as PlainRow | undefined),
  );
  const headBySlug = transactions.remember(KEPT, (slug: string) => head.get(slug) as ProjectHead | undefined);
  // A project keeps its slug and its id, so these two outlast other changes.
  const idOf = transactions.remember(
    KEPT_IDS,
    (slug: string) => (head.get(slug) as ProjectHead | undefined)?.id,
    ['projects.rows'],
  );
  const maintains = transactions.remember(
    KEPT_IDS,
    (pair: `${number} ${number}`) => {
      const [projectId, userId] = pair.split(' ').map(Number);
      return isMaintainer.get(projectId, userId) !== undefined;
    },
    ['projects.rows'],
  );

  const page = (rows: Page<Row>): Page<ProjectEntry> => ({
    count: rows.count,
    items: rows.items.map(fromRow),
  });
  return {
    bySlug: entryBySlug,
    byId: (id: number): ProjectEntry | undefined => toEntry(byId.get(id) as Row | undefined),
    /** In no particular order; ids that do not exist are left out. */
    byIds: (ids: readonly number[]): ProjectEntry[] => (byIds.all(JSON.stringify(ids)) as Row[]).map(fromRow),
    /** In no particular order; slugs that do not exist are left out. */
    bySlugs: (slugs: readonly string[]): ProjectEntry[] =>
      (bySlugs.all(JSON.stringify(slugs)) as Row[]).map(fromRow),
    /** The project alone, for those who need nothing beside it. */
    plainBySlug,
    head: headBySlug,
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
    publicOnes: (filters: { slug?: string | undefined }, request: PageRequest) =>
      page(publicOnes({}, filters, request)),
    /** The translations of a main project that this user may see, by slug. */
    translationsOf: (mainId: number, viewerId: number, request: PageRequest) =>
      page(translations({ mainId, viewerId }, {}, request)),
    addMaintainer(projectId: number, userId: number): void {
      addMaintainer.run({ projectId, userId });
      transactions.touch('projects.rows');
    },
    insert(project: Omit<Project, 'id'> & { id?: number | undefined }): Project {
      const { lastInsertRowid } = insert.run(toRow({ ...project, id: project.id ?? null }));
      transactions.touch('projects.rows');
      return { ...project, id: Number(lastInsertRowid) };
    },
    /** Writes what differs from `before`, which is what the row holds; without it, every column that may change. */
    update(project: Project, before?: Project): void {
      const fields = MUTABLE_FIELDS.filter((field) => project[field] !== before?.[field]);
      if (fields.length > 0) updateOf(fields).run(toRow(project));
      transactions.touch('projects.values');
    },
    /** Notes that the repository's versions should be read anew; false when that waits already, and keeps its place. */
    requestSync: (id: number, at: Timestamp): boolean => requestSync.run({ id, at }).changes === 1,
    /** False when nothing waited. */
    clearSync: (id: number): boolean => clearSync.run(id).changes === 1,
    /** Id of the project that has waited longest for its versions to be read. */
    nextSync: (): number | undefined => (nextSync.get() as { id: number } | undefined)?.id,
  };
}

function toRow(project: Omit<Project, 'id'> & { id: number | null }) {
  return {
    ...project,
    singleVersion: project.singleVersion ? 1 : 0,
    showVersionWarning: project.showVersionWarning ? 1 : 0,
    tags: JSON.stringify(project.tags),
  };
}

function toEntry(row: Row | undefined): ProjectEntry | undefined {
  return row && fromRow(row);
}

function toProject(row: PlainRow | undefined): Project | undefined {
  return row && projectOf(row);
}

function projectOf(row: PlainRow): Project {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    repositoryUrl: row.repository_url,
    repositoryType: row.repository_type as RepositoryType,
    homepage: row.homepage,
    language: row.language,
    programmingLanguage: row.programming_language,
    defaultVersion: row.default_version,
    defaultBranch: row.default_branch,
    analyticsCode: row.analytics_code,
    singleVersion: row.single_version === 1,
    showVersionWarning: row.show_version_warning === 1,
    privacyLevel: row.privacy_level as PrivacyLevel,
    documentationType: row.documentation_type as DocumentationType,
    tags: row.tags === '[]' ? [] : (JSON.parse(row.tags) as string[]),
    translationOf: row.translation_of,
    created: row.created,
    modified: row.modified,
  };
}

function fromRow(row: Row): ProjectEntry {
  return {
    project: projectOf(row),
    maintainers: toMaintainers(row.maintainers),
    effectiveDefaultVersion: row.default_version_active === 1 ? row.default_version : LATEST,
    parent: row.parent_id === null || row.alias === null ? null : { id: row.parent_id, alias: row.alias },
  };
}

/** `1:alice,7:bob`; user names hold neither commas nor colons. */
function toMaintainers(text: string | null): ProjectEntry['maintainers'] {
  if (!text) return [];
  return text.split(',').map((part) => {
    const colon = part.indexOf(':');
    return { id: Number(part.slice(0, colon)), username: part.slice(colon + 1) };
  });
}
