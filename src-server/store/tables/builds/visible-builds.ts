import type { Database } from 'better-sqlite3';
import { createList, type Page, type PageRequest } from '../../engine/list-page.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';
import { isPublic } from '../projects/visibility.ts';
import {
  type BuildEntry,
  type BuildFilters,
  type BuildRow,
  ENTRY,
  fromRow,
  JOINS,
  STATE_FILTERS,
  toParameters,
} from './builds.ts';

/** Reads the builds that a caller may see, newest first, those of pull requests included (live-service.md 2). */
export function visibleBuildsQueries(database: Database, transactions: Transactions) {
  const anyExternal = prepareRead(
    database,
    'SELECT 1 FROM builds WHERE project_id = ? AND external = 1 LIMIT 1',
  );
  const anyHidden = prepareRead(
    database,
    `SELECT 1 FROM versions v WHERE v.project_id = ? AND NOT ${isPublic('v')} LIMIT 1`,
  );
  const list = {
    id: 'b.id',
    order: ['b.created', 'b.id'],
    direction: 'DESC' as const,
    rows: `${ENTRY} FROM page CROSS JOIN builds b ON b.id = page.id ${JOINS}`,
    filtersChangedBy: ['builds.values' as const],
    filters: { commit: 'b."commit" = @commit', ...STATE_FILTERS },
  };
  // Answered from an index alone; the list below has to sort.
  const plain = createList<BuildRow>(database, transactions, {
    ...list,
    from: 'builds b',
    where: 'b.project_id = @projectId AND b.external = 0',
    changedBy: ['builds.rows', 'projects.rows'],
  });
  const mixed = createList<BuildRow>(database, transactions, {
    ...list,
    from: 'builds b',
    where: `b.project_id = @projectId AND (@seesAll = 1 OR EXISTS (
      SELECT 1 FROM versions s WHERE s.id = b.version_id AND ${isPublic('s')}))`,
    changedBy: ['builds.rows', 'projects.rows', 'versions.values'],
  });
  const ofVersion = createList<BuildRow>(database, transactions, {
    ...list,
    from: 'builds b',
    where: 'b.version_id = @versionId',
    changedBy: ['builds.rows', 'projects.rows'],
  });

  const page = ({ count, items }: Page<BuildRow>): Page<BuildEntry> => ({
    count,
    items: items.map(fromRow),
  });
  return {
    /** Lists the builds of a project's public versions, or of all versions for who sees all. */
    ofProject(
      projectId: number,
      seesAll: boolean,
      filters: BuildFilters,
      request: PageRequest,
    ): Page<BuildEntry> {
      const isPlain = !anyExternal.get(projectId) && (seesAll || !anyHidden.get(projectId));
      if (isPlain) return page(plain({ projectId }, toParameters(filters), request));
      return page(mixed({ projectId, seesAll: Number(seesAll) }, toParameters(filters), request));
    },
    /** Lists the builds of a version, of a pull request's too. */
    ofVersion: (versionId: number, filters: BuildFilters, request: PageRequest): Page<BuildEntry> =>
      page(ofVersion({ versionId }, toParameters(filters), request)),
  };
}
