import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { BuildRequestState } from '../../../model/sync/differences.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';

type Row = { readonly link: number; readonly state: BuildRequestState };

/** Reads and writes `build_requests`: builds on the service that a person asked for, by the link of the version. */
export function buildRequestsTable(database: Database, transactions: Transactions) {
  const ofProject = prepareRead(
    database,
    `SELECT b.version_link AS link, b.state FROM build_requests b JOIN remote_links l ON l.id = b.version_link
     WHERE l.project_link = ?`,
  );
  const get = prepareRead(database, 'SELECT state FROM build_requests WHERE version_link = ?');
  const put = database.prepare(`
    INSERT INTO build_requests (version_link, state, requested) VALUES (@link, @state, @at)
    ON CONFLICT (version_link) DO UPDATE SET state = @state, requested = @at`);
  const remove = database.prepare('DELETE FROM build_requests WHERE version_link = ?');

  return {
    /** Returns the requests of a linked project, by the link of the version. */
    ofProject: (projectLink: number): ReadonlyMap<number, BuildRequestState> =>
      new Map((ofProject.all(projectLink) as Row[]).map(({ link, state }) => [link, state])),
    stateOf: (link: number): BuildRequestState | undefined =>
      (get.get(link) as Pick<Row, 'state'> | undefined)?.state,
    put(link: number, state: BuildRequestState, at: Timestamp): void {
      put.run({ link, state, at });
      transactions.touch('remote_links.rows');
    },
    remove(link: number): void {
      remove.run(link);
      transactions.touch('remote_links.rows');
    },
  };
}
