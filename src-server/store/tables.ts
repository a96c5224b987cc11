import type { Database } from 'better-sqlite3';
import { activityQueries } from './activity.ts';
import { buildCommandsTable } from './build-commands.ts';
import { buildHistoryQueries } from './build-history.ts';
import { buildIndex } from './build-index.ts';
import { buildLogQueries } from './build-logs.ts';
import { buildOutputTable } from './build-output.ts';
import { buildWebhooksTable } from './build-webhooks.ts';
import { buildsTable } from './builds.ts';
import { docsSiteQueries } from './docs-site.ts';
import { environmentVariablesTable } from './environment-variables.ts';
import { installationTable } from './installation.ts';
import { integrationsTable } from './integrations.ts';
import { journalTable } from './journal.ts';
import { peopleQueries } from './people.ts';
import { projectCountsQueries } from './project-counts.ts';
import { projectsTable } from './projects.ts';
import { recentBuildsQueries } from './recent-builds.ts';
import { redirectsTable } from './redirects.ts';
import { repositoryQueries } from './repositories.ts';
import { rowIds } from './row-ids.ts';
import { settingsTable } from './settings.ts';
import { shelfIndex } from './shelf.ts';
import { subprojectsTable } from './subprojects.ts';
import { timelineQueries } from './timeline.ts';
import { tokensTable } from './tokens.ts';
import { createTransactions } from './transaction.ts';
import { translationsQueries } from './translations.ts';
import { trashTables } from './trash.ts';
import { usersTable } from './users.ts';
import { versionsTable } from './versions.ts';

/** Every table of one open database, and its transactions. All statements are prepared here, once. */
export function openTables(database: Database) {
  const transactions = createTransactions(database);
  const builds = buildIndex(database, transactions);
  const buildOutput = buildOutputTable(database);
  return {
    ...transactions,
    ids: rowIds(database),
    installation: installationTable(database),
    journal: journalTable(database, transactions),
    settings: settingsTable(database, transactions),
    trash: trashTables(database, transactions),
    users: usersTable(database, transactions),
    tokens: tokensTable(database, transactions),
    projects: projectsTable(database, transactions),
    subprojects: subprojectsTable(database, transactions),
    translations: translationsQueries(database),
    versions: versionsTable(database, transactions),
    builds: buildsTable(database, transactions),
    buildHistory: buildHistoryQueries(database),
    buildIndex: builds,
    recentBuilds: recentBuildsQueries(database),
    projectCounts: projectCountsQueries(database),
    timeline: timelineQueries(database),
    activity: activityQueries(database),
    people: peopleQueries(database),
    shelf: shelfIndex(database, transactions, builds),
    buildCommands: buildCommandsTable(database, buildOutput),
    buildOutput,
    buildLogs: buildLogQueries(database),
    redirects: redirectsTable(database, transactions),
    docsSite: docsSiteQueries(database),
    environmentVariables: environmentVariablesTable(database, transactions),
    repositories: repositoryQueries(database),
    integrations: integrationsTable(database, transactions),
    buildWebhooks: buildWebhooksTable(database, transactions),
  };
}

/** What the services know of the database. */
export type Store = ReturnType<typeof openTables>;
