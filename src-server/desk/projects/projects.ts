import { z } from 'zod';
import { BulkSlugs } from '../../model/base/bulk.ts';
import { parseBody } from '../../model/base/fields.ts';
import { ProjectListFilter, ProjectListQuery } from '../../model/projects/project-list.ts';
import { EnvironmentVariableBody } from '../../model/variables/environment-variable.ts';
import { withRemedies } from '../builds/remedies.ts';
import { change, procedure, router } from '../procedure.ts';

/** How many filters one sidebar holds. */
const MAX_FILTERS = 50;

const Person = z.object({ slugs: BulkSlugs, username: z.string() });
const Variable = z.object({ slugs: BulkSlugs, name: z.string(), value: z.string() });

/** The list of projects, and bulk actions on it. */
export const projectsRouter = router({
  /** Returns some rows of the list; where an account is connected, with what each is linked with. */
  page: procedure.input(ProjectListQuery).query(({ ctx, input }) => {
    const { services, actor } = ctx;
    const page = services.projectList.page(actor, input);
    const slugs = page.rows.map(({ slug }) => slug);
    const marks = actor.kind === 'user' ? null : services.sync.marks(actor, slugs);
    const bySlug = new Map(marks?.map((mark) => [mark.slug, mark]));
    const lastBuilds = withRemedies(
      ctx,
      page.rows.flatMap(({ lastBuild }) => lastBuild ?? []),
    );
    const byBuild = new Map(lastBuilds.map((build) => [build.id, build]));
    const rows = page.rows.map((row) => ({
      ...row,
      lastBuild: (row.lastBuild && byBuild.get(row.lastBuild.id)) ?? null,
      live: bySlug.get(row.slug) ?? null,
    }));
    return { ...page, rows, hasRemotes: marks !== null };
  }),

  /** Returns the values of each filter, with how many projects have them. */
  facets: procedure
    .input(ProjectListFilter)
    .query(({ ctx: { services, actor }, input }) => services.projectList.facets(actor, input)),

  /** Counts the projects that match each of these filters. */
  counts: procedure
    .input(z.array(ProjectListFilter).max(MAX_FILTERS))
    .query(({ ctx: { services, actor }, input }) =>
      input.map((filter) => services.projectList.count(actor, filter)),
    ),

  /** Returns the slugs of all that match, in the order of the list, to select rows that were not fetched. */
  slugs: procedure
    .input(ProjectListQuery)
    .query(({ ctx: { services, actor }, input }) => services.projectList.slugs(actor, input)),

  /** Returns projects as a table for export. */
  table: procedure
    .input(BulkSlugs)
    .query(({ ctx: { services, actor }, input }) => services.projectList.exportRows(actor, input)),

  /** Requests a build of each default version. */
  buildDefaults: procedure.input(BulkSlugs).mutation(
    change(({ ctx: { services, actor }, input }) => {
      services.buildTrust.requireRunnable(actor, input);
      return services.bulkVersions.triggerBuilds(
        actor,
        input.map((project) => ({ project })),
      );
    }),
  ),

  /** Previews setting a variable; never returns a value. */
  previewVariable: procedure
    .input(Variable)
    .query(({ ctx: { services, actor }, input: { slugs, ...variable } }) =>
      services.bulkVariables.previewSet(actor, slugs, parseBody(EnvironmentVariableBody, variable)),
    ),
  setVariable: procedure
    .input(Variable)
    .mutation(
      change(({ ctx: { services, actor }, input: { slugs, ...variable } }) =>
        services.bulkVariables.set(actor, slugs, parseBody(EnvironmentVariableBody, variable)),
      ),
    ),

  previewPerson: procedure
    .input(Person)
    .query(({ ctx: { services, actor }, input }) =>
      services.bulkProjects.previewMaintainer(actor, input.slugs, input.username),
    ),
  addPerson: procedure
    .input(Person)
    .mutation(
      change(({ ctx: { services, actor }, input }) =>
        services.bulkProjects.addMaintainer(actor, input.slugs, input.username),
      ),
    ),

  previewRemoval: procedure
    .input(BulkSlugs)
    .query(({ ctx: { services, actor }, input }) => services.bulkProjects.previewRemoval(actor, input)),
  remove: procedure.input(BulkSlugs).mutation(
    change(async ({ ctx: { services, actor, environment }, input }) => {
      // A backup comes first (safety R7), beside the trash.
      if (input.length > 1) await environment.machine.backups?.make('before-bulk-delete');
      return services.bulkProjects.remove(actor, input);
    }),
  ),
});
