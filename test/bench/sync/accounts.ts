import { openCore } from '../../../src-server/core.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { NEW_PROJECT } from '../../../src-server/services/projects/projects.ts';

const HOUR = 3_600_000_000;
const FIRST = 1_577_836_800_000_000;

/** How much each project of an account has. */
export type AccountSize = {
  readonly projects: number;
  readonly versions: number;
  readonly redirects: number;
  readonly builds: number;
};
type Store = Awaited<ReturnType<typeof openCore>>['store'];

/** Fills the data folder of the other side with an account; returns its token. */
export async function fillAccount(folder: string, size: AccountSize): Promise<string> {
  const core = await openCore({ data: folder, keychain: 'off' });
  try {
    const { store, services } = core;
    const system = systemActor('command');
    const user = services.users.ensure(system, 'bench');
    const { token } = services.tokens.create(system, user, 'bench');
    store.change(() => {
      for (let index = 0; index < size.projects; index += 1) addProject(store, user.id, index, size);
    });
    return token;
  } finally {
    await core.close();
  }
}

/** Returns the slug of a project of an account. */
export function accountSlug(index: number): string {
  return `manual-${String(index).padStart(5, '0')}`;
}

function addProject(store: Store, userId: number, index: number, size: AccountSize): void {
  const times = { created: FIRST + index, modified: FIRST + index };
  const { id: projectId } = store.projects.insert({
    ...NEW_PROJECT,
    ...times,
    slug: accountSlug(index),
    name: `Manual ${index}`,
    repositoryUrl: `https://github.com/example/manual-${index}.git`,
    repositoryType: 'git',
    homepage: 'https://example.com/',
    language: 'en',
    programmingLanguage: 'py',
    tags: ['docs', 'example'],
  });
  store.projects.addMaintainer(projectId, userId);
  const versions = Array.from({ length: size.versions }, (_, version) =>
    addVersion(store, projectId, index, version),
  );
  for (let redirect = 0; redirect < size.redirects; redirect += 1) {
    const when = FIRST + redirect * HOUR;
    store.redirects.insert({
      ...{ projectId, created: when, modified: when, type: 'page', dialect: 'current', has2020Form: true },
      ...{ fromUrl: `/old/${redirect}.html`, toUrl: `/new/${redirect}.html` },
    });
  }
  for (let build = 0; build < size.builds; build += 1)
    addBuild(store, projectId, versions[build % versions.length] ?? 0, build);
}

function addVersion(store: Store, projectId: number, project: number, index: number): number {
  const isLatest = index === 0;
  const name = isLatest ? 'latest' : `v${index}.0`;
  return store.versions.insert({
    ...{ projectId, slug: name, verboseName: name, type: isLatest ? 'branch' : 'tag', machine: isLatest },
    identifier: isLatest ? 'main' : String(project * 1000 + index).padStart(40, '0'),
    ...{ active: index < 10, built: false, uploaded: false, privacyLevel: 'public', hidden: false },
    ...{ downloads: [], pagesBuild: null },
  }).id;
}

function addBuild(store: Store, projectId: number, versionId: number, index: number): void {
  const isGood = index % 7 !== 0;
  store.builds.insert({
    ...{ projectId, versionId, created: FIRST + index * HOUR, state: 'finished', success: isGood },
    ...{ error: '', commit: String(index).padStart(40, '0'), duration: 60, config: {} },
  });
}
