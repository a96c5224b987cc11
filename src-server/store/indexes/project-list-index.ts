import type { Database } from 'better-sqlite3';
import type { PrivacyLevel } from '../../model/projects/project.ts';
import type { ProjectState } from '../../model/projects/project-list.ts';
import { LATEST } from '../../model/versions/version.ts';
import { prepareRead } from '../engine/prepare-read.ts';
import type { Transactions } from '../engine/transaction.ts';
import type { BuildIndexEntry } from '../tables/builds/build-columns.ts';
import { type ProjectUser, toTags, toUsers, USERS } from '../tables/projects/project-rows.ts';
import type { BuildIndex } from './build-index.ts';

/** A project as the project list filters, sorts and shows it. Updated in place. */
export type ProjectListEntry = {
  readonly id: number;
  readonly slug: string;
  name: string;
  language: string;
  programmingLanguage: string;
  /** The chosen default version when it is active, else `latest` (behaviour.md 7). */
  defaultVersion: string;
  privacyLevel: PrivacyLevel;
  tags: readonly string[];
  people: readonly ProjectUser[];
  /** Excludes pull requests. */
  versions: number;
  activeVersions: number;
  parentId: number | null;
  mainId: number | null;
  state: ProjectState;
  /** Whether a build runs; false while builds only wait. */
  isBuilding: boolean;
  lastBuild: BuildIndexEntry | undefined;
  /** Name, slug and tags in lower case, for the text filter. */
  searchText: string;
  /** Sort key of the name: ignores case and compares numbers by value. */
  sortName: string;
};

type DerivedField = 'tags' | 'people' | 'state' | 'isBuilding' | 'lastBuild' | 'searchText' | 'sortName';
type Row = Omit<ProjectListEntry, DerivedField> & {
  tags: string;
  users: string | null;
  defaultActive: number;
};

const select = (where: string) => `
  SELECT p.id, p.slug, p.name, p.language, p.programming_language AS programmingLanguage,
    p.default_version AS defaultVersion, p.privacy_level AS privacyLevel, p.tags, p.translation_of AS mainId,
    s.parent_id AS parentId,
    ${USERS},
    coalesce(max(v.active = 1 AND v.slug = p.default_version), 0) AS defaultActive,
    coalesce(sum(v.type <> 'external'), 0) AS versions,
    coalesce(sum(v.type <> 'external' AND v.active = 1), 0) AS activeVersions
  FROM projects p LEFT JOIN subprojects s ON s.child_id = p.id LEFT JOIN versions v ON v.project_id = p.id
  ${where} GROUP BY p.id`;

/** Keeps every project in memory and updates changed ones, so that a long list filters instantly. */
export function projectListIndex(database: Database, transactions: Transactions, builds: BuildIndex) {
  const all = prepareRead(database, select(''));
  const some = prepareRead(database, select('WHERE p.id IN (SELECT value FROM json_each(?))'));
  const takeChanged = transactions.watch([
    ...(['projects.rows', 'projects.values', 'versions.rows', 'versions.values'] as const),
    ...(['subprojects.rows', 'users.rows', 'users.values'] as const),
  ]);
  const projects = new Map<number, ProjectListEntry>();
  let revision = 0;
  /** Increases when projects are added or removed. */
  let membership = 0;

  function readAll(): void {
    projects.clear();
    membership += 1;
    for (const row of all.all() as Row[]) projects.set(row.id, fromRow(row));
    for (const project of projects.values()) withBuilds(project);
  }

  function readSome(ids: ReadonlySet<number>): void {
    const gone = new Set(ids);
    for (const row of some.all(JSON.stringify([...ids])) as Row[]) {
      gone.delete(row.id);
      const known = projects.get(row.id);
      const project = Object.assign(known ?? {}, fromRow(row));
      withBuilds(project);
      if (known) continue;
      projects.set(row.id, project);
      membership += 1;
    }
    for (const id of gone) if (projects.delete(id)) membership += 1;
  }

  function withBuilds(project: ProjectListEntry): void {
    const { last, inFlight, running } = builds.ofProject(project.id);
    project.lastBuild = last;
    project.isBuilding = running > 0;
    project.state = stateOf(last, inFlight);
  }

  function sync(): void {
    const changed = takeChanged();
    const built = builds.changedProjects();
    if (changed !== 'all' && built !== 'all' && changed.size === 0 && built.size === 0) return;
    revision += 1;
    if (changed === 'all') readAll();
    else readSome(changed);
    for (const id of built === 'all' ? projects.keys() : built) {
      const project = projects.get(id);
      if (project) withBuilds(project);
    }
  }

  return {
    /** Returns all current projects by id. */
    projects(): ReadonlyMap<number, ProjectListEntry> {
      sync();
      return projects;
    },
    /** Increases when any project changed, `membership` when one was added or removed; as of the last `projects()`. */
    revision: () => revision,
    membership: () => membership,
  };
}

export type ProjectListIndex = ReturnType<typeof projectListIndex>;

function stateOf(last: BuildIndexEntry | undefined, inFlight: number): ProjectState {
  if (inFlight > 0) return 'running';
  if (!last) return 'never';
  if (last.outcome === 'failed') return 'failing';
  return last.outcome === 'cancelled' ? 'cancelled' : 'passing';
}

function fromRow(row: Row): ProjectListEntry {
  const { name, slug, tags } = row;
  return {
    id: row.id,
    slug,
    name,
    language: row.language,
    programmingLanguage: row.programmingLanguage,
    defaultVersion: row.defaultActive === 1 ? row.defaultVersion : LATEST,
    privacyLevel: row.privacyLevel,
    tags: toTags(tags),
    people: toUsers(row.users),
    versions: row.versions,
    activeVersions: row.activeVersions,
    parentId: row.parentId,
    mainId: row.mainId,
    state: 'never',
    isBuilding: false,
    lastBuild: undefined,
    searchText: `${name.toLowerCase()}\n${slug}${tags === '[]' ? '' : `\n${tags.toLowerCase()}`}`,
    sortName: name.toLowerCase().replaceAll(/\d+/g, (digits) => digits.padStart(10, '0')),
  };
}
