import type { DocumentationPlace } from '../../model/projects/documentation-url.ts';
import { hostLabel } from '../../model/projects/documentation-url.ts';
import type { Project } from '../../model/projects/project.ts';
import { withoutPassword } from '../../model/projects/repository-url.ts';
import type { ProjectEntry } from '../../store/tables/projects/project-rows.ts';
import type { Store } from '../../store/tables.ts';
import type { Access } from '../kernel/access.ts';
import type { Actor } from '../kernel/actor.ts';

/** A project with everything that its answers tell of it; who does not maintain it sees no password in its address. */
export type ProjectRecord = ProjectEntry & {
  /** Where its documentation is published. */
  readonly place: DocumentationPlace;
  /** Null as well when the caller may not see it. */
  readonly superproject: ProjectRecord | null;
  /** The main project of a translation; null as well when the caller may not see it. */
  readonly mainProject: ProjectRecord | null;
};

/** `localhost:8642`: the domain below which each project has its own host. A function, since the port may be chosen late. */
export type DocsDomain = () => string;

/** Completes projects with the projects they belong to, a whole page at a time. */
export function createProjectRecords(store: Pick<Store, 'projects'>, access: Access, docsDomain: DocsDomain) {
  function relativesOf(entries: readonly ProjectEntry[]): Map<number, ProjectEntry> {
    const known = new Map(entries.map((entry) => [entry.project.id, entry]));
    let wanted = missing(entries, known);
    while (wanted.length > 0) {
      const found = store.projects.byIds(wanted);
      for (const entry of found) known.set(entry.project.id, entry);
      wanted = missing(found, known);
    }
    return known;
  }

  function shownTo(actor: Actor, project: Project): Project {
    const repositoryUrl = withoutPassword(project.repositoryUrl);
    if (repositoryUrl === project.repositoryUrl || access.maintains(actor, project.id)) return project;
    const trusted = project.trustedRepository;
    return { ...project, repositoryUrl, trustedRepository: trusted && withoutPassword(trusted) };
  }

  function recordOf(
    actor: Actor,
    entry: ProjectEntry,
    known: ReadonlyMap<number, ProjectEntry>,
  ): ProjectRecord {
    // `above` ends the rare circle of a main project that is a subproject of its own translation's parent.
    function record(one: ProjectEntry, above: readonly number[]): ProjectRecord {
      const path = [...above, one.project.id];
      const relative = (id: number | null | undefined): ProjectRecord | null => {
        const other = id === null || id === undefined || path.includes(id) ? undefined : known.get(id);
        return other && access.sees(actor, other.project) ? record(other, path) : null;
      };
      return {
        ...one,
        project: shownTo(actor, one.project),
        place: placeOf(one, known, docsDomain()),
        superproject: relative(one.parent?.id),
        mainProject: relative(one.project.translationOf),
      };
    }
    return record(entry, []);
  }

  return {
    /** In the order of `entries`. Relatives that the actor may not see are left out. */
    complete(actor: Actor, entries: readonly ProjectEntry[]): ProjectRecord[] {
      const known = relativesOf(entries);
      return entries.map((entry) => recordOf(actor, entry, known));
    },
    /** The same for one project. */
    completeOne: (actor: Actor, entry: ProjectEntry): ProjectRecord =>
      recordOf(actor, entry, relativesOf([entry])),
  };
}

export type ProjectRecords = ReturnType<typeof createProjectRecords>;

function missing(entries: readonly ProjectEntry[], known: ReadonlyMap<number, ProjectEntry>): number[] {
  const wanted = new Set<number>();
  for (const { project, parent } of entries) {
    for (const id of [project.translationOf, parent?.id]) {
      if (id !== null && id !== undefined && !known.has(id)) wanted.add(id);
    }
  }
  return [...wanted];
}

/** The top project is found through the main project of a translation, then its superproject (behaviour.md 14). */
function placeOf(
  entry: ProjectEntry,
  known: ReadonlyMap<number, ProjectEntry>,
  docsDomain: string,
): DocumentationPlace {
  const main =
    entry.project.translationOf === null ? entry : (known.get(entry.project.translationOf) ?? entry);
  const parent = main.parent && known.get(main.parent.id);
  const top = parent ?? main;
  return {
    scheme: 'http',
    domain: `${hostLabel(top.project.slug)}.${docsDomain}`,
    alias: main.parent?.alias ?? null,
    language: entry.project.language,
    singleVersion: entry.project.singleVersion,
  };
}
