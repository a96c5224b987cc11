import { z } from 'zod';
import { BuildHistoryQuery } from '../model/build-history.ts';
import { ShelfQuery } from '../model/shelf.ts';
import { commitUrl } from '../model/vcs-url.ts';
import { procedure, router } from './procedure.ts';

const Build = z.object({ id: z.int() });
const Command = Build.extend({ commandId: z.int() });
/** Lines a window may have at once. */
const MOST_LINES = 2000;

/** Builds of all projects and of one, and the log of one build. */
export const buildsRouter = router({
  /** A window on the list, newest first. */
  page: procedure
    .input(BuildHistoryQuery)
    .query(({ ctx: { services, actor }, input }) => services.buildHistory.page(actor, input)),

  /** The versions of a project that can be built, in the order of its list. */
  versions: procedure.input(z.object({ project: z.string() })).query(({ ctx: { services, actor }, input }) =>
    services.versionBoard.get(actor, input.project).rows.map(({ slug, verboseName, active, isDefault }) => ({
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
      services.shelf
        .page(
          actor,
          ShelfQuery.parse({ text: input.text, sort: 'name', direction: 'asc', grouped: false, limit: 30 }),
        )
        .rows.map(({ slug, name, defaultVersion }) => ({ slug, name, defaultVersion })),
    ),

  /** Asks for a build; gives its number. */
  trigger: procedure
    .input(z.object({ project: z.string(), version: z.string() }))
    .mutation(({ ctx: { services, actor }, input: { project, version } }) => {
      const { build } = services.builds.trigger(actor, project, version);
      return { id: build.id, project: build.projectSlug, version: build.versionSlug };
    }),

  /** A build with its commands, without what they wrote. */
  get: procedure.input(Build).query(({ ctx: { services, actor }, input: { id } }) => {
    const build = services.buildLog.get(actor, id);
    const { project } = services.projects.get(actor, build.projectSlug);
    return { ...build, commitUrl: commitUrl(project, build.commit) };
  }),

  /** Where its errors and warnings are. */
  marks: procedure
    .input(Build)
    .query(({ ctx: { services, actor }, input: { id } }) => services.buildLog.marks(actor, id)),

  /** A window on what a command wrote; lines count from 1. */
  output: procedure
    .input(Command.extend({ from: z.int().min(1), count: z.int().min(1).max(MOST_LINES) }))
    .query(({ ctx: { services, actor }, input: { id, commandId, from, count } }) =>
      services.buildLog.output(actor, id, commandId, from, count),
    ),

  /** All that a command wrote. */
  raw: procedure
    .input(Command)
    .query(({ ctx: { services, actor }, input: { id, commandId } }) =>
      services.buildLog.raw(actor, id, commandId),
    ),

  /** Which lines hold a text. */
  find: procedure
    .input(Build.extend({ text: z.string().min(1).max(300) }))
    .query(({ ctx: { services, actor }, input: { id, text } }) => services.buildLog.find(actor, id, text)),
});
