import type { Database } from 'better-sqlite3';
import { buildCommandsTable } from './build-commands.ts';
import { buildsTable } from './builds.ts';
import { environmentVariablesTable } from './environment-variables.ts';
import { installationTable } from './installation.ts';
import { journalTable } from './journal.ts';
import { projectsTable } from './projects.ts';
import { redirectsTable } from './redirects.ts';
import { rowIds } from './row-ids.ts';
import { subprojectsTable } from './subprojects.ts';
import { tokensTable } from './tokens.ts';
import { createTransactions } from './transaction.ts';
import { usersTable } from './users.ts';
import { versionsTable } from './versions.ts';

/** Every table of one open database, and its transactions. All statements are prepared here, once. */
export function openTables(database: Database) {
  const transactions = createTransactions(database);
  return {
    ...transactions,
    ids: rowIds(database),
    installation: installationTable(database),
    journal: journalTable(database),
    users: usersTable(database, transactions),
    tokens: tokensTable(database, transactions),
    projects: projectsTable(database, transactions),
    subprojects: subprojectsTable(database, transactions),
    versions: versionsTable(database, transactions),
    builds: buildsTable(database, transactions),
    buildCommands: buildCommandsTable(database),
    redirects: redirectsTable(database, transactions),
    environmentVariables: environmentVariablesTable(database, transactions),
  };
}

/** What the services know of the database. */
export type Store = ReturnType<typeof openTables>;
