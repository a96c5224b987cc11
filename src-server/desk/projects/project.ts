import { z } from 'zod';
import { parseBody } from '../../model/base/fields.ts';
import { Conflict, NotFound } from '../../model/base/problems.ts';
import { scriptName } from '../../model/builds/build-script.ts';
import { documentationUrl } from '../../model/projects/documentation-url.ts';
import { type Project, ProjectDetailsBody } from '../../model/projects/project.ts';
import { redactCredentials } from '../../model/projects/repository/repository-url.ts';
import { type PagesState, pagesState } from '../../model/versions/pages-state.ts';
import type { ProjectOverview } from '../../services/projects/project-overview.ts';
import type { ProjectRecord } from '../../services/projects/project-records.ts';
import { withRemedies } from '../builds/remedies.ts';
import { change, type DeskContext, procedure, router } from '../procedure.ts';

const Slug = z.object({ slug: z.string() });
const Fields = z.record(z.string(), z.unknown());
const Person = Slug.extend({ username: z.string() });
const Timeline = Slug.extend({ before: z.int().optional(), limit: z.int().min(1).max(200) });
const EDIT_CONFLICT_MESSAGE =
  'These settings were changed elsewhere in the meantime. Nothing was saved; the current values are shown below the fields.';
/** How many bars the overview draws. */
const MAX_LAST_BUILDS = 24;

/** Returns what the header above the tabs of a project shows. */
function headerView(ctx: DeskContext, { project: record, counts }: ProjectOverview) {
  const { project, place, effectiveDefaultVersion: defaultVersion, parent } = record;
  const named = (other: ProjectRecord | null) =>
    other && { slug: other.project.slug, name: other.project.name };
  return {
    slug: project.slug,
    name: project.name,
    repositoryUrl: redactCredentials(project.repositoryUrl),
    docsUrl: documentationUrl(place, defaultVersion),
    defaultVersion,
    /** Whether there are pages that can be opened. */
    pages: defaultPagesState(ctx, project.slug, defaultVersion),
    /** Why nothing can be built of it here; null where it can. */
    recordReason: ctx.services.buildTrust.unbuildableReason(project) ?? null,
    counts,
    superproject: record.superproject && { ...named(record.superproject), alias: parent?.alias ?? '' },
    mainProject: named(record.mainProject),
  };
}

/** Returns the state of the default pages; a project from a seed file may lack its default version. */
function defaultPagesState({ services, actor }: DeskContext, project: string, version: string): PagesState {
  try {
    return pagesState(services.versions.get(actor, project, version, false).version);
  } catch (error) {
    if (error instanceof NotFound) return 'none';
    throw error;
  }
}

/** Returns the settings, named as in the bodies of the API. */
function settingsView(project: Project) {
  return {
    name: project.name,
    repository: { url: project.repositoryUrl, type: project.repositoryType },
    homepage: project.homepage,
    description: project.description,
    tags: [...project.tags],
    language: project.language,
    programming_language: project.programmingLanguage,
    default_version: project.defaultVersion,
    default_branch: project.defaultBranch ?? '',
    documentation_type: project.documentationType,
    privacy_level: project.privacyLevel,
    versioning_scheme: project.versioningScheme,
    readthedocs_yaml_path: project.readthedocsYamlPath ?? '',
    external_builds_privacy_level: project.externalBuildsPrivacyLevel,
    analytics_disabled: project.analyticsDisabled,
    show_version_warning: project.showVersionWarning,
    analytics_code: project.analyticsCode ?? '',
    build_tools: project.buildTools,
    pull_request_builds: project.pullRequestBuilds,
  };
}

/** Tells whether any of the expected values has changed; `expected` may hold some of the fields. */
function hasChanged(now: unknown, expected: unknown): boolean {
  if (!isFields(now) || !isFields(expected)) return JSON.stringify(now) !== JSON.stringify(expected);
  return Object.entries(expected).some(([key, value]) => hasChanged(now[key], value));
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One project: its settings, its maintainers and its timeline. */
export const projectRouter = router({
  /** Returns what is shown around all tabs. */
  header: procedure
    .input(Slug)
    .query(({ ctx, input: { slug } }) => headerView(ctx, ctx.services.overview.get(ctx.actor, slug))),

  /** Returns the overview of the project. */
  overview: procedure.input(Slug).query(({ ctx, input: { slug } }) => {
    const { services, actor } = ctx;
    const overview = services.overview.get(actor, slug);
    const { project, maintainers } = overview.project;
    const page = { project: slug, outcomes: [], commit: '', offset: 0, limit: MAX_LAST_BUILDS };
    const builds = services.buildHistory.page(actor, page);
    const matrix = services.versionList.languages(actor, slug);
    return {
      ...headerView(ctx, overview),
      description: project.description,
      homepage: project.homepage,
      chosenDefaultVersion: project.defaultVersion,
      /** '' when the repository decides. */
      defaultBranch: project.defaultBranch ?? '',
      /** What the repository says; '' until it was read. */
      remoteBranch: project.remoteBranch ?? '',
      language: project.language,
      programmingLanguage: project.programmingLanguage,
      privacyLevel: project.privacyLevel,
      tags: project.tags,
      people: maintainers.map(({ username }) => username),
      created: project.created,
      /** Newest first. */
      lastBuilds: withRemedies(ctx, builds.rows),
      outcomes: builds.outcomes,
      usualDuration: overview.usualDuration,
      subprojects: services.subprojects
        .list(actor, slug, { limit: 6, offset: 0 })
        .items.map(({ alias, child }) => ({ alias, slug: child.project.slug, name: child.project.name })),
      /** When the repository was read, and what is wrong with it. */
      sync: services.versionSync.state(actor, slug),
      translations: matrix.languages.slice(1).map(({ cells: _, ...translation }) => translation),
    };
  }),

  /** Returns the numbers of the overview's charts. */
  charts: procedure
    .input(Slug)
    .query(({ ctx: { services, actor }, input: { slug } }) => services.projectCharts.get(actor, slug)),

  /** Returns the timeline before the entry `before`, newest first. */
  timeline: procedure
    .input(Timeline)
    .query(({ ctx, input }) =>
      ctx.services.overview.timeline(ctx.actor, input.slug, input.before, input.limit),
    ),

  /** Returns everything that the settings screen shows, named as in the bodies of the API. */
  details: procedure.input(Slug).query(({ ctx, input: { slug } }) => {
    const { services, actor } = ctx;
    const { project, maintainers } = services.overview.get(actor, slug).project;
    const versions = services.versionList.get(actor, slug).rows;
    return {
      slug: project.slug,
      people: maintainers.map(({ username }) => username),
      /** Whether its code may run here, and whether that must be allowed at all (safety S12). */
      trust: { ...services.buildTrust.state(actor, slug), isRequired: !ctx.environment.builds.trustAll },
      /** Why nothing can be built of it; null where it can. */
      recordReason: services.buildTrust.unbuildableReason(project) ?? null,
      /** The script that plays its builds; null when they run. */
      script: scriptName(project.builder) ?? null,
      activeVersions: versions.filter(({ active }) => active).map((version) => version.slug),
      values: settingsView(project),
    };
  }),
  /**
   * Changes the fields of the body. `expected` has what the screen showed: if that has changed since, nothing is
   * saved, since the person has not seen the other value.
   */
  update: procedure.input(Slug.extend({ body: Fields, expected: Fields.optional() })).mutation(
    change(({ ctx: { services, actor }, input: { slug, body, expected } }) => {
      const { project } = services.overview.get(actor, slug).project;
      if (expected && hasChanged(settingsView(project), expected)) throw new Conflict(EDIT_CONFLICT_MESSAGE);
      services.projects.update(actor, slug, parseBody(ProjectDetailsBody, body));
    }),
  ),

  /** Returns the names of all users. */
  allUsernames: procedure.query(({ ctx: { services, actor } }) =>
    services.users.list(actor).map(({ username }) => username),
  ),
  addPerson: procedure
    .input(Person)
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, username } }) =>
        services.maintainers.add(actor, slug, username),
      ),
    ),
  removePerson: procedure
    .input(Person)
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, username } }) =>
        services.maintainers.remove(actor, slug, username),
      ),
    ),

  /** Returns what is removed together with the project. */
  removal: procedure
    .input(Slug)
    .query(({ ctx: { services, actor }, input: { slug } }) => services.projects.contents(actor, slug)),
  remove: procedure
    .input(Slug)
    .mutation(
      change(({ ctx: { services, actor }, input: { slug } }) => services.projects.remove(actor, slug)),
    ),
});
