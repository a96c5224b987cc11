import { Forbidden, NotAuthenticated, NotFound } from '../../model/base/problems.ts';
import type { PrivacyLevel, Project } from '../../model/projects/project.ts';
import type { User } from '../../model/users/user.ts';
import type { Version } from '../../model/versions/version.ts';
import type { Store } from '../../store/open-store.ts';
import type { ProjectEntry } from '../../store/tables/projects/project-rows.ts';
import { type Actor, userOf } from './actor.ts';

/**
 * Who may call an operation (behaviour.md 2, live-service.md 1): `open` anybody · `visible` anybody, of a project that
 * they may see · `signed-in` a user · `reader` a user, of a project that exists · `maintainer` a maintainer of the
 * project · `nobody` no user at all, which today's service says before it says 405.
 */
export type AccessLevel = 'open' | 'visible' | 'signed-in' | 'reader' | 'maintainer' | 'nobody';

type ProtectedProject = { readonly id: number; readonly privacyLevel: PrivacyLevel };
type ProtectedVersion = Pick<Version, 'projectId' | 'privacyLevel'>;

/** Decides who may see and do what; no other file does, save the SQL of store/tables/projects/visibility.ts. */
export function createAccess(store: Pick<Store, 'projects'>) {
  const { projects } = store;

  /** @throws NotAuthenticated */
  function requireUser(actor: Actor): User {
    const user = userOf(actor);
    if (!user) throw new NotAuthenticated();
    return user;
  }

  function maintains(actor: Actor, projectId: number): boolean {
    if (isOperator(actor)) return true;
    return actor.kind === 'user' && projects.isMaintainer(projectId, actor.user.id);
  }

  function canSeeProject(actor: Actor, project: ProtectedProject): boolean {
    return project.privacyLevel === 'public' || maintains(actor, project.id);
  }

  /** Follows the privacy of a version alone: pages of a pull request have a host of their own (behaviour.md 14). */
  function canSeePages(actor: Actor, version: ProtectedVersion): boolean {
    return version.privacyLevel === 'public' || maintains(actor, version.projectId);
  }

  function visibleProject(actor: Actor, slug: string): ProjectEntry {
    const entry = projects.bySlug(slug);
    if (!entry || !canSeeProject(actor, entry.project)) throw new NotFound();
    return entry;
  }

  /** @throws Forbidden */
  function requireMaintainer(actor: Actor, projectId: number): void {
    if (!maintains(actor, projectId)) throw new Forbidden();
  }

  return {
    requireUser,
    requireMaintainer,
    maintains,
    canSeeProject,
    canSeePages,

    /** Requires the operator or Lectern itself: users manage neither people nor others' tokens. @throws Forbidden */
    requireOperator,

    /** Requires the person at this computer by a token of theirs: `local`, once their name is known. @throws NotAuthenticated @throws Forbidden */
    requireLocalUser(actor: Actor, local: User | undefined): void {
      const user = requireUser(actor);
      if (!local)
        throw new Forbidden(
          'This is for the person at this computer, and of several users nobody has said which one that is. Stop Lectern and run "user me NAME", or open the window once.',
        );
      if (local.id !== user.id)
        throw new Forbidden(`This is for ${local.username} alone. Use a token of theirs.`);
    },

    /** Requires the user whose own thing it is, or the operator. @throws Forbidden */
    requireSelf(actor: Actor, userId: number): void {
      const self = actor.kind === 'user' && actor.user.id === userId;
      if (!self && !isOperator(actor)) throw new Forbidden();
    },

    /** Hides a pull request's version from everybody, since v3 never shows one (behaviour.md 2). */
    canSeeVersion: (actor: Actor, version: ProtectedVersion & Pick<Version, 'type'>): boolean =>
      version.type !== 'external' && canSeePages(actor, version),

    /** Gives the user whose projects a list shows; null for the operator, who sees all. @throws NotAuthenticated */
    viewerOf(actor: Actor): number | null {
      if (actor.kind === 'anonymous') throw new NotAuthenticated();
      return actor.kind === 'user' ? actor.user.id : null;
    },

    /**
     * Checks a caller before method, object and body (behaviour.md 0, step 4).
     * @throws NotAuthenticated @throws NotFound when the project does not exist @throws Forbidden
     */
    authorize(actor: Actor, level: AccessLevel, projectSlug: string | undefined): void {
      if (level === 'open') return;
      if (level === 'visible') return void visibleProject(actor, projectSlug ?? '');
      if (actor.kind === 'anonymous') throw new NotAuthenticated();
      if (level === 'nobody') throw new Forbidden();
      if (level === 'signed-in' || projectSlug === undefined) return;
      const id = projects.idOf(projectSlug);
      if (id === undefined) throw new NotFound();
      if (level === 'maintainer') requireMaintainer(actor, id);
    },

    /** Gives the project if the actor may see it. @throws NotFound */
    visibleProject,

    /** Gives the user whose view a list has that anybody may read; null for the operator, who sees all. */
    readerOf(actor: Actor): number | null {
      if (actor.kind === 'anonymous') return PUBLIC_VIEWER;
      return actor.kind === 'user' ? actor.user.id : null;
    },

    /** Gives the project alone if the actor maintains it. @throws NotFound @throws Forbidden */
    maintained(actor: Actor, slug: string): Project {
      const project = projects.plainBySlug(slug);
      if (!project) throw new NotFound();
      requireMaintainer(actor, project.id);
      return project;
    },

    /** Gives the project with its maintainers and parent if the actor maintains it. @throws NotFound @throws Forbidden */
    maintainedProject(actor: Actor, slug: string): ProjectEntry {
      const entry = projects.bySlug(slug);
      if (!entry) throw new NotFound();
      requireMaintainer(actor, entry.project.id);
      return entry;
    },
  };
}

export type Access = ReturnType<typeof createAccess>;

/** Whether a list of this viewer (`viewerOf`) shows a project with these maintainers. */
export function isListedFor(
  viewerId: number | null,
  maintainers: readonly { readonly id: number }[],
): boolean {
  return viewerId === null || maintainers.some(({ id }) => id === viewerId);
}

/** The viewer for lists of what is public: no user has this id. */
export const PUBLIC_VIEWER = 0;

/** Requires the operator or Lectern itself, where no store is open. @throws Forbidden */
export function requireOperator(actor: Actor): void {
  if (!isOperator(actor)) throw new Forbidden();
}

function isOperator(actor: Actor): boolean {
  return actor.kind === 'system' || actor.kind === 'operator';
}
