import type { DocumentationLocation } from '../../model/projects/documentation-url.ts';
import { hostLabel } from '../../model/projects/documentation-url.ts';
import { isSingleVersion, omitsLanguage, type Project } from '../../model/projects/project.ts';
import { redactCredentials } from '../../model/projects/repository/repository-url.ts';
import type { Store } from '../../store/open-store.ts';
import type { ProjectEntry } from '../../store/tables/projects/project-rows.ts';
import type { Access } from '../kernel/access.ts';
import type { Actor } from '../kernel/actor.ts';

/** A project with everything that answers show; only its maintainers see a password in its repository URL. */
export type ProjectRecord = ProjectEntry & {
  /** The address of its documentation. */
  readonly place: DocumentationLocation;
  /** Null also when the caller cannot see it. */
  readonly superproject: ProjectRecord | null;
  /** The main project of a translation; null also when the caller cannot see it. */
  readonly mainProject: ProjectRecord | null;
};

/** Returns the domain below which each project has its host, such as `localhost:8642`; the port can be set late. */
export type DocsDomain = () => string;

/** Creates the functions that complete a page of projects with the projects that they belong to. */
export function createProjectRecords(store: Pick<Store, 'projects'>, access: Access, docsDomain: DocsDomain) {
  function relativesOf(entries: readonly ProjectEntry[]): Map<number, ProjectEntry> {
    const knownEntries = new Map(entries.map((entry) => [entry.project.id, entry]));
    let missingIds = missing(entries, knownEntries);
    while (missingIds.length > 0) {
      const found = store.projects.byIds(missingIds);
      for (const entry of found) knownEntries.set(entry.project.id, entry);
      missingIds = missing(found, knownEntries);
    }
    return knownEntries;
  }

  function visibleFields(actor: Actor, project: Project): Project {
    const repositoryUrl = redactCredentials(project.repositoryUrl);
    if (repositoryUrl === project.repositoryUrl || access.maintains(actor, project.id)) return project;
    const trusted = project.trustedRepository;
    return { ...project, repositoryUrl, trustedRepository: trusted && redactCredentials(trusted) };
  }

  function recordOf(
    actor: Actor,
    entry: ProjectEntry,
    knownEntries: ReadonlyMap<number, ProjectEntry>,
  ): ProjectRecord {
    // `above` ends the rare cycle of a main project that is a subproject of its own translation's parent.
    function record(entryOf: ProjectEntry, above: readonly number[]): ProjectRecord {
      const path = [...above, entryOf.project.id];
      const relative = (id: number | null | undefined): ProjectRecord | null => {
        const other = id === null || id === undefined || path.includes(id) ? undefined : knownEntries.get(id);
        return other && access.canSeeProject(actor, other.project) ? record(other, path) : null;
      };
      return {
        ...entryOf,
        project: visibleFields(actor, entryOf.project),
        place: placeOf(entryOf, knownEntries, docsDomain()),
        superproject: relative(entryOf.parent?.id),
        mainProject: relative(entryOf.project.translationOf),
      };
    }
    return record(entry, []);
  }

  return {
    /** Completes projects in the order of `entries`, without related projects that the actor cannot see. */
    complete(actor: Actor, entries: readonly ProjectEntry[]): ProjectRecord[] {
      const knownEntries = relativesOf(entries);
      return entries.map((entry) => recordOf(actor, entry, knownEntries));
    },
    /** Completes one project. */
    completeOne: (actor: Actor, entry: ProjectEntry): ProjectRecord =>
      recordOf(actor, entry, relativesOf([entry])),
  };
}

export type ProjectRecords = ReturnType<typeof createProjectRecords>;

function missing(
  entries: readonly ProjectEntry[],
  knownEntries: ReadonlyMap<number, ProjectEntry>,
): number[] {
  const missingIds = new Set<number>();
  for (const { project, parent } of entries) {
    for (const id of [project.translationOf, parent?.id]) {
      if (id !== null && id !== undefined && !knownEntries.has(id)) missingIds.add(id);
    }
  }
  return [...missingIds];
}

/** Finds the top project through the main project of a translation, then its superproject (behaviour.md 14). */
function placeOf(
  entry: ProjectEntry,
  knownEntries: ReadonlyMap<number, ProjectEntry>,
  docsDomain: string,
): DocumentationLocation {
  const main =
    entry.project.translationOf === null ? entry : (knownEntries.get(entry.project.translationOf) ?? entry);
  const parent = main.parent && knownEntries.get(main.parent.id);
  const top = parent ?? main;
  return {
    scheme: 'http',
    domain: `${hostLabel(top.project.slug)}.${docsDomain}`,
    alias: main.parent?.alias ?? null,
    language: entry.project.language,
    singleVersion: isSingleVersion(entry.project),
    omitsLanguage: omitsLanguage(entry.project) && entry.project.translationOf === null,
  };
}
