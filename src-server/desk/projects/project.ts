import { z } from 'zod';
import { parseBody } from '../../model/base/fields.ts';
import { Conflict, NotFound } from '../../model/base/problems.ts';
import { documentationUrl } from '../../model/projects/documentation-url.ts';
import { type Project, ProjectDetailsBody } from '../../model/projects/project.ts';
import { redactCredentials } from '../../model/projects/repository-url.ts';
import { type PagesState, pagesState } from '../../model/versions/pages-state.ts';
import type { ProjectOverview } from '../../services/projects/project-overview.ts';
import type { ProjectRecord } from '../../services/projects/project-records.ts';
import { change, type DeskContext, procedure, router } from '../procedure.ts';

const Slug = z.object({ slug: z.string() });
const Fields = z.record(z.string(), z.unknown());
const Person = Slug.extend({ username: z.string() });
const Timeline = Slug.extend({ before: z.int().optional(), limit: z.int().min(1).max(200) });
const EDIT_CONFLICT_MESSAGE =
  'These settings were changed elsewhere meanwhile. Nothing was saved: what they are now stands below the fields.';
/** So many bars the overview draws. */
const MAX_LAST_BUILDS = 24;

/** What stands around every tab of a project. */
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
    /** Whether there are pages to open. */
    pages: defaultPagesState(ctx, project.slug, defaultVersion),
    counts,
    superproject: record.superproject && { ...named(record.superproject), alias: parent?.alias ?? '' },
    mainProject: named(record.mainProject),
  };
}

/** A project that came with a file may lack its default version. */
function defaultPagesState({ services, actor }: DeskContext, project: string, version: string): PagesState {
  try {
    return pagesState(services.versions.get(actor, project, version, false).version);
  } catch (error) {
    if (error instanceof NotFound) return 'none';
    throw error;
  }
}

/** The settings as the bodies of the API name them. */
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
    single_version: project.singleVersion,
    show_version_warning: project.showVersionWarning,
    analytics_code: project.analyticsCode ?? '',
    build_tools: project.buildTools,
  };
}

/** Whether something of `seen`, which may be a part of the whole, is no longer so. */
function hasChanged(now: unknown, expected: unknown): boolean {
  if (!isFields(now) || !isFields(expected)) return JSON.stringify(now) !== JSON.stringify(expected);
  return Object.entries(expected).some(([key, value]) => hasChanged(now[key], value));
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One project: what it is, who maintains it, what happened to it. */
export const projectRouter = router({
  /** For the frame around all tabs. */
  header: procedure
    .input(Slug)
    .query(({ ctx, input: { slug } }) => headerView(ctx, ctx.services.overview.get(ctx.actor, slug))),

  /** The project at a glance. */
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
      /** '' while it is whatever the repository says. */
      defaultBranch: project.defaultBranch ?? '',
      /** What the repository says; '' while it has not. */
      remoteBranch: project.remoteBranch ?? '',
      language: project.language,
      programmingLanguage: project.programmingLanguage,
      privacyLevel: project.privacyLevel,
      tags: project.tags,
      people: maintainers.map(({ username }) => username),
      created: project.created,
      /** Newest first. */
      lastBuilds: builds.rows,
      outcomes: builds.outcomes,
      usualDuration: overview.usualDuration,
      subprojects: services.subprojects
        .list(actor, slug, { limit: 6, offset: 0 })
        .items.map(({ alias, child }) => ({ alias, slug: child.project.slug, name: child.project.name })),
      /** How it stands with its repository. */
      sync: services.versionSync.state(actor, slug),
      translations: matrix.languages.slice(1).map(({ cells: _, ...translation }) => translation),
    };
  }),

  /** What happened to it before the entry called `before`, newest first. */
  timeline: procedure
    .input(Timeline)
    .query(({ ctx, input }) =>
      ctx.services.overview.timeline(ctx.actor, input.slug, input.before, input.limit),
    ),

  /** Everything that its settings show, named as the API's bodies name it. */
  details: procedure.input(Slug).query(({ ctx, input: { slug } }) => {
    const { services, actor } = ctx;
    const { project, maintainers } = services.overview.get(actor, slug).project;
    const versions = services.versionList.get(actor, slug).rows;
    return {
      slug: project.slug,
      people: maintainers.map(({ username }) => username),
      /** Whether its code may run here, and whether that needs an answer at all (safety S12). */
      trust: { ...services.buildTrust.state(actor, slug), isRequired: !ctx.environment.builds.trustAll },
      activeVersions: versions.filter(({ active }) => active).map((version) => version.slug),
      values: settingsView(project),
    };
  }),
  /**
   * Changes what the body names. `seen` has what the screen showed of it: where that is no longer so, nothing is
   * changed, since nobody has chosen between the two.
   */
  update: procedure.input(Slug.extend({ body: Fields, expected: Fields.optional() })).mutation(
    change(({ ctx: { services, actor }, input: { slug, body, expected } }) => {
      const { project } = services.overview.get(actor, slug).project;
      if (expected && hasChanged(settingsView(project), expected)) throw new Conflict(EDIT_CONFLICT_MESSAGE);
      services.projects.update(actor, slug, parseBody(ProjectDetailsBody, body));
    }),
  ),

  /** The names of everybody who could maintain it. */
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

  /** What goes with it. */
  removal: procedure
    .input(Slug)
    .query(({ ctx: { services, actor }, input: { slug } }) => services.projects.contents(actor, slug)),
  remove: procedure
    .input(Slug)
    .mutation(
      change(({ ctx: { services, actor }, input: { slug } }) => services.projects.remove(actor, slug)),
    ),
});
