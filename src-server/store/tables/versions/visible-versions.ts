import type { Database } from 'better-sqlite3';
import type { Version, VersionType } from '../../../model/versions/version.ts';
import { createList, type Page, type PageRequest } from '../../engine/list-page.ts';
import type { Transactions } from '../../engine/transaction.ts';
import { isPublic } from '../projects/visibility.ts';
import { fromRow, type VersionRow } from './versions.ts';

/** Filters of today's service; texts are parts of a value, in any case (live-service.md 2). */
export type VisibleVersionFilters = {
  readonly active?: boolean | undefined;
  readonly built?: boolean | undefined;
  readonly uploaded?: boolean | undefined;
  readonly slug?: string | undefined;
  readonly verboseName?: string | undefined;
  readonly type?: VersionType | undefined;
  readonly isPublic?: boolean | undefined;
};

/** Reads the versions that a caller may see, by name, descending, without those of pull requests. */
export function visibleVersionsQueries(database: Database, transactions: Transactions) {
  const list = createList<VersionRow>(database, transactions, {
    from: 'versions v',
    id: 'v.id',
    where: `v.project_id = @projectId AND v.type <> 'external' AND (@seesAll = 1 OR ${isPublic('v')})`,
    filters: {
      active: 'v.active = @active',
      built: 'v.built = @built',
      uploaded: 'v.uploaded = @uploaded',
      slug: 'instr(lower(v.slug), lower(@slug)) > 0',
      verboseName: 'instr(lower(v.verbose_name), lower(@verboseName)) > 0',
      type: 'v.type = @type',
      isPublic: `(${isPublic('v')}) = @isPublic`,
    },
    order: ['v.verbose_name', 'v.id'],
    direction: 'DESC',
    rows: 'v.* FROM page CROSS JOIN versions v ON v.id = page.id',
    changedBy: ['versions.rows', 'projects.rows', 'versions.values'],
    filtersChangedBy: [],
  });

  return {
    /** Lists the public versions of a project, or all of them for who sees all. */
    ofProject(
      projectId: number,
      seesAll: boolean,
      filters: VisibleVersionFilters,
      request: PageRequest,
    ): Page<Version> {
      const { count, items } = list({ projectId, seesAll: Number(seesAll) }, toParameters(filters), request);
      return { count, items: items.map(fromRow) };
    },
  };
}

function toParameters(filters: VisibleVersionFilters): Record<string, string | number | undefined> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? Number(value) : value,
    ]),
  );
}
