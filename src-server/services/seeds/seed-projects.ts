import type { Timestamp } from '../../model/base/timestamp.ts';
import type { Project } from '../../model/projects/project.ts';
import type { Seed } from '../../model/seeds/seed.ts';
import type { User } from '../../model/users/user.ts';
import type { Store } from '../../store/tables.ts';
import { openIdSource } from './seed-ids.ts';
import {
  type SeedProject,
  type SeedVersion,
  seedSlug,
  seedVersions,
  toBuild,
  toCommand,
  toProject,
  toVersion,
  withSlugs,
} from './seed-rows.ts';

/** What the rows of a file are written with. */
export type SeedSupplies = {
  readonly now: Timestamp;
  /** By name: everybody whom the file calls a maintainer. */
  readonly users: ReadonlyMap<string, User>;
  /** Encrypts the value of a variable for its place. */
  readonly seal: (projectId: number, name: string, value: string) => Uint8Array;
  /** Told of each project, once all that belongs to it is written. */
  readonly written: (project: Project, rows: ProjectRows) => void;
};

/** How many rows were written for one project. */
export type ProjectRows = {
  readonly versions: number;
  readonly builds: number;
  readonly commands: number;
  readonly redirects: number;
  readonly environmentVariables: number;
  readonly subprojects: number;
};

/** Writes the projects of a file that `checkSeed` let pass, with all that belongs to them, in a transaction of the caller. */
export function writeSeedProjects(store: Store, seed: Seed, supplies: SeedSupplies): void {
  const { now } = supplies;
  const idFor = openIdSource(store, seed);
  const ids = new Map(seed.projects.map((given) => [seedSlug(given), idFor('projects', given.id)]));

  function idOf(slug: string): number {
    return present(ids.get(slug) ?? store.projects.idOf(slug), slug);
  }

  function writeProject(given: SeedProject): Project {
    const translationOf = given.translation_of === undefined ? null : idOf(given.translation_of);
    const project = store.projects.insert(
      toProject(given, { id: idOf(seedSlug(given)), translationOf, now }),
    );
    for (const username of given.users) {
      store.projects.addMaintainer(project.id, present(supplies.users.get(username), username).id);
    }
    return project;
  }

  function writeBuilds(given: SeedVersion, projectId: number, versionId: number): void {
    for (const build of given.builds) {
      const id = idFor('builds', build.id);
      store.builds.insert(toBuild(build, { id, projectId, versionId }), true);
      for (const command of build.commands) store.buildCommands.insert(toCommand(command, id));
    }
  }

  function writeVersions(versions: readonly SeedVersion[], projectId: number): void {
    for (const { given, slug } of withSlugs(versions)) {
      const id = idFor('versions', given.id);
      store.versions.insert(toVersion(given, { id, projectId, slug }));
      writeBuilds(given, projectId, id);
    }
  }

  function writeSettings(given: SeedProject, projectId: number): void {
    const common = { projectId, created: now, modified: now };
    for (const { pk, type, from_url: fromUrl, to_url: toUrl } of given.redirects) {
      store.redirects.insert({ ...common, id: idFor('redirects', pk), type, fromUrl, toUrl });
    }
    for (const { pk, name, value } of given.environment_variables) {
      const id = idFor('environment_variables', pk);
      store.environmentVariables.insert({ ...common, id, name }, supplies.seal(projectId, name, value));
    }
  }

  // A row may refer only to one that is there: main projects go before translations, all projects before relations.
  const projects = new Map<SeedProject, Project>();
  for (const given of seed.projects)
    if (given.translation_of === undefined) projects.set(given, writeProject(given));
  for (const given of seed.projects)
    if (given.translation_of !== undefined) projects.set(given, writeProject(given));
  for (const given of seed.projects) {
    const project = present(projects.get(given), given.name);
    const versions = seedVersions(given, project);
    writeVersions(versions, project.id);
    writeSettings(given, project.id);
    for (const { child, alias } of given.subprojects) {
      store.subprojects.insert({ parentId: project.id, childId: idOf(child), alias: alias ?? child });
    }
    supplies.written(project, rowsOf(given, versions));
  }
}

function rowsOf(given: SeedProject, versions: readonly SeedVersion[]): ProjectRows {
  const builds = versions.flatMap((version) => version.builds);
  return {
    versions: versions.length,
    builds: builds.length,
    commands: builds.reduce((sum, { commands }) => sum + commands.length, 0),
    redirects: given.redirects.length,
    environmentVariables: given.environment_variables.length,
    subprojects: given.subprojects.length,
  };
}

/** What the check has seen to. */
function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`"${name}" is missing, although the file was checked.`);
  return value;
}
