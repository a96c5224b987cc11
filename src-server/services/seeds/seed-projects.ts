import type { Timestamp } from '../../model/base/timestamp.ts';
import { isEnded } from '../../model/builds/build.ts';
import { BUILD_CANCELLED, messageOfFailure } from '../../model/notifications/messages.ts';
import type { NotifiedObject } from '../../model/notifications/notification.ts';
import type { Project } from '../../model/projects/project.ts';
import { formIn2020 } from '../../model/redirects/redirect-forms.ts';
import { writtenRedirect } from '../../model/redirects/written-redirect.ts';
import type { Seed } from '../../model/seeds/seed-schema.ts';
import type { User } from '../../model/users/user.ts';
import type { Store } from '../../store/open-store.ts';
import { openIdSource } from './seed-ids.ts';
import {
  type SeedNotification,
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

/** What writing the rows of a file needs. */
export type SeedWriteOptions = {
  readonly now: Timestamp;
  /** The maintainers that the file names, by username. */
  readonly users: ReadonlyMap<string, User>;
  /** Encrypts the value of a variable, bound to its project and name. */
  readonly seal: (projectId: number, name: string, value: string) => Uint8Array;
  /** Called for each project after all its rows were written. */
  readonly onProjectWritten: (project: Project, rows: SeedRowCounts) => void;
};

/** How many rows were written for one project. */
export type SeedRowCounts = {
  readonly versions: number;
  readonly builds: number;
  readonly commands: number;
  readonly redirects: number;
  readonly environmentVariables: number;
  readonly subprojects: number;
};

/** Writes the projects of a file that passed `checkSeed`, with all their rows, in the caller's transaction. */
export function writeSeedProjects(store: Store, seed: Seed, options: SeedWriteOptions): void {
  const { now } = options;
  const idFor = openIdSource(store, seed);
  const ids = new Map(
    seed.projects.map((seedProject) => [seedSlug(seedProject), idFor('projects', seedProject.id)]),
  );

  function idOf(slug: string): number {
    return requirePresent(ids.get(slug) ?? store.projects.idOf(slug), slug);
  }

  function writeProject(seedProject: SeedProject): Project {
    const translationOf = seedProject.translation_of === undefined ? null : idOf(seedProject.translation_of);
    const project = store.projects.insert(
      toProject(seedProject, { id: idOf(seedSlug(seedProject)), translationOf, now }),
    );
    for (const username of seedProject.users) {
      store.projects.addMaintainer(project.id, requirePresent(options.users.get(username), username).id);
    }
    return project;
  }

  function writeNotifications(
    about: NotifiedObject,
    notifications: readonly SeedNotification[],
    at: Timestamp,
  ): void {
    for (const { message, state, dismissable = false, news = false, details = {} } of notifications) {
      const { id } = store.notifications.say({ about, message, details, dismissable, news, modified: at });
      if (state !== undefined) store.notifications.setState(id, state);
    }
  }

  function writeBuilds(seedVersion: SeedVersion, projectId: number, versionId: number): void {
    for (const build of seedVersion.builds) {
      const id = idFor('builds', build.id);
      const { success, error, state } = store.builds.insert(
        toBuild(build, { id, projectId, versionId }),
        true,
      );
      const isFailed = isEnded(state) && success === false;
      const kind = state === 'cancelled' && error === '' ? BUILD_CANCELLED : undefined;
      const failed = isFailed ? [messageOfFailure(error, kind)] : [];
      writeNotifications({ kind: 'build', id }, build.notifications ?? failed, build.created);
      for (const command of build.commands) store.buildCommands.insert(toCommand(command, id));
    }
  }

  function writeVersions(versions: readonly SeedVersion[], project: Project): void {
    for (const { seedVersion, slug } of withSlugs(versions)) {
      const id = idFor('versions', seedVersion.id);
      store.versions.insert(toVersion(seedVersion, { id, project, slug }));
      writeBuilds(seedVersion, project.id, id);
    }
  }

  function writeSettings(seedProject: SeedProject, projectId: number): void {
    const common = { projectId, created: now, modified: now };
    for (const { pk, ...body } of seedProject.redirects) {
      const written = writtenRedirect(body);
      const has2020Form = formIn2020(written).rule !== null;
      store.redirects.insert({ ...common, id: idFor('redirects', pk), ...written, has2020Form });
    }
    for (const { pk, name, value, public: isPublic = false } of seedProject.environment_variables) {
      const id = idFor('environment_variables', pk);
      const sealed = value === null ? null : options.seal(projectId, name, value);
      store.environmentVariables.insert({ ...common, id, name, isPublic }, sealed);
    }
  }

  for (const { username, notifications = [] } of seed.users)
    writeNotifications(
      { kind: 'user', id: requirePresent(options.users.get(username), username).id },
      notifications,
      now,
    );

  // Rows refer only to existing rows: main projects come before translations, all projects before relations.
  const projects = new Map<SeedProject, Project>();
  for (const seedProject of seed.projects)
    if (seedProject.translation_of === undefined) projects.set(seedProject, writeProject(seedProject));
  for (const seedProject of seed.projects)
    if (seedProject.translation_of !== undefined) projects.set(seedProject, writeProject(seedProject));
  for (const seedProject of seed.projects) {
    const project = requirePresent(projects.get(seedProject), seedProject.name);
    writeNotifications({ kind: 'project', id: project.id }, seedProject.notifications ?? [], now);
    const versions = seedVersions(seedProject, project);
    writeVersions(versions, project);
    writeSettings(seedProject, project.id);
    for (const { child, alias } of seedProject.subprojects) {
      store.subprojects.insert({ parentId: project.id, childId: idOf(child), alias: alias ?? child });
    }
    options.onProjectWritten(project, countRows(seedProject, versions));
  }
}

function countRows(seedProject: SeedProject, versions: readonly SeedVersion[]): SeedRowCounts {
  const builds = versions.flatMap((version) => version.builds);
  return {
    versions: versions.length,
    builds: builds.length,
    commands: builds.reduce((sum, { commands }) => sum + commands.length, 0),
    redirects: seedProject.redirects.length,
    environmentVariables: seedProject.environment_variables.length,
    subprojects: seedProject.subprojects.length,
  };
}

/** Returns a value that `checkSeed` guarantees. */
function requirePresent<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`"${name}" is missing, although the file was checked.`);
  return value;
}
