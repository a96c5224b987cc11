import { Invalid, NotFound } from '../../model/base/problems.ts';
import { projectSlug } from '../../model/base/slug.ts';
import {
  DEFAULT_SCHEME,
  effectiveDefaultBranch,
  isSingleVersion,
  noSlugError,
  type Project,
  type ProjectCreateBody,
  type ProjectDetailsBody,
  slugTakenError,
  withSingleVersion,
} from '../../model/projects/project.ts';
import { languageTaken } from '../../model/relations/translation.ts';
import { LATEST, type Version } from '../../model/versions/version.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { ProjectFilters } from '../../store/tables/projects/projects.ts';
import type { BuildsService } from '../builds/builds.ts';
import type { Actor } from '../kernel/actor.ts';
import { difference } from '../kernel/changes.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { hasLanguageClash } from '../relations/relation-rules.ts';
import { requestSync } from '../versions/version-sync.ts';
import type { VersionsService } from '../versions/versions.ts';
import type { ProjectRecord } from './project-records.ts';

/** Creates the service that imports, reads and updates projects (behaviour.md 7). */
export function createProjects(context: ServiceContext, versions: VersionsService, builds: BuildsService) {
  const { store, access, changes, clock, complete, completeOne } = context;

  function visibleRecord(actor: Actor, slug: string): ProjectRecord {
    return completeOne(actor, access.visibleProject(actor, slug));
  }

  /** Checks a name and returns its slug. @throws Invalid with the texts of behaviour.md 7 */
  function freeSlug(name: string): string {
    const slug = projectSlug(name);
    if (slug === '') throw new Invalid({ name: [noSlugError(name)] });
    if (store.projects.idOf(slug) !== undefined) throw new Invalid({ name: [slugTakenError(slug)] });
    return slug;
  }

  /** Inserts a project under the caller, with its `latest` version. */
  function insert(actor: Actor, body: ProjectCreateBody): { project: Project; latest: Version } {
    const user = access.requireUser(actor);
    return store.change(() => {
      const now = clock();
      const project = store.projects.insert({
        ...NEW_PROJECT,
        slug: freeSlug(body.name),
        name: body.name,
        repositoryUrl: body.repository.url,
        repositoryType: body.repository.type,
        homepage: body.homepage ?? '',
        language: body.language ?? 'en',
        programmingLanguage: body.programming_language ?? 'words',
        created: now,
        modified: now,
      });
      store.projects.addMaintainer(project.id, user.id);
      changes.record(actor, {
        action: 'project.create',
        subjectId: project.id,
        projectId: project.id,
        after: { ...project },
      });
      return { project, latest: versions.createLatest(actor, project) };
    });
  }

  /** Sets who may read the documentation of the pull requests of a project. */
  function guardPullRequests(actor: Actor, { id, externalBuildsPrivacyLevel: privacyLevel }: Project): void {
    for (const version of store.versions.ofProject(id))
      if (version.type === 'external')
        versions.save(actor, version, { ...version, privacyLevel }, 'version.update');
  }

  return {
    /** Lists the caller's own projects by slug. @throws NotAuthenticated */
    list(actor: Actor, filters: ProjectFilters, request: PageRequest): Page<ProjectRecord> {
      const user = access.requireUser(actor);
      const { count, items } = store.projects.maintainedBy(user.id, filters, request);
      return { count, items: complete(actor, items) };
    },

    /** @throws NotFound */
    get: visibleRecord,

    /** Returns the parent of a subproject. @throws NotFound also when the caller cannot see the parent */
    superproject(actor: Actor, slug: string): ProjectRecord {
      const { superproject } = visibleRecord(actor, slug);
      if (!superproject) throw new NotFound('');
      return superproject;
    },

    /** Creates a project as `create` does, without the first build. @throws NotAuthenticated @throws Invalid */
    insert,

    /**
     * Imports a project under the caller, with its `latest` version and a first build (behaviour.md 7).
     * @throws NotAuthenticated @throws Invalid
     */
    create(actor: Actor, body: ProjectCreateBody): ProjectRecord {
      return store.change(() => {
        const { project, latest } = insert(actor, body);
        builds.start(actor, latest);
        return visibleRecord(actor, project.slug);
      });
    },

    /**
     * Changes the fields of the body; the slug stays. A new default branch moves `latest` (behaviour.md 7), a new
     * repository URL requests a sync. The public API's body (`ProjectPatchBody`) has only some of these fields.
     * Pull-request builds are switched on at this machine only, as builds are allowed.
     * @throws NotFound @throws Forbidden @throws Invalid
     */
    update(actor: Actor, slug: string, body: ProjectDetailsBody): void {
      store.change(() => {
        const project = access.maintained(actor, slug);
        const changed = applyDetails(project, body);
        if (changed.pullRequestBuilds && !project.pullRequestBuilds) access.requireOperator(actor);
        requireFreeLanguage(store, project, changed);
        const next = { ...changed, modified: clock() };
        store.projects.update(next, project);
        const changedFields = difference(project, next);
        if (changedFields)
          changes.record(actor, {
            action: 'project.update',
            subjectId: project.id,
            projectId: project.id,
            ...changedFields,
          });
        if (next.externalBuildsPrivacyLevel !== project.externalBuildsPrivacyLevel)
          guardPullRequests(actor, next);
        const hasNewUrl = next.repositoryUrl !== project.repositoryUrl;
        if (hasNewUrl) requestSync(context, actor, project.id);
        // With a new URL alone, the sync moves `latest` once it has read the default branch.
        const isKnown =
          !hasNewUrl ||
          next.defaultBranch !== project.defaultBranch ||
          next.repositoryType !== project.repositoryType;
        if (isKnown && effectiveDefaultBranch(next) !== effectiveDefaultBranch(project))
          versions.moveLatest(actor, next);
      });
    },
  };
}

export type ProjectsService = ReturnType<typeof createProjects>;

/** Values of a new project that its import does not set. */
export const NEW_PROJECT = {
  description: '',
  defaultVersion: LATEST,
  defaultBranch: null,
  remoteBranch: null,
  analyticsCode: null,
  analyticsDisabled: null,
  versioningScheme: DEFAULT_SCHEME,
  readthedocsYamlPath: null,
  showVersionWarning: false,
  privacyLevel: 'public',
  externalBuildsPrivacyLevel: 'public',
  documentationType: 'sphinx',
  tags: [],
  translationOf: null,
  buildTools: 'own',
  pullRequestBuilds: false,
  trustedRepository: null,
  builder: null,
} as const;

/** Returns a project with the fields of a body, unchecked against other projects. */
export function applyDetails(project: Project, body: ProjectDetailsBody): Project {
  return {
    ...project,
    name: body.name ?? project.name,
    repositoryUrl: body.repository?.url ?? project.repositoryUrl,
    repositoryType: body.repository?.type ?? project.repositoryType,
    homepage: body.homepage ?? project.homepage,
    language: body.language ?? project.language,
    programmingLanguage: body.programming_language ?? project.programmingLanguage,
    defaultVersion: body.default_version ?? project.defaultVersion,
    defaultBranch: body.default_branch === undefined ? project.defaultBranch : body.default_branch || null,
    // Another repository has its own default branch.
    remoteBranch: isOtherRepository(project, body) ? null : project.remoteBranch,
    analyticsCode: body.analytics_code === undefined ? project.analyticsCode : body.analytics_code || null,
    versioningScheme:
      body.versioning_scheme ??
      withSingleVersion(project.versioningScheme, body.single_version ?? isSingleVersion(project)),
    readthedocsYamlPath:
      body.readthedocs_yaml_path === undefined
        ? project.readthedocsYamlPath
        : body.readthedocs_yaml_path || null,
    analyticsDisabled:
      body.analytics_disabled === undefined ? project.analyticsDisabled : body.analytics_disabled,
    externalBuildsPrivacyLevel: body.external_builds_privacy_level ?? project.externalBuildsPrivacyLevel,
    showVersionWarning: body.show_version_warning ?? project.showVersionWarning,
    description: body.description ?? project.description,
    tags: body.tags ?? project.tags,
    privacyLevel: body.privacy_level ?? project.privacyLevel,
    documentationType: body.documentation_type ?? project.documentationType,
    buildTools: body.build_tools ?? project.buildTools,
    pullRequestBuilds: body.pull_request_builds ?? project.pullRequestBuilds,
  };
}

function isOtherRepository({ repositoryUrl, repositoryType }: Project, { repository }: ProjectDetailsBody) {
  return (
    (repository?.url ?? repositoryUrl) !== repositoryUrl ||
    (repository?.type ?? repositoryType) !== repositoryType
  );
}

/** Checks that a main project has one translation per language and none into its own (behaviour.md 11). @throws Invalid */
function requireFreeLanguage(store: ServiceContext['store'], before: Project, after: Project): void {
  if (before.language === after.language) return;
  const main = before.translationOf === null ? after : store.projects.byId(before.translationOf)?.project;
  if (!main) return;
  if (hasLanguageClash(store, main, after))
    throw new Invalid({ language: [languageTaken(after.language, main.slug)] });
}
