import type { ProjectListQuery, ProjectListSort } from '../../model/projects/project-list.ts';
import type { ProjectListEntry, ProjectListIndex } from '../../store/indexes/project-list-index.ts';

type Key = (project: ProjectListEntry) => string | number | undefined;

const KEYS: Readonly<Record<ProjectListSort, Key>> = {
  name: (project) => project.sortName,
  language: (project) => project.language,
  default: (project) => project.defaultVersion,
  active: (project) => project.activeVersions,
  'last-build': (project) => project.lastBuild?.created,
  took: (project) => project.lastBuild?.duration ?? undefined,
};

/**
 * Keeps the projects sorted in each order that somebody looks at. After a change the old order is sorted again, which
 * costs little since nearly all of it stands already.
 */
export function createProjectListOrder(index: ProjectListIndex) {
  const orders = new Map<string, { revision: number; membership: number; projects: ProjectListEntry[] }>();

  return (sort: ProjectListSort, direction: ProjectListQuery['direction']): readonly ProjectListEntry[] => {
    const projects = index.projects();
    const name = `${sort} ${direction}`;
    const known = orders.get(name);
    if (known?.revision === index.revision()) return known.projects;
    const isSameMembership = known?.membership === index.membership();
    const list = isSameMembership && known ? known.projects : [...projects.values()];
    list.sort(comparison(KEYS[sort], direction === 'asc' ? 1 : -1));
    orders.set(name, { revision: index.revision(), membership: index.membership(), projects: list });
    return list;
  };
}

/** What has no value stands last in both directions; ties stand by name, then by slug. */
function comparison(key: Key, sign: 1 | -1): (a: ProjectListEntry, b: ProjectListEntry) => number {
  return (a, b) => {
    const keyA = key(a);
    const keyB = key(b);
    if (keyA !== keyB) {
      if (keyA === undefined) return 1;
      if (keyB === undefined) return -1;
      return keyA < keyB ? -sign : sign;
    }
    if (a.sortName !== b.sortName) return a.sortName < b.sortName ? -1 : 1;
    return a.slug < b.slug ? -1 : 1;
  };
}
