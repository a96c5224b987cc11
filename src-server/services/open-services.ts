import type { Clock } from '../model/timestamp.ts';
import type { Store } from '../store/tables.ts';
import type { TokenUse } from '../store/token-use.ts';
import { createAccess } from './access.ts';
import { createBadges } from './badges.ts';
import { createBuildRuns } from './build-runs.ts';
import { createBuilds } from './builds.ts';
import { createChanges } from './changes.ts';
import { createEnvironmentVariables } from './environment-variables.ts';
import { createProjectRecords, type DocsDomain } from './project-records.ts';
import { createProjects } from './projects.ts';
import { createPublicCatalog } from './public-catalog.ts';
import { createRedirects } from './redirects.ts';
import type { Secrets } from './secrets.ts';
import { createSeeds } from './seeds.ts';
import { createSubprojects } from './subprojects.ts';
import { createTokens } from './tokens.ts';
import { createTranslations } from './translations.ts';
import { createUsers } from './users.ts';
import { createVersionSync } from './version-sync.ts';
import { createVersions, type RemovePages } from './versions.ts';

/** What the services stand on. */
export type ServiceOptions = {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly tokenUse: TokenUse;
  readonly clock: Clock;
  readonly docsDomain: DocsDomain;
  readonly removePages: RemovePages;
  /** Makes the text of a new token; random unless a test wants it exact. */
  readonly newToken?: () => string;
};

/** All services over one store: the only way to its data for doors and workers. */
export function openServices(options: ServiceOptions) {
  const { store, clock, secrets } = options;
  const access = createAccess(store);
  const changes = createChanges(store, clock);
  const context = {
    store,
    access,
    changes,
    clock,
    ...createProjectRecords(store, access, options.docsDomain),
  };
  const builds = createBuilds(context);
  const versions = createVersions(context, builds, options.removePages);
  const users = createUsers(context);
  const tokens = createTokens(context, secrets, options.tokenUse, options.newToken);
  return {
    access,
    changes,
    builds,
    versions,
    revision: store.revision,
    /** Lets several reads see one state of the store, at the price of one. */
    read: store.read,
    projects: createProjects(context, versions, builds),
    versionSync: createVersionSync(context, versions, builds),
    buildRuns: createBuildRuns(context),
    subprojects: createSubprojects(context),
    translations: createTranslations(context),
    redirects: createRedirects(context),
    environmentVariables: createEnvironmentVariables(context, secrets),
    users,
    tokens,
    seeds: createSeeds(context, secrets, users, tokens),
    publicCatalog: createPublicCatalog(context),
    badges: createBadges(context),
  };
}

export type Services = ReturnType<typeof openServices>;
