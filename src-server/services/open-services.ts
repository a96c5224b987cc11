import type { Clock } from '../model/timestamp.ts';
import { openSearchIndex } from '../store/search-index.ts';
import type { Store } from '../store/tables.ts';
import type { TokenUse } from '../store/token-use.ts';
import { createAccess } from './access.ts';
import { createActivity } from './activity.ts';
import { createBadges } from './badges.ts';
import { createBuildControl } from './build-control.ts';
import { createBuildHistory } from './build-history.ts';
import { createBuildLog } from './build-log.ts';
import { createBuildRuns } from './build-runs.ts';
import { createBuildTrust } from './build-trust.ts';
import { createBuildWebhooks } from './build-webhooks.ts';
import { createBuilds } from './builds.ts';
import { createBulkProjects } from './bulk-projects.ts';
import { createBulkRedirects } from './bulk-redirects.ts';
import { createBulkVariables } from './bulk-variables.ts';
import { createBulkVersions } from './bulk-versions.ts';
import { createChanges } from './changes.ts';
import { createDocsSite } from './docs-site.ts';
import { createEnvironmentVariables } from './environment-variables.ts';
import { createEventDeeds } from './event-deeds.ts';
import { createIncomingEvents } from './incoming-events.ts';
import { createIntegrations } from './integrations.ts';
import { createLogPruning } from './log-pruning.ts';
import { createMaintainers } from './maintainers.ts';
import { createPageIndexUpkeep } from './page-index-upkeep.ts';
import { createPalette } from './palette.ts';
import { createPeople } from './people.ts';
import { createProjectImport } from './project-import.ts';
import { createProjectOverview } from './project-overview.ts';
import { createProjectRecords, type DocsDomain } from './project-records.ts';
import { createProjectRemoval } from './project-removal.ts';
import { createProjectShelf } from './project-shelf.ts';
import { createProjects } from './projects.ts';
import { createPublicCatalog } from './public-catalog.ts';
import { createRedirects } from './redirects.ts';
import { createSampleLibrary } from './sample-library/sample-library.ts';
import { createSearch } from './search.ts';
import type { Secrets } from './secrets.ts';
import { createSeeds } from './seeds.ts';
import { createServedPages } from './served-pages.ts';
import { createSettings } from './settings.ts';
import { createSubprojects } from './subprojects.ts';
import { createTokens } from './tokens.ts';
import { createTranslations } from './translations.ts';
import { createTrash } from './trash.ts';
import { createUndo } from './undo.ts';
import { createUsers } from './users.ts';
import { createVersionBoard } from './version-board.ts';
import { createVersionSync } from './version-sync.ts';
import { createVersions } from './versions.ts';

/** What the services stand on. */
export type ServiceOptions = {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly tokenUse: TokenUse;
  readonly clock: Clock;
  readonly docsDomain: DocsDomain;
  /** The index of built pages; without it nothing is found. */
  readonly searchFile?: string;
  /** Makes the text of a new token; random unless a test wants it exact. */
  readonly newToken?: () => string;
  /** Takes lines for people, never a secret. */
  readonly log?: (line: string) => void;
};

/** All services over one store: the only way to its data for doors and workers. */
export function openServices(options: ServiceOptions) {
  const { store, clock, secrets } = options;
  const access = createAccess(store);
  const changes = createChanges(store, clock, options.log ?? (() => {}));
  const context = {
    store,
    access,
    changes,
    clock,
    ...createProjectRecords(store, access, options.docsDomain),
  };
  const builds = createBuilds(context);
  const versions = createVersions(context, builds);
  const environmentVariables = createEnvironmentVariables(context, secrets);
  const integrations = createIntegrations(context, secrets);
  const maintainers = createMaintainers(context);
  const users = createUsers(context);
  const tokens = createTokens(context, secrets, options.tokenUse, options.newToken);
  const redirects = createRedirects(context);
  const removal = createProjectRemoval(context);
  const settings = createSettings(context, users);
  const trash = createTrash(context);
  const projects = createProjects(context, versions, builds);
  const versionSync = createVersionSync(context, versions, builds);
  const seeds = createSeeds(context, secrets, users, tokens);
  const buildRuns = createBuildRuns(context);
  const searchIndex = openSearchIndex(options.searchFile ?? null, options.log ?? (() => {}));
  const pageIndex = createPageIndexUpkeep(context, searchIndex);
  const buildTrust = createBuildTrust(context);
  const undo = createUndo({ context, versions, removal, maintainers, trash, tokens, users, settings });
  return {
    access,
    changes,
    builds,
    versions,
    /** Grows whenever an answer may be another one. */
    revision: () => store.revision() + pageIndex.revision(),
    /** Lets several reads see one state of the store, at the price of one. */
    read: store.read,
    projects: { ...projects, ...removal },
    maintainers,
    bulkVersions: createBulkVersions(context, versions, builds),
    bulkProjects: createBulkProjects(context, maintainers, removal.remove),
    bulkVariables: createBulkVariables(context, environmentVariables, secrets),
    shelf: createProjectShelf(context),
    overview: createProjectOverview(context),
    versionBoard: createVersionBoard(context),
    buildHistory: createBuildHistory(context),
    buildLog: createBuildLog(context, builds),
    palette: createPalette(context),
    search: { ...createSearch(context, searchIndex), close: searchIndex.close },
    pageIndex,
    versionSync,
    projectImport: createProjectImport(context, projects, versionSync, versions, buildTrust),
    buildRuns,
    buildControl: createBuildControl(context, builds, buildRuns),
    buildTrust,
    servedPages: createServedPages(context),
    subprojects: createSubprojects(context),
    translations: createTranslations(context),
    redirects,
    bulkRedirects: createBulkRedirects(context, redirects),
    environmentVariables,
    integrations,
    incomingEvents: createIncomingEvents(context, integrations, createEventDeeds(context, versions, builds)),
    buildWebhooks: createBuildWebhooks(context),
    users,
    tokens,
    seeds,
    sampleLibrary: createSampleLibrary(context, seeds),
    settings,
    logPruning: createLogPruning(context, settings),
    trash,
    undo,
    activity: createActivity(context, undo),
    people: createPeople(context, tokens, options.tokenUse),
    publicCatalog: createPublicCatalog(context),
    badges: createBadges(context),
    docsSite: createDocsSite(context),
  };
}

export type Services = ReturnType<typeof openServices>;
