import { Conflict } from '../../model/base/problems.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import { isTrusted, mayBuild, NOT_TRUSTED } from '../../model/builds/build-trust.ts';
import type { Project } from '../../model/projects/project.ts';
import { isRecord, recordReason } from '../../model/projects/record.ts';
import { redactCredentials } from '../../model/projects/repository/repository-url.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** A project whose code may not run here yet; the URL without its password. */
export type UntrustedProject = {
  readonly slug: string;
  readonly name: string;
  readonly repositoryUrl: string;
  /** Whether builds run the code of anyone who opens a pull request, too. */
  readonly pullRequestBuilds: boolean;
};

/** Whether a project's code may run here, and who allowed it when, as far as the journal shows. */
export type TrustState = {
  readonly trusted: boolean;
  /** Without its password. */
  readonly repositoryUrl: string;
  readonly pullRequestBuilds: boolean;
  /** null for Lectern itself, and when it is unknown. */
  readonly by: string | null;
  readonly since: Timestamp | null;
};

type TrustFields = Pick<Project, 'repositoryUrl' | 'trustedRepository' | 'builder'>;

/** A project whose code a person allows to run, with the repository URL that they saw. */
export type ReviewedProject = { readonly slug: string; readonly repositoryUrl: string };

/** How builds run here. */
export type BuildMode = {
  /** Whether builds run at all; otherwise they wait. */
  readonly run: boolean;
  /** Whether the code of every project may run without being allowed (safety S12). */
  readonly trustAll: boolean;
  /** Whether builds without a script wait until they are advanced (training.md, "Control"). */
  readonly played: boolean;
};

/** Creates the rules about which projects' code may run on this machine (safety S12); a changed repository loses trust. */
export function createBuildTrust(context: ServiceContext, mode: BuildMode) {
  const { run, trustAll } = mode;
  const { store, access, changes } = context;

  /** Tells whether there is nothing to build: the project is a record, and builds are not moved on by hand. */
  function isUnbuildable(project: Pick<Project, 'repositoryUrl' | 'builder'>): boolean {
    return !mode.played && isRecord(project);
  }

  function isUntrusted(project: TrustFields): boolean {
    return run && !mode.played && !trustAll && !mayBuild(project);
  }

  /** Tells whether a build of the project is known to fail: it is a record, or nobody has allowed it to run code here. */
  function isRefused(project: TrustFields): boolean {
    return (run && isUnbuildable(project)) || isUntrusted(project);
  }

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
    isRefused,
    isUnbuildable,

    /** Says why nothing can be built here of a project; undefined where it can. */
    unbuildableReason: (project: Pick<Project, 'repositoryUrl' | 'builder'>): string | undefined =>
      isUnbuildable(project) ? recordReason(project) : undefined,

    /** Returns which of these projects have nothing to build. */
    unbuildable: (slugs: readonly string[]): ReadonlySet<string> =>
      new Set(
        store.projects
          .bySlugs(slugs)
          .flatMap(({ project }) => (isUnbuildable(project) ? [project.slug] : [])),
      ),

    /**
     * Checks that builds of these projects are not known to fail. Names that the actor does not maintain are left to the
     * change itself.
     * @throws Conflict that names the projects
     */
    requireRunnable(actor: Actor, slugs: readonly string[]): void {
      const projects = store.projects
        .bySlugs(slugs)
        .flatMap(({ project }) => (access.maintains(actor, project.id) ? [project] : []));
      const [first, ...more] = projects;
      if (run && first && more.length === 0 && isUnbuildable(first)) throw new Conflict(recordReason(first));
      const refused = projects
        .filter((project) => !isUnbuildable(project) && isUntrusted(project))
        .map(({ slug }) => slug);
      if (refused.length > 0) throw new Conflict(refusedMessage(refused));
    },

    /** Returns the untrusted ones of these projects, without those that the actor may not build. */
    untrusted(actor: Actor, slugs: readonly string[]): UntrustedProject[] {
      return store.projects
        .bySlugs(slugs)
        .flatMap(({ project }) =>
          access.maintains(actor, project.id) && !mode.played && !mayBuild(project) && !isRecord(project)
            ? [project]
            : [],
        )
        .map(({ slug, name, repositoryUrl, pullRequestBuilds }) => ({
          slug,
          name,
          pullRequestBuilds,
          repositoryUrl: redactCredentials(repositoryUrl),
        }))
        .sort((a, b) => (a.slug < b.slug ? -1 : 1));
    },

    /** Returns whether the project is trusted, and since when. @throws NotFound @throws Forbidden */
    state(actor: Actor, projectSlug: string): TrustState {
      const project = access.maintained(actor, projectSlug);
      const trusted = isTrusted(project);
      const lastTrusted = trusted ? store.timeline.lastEntry(project.id, 'project.trust-builds') : undefined;
      return {
        trusted,
        repositoryUrl: redactCredentials(project.repositoryUrl),
        pullRequestBuilds: project.pullRequestBuilds,
        by: lastTrusted?.username ?? null,
        since: lastTrusted?.at ?? null,
      };
    },

    /** Returns whether builds of the project may run. @throws NotFound @throws Forbidden */
    isTrusted: (actor: Actor, projectSlug: string): boolean =>
      isTrusted(access.maintained(actor, projectSlug)),

    /** Lets builds run code of the project's repository. @throws NotFound @throws Forbidden except at this machine */
    allow: (actor: Actor, projectSlug: string): void => setTrusted(actor, projectSlug, true),

    /**
     * Lets builds of all these projects run their code, or of none: `repositoryUrl` is the address that the person saw.
     * @throws NotFound @throws Conflict when a repository has changed since @throws Forbidden except at this machine
     */
    allowReviewed(actor: Actor, reviewed: readonly ReviewedProject[]): void {
      store.change(() => {
        for (const { slug, repositoryUrl: seen } of reviewed) {
          const { repositoryUrl } = access.maintained(actor, slug);
          if (redactCredentials(seen) !== redactCredentials(repositoryUrl))
            throw new Conflict(`The repository of ${slug} has changed. Review it again.`);
          setTrusted(actor, slug, true);
        }
      });
    },

    /** Revokes the trust in a project. @throws NotFound @throws Forbidden except at this machine */
    revoke: (actor: Actor, projectSlug: string): void => setTrusted(actor, projectSlug, false),
  };
}

/** How many projects a refusal names. */
const MAX_NAMED = 5;

function refusedMessage(slugs: readonly string[]): string {
  const named = slugs.slice(0, MAX_NAMED).join(', ');
  const more = slugs.length > MAX_NAMED ? ` and ${slugs.length - MAX_NAMED} more` : '';
  return `Nothing was queued. ${NOT_TRUSTED} The person at this computer can allow it in the project settings: ${named}${more}.`;
}

export type BuildTrust = ReturnType<typeof createBuildTrust>;
