import { isTrusted } from '../model/build-trust.ts';
import type { Actor } from './actor.ts';
import type { ServiceContext } from './context.ts';

/** Whose code may run on this machine (safety S12). Asked once a project, and again when its repository is another. */
export function createBuildTrust(context: ServiceContext) {
  const { store, access, changes } = context;

  function set(actor: Actor, projectSlug: string, trusted: boolean): void {
    store.change(() => {
      access.requireOperator(actor);
      const project = access.maintained(actor, projectSlug);
      const trustedRepository = trusted ? project.repositoryUrl : null;
      if (trustedRepository === project.trustedRepository) return;
      store.projects.update({ ...project, trustedRepository }, project);
      changes.record(actor, {
        action: trusted ? 'project.trust-builds' : 'project.distrust-builds',
        subjectId: project.id,
        projectId: project.id,
        before: { trustedRepository: project.trustedRepository },
        after: { trustedRepository },
      });
    });
  }

  return {
    /** Whether builds of the project may run. @throws NotFound @throws Forbidden */
    isTrusted: (actor: Actor, projectSlug: string): boolean =>
      isTrusted(access.maintained(actor, projectSlug)),

    /** Lets builds run code of the project's repository. @throws NotFound @throws Forbidden unless asked at this machine */
    allow: (actor: Actor, projectSlug: string): void => set(actor, projectSlug, true),

    /** Takes that back. @throws NotFound @throws Forbidden unless asked at this machine */
    revoke: (actor: Actor, projectSlug: string): void => set(actor, projectSlug, false),
  };
}

export type BuildTrust = ReturnType<typeof createBuildTrust>;
