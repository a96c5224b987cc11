import type { Database } from 'better-sqlite3';
import { rowIds } from './engine/row-ids.ts';
import { createTransactions } from './engine/transaction.ts';
import { buildIndex } from './indexes/build-index.ts';
import { projectListIndex } from './indexes/project-list-index.ts';
import { snapshotTables } from './snapshots/snapshot-tables.ts';
import { buildChartQueries } from './tables/builds/build-charts.ts';
import { buildCommandsTable } from './tables/builds/build-commands.ts';
import { buildHistoryQueries } from './tables/builds/build-history.ts';
import { buildLogQueries } from './tables/builds/build-logs.ts';
import { buildOutputTable } from './tables/builds/build-output.ts';
import { buildRemediesQueries } from './tables/builds/build-remedies.ts';
import { buildScriptsTable } from './tables/builds/build-scripts.ts';
import { buildsTable } from './tables/builds/builds.ts';
import { pageSizesTable } from './tables/builds/page-sizes.ts';
import { recentBuildsQueries } from './tables/builds/recent-builds.ts';
import { visibleBuildsQueries } from './tables/builds/visible-builds.ts';
import { faultRulesTable } from './tables/faults/fault-rules.ts';
import { historyQueries } from './tables/journal/history.ts';
import { journalTable } from './tables/journal/journal.ts';
import { journalPruningQueries } from './tables/journal/journal-pruning.ts';
import { laterChangeQueries } from './tables/journal/later-changes.ts';
import { timelineQueries } from './tables/journal/timeline.ts';
import { trashTables } from './tables/journal/trash.ts';
import { notificationsTable } from './tables/notifications/notifications.ts';
import { docsSiteQueries } from './tables/projects/docs-site.ts';
import { projectCountsQueries } from './tables/projects/project-counts.ts';
import { projectsTable } from './tables/projects/projects.ts';
import { repositoryQueries } from './tables/projects/repositories.ts';
import { redirectsTable } from './tables/redirects/redirects.ts';
import { subprojectsTable } from './tables/relations/subprojects.ts';
import { translationsQueries } from './tables/relations/translations.ts';
import { installationTable } from './tables/settings/installation.ts';
import { settingsTable } from './tables/settings/settings.ts';
import { outgoingMarks } from './tables/sync/outgoing-marks.ts';
import { syncTables } from './tables/sync/sync-tables.ts';
import { tokensTable } from './tables/users/tokens.ts';
import { userListQueries } from './tables/users/user-list.ts';
import { usersTable } from './tables/users/users.ts';
import { environmentVariablesTable } from './tables/variables/environment-variables.ts';
import { versionsTable } from './tables/versions/versions.ts';
import { visibleVersionsQueries } from './tables/versions/visible-versions.ts';
import { buildWebhooksTable } from './tables/webhooks/build-webhooks.ts';
import { integrationsTable } from './tables/webhooks/integrations.ts';

/** Every table of one open database, and its transactions. All statements are prepared here, once. */
export function openStore(database: Database) {
  const transactions = createTransactions(database);
  const builds = buildIndex(database, transactions);
  const buildOutput = buildOutputTable(database);
  return {
    ...transactions,
    ids: rowIds(database),
    installation: installationTable(database),
    journal: journalTable(database, transactions),
    settings: settingsTable(database, transactions),
    snapshots: snapshotTables(database, transactions),
    trash: trashTables(database, transactions),
    users: usersTable(database, transactions),
    tokens: tokensTable(database, transactions),
    projects: projectsTable(database, transactions),
    subprojects: subprojectsTable(database, transactions),
    translations: translationsQueries(database),
    versions: versionsTable(database, transactions),
    visibleVersions: visibleVersionsQueries(database, transactions),
    builds: buildsTable(database, transactions),
    visibleBuilds: visibleBuildsQueries(database, transactions),
    buildHistory: buildHistoryQueries(database),
    buildIndex: builds,
    recentBuilds: recentBuildsQueries(database),
    buildCharts: buildChartQueries(database),
    pageSizes: pageSizesTable(database),
    projectCounts: projectCountsQueries(database),
    journalPruning: journalPruningQueries(database),
    timeline: timelineQueries(database),
    history: historyQueries(database),
    laterChanges: laterChangeQueries(database),
    userList: userListQueries(database),
    projectList: projectListIndex(database, transactions, builds),
    buildCommands: buildCommandsTable(database, buildOutput),
    buildOutput,
    buildLogs: buildLogQueries(database),
    buildRemedies: buildRemediesQueries(database),
    buildScripts: buildScriptsTable(database),
    faultRules: faultRulesTable(database),
    redirects: redirectsTable(database, transactions),
    docsSite: docsSiteQueries(database),
    environmentVariables: environmentVariablesTable(database, transactions),
    notifications: notificationsTable(database, transactions),
    repositories: repositoryQueries(database),
    integrations: integrationsTable(database, transactions),
    buildWebhooks: buildWebhooksTable(database, transactions),
    outgoingMarks: outgoingMarks(database, transactions),
    sync: syncTables(database, transactions),
  };
}

/** What the services know of the database. */
export type Store = ReturnType<typeof openStore>;
