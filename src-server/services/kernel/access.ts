import { Forbidden, NotAuthenticated, NotFound } from '../../model/base/problems.ts';
import type { PrivacyLevel, Project } from '../../model/projects/project.ts';
import type { User } from '../../model/users/user.ts';
import type { Version } from '../../model/versions/version.ts';
import type { Store } from '../../store/open-store.ts';
import type { ProjectEntry } from '../../store/tables/projects/project-rows.ts';
import { type Actor, userOf } from './actor.ts';

/**
 * What a door asks of a caller before it looks at anything else (behaviour.md 2):
 * `open` nothing · `signed-in` a user · `reader` a user and a project that exists · `maintainer` one of its maintainers.
 */
export type AccessLevel = 'open' | 'signed-in' | 'reader' | 'maintainer';

type ProtectedProject = { readonly id: number; readonly privacyLevel: PrivacyLevel };

/** The only permission code of the house (architecture.md). */
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

  function canSee(actor: Actor, project: ProtectedProject): boolean {
    return project.privacyLevel === 'public' || maintains(actor, project.id);
  }

  /** @throws NotFound @throws Forbidden */
  function requireMaintainer(actor: Actor, projectId: number): void {
    if (!maintains(actor, projectId)) throw new Forbidden();
  }

  return {
    requireUser,
    requireMaintainer,
    maintains,
    sees: canSee,

    /** People and everybody's tokens are managed at this machine, not by users. @throws Forbidden */
    requireOperator(actor: Actor): void {
      if (!isOperator(actor)) throw new Forbidden();
    },

    /** A user's own things are theirs, and the operator's of this machine. @throws Forbidden */
    requireSelf(actor: Actor, userId: number): void {
      const self = actor.kind === 'user' && actor.user.id === userId;
      if (!self && !isOperator(actor)) throw new Forbidden();
    },

    /** A pull request's version is nobody's to see (behaviour.md 2); others by privacy. */
    canSeeVersion(actor: Actor, version: Pick<Version, 'projectId' | 'privacyLevel' | 'type'>): boolean {
      if (version.type === 'external') return false;
      return version.privacyLevel === 'public' || maintains(actor, version.projectId);
    },

    /**
     * The first question to a caller, asked before method, object and body (behaviour.md 0, step 4).
     * @throws NotAuthenticated @throws NotFound when the project does not exist @throws Forbidden
     */
    authorize(actor: Actor, level: AccessLevel, projectSlug: string | undefined): void {
      if (level === 'open') return;
      if (actor.kind === 'anonymous') throw new NotAuthenticated();
      if (level === 'signed-in' || projectSlug === undefined) return;
      const id = projects.idOf(projectSlug);
      if (id === undefined) throw new NotFound();
      if (level === 'maintainer') requireMaintainer(actor, id);
    },

    /** The project, if the actor may see it. @throws NotFound */
    visibleProject(actor: Actor, slug: string): ProjectEntry {
      const entry = projects.bySlug(slug);
      if (!entry || !canSee(actor, entry.project)) throw new NotFound();
      return entry;
    },

    /** The project itself, without what answers tell beside it. @throws NotFound @throws Forbidden */
    maintained(actor: Actor, slug: string): Project {
      const project = projects.plainBySlug(slug);
      if (!project) throw new NotFound();
      requireMaintainer(actor, project.id);
      return project;
    },

    /** The project, if the actor maintains it. @throws NotFound @throws Forbidden */
    maintainedProject(actor: Actor, slug: string): ProjectEntry {
      const entry = projects.bySlug(slug);
      if (!entry) throw new NotFound();
      requireMaintainer(actor, entry.project.id);
      return entry;
    },
  };
}

export type Access = ReturnType<typeof createAccess>;

/** Lectern itself, or the person at this machine. */
function isOperator(actor: Actor): boolean {
  return actor.kind === 'system' || actor.kind === 'operator';
}
