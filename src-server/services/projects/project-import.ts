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

/** What a name would make of a project. */
export type NameCheck = {
  readonly slug: string;
  /** The project that has this slug already. `name` is null for one that the caller may not see. */
  readonly taken: { readonly slug: string; readonly name: string | null } | null;
  /** Why no slug comes of it. */
  readonly problem: string | null;
};

/** Imports a project together with what was found in its repository. */
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
    /** For the form, while somebody types. @throws NotAuthenticated */
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
     * Makes the project and its versions in one transaction, and asks for a build of `latest` and, where there is a
     * release, of `stable`; gives its slug. Without refs the versions wait for the repository to be read.
     * `allow_builds` is the answer to the trust question (safety S12).
     * @throws NotAuthenticated @throws Invalid @throws Forbidden for `allow_builds` elsewhere; nothing is imported then
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

/** What git checks out: a branch by its name at the remote, a tag by its commit (behaviour.md 8). */
/** What was found, as versions are made of it (behaviour.md 8). */
export function toRefs({ branches, tags, defaultBranch }: InspectedRefs): RepositoryRefs {
  return {
    branches: branches.map(({ name }) => ({ name, identifier: `origin/${name}` })),
    tags: tags.map(({ name, commit }) => ({ name, identifier: commit })),
    ...(defaultBranch !== null && { defaultBranch }),
  };
}
