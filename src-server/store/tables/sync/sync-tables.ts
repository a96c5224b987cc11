import type { Database } from 'better-sqlite3';
import type { Transactions } from '../../engine/transaction.ts';
import { buildRequestsTable } from './build-requests.ts';
import { pulledProjectsQueries } from './pulled-projects.ts';
import { remoteBuildsTable } from './remote-builds.ts';
import { remoteCatalogueQueries } from './remote-catalogue.ts';
import { remoteLinksTable } from './remote-links.ts';
import { remoteProjectsTable } from './remote-projects.ts';
import { remotesTable } from './remotes.ts';
import { syncRunsTable } from './sync-runs.ts';

/** The tables of sync. */
export function syncTables(database: Database, transactions: Transactions) {
  return {
    remotes: remotesTable(database, transactions),
    projects: remoteProjectsTable(database),
    catalogue: remoteCatalogueQueries(database, transactions),
    links: remoteLinksTable(database, transactions),
    runs: syncRunsTable(database),
    builds: remoteBuildsTable(database),
    requests: buildRequestsTable(database, transactions),
    pulled: pulledProjectsQueries(database),
  };
}
