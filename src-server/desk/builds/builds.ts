import { z } from 'zod';
import { BULK_MAX, BulkSlugs } from '../../model/base/bulk.ts';
import type { BuildState } from '../../model/builds/build.ts';
import { BuildHistoryQuery } from '../../model/builds/build-history.ts';
import { ProjectListQuery } from '../../model/projects/project-list.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import { change, procedure, router } from '../procedure.ts';

const Project = z.object({ project: z.string() });
const OptionalProject = Project.partial();
/** A project as the person saw it who allows its code to run. */
const ReviewedProject = z.object({ slug: z.string(), repositoryUrl: z.string() });

/** Builds of all projects and of one; what one of them wrote is in build.ts. */
export const buildsRouter = router({
  /** A window on the list, newest first. */
  page: procedure
    .input(BuildHistoryQuery)
    .query(({ ctx: { services, actor }, input }) => services.buildHistory.page(actor, input)),

  /** What runs and what waits, and what that goes by. */
  queue: procedure
    .input(OptionalProject)
    .query(({ ctx: { services, environment, actor }, input: { project } }) => ({
      ...services.buildHistory.queue(actor, project),
      concurrency:
        services.settings.get(systemActor('desk'), 'buildsAtOnce') ?? environment.machine.defaultBuildsAtOnce,
      /** Whether anything takes what waits. */
      hasRunner: environment.builds.run,
    })),

  /** Ends all that waits, of a project or of all; gives how many builds that were. */
  cancelWaiting: procedure
    .input(OptionalProject)
    .mutation(
      change(({ ctx: { services, actor }, input: { project } }) =>
        services.buildControl.cancelWaiting(actor, project),
      ),
    ),

  /** Builds of every active version, before they are asked for. */
  previewRebuild: procedure.input(Project).query(({ ctx: { services, actor }, input: { project } }) =>
    services.versionList
      .get(actor, project)
      .rows.filter(({ active }) => active)
      .map(({ slug, lastBuild }) => ({
        key: slug,
        name: slug,
        outcome: 'change' as const,
        note: rebuildNote(lastBuild),
      })),
  ),

  /** Asks for a build of every active version; gives how many builds that are. */
  rebuildAll: procedure
    .input(Project)
    .mutation(
      change(
        ({ ctx: { services, actor }, input: { project } }) =>
          services.buildControl.rebuildAll(actor, project).length,
      ),
    ),

  /**
   * Of these projects, those whose code nobody has allowed to run here (safety S12). None for who could not allow it, and
   * none where no build runs, since there no code runs either.
   */
  untrusted: procedure
    .input(z.object({ projects: BulkSlugs }))
    .query(({ ctx: { services, environment, actor }, input: { projects } }) =>
      environment.builds.run && !environment.builds.trustAll && actor.kind === 'operator'
        ? services.buildTrust.untrusted(actor, projects)
        : [],
    ),

  /** Lets builds of these projects run their code, unless a repository is another one than was seen (safety S12). */
  trust: procedure
    .input(z.array(ReviewedProject).max(BULK_MAX))
    .mutation(
      change(({ ctx: { services, actor }, input }) => services.buildTrust.allowReviewed(actor, input)),
    ),

  /** Takes that back. */
  distrust: procedure
    .input(Project)
    .mutation(
      change(({ ctx: { services, actor }, input: { project } }) =>
        services.buildTrust.revoke(actor, project),
      ),
    ),

  /** The versions of a project that can be built, in the order of its list. */
  versions: procedure.input(Project).query(({ ctx: { services, actor }, input }) =>
    services.versionList.get(actor, input.project).rows.map(({ slug, verboseName, active, isDefault }) => ({
      slug,
      name: verboseName,
      active,
      isDefault,
    })),
  ),

  /** Projects whose name or slug holds a text, for choosing one. */
  projects: procedure
    .input(z.object({ text: z.string().max(300) }))
    .query(({ ctx: { services, actor }, input }) =>
      services.projectList
        .page(
          actor,
          ProjectListQuery.parse({
            text: input.text,
            sort: 'name',
            direction: 'asc',
            grouped: false,
            limit: 30,
          }),
        )
        .rows.map(({ slug, name, defaultVersion }) => ({ slug, name, defaultVersion })),
    ),

  /** Asks for a build; gives its number. */
  trigger: procedure.input(z.object({ project: z.string(), version: z.string() })).mutation(
    change(({ ctx: { services, actor }, input: { project, version } }) => {
      const { build } = services.builds.trigger(actor, project, version);
      return { id: build.id, project: build.projectSlug, version: build.versionSlug };
    }),
  ),
});

/** What happens to the build of a version that is under way when another one is asked for. */
function rebuildNote(lastBuild: { readonly id: number; readonly state: BuildState } | null): string {
  if (lastBuild === null || lastBuild.state === 'finished') return '';
  return lastBuild.state === 'triggered'
    ? `In the place of build ${lastBuild.id}, which waits.`
    : `After build ${lastBuild.id}, which runs.`;
}
