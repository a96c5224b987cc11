import type { Json, JsonObject } from '../../../src-server/model/builds/build.ts';
import type { Listing, RemoteObject, RemoteProject } from '../../../src-server/model/sync/link.ts';
import type { Fields, SyncKind } from '../../../src-server/model/sync/sync-fields.ts';
import { type Actor, syncActor } from '../../../src-server/services/kernel/actor.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';
import { OPERATOR, openSeedStore } from '../../support/store/seed-store.ts';
import { testClock } from '../../support/test-clock.ts';

/** The token of the account; it may be in the vault alone. */
export const TOKEN = 'secret-token-of-the-service';
export const SYNC: Actor = syncActor('live');
export const MAY_DELETE = { mayDelete: true };

/** Opens the sample projects with a remote `live` of alice. */
export async function openRemoteFixture(kind: 'community' | 'business' | 'lectern' = 'community') {
  const seeds = await openSeedStore(null, testClock({ step: 1 }));
  await seeds.load(SAMPLE_SEED);
  const { services, store } = seeds;
  const alice = services.users.get('alice');
  services.settings.set(OPERATOR, { localUserId: alice.id });
  const desk: Actor = { kind: 'operator', user: alice, door: 'desk' };
  const address = kind === 'lectern' ? 'http://127.0.0.1:8643' : 'https://app.readthedocs.org';
  const remote = await services.remotes.add(desk, { name: 'live', address, kind, username: 'ana' }, TOKEN);
  const apply = (pulled: RemoteProject, options = MAY_DELETE) =>
    services.sync.applyProject(SYNC, remote.id, pulled, options);
  return {
    ...seeds,
    alice,
    desk,
    remote,
    apply,
    /** The project with this slug and its rows. */
    rowsOf(slug: string) {
      const id = store.projects.idOf(slug) ?? 0;
      const all = { limit: 1000, offset: 0 };
      return {
        entry: store.projects.byId(id),
        project: store.projects.byId(id)?.project,
        versions: store.versions.ofProject(id),
        redirects: store.redirects.ofProject(id, all).items,
        variables: store.environmentVariables.ofProject(id, all).items,
      };
    },
    /** Actions that were journalled after an entry. */
    actionsSince: (id: number) => store.journal.newest(id, 1000).map(({ action }) => action),
    lastEntry: () => store.journal.newest(0, 1)[0]?.id ?? 0,
  };
}

export type RemoteFixture = Awaited<ReturnType<typeof openRemoteFixture>>;

/** Makes an object as the service answers it. */
export function there(
  kind: SyncKind,
  key: number,
  address: string,
  fields: Fields,
  shown: JsonObject = {},
): RemoteObject {
  return { kind, key, address, fields, shown };
}

/** Makes a whole list. */
export function listing(...objects: readonly RemoteObject[]): Listing {
  return { objects, complete: true };
}

export function version(
  key: number,
  slug: string,
  fields: Fields = {},
  shown: JsonObject = {},
): RemoteObject {
  const type = slug === 'latest' ? 'branch' : 'tag';
  return there(
    'version',
    key,
    slug,
    { active: false, hidden: false, privacy_level: 'public', ...fields },
    { slug, verbose_name: slug, identifier: `${slug}-commit`, type, ...shown },
  );
}

export function redirect(key: number, from: string, to: string, fields: Fields = {}): RemoteObject {
  return there('redirect', key, String(key), {
    ...{ type: 'page', from_url: from, to_url: to, force: false, enabled: true },
    ...{ description: null, http_status: 302, ...fields },
  });
}

export function variable(key: number, name: string, isPublic = false): RemoteObject {
  return there('variable', key, String(key), { name, public: isPublic });
}

const KETTLE: Readonly<Record<string, Json>> = {
  ...{
    name: 'Kettle',
    'repository.url': 'https://github.com/acme/kettle.git',
    homepage: 'https://kettle.example/',
  },
  ...{ language: 'pt-br', programming_language: 'py', tags: ['steam', 'water'], default_version: 'stable' },
  ...{ default_branch: 'main', readthedocs_yaml_path: null },
  ...{ versioning_scheme: 'multiple_versions_with_translations' },
  ...{ privacy_level: 'public', external_builds_privacy_level: 'public' },
};

/** Makes the project `kettle` with two versions, three redirects and a variable. */
export function kettle(
  changed: Partial<Omit<RemoteProject, 'project'>> & { readonly fields?: Fields } = {},
): RemoteProject {
  const { fields = {}, ...lists } = changed;
  return {
    project: there(
      'project',
      70112,
      'kettle',
      { ...KETTLE, ...fields },
      { users: [{ username: 'stranger' }] },
    ),
    versions: listing(
      version(1, 'latest', { active: true }),
      version(2, '2.0', { active: true }),
      version(3, '1.0'),
    ),
    redirects: listing(
      redirect(11, '/a', '/b'),
      redirect(12, '/c', '/d'),
      redirect(13, '/guide/*', '/manual/:splat'),
    ),
    variables: listing(variable(21, 'SEARCH_KEY')),
    subprojects: null,
    builds: [build(31), build(32)],
    ...lists,
  };
}

export function build(key: number) {
  const of = { version: '2.0', state: 'finished', success: true, commit: 'abc' };
  return { key, ...of, created: 1_700_000_000_000_000 + key, duration: 10 };
}
