import type { Build } from '../../../src-server/model/builds/build.ts';
import type { Project } from '../../../src-server/model/projects/project.ts';
import type { Version } from '../../../src-server/model/versions/version.ts';
import type { Page, PageRequest } from '../../../src-server/store/engine/list-page.ts';
import type { Database } from '../../../src-server/store/file/database.ts';
import { openStore, type Store } from '../../../src-server/store/open-store.ts';

/** A store with enough rows for pages far from the first. */
export type ListFixture = { readonly store: Store; readonly database: Database; readonly userId: number };

/** A list under test: how to query it, and the plain SQL that it must agree with. */
export type KnownList = {
  readonly name: string;
  /** The supported filters, each with values that some rows have. */
  readonly filters: Readonly<Record<string, readonly (string | boolean)[]>>;
  readonly read: (
    fixture: ListFixture,
    filters: Filters,
    request: PageRequest,
  ) => Page<{ readonly id: number } | { readonly project: { readonly id: number } }>;
  /** The SQL from FROM on, without filters. */
  readonly sql: string;
  readonly id: string;
  readonly order: string;
  /** The column that each filter compares. */
  readonly columns: Readonly<Record<string, string>>;
  readonly values?: (fixture: ListFixture) => Readonly<Record<string, number>>;
};

export type Filters = Readonly<Record<string, string | boolean | undefined>>;

export const NAMES = ['1.0', 'main', 'é', 'Z', '10'] as const;
export const COMMITS = ['aa', 'bb', 'cc'] as const;
const BOOLEANS = [true, false] as const;
const LEVELS = ['public', 'protected', 'private'] as const;
const ROWS = 130;

const PROJECT: Omit<Project, 'id' | 'slug'> = {
  name: 'P',
  description: '',
  repositoryUrl: 'https://example.org/p',
  repositoryType: 'git',
  homepage: '',
  language: 'en',
  programmingLanguage: 'py',
  defaultVersion: 'latest',
  defaultBranch: null,
  remoteBranch: null,
  analyticsCode: null,
  analyticsDisabled: null,
  versioningScheme: 'multiple_versions_with_translations',
  readthedocsYamlPath: null,
  showVersionWarning: false,
  privacyLevel: 'public',
  externalBuildsPrivacyLevel: 'public',
  documentationType: 'sphinx',
  tags: [],
  translationOf: null,
  buildTools: 'own',
  pullRequestBuilds: false,
  trustedRepository: null,
  builder: null,
  created: 0,
  modified: 0,
};

/** Fills a store: project 1 has subprojects, translations and many versions; the first version has many builds. */
export function fillLists(database: Database): ListFixture {
  const store = openStore(database);
  const userId = store.change(() => store.users.insert('ann', 0).id);
  const fixture = { store, database, userId };
  store.change(() => {
    for (const add of [addProject, addVersion, addBuild, addRedirect, addVariable]) {
      for (let index = 0; index < ROWS; index++) add(fixture, index);
    }
  });
  return fixture;
}

export function addProject({ store, userId }: ListFixture, seed: number): void {
  const slug = `p${(seed * 37) % 1000}-${store.ids.last('projects')}`;
  const isChild = seed > 0;
  const project = store.projects.insert({
    ...PROJECT,
    slug,
    language: seed % 3 === 0 ? 'es' : 'en',
    programmingLanguage: seed % 2 === 0 ? 'py' : 'js',
    privacyLevel: LEVELS[seed % 5] ?? 'public',
    translationOf: isChild && seed % 2 === 0 ? 1 : null,
  });
  if (seed % 4 !== 1) store.projects.addMaintainer(project.id, userId);
  if (isChild) store.subprojects.insert({ parentId: 1, childId: project.id, alias: slug });
}

export function addVersion({ store }: ListFixture, seed: number): void {
  const name = NAMES[seed % NAMES.length] ?? 'main';
  store.versions.insert({
    ...versionOf(seed),
    hidden: false,
    projectId: 1,
    slug: `v${store.ids.last('versions')}`,
    verboseName: name,
  });
}

/** Returns version columns derived from a seed. */
export function versionOf(
  seed: number,
): Pick<
  Version,
  | 'identifier'
  | 'type'
  | 'active'
  | 'built'
  | 'uploaded'
  | 'machine'
  | 'privacyLevel'
  | 'downloads'
  | 'pagesBuild'
> {
  return {
    identifier: `${seed}`,
    type: seed % 7 === 6 ? 'external' : 'tag',
    active: seed % 2 === 0,
    built: seed % 3 === 0,
    uploaded: seed % 5 === 0,
    machine: false,
    privacyLevel: LEVELS[seed % 6] ?? 'public',
    downloads: [],
    pagesBuild: null,
  };
}

export function addBuild({ store }: ListFixture, seed: number): void {
  const versionId = seed % 3 === 0 ? 2 : 1;
  if (!store.versions.byId(versionId)) return;
  store.builds.insert({ ...buildOf(seed), projectId: 1, versionId, created: (seed * 13) % 40 });
}

export function buildOf(
  seed: number,
): Pick<Build, 'state' | 'success' | 'error' | 'commit' | 'duration' | 'config'> {
  const state = seed % 3 === 0 ? 'building' : 'finished';
  return { state, success: null, error: '', commit: COMMITS[seed % 5] ?? null, duration: null, config: {} };
}

export function addRedirect({ store }: ListFixture, seed: number): void {
  const at = (seed * 7) % 30;
  store.redirects.insert({
    projectId: 1,
    type: 'exact',
    fromUrl: '/a',
    toUrl: '/b',
    created: at,
    modified: at,
  });
}

export function addVariable({ store }: ListFixture, seed: number): void {
  const at = (seed * 11) % 30;
  const name = `V${store.ids.last('environment_variables')}`;
  store.environmentVariables.insert({ projectId: 1, name, created: at, modified: at }, Buffer.from('x'));
}

const BUILD_FILTERS = { commit: COMMITS, running: BOOLEANS } as const;
const BUILD_COLUMNS = { commit: 'b."commit"', running: "(b.state <> 'finished')" };
const VISIBLE = (alias: string) => `(${alias}.privacy_level = 'public'
  OR ${alias}.id IN (SELECT project_id FROM project_users WHERE user_id = @userId))`;

const user = ({ userId }: ListFixture) => ({ userId });

export const LISTS: readonly KnownList[] = [
  {
    name: 'versions of a project',
    filters: {
      active: BOOLEANS,
      built: BOOLEANS,
      uploaded: BOOLEANS,
      verboseName: NAMES,
      privacyLevel: LEVELS,
    },
    read: ({ store }, filters, request) => store.versions.internalOf(1, filters, request),
    sql: "FROM versions v WHERE v.project_id = 1 AND v.type <> 'external'",
    id: 'v.id',
    order: 'v.verbose_name DESC, v.id DESC',
    columns: {
      active: 'v.active',
      built: 'v.built',
      uploaded: 'v.uploaded',
      verboseName: 'v.verbose_name',
      privacyLevel: 'v.privacy_level',
    },
  },
  {
    name: 'public versions',
    filters: { active: BOOLEANS },
    read: ({ store }, { active }, request) =>
      store.versions.listPublic({ active: active as boolean | undefined }, request),
    sql: `FROM versions v JOIN projects p ON p.id = v.project_id
      WHERE v.privacy_level = 'public' AND p.privacy_level = 'public'`,
    id: 'v.id',
    order: 'v.verbose_name DESC, v.id DESC',
    columns: { active: 'v.active' },
  },
  {
    name: 'builds of a project',
    filters: BUILD_FILTERS,
    read: ({ store }, filters, request) => store.builds.ofProject(1, filters, request),
    sql: "FROM builds b JOIN versions v ON v.id = b.version_id WHERE b.project_id = 1 AND v.type <> 'external'",
    id: 'b.id',
    order: 'b.created DESC, b.id DESC',
    columns: BUILD_COLUMNS,
  },
  {
    name: 'builds of a version',
    filters: BUILD_FILTERS,
    read: ({ store }, filters, request) => store.builds.ofVersion(1, filters, request),
    sql: 'FROM builds b WHERE b.version_id = 1',
    id: 'b.id',
    order: 'b.created DESC, b.id DESC',
    columns: BUILD_COLUMNS,
  },
  {
    name: 'public builds',
    filters: { commit: COMMITS },
    read: ({ store }, { commit }, request) =>
      store.builds.listPublic({ commit: commit as string | undefined }, request),
    sql: `FROM builds b JOIN versions v ON v.id = b.version_id JOIN projects p ON p.id = b.project_id
      WHERE v.privacy_level = 'public' AND p.privacy_level = 'public'`,
    id: 'b.id',
    order: 'b.created DESC, b.id DESC',
    columns: BUILD_COLUMNS,
  },
  {
    name: 'projects of a maintainer',
    filters: { language: ['en', 'es'], programmingLanguage: ['py', 'js'] },
    read: ({ store, userId }, filters, request) => store.projects.maintainedBy(userId, filters, request),
    sql: 'FROM projects p JOIN project_users m ON m.project_id = p.id WHERE m.user_id = @userId',
    id: 'p.id',
    order: 'p.slug',
    columns: { language: 'p.language', programmingLanguage: 'p.programming_language' },
    values: user,
  },
  {
    name: 'public projects',
    filters: {},
    read: ({ store }, _filters, request) => store.projects.listPublic({}, request),
    sql: "FROM projects p WHERE p.privacy_level = 'public'",
    id: 'p.id',
    order: 'p.slug',
    columns: {},
  },
  {
    name: 'translations',
    filters: {},
    read: ({ store, userId }, _filters, request) => store.projects.translationsOf(1, userId, request),
    sql: `FROM projects p WHERE p.translation_of = 1 AND ${VISIBLE('p')}`,
    id: 'p.id',
    order: 'p.slug',
    columns: {},
    values: user,
  },
  {
    name: 'subprojects',
    filters: {},
    read: ({ store, userId }, _filters, request) => store.subprojects.ofParent(1, userId, request),
    sql: `FROM subprojects s JOIN projects p ON p.id = s.child_id WHERE s.parent_id = 1 AND ${VISIBLE('p')}`,
    id: 's.id',
    order: 's.id',
    columns: {},
    values: user,
  },
  {
    name: 'redirects',
    filters: {},
    read: ({ store }, _filters, request) => store.redirects.ofProject(1, request),
    sql: 'FROM redirects r WHERE r.project_id = 1',
    id: 'r.id',
    order: 'r.rank DESC, r.id DESC',
    columns: {},
  },
  {
    name: 'environment variables',
    filters: {},
    read: ({ store }, _filters, request) => store.environmentVariables.ofProject(1, request),
    sql: 'FROM environment_variables e WHERE e.project_id = 1',
    id: 'e.id',
    order: 'e.modified DESC, e.id DESC',
    columns: {},
  },
];
