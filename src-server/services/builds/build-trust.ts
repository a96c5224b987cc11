import { Conflict } from '../../model/base/problems.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import { isTrusted } from '../../model/builds/build-trust.ts';
import { redactCredentials } from '../../model/projects/repository-url.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** A project whose code nobody has allowed to run here; the address without a password in it. */
export type UntrustedProject = {
  readonly slug: string;
  readonly name: string;
  readonly repositoryUrl: string;
};

/** Whether a project's code may run here, and who said so when, as far as the journal tells. */
export type TrustState = {
  readonly trusted: boolean;
  /** Without a password in it. */
  readonly repositoryUrl: string;
  /** null for Lectern itself, and where nothing is known. */
  readonly by: string | null;
  readonly since: Timestamp | null;
};

/** Whose code may run on this machine (safety S12). Asked once a project, and again when its repository is another. */
export function createBuildTrust(context: ServiceContext) {
  const { store, access, changes } = context;

  function setTrusted(actor: Actor, projectSlug: string, trusted: boolean): void {
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
    /** Those of these projects that have to be asked about; ones that the actor may not build are left out. */
    untrusted(actor: Actor, slugs: readonly string[]): UntrustedProject[] {
      return store.projects
        .bySlugs(slugs)
        .flatMap(({ project }) =>
          access.maintains(actor, project.id) && !isTrusted(project) ? [project] : [],
        )
        .map(({ slug, name, repositoryUrl }) => ({
          slug,
          name,
          repositoryUrl: redactCredentials(repositoryUrl),
        }))
        .sort((a, b) => (a.slug < b.slug ? -1 : 1));
    },

    /** How the project stands. @throws NotFound @throws Forbidden */
    state(actor: Actor, projectSlug: string): TrustState {
      const project = access.maintained(actor, projectSlug);
      const trusted = isTrusted(project);
      const lastTrusted = trusted ? store.timeline.lastEntry(project.id, 'project.trust-builds') : undefined;
      return {
        trusted,
        repositoryUrl: redactCredentials(project.repositoryUrl),
        by: lastTrusted?.username ?? null,
        since: lastTrusted?.at ?? null,
      };
    },

    /** Whether builds of the project may run. @throws NotFound @throws Forbidden */
    isTrusted: (actor: Actor, projectSlug: string): boolean =>
      isTrusted(access.maintained(actor, projectSlug)),

    /**
     * Lets builds run code of the project's repository. `seen` is the address that was read before: what nobody has seen
     * is not allowed.
     * @throws NotFound @throws Conflict when the repository is another one @throws Forbidden unless asked at this machine
     */
    allow(actor: Actor, projectSlug: string, seen?: string): void {
      const { repositoryUrl } = access.maintained(actor, projectSlug);
      if (seen !== undefined && redactCredentials(seen) !== redactCredentials(repositoryUrl))
        throw new Conflict(`The repository of ${projectSlug} is another one by now. Look at it again.`);
      setTrusted(actor, projectSlug, true);
    },

    /** Takes that back. @throws NotFound @throws Forbidden unless asked at this machine */
    revoke: (actor: Actor, projectSlug: string): void => setTrusted(actor, projectSlug, false),
  };
}

export type BuildTrust = ReturnType<typeof createBuildTrust>;
