import { readFileSync } from 'node:fs';
import { formatTimestamp, type Timestamp } from '../../model/base/timestamp.ts';
import { parseSeed } from '../../model/seeds/seed.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { SeedReport, SeedsService } from './seeds.ts';

const FILE = new URL('./sample-library.seed.json', import.meta.url);

/** The person in the file whose place the caller takes. */
const PLACEHOLDER = 'mira';

type SampleFile = {
  readonly users: readonly { readonly username: string }[];
  readonly projects: readonly { readonly users: readonly string[] }[];
};

/** Creates the service of the sample library: projects of made-up people in every state that there is. */
export function createSampleLibrary({ access, clock }: ServiceContext, seeds: SeedsService) {
  return {
    /**
     * Loads the whole sample library or none of it.
     * @throws NotAuthenticated before the first run has asked for a name @throws Forbidden unless asked at this machine
     * @throws Invalid when one of its projects exists
     */
    async load(actor: Actor): Promise<SeedReport> {
      const { username } = access.requireUser(actor);
      access.requireOperator(actor);
      return seeds.load(actor, parseSeed(sampleSeed(username, clock())));
    },
  };
}

/**
 * Reads the sample library as the content of a seed file. Its times are numbers in the file, in seconds relative to
 * `now`, and `username` takes the place of one of its people.
 */
export function sampleSeed(username: string, now: Timestamp): object {
  const { users, projects }: SampleFile = JSON.parse(readFileSync(FILE, 'utf8'), (key, value) =>
    TIME_KEYS.has(key) && typeof value === 'number' ? formatTimestamp(now + value * 1_000_000) : value,
  );
  const rename = (names: readonly string[]) => [
    ...new Set(names.map((name) => (name === PLACEHOLDER ? username : name))),
  ];
  return {
    users: rename(users.map((user) => user.username)).map((name) => ({ username: name })),
    projects: projects.map((project) => ({ ...project, users: rename(project.users) })),
  };
}

const TIME_KEYS = new Set(['created', 'modified', 'start_time', 'end_time']);
