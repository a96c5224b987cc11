import type { Seed } from '../../model/seeds/seed-schema.ts';
import type { User } from '../../model/users/user.ts';
import { tokenDigest } from '../../vault/api-token.ts';
import { sealValue } from '../../vault/data-key.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { Secrets } from '../kernel/secrets.ts';
import type { TokensService } from '../users/tokens.ts';
import type { UsersService } from '../users/users.ts';
import { sealContext } from '../variables/environment-variables.ts';
import { withoutProjects } from './missing-projects.ts';
import { checkSeed } from './seed-check.ts';
import { type SeedRowCounts, writeSeedProjects } from './seed-projects.ts';
import { seedSlug } from './seed-rows.ts';

/** Counts of rows that a file added, without users and tokens that existed. */
export type SeedReport = SeedRowCounts & {
  readonly users: number;
  readonly tokens: number;
  readonly projects: number;
};

/** What a load of the projects that were missing added, and the slugs of those that were left as they are. */
export type MissingReport = SeedReport & { readonly left: readonly string[] };

/** What is written in the same transaction, before the rows of the file. */
export type Alongside = {
  /** Names of the build scripts that `write` saves. */
  readonly scripts: ReadonlySet<string>;
  readonly write: () => void;
};

/** The name of a token from a file. */
const TOKEN_NAME = 'seed';

/** Creates the service that fills the database from seed files (model/seeds/seed-schema.ts). */
export function createSeeds(
  context: ServiceContext,
  secrets: Secrets,
  users: UsersService,
  tokens: TokensService,
) {
  const { store, access, changes, clock } = context;

  /** Gets the data key before the transaction, which cannot wait. A file that is refused creates no key. */
  async function dataKeyFor(
    seed: Seed,
    scripts: ReadonlySet<string> | undefined,
  ): Promise<Uint8Array | undefined> {
    const variables = seed.projects.flatMap((project) => project.environment_variables);
    if (variables.every(({ value }) => value === null)) return undefined;
    checkSeed(store, seed, scripts);
    return secrets.dataKey();
  }

  /** Returns the users that the file names, by username. */
  function addUsers(actor: Actor, seed: Seed) {
    const names = new Set(seed.projects.flatMap((project) => project.users));
    for (const { username } of seed.users) names.add(username);
    const known = new Map(store.users.byUsernames([...names]).map((user) => [user.username, user]));
    const added = { users: 0, tokens: 0 };
    for (const { username, token } of seed.users) {
      const user: User = known.get(username) ?? users.add(actor, username);
      if (!known.has(username)) added.users += 1;
      known.set(username, user);
      if (token === undefined || store.tokens.ownerOf(tokenDigest(token))) continue;
      tokens.register(actor, user, TOKEN_NAME, token);
      added.tokens += 1;
    }
    return { known, added };
  }

  function write(actor: Actor, seed: Seed, key: Uint8Array | undefined): SeedReport {
    const { known, added } = addUsers(actor, seed);
    let rows = NO_ROWS;
    writeSeedProjects(store, seed, {
      now: clock(),
      users: known,
      seal(projectId, name, value) {
        if (!key) throw new Error('A variable needs encryption, but there is no data key.');
        return sealValue(key, sealContext(projectId, name), value);
      },
      onProjectWritten(project, rowCounts) {
        changes.record(actor, {
          action: 'project.create',
          subjectId: project.id,
          projectId: project.id,
          after: { slug: project.slug, name: project.name, ...rowCounts },
        });
        rows = sum(rows, rowCounts);
      },
    });
    const report = { ...added, projects: seed.projects.length, ...rows };
    changes.record(actor, { action: 'seed.load', after: report });
    return report;
  }

  function taken(seed: Seed): string[] {
    const slugs = seed.projects.map(seedSlug);
    return store.projects
      .bySlugs(slugs)
      .map(({ project }) => project.slug)
      .sort();
  }

  /** Loads a file; `load` below says how. */
  async function load(actor: Actor, seed: Seed, alongside?: Alongside): Promise<SeedReport> {
    access.requireOperator(actor);
    const key = await dataKeyFor(seed, alongside?.scripts);
    return store.change(() => {
      checkSeed(store, seed, alongside?.scripts);
      alongside?.write();
      return write(actor, seed, key);
    });
  }

  return {
    /**
     * Loads a whole file or none of it, with its explicit ids. Existing users stay as they are and get the file's token
     * in addition. No build is triggered; a `triggered` one of the file waits for a runner, other unfinished ones stay
     * as they are.
     * @throws Forbidden unless asked at this machine
     * @throws Invalid keyed by paths inside the file, with all conflicts at once
     * @throws Unavailable when the file has environment variables and the data key is not available
     */
    load,

    /**
     * Loads the projects of a file that are not here, with their relations to each other; changes nothing when all are.
     * @throws Forbidden, Invalid and Unavailable as `load` does
     */
    async loadMissing(actor: Actor, seed: Seed): Promise<MissingReport> {
      access.requireOperator(actor);
      const left = taken(seed);
      if (left.length > 0 && left.length === seed.projects.length)
        return { users: 0, tokens: 0, projects: 0, ...NO_ROWS, left };
      return { ...(await load(actor, withoutProjects(seed, new Set(left)))), left };
    },

    /** Returns the slugs of a file's projects that are here already, in their order. */
    taken,

    /** Counts the users of a file that are not here. */
    newUsers({ users: listed }: Seed): number {
      return listed.length - store.users.byUsernames(listed.map(({ username }) => username)).length;
    },

    /** Finds what conflicts with the present data, without loading anything. @throws Invalid as `load` does */
    check: (seed: Seed, scripts?: ReadonlySet<string>): void => checkSeed(store, seed, scripts),
  };
}

export type SeedsService = ReturnType<typeof createSeeds>;

const NO_ROWS: SeedRowCounts = {
  versions: 0,
  builds: 0,
  commands: 0,
  redirects: 0,
  environmentVariables: 0,
  subprojects: 0,
};

function sum(a: SeedRowCounts, b: SeedRowCounts): SeedRowCounts {
  return {
    versions: a.versions + b.versions,
    builds: a.builds + b.builds,
    commands: a.commands + b.commands,
    redirects: a.redirects + b.redirects,
    environmentVariables: a.environmentVariables + b.environmentVariables,
    subprojects: a.subprojects + b.subprojects,
  };
}
