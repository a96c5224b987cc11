import { parseBody } from '../../../model/base/fields.ts';
import type { Project } from '../../../model/projects/project.ts';
import type { Redirect } from '../../../model/redirects/redirect.ts';
import {
  WrittenBody,
  type WrittenRedirect,
  writtenRedirect,
} from '../../../model/redirects/written-redirect.ts';
import type { RemoteObject } from '../../../model/sync/link.ts';
import { type Fields, REDIRECT_ORDER } from '../../../model/sync/sync-fields.ts';
import type { EnvironmentVariable } from '../../../model/variables/environment-variable.ts';
import { LATEST, STABLE, type Version, type VersionType } from '../../../model/versions/version.ts';
import { type Actor, nameOf, userOf } from '../../kernel/actor.ts';
import { difference } from '../../kernel/changes.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import { applyDetails } from '../../projects/projects.ts';
import { createRedirectRecords } from '../../redirects/redirect-records.ts';
import { NEW_VERSION } from '../../versions/version-refs.ts';
import { projectBody } from './usable-fields.ts';

/* How what came from a service becomes rows. Rows alone: nothing is built, read or sent because of them. */

/** A version before it has a row. */
export type NewVersion = Omit<Version, 'id'>;

/** Returns a project with fields of the service. */
export function projectWith(project: Project, fields: Fields): Project {
  const changed = applyDetails(project, projectBody(fields));
  const { default_branch: branch } = fields;
  // Another repository here makes its branch unknown; taken from the service, it has the branch that was agreed.
  if (typeof branch !== 'string') return { ...changed, remoteBranch: project.remoteBranch };
  // What the service answers is the branch in use, so it is no choice unless one was made here.
  return project.defaultBranch === null
    ? { ...changed, remoteBranch: branch }
    : { ...changed, defaultBranch: branch };
}

/** Returns a version with fields of the service. A deactivated one loses its pages, as when it is done here. */
export function versionWith(version: Version, fields: Fields): Version {
  const { active, hidden, privacy_level: privacy } = fields;
  const changed: Version = {
    ...version,
    ...(typeof hidden === 'boolean' && { hidden }),
    ...((privacy === 'public' || privacy === 'private') && { privacyLevel: privacy }),
  };
  if (typeof active !== 'boolean' || active === version.active) return changed;
  return active
    ? { ...changed, active }
    : { ...changed, active, built: false, downloads: [], pagesBuild: null };
}

/** Returns the version of the repository that one of the service names. */
export function versionOf(
  { address, shown, fields }: RemoteObject,
  projectId: number,
  branch: string,
): NewVersion {
  const name = typeof shown.verbose_name === 'string' ? shown.verbose_name : address;
  const machine = address === LATEST || address === STABLE;
  const type: VersionType = shown.type === 'branch' || shown.type === 'tag' ? shown.type : 'unknown';
  const plain = { ...NEW_VERSION, id: 0, projectId, slug: address, verboseName: name, type, machine };
  const { id: _, ...version } = versionWith(
    { ...plain, identifier: identifierOf(shown, plain, branch) },
    fields,
  );
  return version;
}

/** Returns what is checked out for a version of the service, in the words of a repository sync here. */
export function identifierOf(
  shown: RemoteObject['shown'],
  { type, machine, verboseName }: Pick<Version, 'type' | 'machine' | 'verboseName'>,
  branch: string,
): string {
  const given = typeof shown.identifier === 'string' ? shown.identifier.replace(/^origin\//, '') : '';
  if (machine) return given || branch;
  const name = given || verboseName;
  return type === 'branch' ? `origin/${name}` : name;
}

/** Returns a redirect of the service as it is written here. */
export function redirectOf(fields: Fields): WrittenRedirect {
  return writtenRedirect(parseBody(WrittenBody, { ...fields, dialect: 'current' }));
}

/** Creates what writes rows for sync, with a journal entry for each. Changes run in the caller's transaction. */
export function createRowWrites(context: ServiceContext) {
  const { store, changes, clock, machineClock } = context;
  const redirects = createRedirectRecords(context);

  function keepInTrash(
    actor: Actor,
    kind: 'version' | 'environment-variable',
    { id: subjectId, name }: { readonly id: number; readonly name: string },
    batch: number,
  ): void {
    const by = { userId: userOf(actor)?.id ?? null, username: nameOf(actor) };
    store.trash.storeCopy({ kind, removed: machineClock(), subjectId, name, ...by, batch });
  }

  return {
    redirects,

    saveProject(actor: Actor, before: Project, after: Project): void {
      if (!difference(before, after)) return;
      const next = { ...after, modified: clock() };
      store.projects.update(next, before);
      const subject = { subjectId: after.id, projectId: after.id };
      changes.record(actor, { action: 'project.update', ...subject, ...difference(before, next) });
    },

    insertVersion(actor: Actor, version: NewVersion): Version {
      const made = store.versions.insert(version);
      changes.recordCreated(actor, 'version.create', made);
      return made;
    },

    saveVersion(actor: Actor, before: Version, after: Version): void {
      const changed = difference(before, after);
      if (!changed) return;
      store.versions.update(after);
      const switched = after.active ? 'version.activate' : 'version.deactivate';
      const action = before.active === after.active ? 'version.update' : switched;
      changes.record(actor, { action, subjectId: after.id, projectId: after.projectId, ...changed });
    },

    removeVersion(actor: Actor, version: Version): void {
      const { batch } = changes.recordRemoved(actor, 'version.delete', version);
      keepInTrash(actor, 'version', { id: version.id, name: version.slug }, batch);
      store.versions.remove(version.id);
    },

    /** Writes fields of the service into a redirect, whose own words stay where they say the same. */
    saveRedirect(actor: Actor, before: Redirect, local: Fields, take: Fields): Redirect {
      const isRewritten = ['type', 'from_url', 'to_url'].some((name) => name in take);
      const { type, fromUrl, toUrl, dialect, ...options } = redirectOf({ ...local, ...take });
      return redirects.save(
        actor,
        before,
        isRewritten ? { type, fromUrl, toUrl, dialect, ...options } : options,
      );
    },

    removeRedirect(actor: Actor, redirect: Redirect): void {
      store.redirects.remove(redirect.id);
      changes.recordRemoved(actor, 'redirect.delete', redirect);
    },

    insertVariable(actor: Actor, projectId: number, fields: Fields): EnvironmentVariable {
      const variable = store.environmentVariables.insert(newVariable(projectId, fields, clock()), null);
      changes.recordCreated(actor, 'environment-variable.create', variable);
      return variable;
    },

    setPublic(actor: Actor, { id, projectId, name, isPublic }: EnvironmentVariable, next: boolean): void {
      if (isPublic === next) return;
      store.environmentVariables.setPublic(id, next);
      changes.record(actor, {
        ...{ action: 'environment-variable.update', subjectId: id, projectId },
        ...{ before: { name, isPublic }, after: { name, isPublic: next } },
      });
    },

    removeVariable(actor: Actor, variable: EnvironmentVariable): void {
      const { batch } = changes.recordRemoved(actor, 'environment-variable.delete', variable);
      keepInTrash(actor, 'environment-variable', variable, batch);
      store.environmentVariables.remove(variable.id);
    },

    /** Sorts redirects as a list of keys there says; those that the list does not have keep their places. */
    takeOrder(
      actor: Actor,
      projectId: number,
      order: readonly number[],
      idOf: ReadonlyMap<number, number>,
    ): void {
      const present = store.redirects.ranksOf(projectId).map(({ id }) => id);
      const wanted = order.flatMap((key) => idOf.get(key) ?? []).filter((id) => present.includes(id));
      const moved = new Set(wanted);
      const next = present.map((id) => (moved.has(id) ? (wanted.shift() ?? id) : id));
      if (next.some((id, index) => id !== present[index])) redirects.reorder(actor, projectId, next);
    },
  };
}

export type RowWrites = ReturnType<typeof createRowWrites>;

/** Returns a variable of the service, whose value nobody here knows. */
export function newVariable(projectId: number, { name, public: isPublic }: Fields, now: number) {
  return { projectId, name: String(name), isPublic: isPublic === true, created: now, modified: now };
}

/** Returns the order of redirects that fields have; undefined without one. */
export function orderIn(fields: Fields): readonly number[] | undefined {
  const order = fields[REDIRECT_ORDER];
  return Array.isArray(order) ? (order as readonly number[]) : undefined;
}
