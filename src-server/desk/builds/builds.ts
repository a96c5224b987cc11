import { z } from 'zod';
import { BULK_MAX, BulkSlugs } from '../../model/base/bulk.ts';
import type { BuildState } from '../../model/builds/build.ts';
import { BuildHistoryQuery } from '../../model/builds/build-history.ts';
import { describeIsolation } from '../../model/builds/build-isolation.ts';
import { LanesQuery } from '../../model/builds/charts/lanes-span.ts';
import { ProjectListQuery } from '../../model/projects/project-list.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import { change, procedure, router } from '../procedure.ts';
import { withRemedies } from './remedies.ts';

export type { AllowedBuild } from '../../services/builds/build-control.ts';

const Project = z.object({ project: z.string() });
const OptionalProject = Project.partial();
const Trigger = z.object({
  project: z.string(),
  version: z.string(),
  isFromScratch: z.boolean().default(false),
});
/** A project whose code is to be allowed, with the repository that the person saw. */
const ReviewedProject = z.object({ slug: z.string(), repositoryUrl: z.string() });

/** Builds of all projects, and of one; the log of a build is in build.ts. */
export const buildsRouter = router({
  /** Returns some rows of the list, newest first. */
  page: procedure.input(BuildHistoryQuery).query(({ ctx, input }) => {
    const page = ctx.services.buildHistory.page(ctx.actor, input);
    return { ...page, rows: withRemedies(ctx, page.rows) };
  }),

  /** Returns the builds that run and wait, and how many may run at once. */
  queue: procedure
    .input(OptionalProject)
    .query(({ ctx: { services, environment, actor }, input: { project } }) => ({
      ...services.buildHistory.queue(actor, project),
      concurrency:
        services.settings.get(systemActor('desk'), 'buildsAtOnce') ?? environment.machine.defaultBuildsAtOnce,
      /** Whether waiting builds are run here at all. */
      hasRunner: environment.builds.run,
    })),

  /** Returns what ran when, a lane for each slot, and what waits. */
  lanes: procedure.input(LanesQuery).query(({ ctx: { services, environment, actor }, input: { span } }) => {
    const lanes = services.buildLanes.get(actor, span);
    const concurrency =
      services.settings.get(systemActor('desk'), 'buildsAtOnce') ?? environment.machine.defaultBuildsAtOnce;
    return { ...lanes, lanes: Math.max(lanes.lanes, concurrency) };
  }),

  /** Cancels all waiting builds, of a project or of all; returns how many. */
  cancelWaiting: procedure
    .input(OptionalProject)
    .mutation(
      change(({ ctx: { services, actor }, input: { project } }) =>
        services.buildControl.cancelWaiting(actor, project),
      ),
    ),

  /** Previews a build of every active version. */
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

  /** Requests a build of every active version; returns how many. */
  rebuildAll: procedure.input(Project).mutation(
    change(({ ctx: { services, actor }, input: { project } }) => {
      services.buildTrust.requireRunnable(actor, [project]);
      return services.buildControl.rebuildAll(actor, project).length;
    }),
  ),

  /**
   * Returns those of these projects whose code may not run here yet (safety S12). Returns none to a person who cannot
   * allow it, and none where no builds run.
   */
  untrusted: procedure
    .input(z.object({ projects: BulkSlugs }))
    .query(({ ctx: { services, environment, actor }, input: { projects } }) =>
      environment.builds.run && !environment.builds.trustAll && actor.kind === 'operator'
        ? services.buildTrust.untrusted(actor, projects)
        : [],
    ),

  /** Says what the code of a build can reach here, for the question whether it may run (safety S12). */
  isolation: procedure.query(async ({ ctx: { environment } }) =>
    describeIsolation(await environment.machine.isolation()),
  ),

  /** Allows builds of these projects to run their code, unless a repository URL has changed since (safety S12). */
  trust: procedure
    .input(z.array(ReviewedProject).max(BULK_MAX))
    .mutation(
      change(({ ctx: { services, actor }, input }) => services.buildTrust.allowReviewed(actor, input)),
    ),

  /** Allows builds of these projects as `trust` does, and builds the active versions that waited for it; returns those builds. */
  allowAndBuild: procedure
    .input(z.array(ReviewedProject).max(BULK_MAX))
    .mutation(
      change(({ ctx: { services, actor }, input }) => services.buildControl.allowAndBuild(actor, input)),
    ),

  /** Forbids builds of a project to run its code. */
  distrust: procedure
    .input(Project)
    .mutation(
      change(({ ctx: { services, actor }, input: { project } }) =>
        services.buildTrust.revoke(actor, project),
      ),
    ),

  /** Lists the scripts that can play builds. */
  scripts: procedure.query(({ ctx: { services } }) => services.buildScripts.list()),

  /** Lets a script play the builds of a project; null lets them run again. */
  setScript: procedure
    .input(Project.extend({ script: z.string().nullable() }))
    .mutation(
      change(({ ctx: { services, actor }, input: { project, script } }) =>
        services.buildScripts.attach(actor, project, script),
      ),
    ),

  /** Returns the versions of a project that can be built, in the order of its list. */
  versions: procedure.input(Project).query(({ ctx: { services, actor }, input }) =>
    services.versionList.get(actor, input.project).rows.map(({ slug, verboseName, active, isDefault }) => ({
      slug,
      name: verboseName,
      active,
      isDefault,
    })),
  ),

  /** Finds projects whose name or slug contains a text, for choosing one. */
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

  /** Requests a build, from scratch if asked to; returns its number. */
  trigger: procedure.input(Trigger).mutation(
    change(({ ctx: { services, actor }, input: { project, version, isFromScratch } }) => {
      services.buildTrust.requireRunnable(actor, [project]);
      const { build } = services.builds.trigger(actor, project, version, { isFromScratch });
      return { id: build.id, project: build.projectSlug, version: build.versionSlug };
    }),
  ),
});

/** Says what happens to the current build of a version when another one is requested. */
function rebuildNote(lastBuild: { readonly id: number; readonly state: BuildState } | null): string {
  if (lastBuild === null || lastBuild.state === 'finished') return '';
  return lastBuild.state === 'triggered'
    ? `Replaces build ${lastBuild.id}, which is waiting.`
    : `Starts after build ${lastBuild.id}, which is running.`;
}
