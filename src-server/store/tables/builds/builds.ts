import type { Database } from 'better-sqlite3';
import { sortedJson } from '../../../model/base/text/sorted-json.ts';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { Build, BuildMode, BuildState } from '../../../model/builds/build.ts';
import { CANCELLED } from '../../../model/builds/build-outcome.ts';
import { type CommitText, NO_COMMIT_TEXT } from '../../../model/builds/commit-text.ts';
import { createList, type Page, type PageRequest } from '../../engine/list-page.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';
import { isPublic } from '../projects/visibility.ts';
import { isInFlight } from './in-flight.ts';

/** A build with the slugs of its project and version. */
export type BuildEntry = Omit<Build, 'config'> & {
  /** When a runner took it; absent before, and of builds that did not run here. */
  readonly began?: Timestamp;
  readonly projectSlug: string;
  readonly versionSlug: string;
  /** The configuration file as JSON with sorted keys, ready for a response. */
  readonly configText: string;
};

/** A build to insert; without an id it gets the next one. */
export type NewBuild = Omit<Build, 'id' | 'mode' | keyof CommitText> &
  Partial<CommitText & Pick<Build, 'mode'>> & { readonly id?: number | undefined };

export type BuildFilters = {
  readonly commit?: string | undefined;
  /** True for unfinished builds, false for finished ones. */
  readonly running?: boolean | undefined;
};

/** A build as the database has it, with the slugs. */
export type BuildRow = {
  id: number;
  project_id: number;
  version_id: number;
  created: number;
  state: string;
  success: number | null;
  error: string;
  commit: string | null;
  commit_subject: string;
  commit_author: string;
  duration: number | null;
  claimed: number | null;
  mode: string;
  config: string;
  project_slug: string;
  version_slug: string;
};

/** SQL: the columns of a `BuildRow`, and the tables that they need beside `builds b`. */
export const ENTRY = `b.id, b.project_id, b.version_id, b.created, b.state, b.success, b.error, b."commit", b.commit_subject, b.commit_author,
  b.duration, b.claimed, b.mode, b.config, p.slug AS project_slug, v.slug AS version_slug`;
export const JOINS =
  'CROSS JOIN versions v ON v.id = b.version_id CROSS JOIN projects p ON p.id = b.project_id';
/** Maps the two values of the `running` filter to conditions on `state`. */
export const STATE_FILTERS = { running: isInFlight('b'), finished: "b.state IN ('finished', 'cancelled')" };

/** Reads and writes `builds`. Lists builds newest first (behaviour.md 9). */
export function buildsTable(database: Database, transactions: Transactions) {
  const entries = `SELECT ${ENTRY} FROM builds b ${JOINS}`;
  const byId = prepareRead(database, `${entries} WHERE b.id = ?`);
  const latestByVersion = prepareRead(
    database,
    `
    ${entries.replace('FROM builds b', 'FROM json_each(?) wanted CROSS JOIN builds b')}
    WHERE b.id = (SELECT n.id FROM builds n WHERE n.version_id = wanted.value
                  ORDER BY n.created DESC, n.id DESC LIMIT 1)`,
  );
  const lastResult = prepareRead(
    database,
    `SELECT success FROM builds
     WHERE version_id = ? AND external = 0 AND state = 'finished' AND NOT (success IS NOT 1 AND error GLOB '${CANCELLED}*')
     ORDER BY created DESC, id DESC LIMIT 1`,
  );
  // Names the index: few builds are unfinished, but the planner may scan all of them.
  const inFlight = entries.replace('FROM builds b', 'FROM builds b INDEXED BY builds_in_flight');
  const runningOfVersion = prepareRead(
    database,
    `SELECT 1 FROM builds b INDEXED BY builds_in_flight_by_version
     WHERE version_id = ? AND ${isInFlight('b')} LIMIT 1`,
  );
  const nextQueued = prepareRead(
    database,
    `${inFlight} WHERE ${isInFlight('b')} AND b.state = 'triggered' AND b.claimed IS NULL AND b.recorded = 0 AND b.version_id NOT IN (
       SELECT h.version_id FROM builds h INDEXED BY builds_in_flight
       WHERE ${isInFlight('h')} AND h.claimed IS NOT NULL)
       AND (@isScriptedOnly = 0 OR (SELECT builder FROM projects WHERE id = b.project_id) IS NOT NULL)
     ORDER BY b.created, b.id LIMIT 1`,
  );
  const waitingOfVersion = prepareRead(
    database,
    `${entries.replace('FROM builds b', 'FROM builds b INDEXED BY builds_in_flight_by_version')}
     WHERE b.version_id = ? AND ${isInFlight('b')} AND b.state = 'triggered' AND b.claimed IS NULL AND b.recorded = 0
     ORDER BY b.id`,
  );
  const superseded = prepareRead(
    database,
    `SELECT b.id, max(y.id) AS by FROM builds b INDEXED BY builds_in_flight
     JOIN builds y INDEXED BY builds_in_flight_by_version
       ON y.version_id = b.version_id AND ${isInFlight('y')} AND y.id > b.id
     WHERE ${isInFlight('b')} AND b.state = 'triggered' AND b.claimed IS NULL AND b.recorded = 0
       AND y.state = 'triggered' AND y.claimed IS NULL AND y.recorded = 0
     GROUP BY b.id`,
  );
  const claimed = prepareRead(
    database,
    `${inFlight} WHERE ${isInFlight('b')} AND b.claimed IS NOT NULL ORDER BY b.id`,
  );
  const claim = database.prepare('UPDATE builds SET claimed = ? WHERE id = ?');
  const claimedAt = prepareRead(database, 'SELECT claimed FROM builds WHERE id = ?');
  const insert = database.prepare(`
    INSERT INTO builds (id, project_id, version_id, created, state, success, error, "commit", commit_subject, commit_author,
      duration, mode, config, recorded, external)
    VALUES (@id, @projectId, @versionId, @created, @state, @success, @error, @commit, @commitSubject, @commitAuthor, @duration, @mode, @config, @recorded,
      (SELECT type = 'external' FROM versions WHERE id = @versionId))`);
  const removeQueued = database.prepare(
    "DELETE FROM builds WHERE id = ? AND state = 'triggered' AND claimed IS NULL",
  );
  const update = database.prepare(`
    UPDATE builds SET state = @state, success = @success, error = @error, "commit" = @commit,
      commit_subject = @commitSubject, commit_author = @commitAuthor, duration = @duration, mode = @mode, config = @config WHERE id = @id`);

  const list = {
    id: 'b.id',
    order: ['b.created', 'b.id'],
    direction: 'DESC' as const,
    rows: `${ENTRY} FROM page CROSS JOIN builds b ON b.id = page.id ${JOINS}`,
    changedBy: ['builds.rows' as const, 'projects.rows' as const],
    filtersChangedBy: ['builds.values' as const],
    filters: { commit: 'b."commit" = @commit', ...STATE_FILTERS },
  };
  const ofProject = createList<BuildRow>(database, transactions, {
    ...list,
    from: 'builds b',
    where: 'b.project_id = @projectId AND b.external = 0',
  });
  const ofVersion = createList<BuildRow>(database, transactions, {
    ...list,
    from: 'builds b',
    where: 'b.version_id = @versionId AND b.external = 0',
  });
  const publicList = createList<BuildRow>(database, transactions, {
    ...list,
    from: 'builds b CROSS JOIN versions v ON v.id = b.version_id CROSS JOIN projects p ON p.id = b.project_id',
    where: `${isPublic('v')} AND ${isPublic('p')}`,
    filters: { ...list.filters, projectId: 'b.project_id = @projectId' },
    changedBy: [...list.changedBy, 'versions.values', 'projects.values'],
  });

  const page = (rows: Page<BuildRow>): Page<BuildEntry> => ({
    count: rows.count,
    items: rows.items.map(fromRow),
  });
  return {
    byId: (id: number): BuildEntry | undefined => toBuild(byId.get(id) as BuildRow | undefined),
    /** Returns the newest build of each of these versions, in any state. */
    latestByVersion(versionIds: readonly number[]): Map<number, BuildEntry> {
      const rows = latestByVersion.all(JSON.stringify(versionIds)) as BuildRow[];
      return new Map(rows.map((row) => [row.version_id, fromRow(row)]));
    },
    /** Returns whether the newest finished build of a version succeeded, except those of pull requests and cancelled ones. */
    lastResult(versionId: number): boolean | undefined {
      const row = lastResult.get(versionId) as { success: number | null } | undefined;
      return row && row.success === 1;
    },
    isRunning: (versionId: number): boolean => runningOfVersion.get(versionId) !== undefined,
    ofProject: (projectId: number, filters: BuildFilters, request: PageRequest): Page<BuildEntry> =>
      page(ofProject({ projectId }, toParameters(filters), request)),
    ofVersion: (versionId: number, filters: BuildFilters, request: PageRequest): Page<BuildEntry> =>
      page(ofVersion({ versionId }, toParameters(filters), request)),
    /** Lists builds of public versions of public projects. */
    listPublic: (
      filters: { projectId?: number | undefined; commit?: string | undefined },
      request: PageRequest,
    ): Page<BuildEntry> => page(publicList({}, filters, request)),
    /** Lists the queued builds of a version that a runner may take, oldest first. */
    waitingOf: (versionId: number): BuildEntry[] =>
      (waitingOfVersion.all(versionId) as BuildRow[]).map(fromRow),
    /** Lists queued builds that a newer queued build of the same version replaces, with the id of the newest. */
    superseded: () => superseded.all() as { id: number; by: number }[],
    /** Returns the build to run next: the oldest queued one whose version has no running build. */
    nextQueued: (isScriptedOnly = false): BuildEntry | undefined =>
      toBuild(nextQueued.get({ isScriptedOnly: Number(isScriptedOnly) }) as BuildRow | undefined),
    /** Lists unfinished builds that a runner took. */
    claimed: (): BuildEntry[] => (claimed.all() as BuildRow[]).map(fromRow),
    claim(id: number, at: Timestamp): void {
      claim.run(at, id);
    },
    /** Returns when a runner took the build; null while none has. */
    claimedAt: (id: number): Timestamp | null =>
      (claimedAt.get(id) as { claimed: number | null } | undefined)?.claimed ?? null,
    /** Inserts a build; one that is `recorded` was imported from a seed file, and no runner takes it. */
    insert(build: NewBuild, recorded = false): Build {
      const configText = sortedJson(build.config);
      const row = toRow({ ...NO_COMMIT_TEXT, mode: 'clean', ...build, id: build.id ?? null, configText });
      const { lastInsertRowid } = insert.run({ ...row, recorded: Number(recorded) });
      const id = Number(lastInsertRowid);
      transactions.touch('builds.rows', id);
      transactions.touch('builds.values', id);
      return { ...NO_COMMIT_TEXT, mode: 'clean', ...build, id };
    },
    /** Removes a queued build; returns false when it does not exist or has started. */
    removeQueued(id: number): boolean {
      if (removeQueued.run(id).changes === 0) return false;
      transactions.touch('builds.rows');
      transactions.touch('builds.values');
      return true;
    },
    update(build: BuildEntry): void {
      update.run(toRow(build));
      transactions.touch('builds.values', build.id);
    },
  };
}

/** Gives the parameters of the filters of a list of builds. */
export function toParameters(filters: BuildFilters): Record<string, string | number | undefined> {
  return {
    commit: filters.commit,
    running: filters.running === true ? 1 : undefined,
    finished: filters.running === false ? 1 : undefined,
  };
}

function toRow(build: Omit<Build, 'id' | 'config'> & { id: number | null; configText: string }) {
  return {
    id: build.id,
    projectId: build.projectId,
    versionId: build.versionId,
    created: build.created,
    state: build.state,
    success: build.success === null ? null : Number(build.success),
    error: build.error,
    commit: build.commit,
    commitSubject: build.commitSubject,
    commitAuthor: build.commitAuthor,
    duration: build.duration,
    mode: build.mode,
    config: build.configText,
  };
}

function toBuild(row: BuildRow | undefined): BuildEntry | undefined {
  return row && fromRow(row);
}

/** Gives the build of a row. */
export function fromRow(row: BuildRow): BuildEntry {
  return {
    id: row.id,
    projectId: row.project_id,
    versionId: row.version_id,
    created: row.created,
    state: row.state as BuildState,
    success: row.success === null ? null : row.success === 1,
    error: row.error,
    commit: row.commit,
    commitSubject: row.commit_subject,
    commitAuthor: row.commit_author,
    duration: row.duration,
    ...(row.claimed !== null && { began: row.claimed }),
    mode: row.mode as BuildMode,
    projectSlug: row.project_slug,
    versionSlug: row.version_slug,
    configText: row.config,
  };
}
