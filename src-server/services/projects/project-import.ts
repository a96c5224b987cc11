import { Invalid } from '../../model/base/problems.ts';
import { projectSlug } from '../../model/base/slug.ts';
import { noSlugError } from '../../model/projects/project.ts';
import type { ProjectImportBody } from '../../model/projects/project-import.ts';
import type { InspectedRefs } from '../../model/projects/repository/repository-inspection.ts';
import type { BuildTrust } from '../builds/build-trust.ts';
import type { BuildsService } from '../builds/builds.ts';
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

/** The most branches and tags that an import makes versions of by itself, so that it takes no long turn (safety S9). */
const MAX_BRANCHES = 100;
const MAX_TAGS = 200;

function tooManyTagsError(count: number): string {
  return `The repository has ${count.toLocaleString('en-GB')} tags, and an import activates at most ${MAX_TAGS}. Import it without this, then activate the tags that you need in its list of versions.`;
}

/** Creates the service that imports a project with the versions found in its repository. */
export function createProjectImport(
  { store, access }: ServiceContext,
  projects: Pick<ProjectsService, 'insert' | 'update'>,
  versionSync: Pick<VersionSyncService, 'apply' | 'request'>,
  versions: Pick<VersionsService, 'update'>,
  buildTrust: Pick<BuildTrust, 'allow' | 'isRefused'>,
  builds: Pick<BuildsService, 'startUnlessRefused'>,
) {
  function activateTags(actor: Actor, slug: string, projectId: number): void {
    for (const version of store.versions.ofProject(projectId)) {
      if (version.type === 'tag' && !version.machine)
        versions.update(actor, slug, version.slug, { active: true }, { skipsRefused: true });
    }
  }

  /** Makes versions of the first refs; a sync makes those of the others, since an import is one change. */
  function applyFirst(actor: Actor, slug: string, refs: InspectedRefs): void {
    const branches = refs.branches.slice(0, MAX_BRANCHES);
    const tags = refs.tags.slice(0, MAX_TAGS);
    versionSync.apply(actor, slug, toRefs({ ...refs, branches, tags }));
    if (branches.length + tags.length < refs.branches.length + refs.tags.length)
      versionSync.request(actor, slug);
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
     * Creates the project and its first versions in one transaction, triggers builds of `latest` and, if there is a release,
     * of `stable`, and returns the slug. Without refs the versions come with the first sync of the repository.
     * `allow_builds` is the answer to the trust question (safety S12); without it, nothing is built.
     * @throws NotAuthenticated @throws Invalid @throws Forbidden for `allow_builds` from elsewhere than this machine
     */
    importProject(actor: Actor, body: ProjectImportBody, refs: InspectedRefs | undefined): string {
      return store.change(() => {
        const { name, repository, language, programming_language } = body;
        const { project, latest } = projects.insert(actor, {
          name,
          repository,
          language,
          programming_language,
          homepage: undefined,
        });
        if (body.allow_builds) buildTrust.allow(actor, project.slug);
        builds.startUnlessRefused(actor, latest);
        const { default_version, default_branch, documentation_type, homepage, tags, build_tools } = body;
        projects.update(actor, project.slug, {
          default_version,
          default_branch,
          documentation_type,
          homepage,
          tags,
          build_tools,
        });
        if (body.activate_tags && refs && refs.tags.length > MAX_TAGS)
          throw new Invalid({ activate_tags: [tooManyTagsError(refs.tags.length)] });
        if (refs) applyFirst(actor, project.slug, refs);
        else if (body.activate_tags) throw new Invalid({ activate_tags: ['Inspect the repository first.'] });
        // Otherwise the first build syncs.
        else if (!body.allow_builds && buildTrust.isRefused(project))
          versionSync.request(actor, project.slug);
        if (body.activate_tags) activateTags(actor, project.slug, project.id);
        return project.slug;
      });
    },
  };
}

export type ProjectImportService = ReturnType<typeof createProjectImport>;

/** Converts refs to the input of versions: a branch by its remote name, a tag by its commit (behaviour.md 8). */
export function toRefs({ branches, tags, defaultBranch, leftOut }: InspectedRefs): RepositoryRefs {
  return {
    branches: branches.map(({ name }) => ({ name, identifier: `origin/${name}` })),
    tags: tags.map(({ name, commit }) => ({ name, identifier: commit })),
    ...(defaultBranch !== null && { defaultBranch }),
    ...(leftOut !== undefined && { leftOut }),
  };
}
