import { z } from 'zod';
import { SYNC_KINDS } from '../../model/sync/sync-fields.ts';
import { change, procedure } from '../procedure.ts';
import { OfRemote, PartOfRemote } from './sync-context.ts';

/** The most rows that a person chooses at once. */
const MOST_CHOSEN = 20_000;
const Text = z.string().max(300).default('');
const Slugs = z.array(z.string().max(255)).max(MOST_CHOSEN);
const ConflictFilter = z.object({
  text: Text,
  kind: z.enum(SYNC_KINDS).optional(),
});
/** Names a version here. */
const VersionOf = z.object({ slug: z.string().max(255), version: z.string().max(255) });
/** What a person chose for a push. */
const PushChoice = OfRemote.extend({
  /** Whether projects are pushed unless they are named. */
  isAll: z.boolean(),
  /** The exceptions. */
  projects: Slugs,
  /** Ids of steps that are left out. */
  leftOut: z.array(z.string().max(200)).max(MOST_CHOSEN),
});

/** What is other on either side. */
export const differenceProcedures = {
  /** Lists the projects that are known to have changes to push; `pending` says how many are yet to be counted. */
  outgoing: procedure
    .input(PartOfRemote.extend({ text: Text }))
    .query(({ ctx, input: { remote, text, ...part } }) => {
      const { sync } = ctx.services;
      sync.refreshSoon(ctx.actor, remote);
      const { items: rows, ...numbers } = sync.outgoing(ctx.actor, remote, { text }, part);
      return { ...numbers, rows };
    }),

  /** Returns the steps that would send the changes of one project, and what cannot be sent. */
  projectPlan: procedure
    .input(OfRemote.extend({ slug: z.string() }))
    .query(({ ctx, input }) => ctx.services.sync.plan(ctx.actor, input.remote, { projects: [input.slug] })),

  /** Returns the plan of a push of what was chosen, for a last look. */
  review: procedure.input(PushChoice).query(async ({ ctx, input: { remote, isAll, projects, leftOut } }) => {
    const which = isAll ? {} : { projects };
    const { steps, held } = await ctx.services.sync.plan(ctx.actor, remote, which);
    const exceptions = new Set(isAll ? projects : []);
    const ids = new Set(leftOut);
    return {
      steps: steps.filter(({ id, project }) => !exceptions.has(project) && !ids.has(id)),
      held: held.filter(({ project }) => !exceptions.has(project)),
    };
  }),

  conflicts: procedure
    .input(PartOfRemote.extend(ConflictFilter.shape))
    .query(({ ctx, input: { remote, offset, limit, ...filter } }) => {
      const { count, items } = ctx.services.sync.conflicts(ctx.actor, remote, filter, { offset, limit });
      return { count, rows: items };
    }),
  resolve: procedure
    .input(
      OfRemote.extend({
        which: z.union([z.array(z.string().max(200)).max(MOST_CHOSEN), ConflictFilter]),
        choice: z.enum(['mine', 'theirs']),
      }),
    )
    .mutation(
      change(({ ctx, input }) =>
        ctx.services.sync.resolve(ctx.actor, input.remote, input.which, input.choice),
      ),
    ),

  /** Asks for a build of a version on the service; the next push starts it. */
  requestBuild: procedure
    .input(VersionOf)
    .mutation(
      change(({ ctx, input }) => ctx.services.sync.requestBuild(ctx.actor, input.slug, input.version)),
    ),
  dropBuildRequest: procedure
    .input(VersionOf)
    .mutation(
      change(({ ctx, input }) => ctx.services.sync.dropBuildRequest(ctx.actor, input.slug, input.version)),
    ),

  /** Lists what was pulled lately, newest first, each with the reason why it cannot be undone. */
  incoming: procedure
    .input(OfRemote.extend({ before: z.int().optional(), limit: z.int().positive().max(500).default(100) }))
    .query(({ ctx: { services, actor }, input: { remote, ...part } }) => {
      const pulled = services.sync.incoming(actor, remote, part);
      const batches = pulled.map(({ batch }) => batch);
      const reasons = new Map(
        services.undo.describe(actor, batches).map(({ batch, reason }) => [batch, reason]),
      );
      return pulled.map((row) => ({ ...row, reason: reasons.get(row.batch) ?? null }));
    }),

  /** Lists projects that are only here. */
  creatable: procedure
    .input(OfRemote.extend({ text: Text }))
    .query(({ ctx, input }) => ctx.services.sync.creatable(ctx.actor, input.remote, input.text, 100)),
  create: procedure.input(OfRemote.extend({ slugs: Slugs })).mutation(
    change(async ({ ctx, input }) => {
      await ctx.services.sync.create(ctx.actor, input.remote, input.slugs);
    }),
  ),
  cancelCreate: procedure.input(z.object({ slugs: Slugs })).mutation(
    change(async ({ ctx, input }) => {
      await ctx.services.sync.cancelCreate(ctx.actor, input.slugs);
    }),
  ),
};
