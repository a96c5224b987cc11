import { z } from 'zod';
import { BulkSlugs } from '../../model/base/bulk.ts';
import { parseBody } from '../../model/base/fields.ts';
import { ProjectListFilter, ProjectListQuery } from '../../model/projects/project-list.ts';
import { EnvironmentVariableBody } from '../../model/variables/environment-variable.ts';
import { change, procedure, router } from '../procedure.ts';

/** As many filters as one sidebar holds. */
const MAX_FILTERS = 50;

const Person = z.object({ slugs: BulkSlugs, username: z.string() });
const Variable = z.object({ slugs: BulkSlugs, name: z.string(), value: z.string() });

/** The list of projects, and what is done to many of them at once. */
export const projectsRouter = router({
  /** A window on the list. */
  page: procedure
    .input(ProjectListQuery)
    .query(({ ctx: { services, actor }, input }) => services.projectList.page(actor, input)),

  /** The values that each filter could have, with how many projects have them. */
  facets: procedure
    .input(ProjectListFilter)
    .query(({ ctx: { services, actor }, input }) => services.projectList.facets(actor, input)),

  /** How many projects fit each of these filters. */
  counts: procedure
    .input(z.array(ProjectListFilter).max(MAX_FILTERS))
    .query(({ ctx: { services, actor }, input }) =>
      input.map((filter) => services.projectList.count(actor, filter)),
    ),

  /** All that fit, in the order of the list: for selecting what was never fetched. */
  slugs: procedure
    .input(ProjectListQuery)
    .query(({ ctx: { services, actor }, input }) => services.projectList.slugs(actor, input)),

  /** Projects as a table that leaves Lectern. */
  table: procedure
    .input(BulkSlugs)
    .query(({ ctx: { services, actor }, input }) => services.projectList.exportRows(actor, input)),

  /** Asks for a build of each default version. */
  buildDefaults: procedure.input(BulkSlugs).mutation(
    change(({ ctx: { services, actor }, input }) =>
      services.bulkVersions.triggerBuilds(
        actor,
        input.map((project) => ({ project })),
      ),
    ),
  ),

  /** Never answers a value. */
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
      // A backup comes first (safety R7); the trash is the nearer way back.
      if (input.length > 1) await environment.machine.backups?.make('before-bulk-delete');
      return services.bulkProjects.remove(actor, input);
    }),
  ),
});
