import type { Database } from 'better-sqlite3';
import type { PrivacyLevel } from '../../../model/projects/project.ts';
import type { DownloadFormat, Version, VersionType } from '../../../model/versions/version.ts';
import { createList, type Page, type PageRequest } from '../../engine/list-page.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';
import { isPublic } from '../projects/visibility.ts';

/** The fields that the rules for `stable` and `urls.vcs` need. */
export type VersionName = Pick<Version, 'id' | 'slug' | 'verboseName' | 'type' | 'machine' | 'identifier'>;

export type VersionFilters = {
  readonly active?: boolean | undefined;
  readonly built?: boolean | undefined;
  readonly uploaded?: boolean | undefined;
  readonly verboseName?: string | undefined;
  readonly privacyLevel?: string | undefined;
};

/** A version as the database has it. */
export type VersionRow = {
  id: number;
  project_id: number;
  slug: string;
  verbose_name: string;
  identifier: string;
  type: string;
  active: number;
  built: number;
  uploaded: number;
  machine: number;
  privacy_level: string;
  hidden: number;
  fast_rebuild: number;
  downloads: string;
  pages_build: number | null;
};

/** A version to insert; without an id it gets the next one. */
export type NewVersion = Omit<Version, 'id' | 'fastRebuild'> &
  Partial<Pick<Version, 'fastRebuild'>> & { readonly id?: number | undefined };

const PUBLIC = `${isPublic('v')} AND ${isPublic('p')}`;

/** Number of projects, or pages of projects, whose published versions are cached between two changes. */
const PUBLISHED_CACHE_SIZE = 100;

/** Reads and writes `versions`. Lists versions by name, descending as plain text (behaviour.md 8). */
export function versionsTable(database: Database, transactions: Transactions) {
  const servedBuilds = prepareRead(
    database,
    'SELECT id, project_id AS projectId, pages_build AS buildId FROM versions',
  );
  const bySlug = prepareRead(database, 'SELECT * FROM versions WHERE project_id = ? AND slug = ?');
  const byId = prepareRead(database, 'SELECT * FROM versions WHERE id = ?');
  const byIds = prepareRead(database, 'SELECT * FROM versions WHERE id IN (SELECT value FROM json_each(?))');
  const ofProject = prepareRead(
    database,
    'SELECT * FROM versions WHERE project_id = ? ORDER BY verbose_name DESC, id DESC',
  );
  const names = prepareRead(
    database,
    `
    SELECT id, slug, verbose_name AS verboseName, type, machine, identifier FROM versions
    WHERE project_id = ? AND type <> 'external' ORDER BY id`,
  );
  const published = prepareRead(
    database,
    `
    SELECT * FROM versions v
    WHERE v.project_id IN (SELECT value FROM json_each(?)) AND v.active = 1 AND (v.built = 1 OR v.uploaded = 1)
      AND ${isPublic('v')} AND v.type <> 'external'
    ORDER BY v.verbose_name DESC, v.id DESC`,
  );
  const insert = database.prepare(`
    INSERT INTO versions (id, project_id, slug, verbose_name, identifier, type, active, built, uploaded, machine,
      privacy_level, hidden, fast_rebuild, downloads, pages_build)
    VALUES (@id, @projectId, @slug, @verboseName, @identifier, @type, @active, @built, @uploaded, @machine,
      @privacyLevel, @hidden, @fastRebuild, @downloads, @pagesBuild)`);
  const update = database.prepare(`
    UPDATE versions SET verbose_name = @verboseName, identifier = @identifier, type = @type, active = @active,
      built = @built, uploaded = @uploaded, machine = @machine, privacy_level = @privacyLevel,
      hidden = @hidden, fast_rebuild = @fastRebuild, downloads = @downloads, pages_build = @pagesBuild WHERE id = @id`);
  const remove = database.prepare('DELETE FROM versions WHERE id = ? RETURNING project_id AS projectId');
  const anyBuild = prepareRead(database, 'SELECT 1 FROM builds WHERE version_id = ? LIMIT 1');

  const list = {
    id: 'v.id',
    order: ['v.verbose_name', 'v.id'],
    direction: 'DESC' as const,
    rows: 'v.* FROM page CROSS JOIN versions v ON v.id = page.id',
    changedBy: ['versions.rows' as const, 'projects.rows' as const],
    filtersChangedBy: ['versions.values' as const],
  };
  const internal = createList<VersionRow>(database, transactions, {
    ...list,
    from: 'versions v',
    where: "v.project_id = @projectId AND v.type <> 'external'",
    filters: {
      active: 'v.active = @active',
      built: 'v.built = @built',
      uploaded: 'v.uploaded = @uploaded',
      verboseName: 'v.verbose_name = @verboseName',
      privacyLevel: 'v.privacy_level = @privacyLevel',
    },
  });
  const publicList = createList<VersionRow>(database, transactions, {
    ...list,
    from: 'versions v JOIN projects p ON p.id = v.project_id',
    where: PUBLIC,
    filters: { projectId: 'v.project_id = @projectId', active: 'v.active = @active' },
    changedBy: [...list.changedBy, 'versions.values', 'projects.values'],
  });

  const publishedByIds = transactions.memoize(PUBLISHED_CACHE_SIZE, (ids: string) =>
    (published.all(ids) as VersionRow[]).map(fromRow),
  );

  const page = (rows: Page<VersionRow>): Page<Version> => ({
    count: rows.count,
    items: rows.items.map(fromRow),
  });
  return {
    bySlug(projectId: number, slug: string): Version | undefined {
      return toVersion(bySlug.get(projectId, slug) as VersionRow | undefined);
    },
    byId: (id: number): Version | undefined => toVersion(byId.get(id) as VersionRow | undefined),
    byIds: (ids: readonly number[]): Version[] =>
      (byIds.all(JSON.stringify(ids)) as VersionRow[]).map(fromRow),
    /** Lists all versions of a project, including pull requests. */
    ofProject: (projectId: number): Version[] => (ofProject.all(projectId) as VersionRow[]).map(fromRow),
    /** Lists the names of a project's versions, without pull requests, oldest first. */
    namesOf: (projectId: number): VersionName[] =>
      (names.all(projectId) as (Omit<VersionName, 'machine'> & { machine: number })[]).map((row) => ({
        ...row,
        machine: row.machine === 1,
      })),
    /** Lists active public versions of these projects, built or uploaded, without pull requests (behaviour.md 5). */
    publishedOf: (projectIds: readonly number[]): readonly Version[] =>
      publishedByIds(JSON.stringify(projectIds)),
    internalOf: (projectId: number, filters: VersionFilters, request: PageRequest): Page<Version> =>
      page(internal({ projectId }, toParameters(filters), request)),
    listPublic: (
      filters: { projectId?: number | undefined; active?: boolean | undefined },
      request: PageRequest,
    ): Page<Version> =>
      page(publicList({}, { projectId: filters.projectId, active: toBit(filters.active) }, request)),
    /** Lists all versions with the build whose pages they serve; null for none. */
    servedBuilds: () => servedBuilds.all() as { id: number; projectId: number; buildId: number | null }[],
    insert(version: NewVersion): Version {
      const complete = { fastRebuild: false, ...version };
      const { lastInsertRowid } = insert.run(toRow({ ...complete, id: version.id ?? null }));
      transactions.touch('versions.rows', version.projectId);
      return { ...complete, id: Number(lastInsertRowid) };
    },
    /** Updates every mutable column; the slug never changes. */
    update(version: Version): void {
      update.run(toRow(version));
      transactions.touch('versions.rows', version.projectId);
      transactions.touch('versions.values', version.projectId);
    },
    /** Removes a version with its builds and their commands. */
    remove(id: number): void {
      const hadBuilds = anyBuild.get(id) !== undefined;
      const row = remove.get(id) as { projectId: number } | undefined;
      transactions.touch('versions.rows', row?.projectId);
      if (hadBuilds) transactions.touch('builds.rows');
    },
  };
}

function toBit(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function toParameters(filters: VersionFilters): Record<string, string | number | undefined> {
  return {
    ...filters,
    active: toBit(filters.active),
    built: toBit(filters.built),
    uploaded: toBit(filters.uploaded),
  };
}

function toRow(version: Omit<Version, 'id'> & { id: number | null }) {
  return {
    ...version,
    active: Number(version.active),
    built: Number(version.built),
    uploaded: Number(version.uploaded),
    machine: Number(version.machine),
    hidden: Number(version.hidden),
    fastRebuild: Number(version.fastRebuild),
    downloads: JSON.stringify(version.downloads),
  };
}

function toVersion(row: VersionRow | undefined): Version | undefined {
  return row && fromRow(row);
}

/** Gives the version of a row. */
export function fromRow(row: VersionRow): Version {
  return {
    id: row.id,
    projectId: row.project_id,
    slug: row.slug,
    verboseName: row.verbose_name,
    identifier: row.identifier,
    type: row.type as VersionType,
    active: row.active === 1,
    built: row.built === 1,
    uploaded: row.uploaded === 1,
    machine: row.machine === 1,
    privacyLevel: row.privacy_level as PrivacyLevel,
    hidden: row.hidden === 1,
    fastRebuild: row.fast_rebuild === 1,
    downloads: row.downloads === '[]' ? [] : (JSON.parse(row.downloads) as DownloadFormat[]),
    pagesBuild: row.pages_build,
  };
}
