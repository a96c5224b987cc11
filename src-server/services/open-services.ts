import type { Clock } from '../model/base/timestamp.ts';
import type { Store } from '../store/open-store.ts';
import { openSearchIndex } from '../store/search/search-index.ts';
import type { SnapshotStore } from '../store/snapshots/open-snapshots.ts';
import type { TokenUse } from '../store/tables/users/token-use.ts';
import { createBadges } from './badges/badges.ts';
import { createBuildControl } from './builds/build-control.ts';
import { createBuildHistory } from './builds/build-history.ts';
import { createBuildLog } from './builds/build-log.ts';
import { createBuildRuns } from './builds/build-runs.ts';
import { createBuildScripts } from './builds/build-scripts.ts';
import { type BuildMode, createBuildTrust } from './builds/build-trust.ts';
import { createBuilds } from './builds/builds.ts';
import { createBuildLanes } from './builds/charts/build-lanes.ts';
import { createProjectCharts } from './builds/charts/project-charts.ts';
import { createLogPruning } from './builds/log-pruning.ts';
import { createPlayedBuilds } from './builds/played-builds.ts';
import { createReplacingBuilds } from './builds/replacing-builds.ts';
import { createVisibleBuilds } from './builds/visible-builds.ts';
import { type ClockOptions, createClock } from './clock/clock.ts';
import { createFaults } from './faults/faults.ts';
import { createDocsMenu } from './hosting/docs-menu.ts';
import { createDocsSessions, type DocsReaders } from './hosting/docs-sessions.ts';
import { createDocsSite } from './hosting/docs-site.ts';
import { createServedPages } from './hosting/served-pages.ts';
import { createAccess } from './kernel/access.ts';
import { systemActor } from './kernel/actor.ts';
import { createChanges } from './kernel/changes.ts';
import type { Secrets } from './kernel/secrets.ts';
import type { KitEnvironment } from './kits/kit-repositories.ts';
import { createKits } from './kits/kits.ts';
import { createLessons, type LessonOptions } from './lessons/lessons.ts';
import { createNotifications } from './notifications/notifications.ts';
import { createPalette } from './palette/palette.ts';
import { createPreviews } from './previews/previews.ts';
import { createBulkProjects } from './projects/bulk-projects.ts';
import { createCurrentProjects } from './projects/current-projects.ts';
import { createMaintainers } from './projects/maintainers.ts';
import { createProjectImport } from './projects/project-import.ts';
import { createProjectList } from './projects/project-list.ts';
import { createProjectOverview } from './projects/project-overview.ts';
import { createProjectRecords, type DocsDomain } from './projects/project-records.ts';
import { createProjectRelatives } from './projects/project-relatives.ts';
import { createProjectRemoval } from './projects/project-removal.ts';
import { createProjects } from './projects/projects.ts';
import { createVisibleProjects } from './projects/visible-projects.ts';
import { createBulkRedirects } from './redirects/bulk-redirects.ts';
import { createCurrentRedirects } from './redirects/current-redirects.ts';
import { createRedirects } from './redirects/redirects.ts';
import { createRedirectsOf2020 } from './redirects/redirects-of-2020.ts';
import { createSubprojects } from './relations/subprojects.ts';
import { createTranslations } from './relations/translations.ts';
import { createVisibleRelations } from './relations/visible-relations.ts';
import { createReplays } from './requests/replays.ts';
import { createRequests, type RequestLogOptions } from './requests/requests.ts';
import { createPageIndexMaintenance } from './search/page-index.ts';
import { createSearch } from './search/search.ts';
import { createSeeds } from './seeds/seeds.ts';
import { createSettings } from './settings/settings.ts';
import { createSnapshots, type Hold } from './snapshots/snapshots.ts';
import { createRemotes } from './sync/remotes.ts';
import { createSync } from './sync/sync.ts';
import { createSyncFiles } from './sync/sync-files.ts';
import { createHistory } from './undo/history/history.ts';
import { createJournalPruning } from './undo/journal-pruning.ts';
import { createTrash } from './undo/trash.ts';
import { createUndo } from './undo/undo.ts';
import { createPeople } from './users/people.ts';
import { createTokens } from './users/tokens.ts';
import { createUsers } from './users/users.ts';
import { createV2Reads } from './v2/v2-reads.ts';
import { createBulkVariables } from './variables/bulk-variables.ts';
import { createEnvironmentVariables } from './variables/environment-variables.ts';
import { createBulkVersions } from './versions/bulk-versions.ts';
import { createVersionList } from './versions/version-list.ts';
import { createVersionSync } from './versions/version-sync.ts';
import { createVersions } from './versions/versions.ts';
import { createVisibleVersions } from './versions/visible-versions.ts';
import { createBuildWebhooks } from './webhooks/build-webhooks.ts';
import { createIncomingWebhooks } from './webhooks/incoming-webhooks.ts';
import { createIntegrations } from './webhooks/integrations.ts';
import { createWebhookActions } from './webhooks/webhook-actions.ts';

/** Dependencies of the services. */
export type ServiceOptions = {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly tokenUse: TokenUse;
  readonly clock: Clock;
  /** The machine's, for what must not follow a clock that is moved; default: `clock`. */
  readonly machineClock?: Clock;
  /** What moves `clock`; without it, time cannot be held or moved. */
  readonly controlledClock?: ClockOptions;
  /** Where snapshots are kept; without it there are none. */
  readonly snapshots?: SnapshotStore;
  /** Where the repositories of kits are made; without it, a kit that has some is refused. */
  readonly kits?: KitEnvironment;
  /** Waits until nothing else is under way; default: nothing is. */
  readonly hold?: Hold;
  readonly docsDomain: DocsDomain;
  /** How builds run; without it they wait. */
  readonly buildMode?: BuildMode;
  /** File of the search index; without it, search finds nothing. */
  readonly searchFile?: string;
  /** Who may read private documentation; by default anyone who reaches the server. */
  readonly docsReaders?: DocsReaders;
  /** Takes events without a secret, except those of pull requests (behaviour.md 16); false by default. */
  readonly acceptUnsignedWebhooks?: boolean;
  /** Creates the text of a new token; random by default, fixed in tests. */
  readonly newToken?: () => string;
  /** The log of requests; without it, none is kept. */
  readonly requestLog?: Omit<RequestLogOptions, 'log'> | undefined;
  /** What the host knows that lessons need; without it, their requests and pages cannot be checked. */
  readonly lessons?: LessonOptions;
  /** Writes log lines; never receives secrets. */
  readonly log?: (line: string) => void;
};

/** Opens all services over one store. Entry points and workers access data only through them. */
export function openServices(options: ServiceOptions) {
  const { store, clock, secrets } = options;
  const access = createAccess(store);
  const changes = createChanges(store, clock, options.log ?? (() => {}));
  const context = {
    store,
    access,
    changes,
    clock,
    machineClock: options.machineClock ?? clock,
    ...createProjectRecords(store, access, options.docsDomain),
  };
  const buildMode = options.buildMode ?? { run: false, trustAll: false, played: false };
  const buildTrust = createBuildTrust(context, buildMode);
  const builds = createBuilds(context, buildTrust);
  const versions = createVersions(context, builds);
  const environmentVariables = createEnvironmentVariables(context, secrets);
  const integrations = createIntegrations(context, secrets);
  const maintainers = createMaintainers(context);
  const users = createUsers(context);
  const tokens = createTokens(
    context,
    secrets,
    options.tokenUse,
    options.newToken,
    (digest) => options.snapshots?.hasToken(digest) ?? false,
  );
  const subprojects = createSubprojects(context);
  const redirects = createRedirects(context);
  const removal = createProjectRemoval(context);
  const settings = createSettings(context, users);
  const trash = createTrash(context);
  const projects = createProjects(context, versions, builds);
  const versionSync = createVersionSync(context, versions, builds);
  const seeds = createSeeds(context, secrets, users, tokens);
  const buildRuns = createBuildRuns(context);
  const searchIndex = openSearchIndex(options.searchFile ?? null, options.log ?? (() => {}));
  const pageIndex = createPageIndexMaintenance(context, searchIndex);
  const buildHistory = createBuildHistory(context);
  const servedPages = createServedPages(context);
  const docsSite = createDocsSite(context);
  const previews = createPreviews(context, {
    ...{ docsSite, docsDomain: options.docsDomain, runsBuilds: buildMode.run },
  });
  const notifications = createNotifications(context);
  const buildControl = createBuildControl(context, builds, buildRuns, buildHistory, projects, buildTrust);
  const undoServices = {
    ...{ context, versions, removal, maintainers, trash, tokens, users, settings, notifications },
  };
  const undo = createUndo(undoServices);
  const history = createHistory(undoServices);
  const playedBuilds = createPlayedBuilds(context, buildRuns, buildMode);
  const snapshots = createSnapshots(context, {
    snapshots: options.snapshots,
    hold: options.hold ?? ((work) => work()),
    secrets,
    tokenUse: options.tokenUse,
    servedPages,
    buildRuns,
  });
  snapshots.onRestored(playedBuilds.forget);
  const buildScripts = createBuildScripts(context);
  const faults = createFaults(context);
  snapshots.onRestored(faults.reload);
  const requests = createRequests(context, {
    thread: undefined,
    ...options.requestLog,
    log: options.log ?? (() => {}),
  });
  snapshots.onRestored(requests.afterRestore);
  const remotes = createRemotes(context, secrets, settings);
  const sync = createSync(context, secrets, remotes);
  // A run of the state that was brought back is under way no longer.
  snapshots.onRestored(() => sync.failInterrupted(systemActor('start')));
  const lessons = createLessons(context, {
    ...{ snapshots, requests, seeds, faults, buildScripts },
    options: options.lessons,
    docsDomain: options.docsDomain,
    log: options.log ?? (() => {}),
  });
  return {
    access,
    changes,
    clock: createClock(context, options.controlledClock),
    builds,
    versions,
    /** Increases whenever the result of a read may have changed. */
    revision: () => store.revision() + pageIndex.revision(),
    /** Runs several reads against one state of the store, at the cost of one read. */
    read: store.read,
    projects: { ...projects, ...removal },
    maintainers,
    notifications,
    bulkVersions: createBulkVersions(context, versions, builds, buildTrust),
    bulkProjects: createBulkProjects(context, maintainers, removal.remove),
    bulkVariables: createBulkVariables(context, environmentVariables, secrets),
    projectList: createProjectList(context, buildTrust),
    overview: createProjectOverview(context),
    projectRelatives: createProjectRelatives(context),
    versionList: createVersionList(context),
    buildHistory,
    projectCharts: createProjectCharts(context),
    buildLanes: createBuildLanes(context),
    buildLog: createBuildLog(context, builds),
    palette: createPalette(context),
    search: { ...createSearch(context, searchIndex), close: searchIndex.close },
    pageIndex,
    versionSync,
    projectImport: createProjectImport(context, projects, versionSync, versions, buildTrust, builds),
    buildRuns,
    buildScripts,
    lessons,
    playedBuilds,
    faults,
    kits: createKits(context, {
      ...{ seeds, buildScripts, faults, environmentVariables, integrations, settings },
      environment: options.kits,
      apiPaths: options.lessons?.apiPaths,
    }),
    buildControl,
    replacingBuilds: createReplacingBuilds(context, {
      ...{ builds, versions, control: buildControl, trust: buildTrust },
    }),
    buildTrust,
    servedPages,
    snapshots,
    subprojects,
    visibleRelations: createVisibleRelations(context, subprojects),
    currentProjects: createCurrentProjects(context, projects, builds),
    visibleProjects: createVisibleProjects(context, projects),
    visibleVersions: createVisibleVersions(context, versions),
    visibleBuilds: createVisibleBuilds(context),
    translations: createTranslations(context),
    remotes,
    sync,
    syncFiles: createSyncFiles(context, redirects, environmentVariables),
    redirects,
    redirectsOf2020: createRedirectsOf2020(context, redirects),
    currentRedirects: createCurrentRedirects(context, redirects),
    replays: createReplays(context),
    requests,
    bulkRedirects: createBulkRedirects(context, redirects),
    environmentVariables,
    integrations,
    incomingWebhooks: createIncomingWebhooks(context, {
      integrations,
      actions: createWebhookActions(context, versions, builds),
      acceptUnsigned: options.acceptUnsignedWebhooks ?? false,
    }),
    buildWebhooks: createBuildWebhooks(context),
    users,
    tokens,
    seeds,
    settings,
    logPruning: createLogPruning(context, settings),
    journalPruning: createJournalPruning(context, settings),
    trash,
    undo,
    history,
    people: createPeople(context, tokens, options.tokenUse),
    v2Reads: createV2Reads(context),
    badges: createBadges(context),
    docsSite,
    previews,
    docsMenu: createDocsMenu(context, versions),
    docsSessions: createDocsSessions({
      context,
      settings,
      docsSite,
      previews,
      readers: options.docsReaders ?? { askForSession: undefined, exposed: false },
    }),
  };
}

export type Services = ReturnType<typeof openServices>;
