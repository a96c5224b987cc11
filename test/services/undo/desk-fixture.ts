import type { Clock } from '../../../src-server/model/base/timestamp.ts';
import type { Build } from '../../../src-server/model/builds/build.ts';
import type { Actor } from '../../../src-server/services/kernel/actor.ts';
import { openSeedStore, type SeedStore } from '../../support/store/seed-store.ts';

/** A store with people in it, and the people as they come to the desk. */
export type DeskFixture = SeedStore & {
  /** The person at this machine, who maintains nothing by that alone. */
  readonly operator: Actor;
  readonly as: (username: string) => Actor;
  /** Adds a build of a version; newer than all that were added before. */
  readonly addBuild: (project: string, version: string, build?: Partial<Build>) => Build;
};

const FINISHED = {
  state: 'finished',
  success: true,
  error: '',
  commit: null,
  duration: 30,
  config: {},
} as const;
const HOUR = 3_600_000_000;

/** Opens a store with what a seed file would hold. */
export async function openDeskFixture(file: object, clock?: Clock): Promise<DeskFixture> {
  const seeds = await openSeedStore(null, clock);
  await seeds.load(file);
  const { services, store } = seeds;
  let hours = 0;
  return {
    ...seeds,
    operator: {
      kind: 'operator',
      user: services.users.add({ kind: 'system', door: 'command' }, 'me'),
      door: 'desk',
    },
    as: (username) => ({ kind: 'user', user: services.users.get(username), door: 'desk' }),
    addBuild(project, version, build = {}) {
      hours += 1;
      const projectId = store.projects.idOf(project) ?? 0;
      const versionId = store.versions.bySlug(projectId, version)?.id ?? 0;
      return store.change(() =>
        store.builds.insert({ ...FINISHED, projectId, versionId, created: 1.6e15 + hours * HOUR, ...build }),
      );
    },
  };
}

/** A project of a seed file. */
export function seedProject(slug: string, more: object = {}): object {
  return {
    slug,
    name: slug,
    users: ['alice'],
    repository: { url: 'https://x.org/r.git', type: 'git' },
    ...more,
  };
}

/** A version of a seed file; a tag unless told otherwise. */
export function seedVersion(name: string, more: object = {}): object {
  return { verbose_name: name, identifier: name, type: 'tag', active: true, built: true, ...more };
}
