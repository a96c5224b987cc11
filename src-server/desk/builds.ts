import { z } from 'zod';
import { BuildHistoryQuery } from '../model/build-history.ts';
import { ShelfQuery } from '../model/shelf.ts';
import { procedure, router } from './procedure.ts';

/** Builds of all projects and of one; what one of them wrote is in build.ts. */
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
});
