import { openCore } from '../../src-server/core.ts';
import type { JsonObject } from '../../src-server/model/builds/build.ts';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import { NEW_PROJECT } from '../../src-server/services/projects/projects.ts';

const HOUR = 3_600_000_000;
const FIRST_BUILD = 1_577_836_800_000_000;
const CONFIG: JsonObject = {
  build: { image: 'stable' },
  conda: null,
  doctype: 'sphinx',
  formats: ['htmlzip', 'pdf'],
  mkdocs: null,
  python: {
    install: [{ requirements: 'docs/requirements.txt' }],
    use_system_site_packages: false,
    version: 3,
  },
  sphinx: { builder: 'sphinx', configuration: 'docs/conf.py', fail_on_warning: false },
  submodules: { exclude: [], include: 'all', recursive: true },
  version: '2',
};

/** A store that the benchmark reads. */
export type BenchStore = { readonly token: string; readonly busyProject: string; readonly buildId: number };

/** What the busy project has beside its builds. */
type Busy = { readonly versions: number; readonly redirects: number };

/** Fills a data folder with this many projects of one user and builds of one project. */
export async function fillStore(
  folder: string,
  projects: number,
  builds: number,
  busy: Busy = { versions: 0, redirects: 0 },
): Promise<BenchStore> {
  const core = await openCore({ data: folder, keychain: 'off' });
  try {
    const { store, services } = core;
    const system = systemActor('command');
    const user = services.users.ensure(system, 'bench');
    const { token } = services.tokens.create(system, user, 'bench');
    const buildId = store.change(() => {
      for (let index = 0; index < projects; index++) addProject(store, user.id, index);
      const busyId = store.projects.idOf(slugOf(0)) ?? 0;
      for (let index = 3; index < busy.versions; index++) addRelease(store, busyId, index);
      for (let index = 0; index < busy.redirects; index++) addRedirect(store, busyId, index);
      return addBuilds(store, builds);
    });
    return { token, busyProject: slugOf(0), buildId };
  } finally {
    await core.close();
  }
}

type Store = Awaited<ReturnType<typeof openCore>>['store'];

function slugOf(index: number): string {
  return `project-${String(index).padStart(5, '0')}`;
}

function addProject(store: Store, userId: number, index: number): void {
  const project = store.projects.insert({
    ...NEW_PROJECT,
    slug: slugOf(index),
    name: `Project ${index}`,
    description: 'One of many projects.',
    repositoryUrl: `https://github.com/example/project-${index}.git`,
    repositoryType: 'git',
    homepage: 'https://example.com/',
    language: 'en',
    programmingLanguage: 'py',
    tags: ['docs', 'example'],
    created: FIRST_BUILD + index,
    modified: FIRST_BUILD + index,
  });
  store.projects.addMaintainer(project.id, userId);
  for (const name of ['latest', 'v1.0', 'v1.1']) {
    store.versions.insert({
      projectId: project.id,
      slug: name,
      verboseName: name,
      identifier:
        name === 'latest' ? 'main' : `${'0123456789abcdef'.repeat(2)}${String(index).padStart(8, '0')}`,
      type: name === 'latest' ? 'branch' : 'tag',
      active: true,
      built: true,
      uploaded: false,
      machine: name === 'latest',
      privacyLevel: 'public',
      hidden: false,
      downloads: ['htmlzip', 'pdf'],
      pagesBuild: null,
    });
  }
}

/** One in 50 is active, as of a project that keeps the documentation of its releases. */
function addRelease(store: Store, projectId: number, index: number): void {
  const name = `v2.${Math.floor(index / 10)}.${index % 10}`;
  store.versions.insert({
    ...{ projectId, slug: name, verboseName: name, identifier: String(index).padStart(40, '0'), type: 'tag' },
    ...{ active: index % 50 === 0, built: index % 50 === 0, uploaded: false, machine: false },
    ...{ privacyLevel: 'public', hidden: false, downloads: [], pagesBuild: null },
  });
}

function addRedirect(store: Store, projectId: number, index: number): void {
  const when = FIRST_BUILD + index * HOUR;
  store.redirects.insert({
    ...{ projectId, created: when, modified: when, type: 'page', dialect: 'current', has2020Form: true },
    ...{ fromUrl: `/old/${index}.html`, toUrl: `/new/${index}.html` },
  });
}

/** Distributes builds over the versions of the first project; returns the id of one in the middle. */
function addBuilds(store: Store, count: number): number {
  const projectId = store.projects.idOf(slugOf(0)) ?? 0;
  const versions = store.versions.ofProject(projectId);
  let middle = 0;
  for (let index = 0; index < count; index++) {
    const build = store.builds.insert({
      projectId,
      versionId: versions[index % versions.length]?.id ?? 0,
      created: FIRST_BUILD + index * HOUR,
      state: 'finished',
      success: index % 7 !== 0,
      error: index % 7 === 0 ? 'Build exited due to time out' : '',
      commit: String(index).padStart(40, '0'),
      duration: 30 + (index % 90),
      config: CONFIG,
    });
    if (index === count >> 1) {
      middle = build.id;
      addCommands(store, build.id);
    }
  }
  return middle;
}

function addCommands(store: Store, buildId: number): void {
  for (let step = 0; step < 6; step++) {
    store.buildCommands.insert({
      buildId,
      description: '',
      command: `python -m sphinx -T -b html -d _build/doctrees . _build/html --step ${step}`,
      output: 'reading sources... [100%] index\nbuild succeeded.\n'.repeat(4),
      exitCode: 0,
      startTime: FIRST_BUILD + step * 1_000_000,
      endTime: FIRST_BUILD + (step + 1) * 1_000_000,
    });
  }
}
