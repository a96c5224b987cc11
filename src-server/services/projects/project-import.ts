import { Invalid } from '../../model/base/problems.ts';
import { projectSlug } from '../../model/base/slug.ts';
import { noSlugError } from '../../model/projects/project.ts';
import type { ProjectImportBody } from '../../model/projects/project-import.ts';
import type { InspectedRefs } from '../../model/projects/repository-inspection.ts';
import type { BuildTrust } from '../builds/build-trust.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { RepositoryRefs } from '../versions/version-refs.ts';
import type { VersionSyncService } from '../versions/version-sync.ts';
import type { VersionsService } from '../versions/versions.ts';
import type { ProjectsService } from './projects.ts';

/** The project that a name would make. */
export type NameCheck = {
  readonly slug: string;
  /** The project that has this slug already; its `name` is null when the caller cannot see it. */
  readonly taken: { readonly slug: string; readonly name: string | null } | null;
  /** Reason why the name gives no slug. */
  readonly problem: string | null;
};

/** Creates the service that imports a project with the versions found in its repository. */
export function createProjectImport(
  { store, access }: ServiceContext,
  projects: Pick<ProjectsService, 'create' | 'update'>,
  versionSync: Pick<VersionSyncService, 'apply'>,
  versions: Pick<VersionsService, 'update'>,
  buildTrust: Pick<BuildTrust, 'allow'>,
) {
  function activateTags(actor: Actor, slug: string, projectId: number): void {
    for (const version of store.versions.ofProject(projectId)) {
      if (version.type === 'tag' && !version.machine)
        versions.update(actor, slug, version.slug, { active: true });
    }
  }

  return {
    /** Previews a name while the user types in the form. @throws NotAuthenticated */
    checkName(actor: Actor, name: string): NameCheck {
      access.requireUser(actor);
      const slug = projectSlug(name);
      if (slug === '') return { slug, taken: null, problem: name.trim() === '' ? null : noSlugError(name) };
      const other = store.projects.bySlug(slug)?.project;
      if (!other) return { slug, taken: null, problem: null };
      return {
        slug,
        taken: { slug, name: access.canSeeProject(actor, other) ? other.name : null },
        problem: null,
      };
    },

    /**
     * Creates the project and its versions in one transaction, triggers builds of `latest` and, if there is a release,
     * of `stable`, and returns the slug. Without refs the versions come with the first sync of the repository.
     * `allow_builds` is the answer to the trust question (safety S12).
     * @throws NotAuthenticated @throws Invalid @throws Forbidden for `allow_builds` from elsewhere than this machine
     */
    importProject(actor: Actor, body: ProjectImportBody, refs: InspectedRefs | undefined): string {
      return store.change(() => {
        const { name, repository, language, programming_language } = body;
        const { project } = projects.create(actor, {
          name,
          repository,
          language,
          programming_language,
          homepage: undefined,
        });
        if (body.allow_builds) buildTrust.allow(actor, project.slug);
        const { default_version, default_branch, documentation_type, homepage, tags } = body;
        projects.update(actor, project.slug, {
          default_version,
          default_branch,
          documentation_type,
          homepage,
          tags,
        });
        if (refs) versionSync.apply(actor, project.slug, toRefs(refs));
        else if (body.activate_tags) throw new Invalid({ activate_tags: ['Inspect the repository first.'] });
        if (body.activate_tags) activateTags(actor, project.slug, project.id);
        return project.slug;
      });
    },
  };
}

export type ProjectImportService = ReturnType<typeof createProjectImport>;

/** Converts refs to the input of versions: a branch by its remote name, a tag by its commit (behaviour.md 8). */
export function toRefs({ branches, tags, defaultBranch }: InspectedRefs): RepositoryRefs {
  return {
    branches: branches.map(({ name }) => ({ name, identifier: `origin/${name}` })),
    tags: tags.map(({ name, commit }) => ({ name, identifier: commit })),
    ...(defaultBranch !== null && { defaultBranch }),
  };
}
