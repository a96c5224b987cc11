import type { Database } from 'better-sqlite3';
import type { BuildState } from '../../model/builds/build.ts';
import { type BuildOutcome, buildOutcome, isInFlight } from '../../model/builds/build-outcome.ts';
import { prepareRead } from '../engine/prepare-read.ts';
import type { Transactions } from '../engine/transaction.ts';
import {
  type BuildColumns,
  type BuildIndexEntry,
  createBuildColumns,
} from '../tables/builds/build-columns.ts';

/** The last build of a project and the number of its unfinished builds. */
export type ProjectBuilds = {
  /** The newest build; undefined when there is none. */
  readonly last: BuildIndexEntry | undefined;
  /** Number of queued and running builds. */
  readonly inFlight: number;
  /** Number of those that run. */
  readonly running: number;
};

type Row = {
  id: number;
  projectId: number;
  versionId: number;
  created: number;
  state: string;
  success: number | null;
  error: string;
  duration: number | null;
};

// The outcome needs only the beginning of an error, and errors may be long.
const COLUMNS = `b.id, b.project_id AS projectId, b.version_id AS versionId, b.created, b.state, b.success,
  substr(b.error, 1, 20) AS error, b.duration`;
const NONE: ProjectBuilds = { last: undefined, inFlight: 0, running: 0 };

/**
 * Keeps every build except those of pull requests in memory, in order, at 33 bytes each. Lists over all builds filter,
 * count and page without reading rows, which no SQLite index supports for every combination of filters. Updates single
 * builds, and reads all again when the changed ones are unknown.
 */
export function buildIndex(database: Database, transactions: Transactions) {
  const all = prepareRead(
    database,
    `SELECT ${COLUMNS} FROM builds b WHERE b.external = 0 ORDER BY b.created, b.id`,
  );
  const some = prepareRead(
    database,
    `SELECT ${COLUMNS} FROM builds b WHERE b.external = 0 AND b.id IN (SELECT value FROM json_each(?))`,
  );
  const external = prepareRead(
    database,
    'SELECT count(*) AS count FROM builds WHERE external = 1 AND id IN (SELECT value FROM json_each(?))',
  );
  const takeChanged = transactions.watch(['builds.rows', 'builds.values']);
  let columns = createBuildColumns();
  let projects = new Map<number, { last: BuildIndexEntry; inFlight: number; running: number }>();
  let revision = 0;
  let changedProjects: Set<number> | 'all' = 'all';

  function readAll(): void {
    columns = createBuildColumns();
    projects = new Map();
    changedProjects = 'all';
    for (const row of all.iterate() as IterableIterator<Row>) {
      const entry = toIndexEntry(row);
      columns.push(entry);
      count(entry, undefined);
    }
  }

  function count(entry: BuildIndexEntry, before: BuildOutcome | undefined): void {
    const known = projects.get(entry.projectId);
    const delta = Number(isInFlight(entry.outcome)) - Number(before !== undefined && isInFlight(before));
    const runs = Number(entry.outcome === 'running') - Number(before === 'running');
    const isLast = !known || compare(entry, known.last) >= 0;
    if (known) {
      known.inFlight += delta;
      known.running += runs;
      if (isLast) known.last = entry;
    } else projects.set(entry.projectId, { last: entry, inFlight: delta, running: runs });
    if (changedProjects !== 'all') changedProjects.add(entry.projectId);
  }

  function readSome(ids: ReadonlySet<number>): void {
    const list = JSON.stringify([...ids]);
    const rows = some.all(list) as Row[];
    const { count: ofPullRequests } = external.get(list) as { count: number };
    // Builds were removed; the new last build of their projects requires reading all.
    if (rows.length + ofPullRequests < ids.size) readAll();
    else for (const entry of rows.map(toIndexEntry).sort(compare)) count(entry, columns.put(entry));
  }

  function sync(): void {
    const changed = takeChanged();
    if (changed === 'all') readAll();
    else if (changed.size === 0) return;
    else readSome(changed);
    revision += 1;
  }

  return {
    /** Returns the current builds, valid until the next change. */
    columns(): BuildColumns {
      sync();
      return columns;
    },
    /** Increases when any build has changed. */
    revision(): number {
      sync();
      return revision;
    },
    /** Returns the last build and the unfinished builds of this project. */
    ofProject: (projectId: number): ProjectBuilds => projects.get(projectId) ?? NONE,
    /** Returns the projects whose builds changed since the last call; supports a single caller. */
    changedProjects(): ReadonlySet<number> | 'all' {
      sync();
      const changed = changedProjects;
      changedProjects = new Set();
      return changed;
    },
  };
}

export type BuildIndex = ReturnType<typeof buildIndex>;

function toIndexEntry(row: Row): BuildIndexEntry {
  const { id, projectId, versionId, created, duration } = row;
  const state = { state: row.state as BuildState, success: row.success === 1, error: row.error };
  return { id, projectId, versionId, created, duration, outcome: buildOutcome(state) };
}

function compare(a: BuildIndexEntry, b: BuildIndexEntry): number {
  return a.created - b.created || a.id - b.id;
}
