import { z } from 'zod';
import type { LiveChange } from '../live/live-changes.ts';
import { procedure } from '../procedure.ts';
import { untilBegun } from '../sync-runner.ts';
import { OfRemote, PartOfRemote } from './sync-context.ts';

/** The most steps of one push. */
const MOST_STEPS = 100_000;
/** What the run changes reaches the screens by the live stream; the call that began it changed nothing yet. */
const BEGUN: { readonly changed: readonly LiveChange[] } = { changed: [] };

/** Runs between a remote and Lectern. They go on in the background; the log of runs says how they ended. */
export const runProcedures = {
  pull: procedure
    .input(
      OfRemote.extend({
        full: z.boolean().optional(),
        slugs: z.array(z.string().max(255)).max(1000).optional(),
      }),
    )
    .mutation(async ({ ctx: { environment, actor }, input: { remote, ...request } }) => {
      const runner = await environment.sync();
      await untilBegun(runner, remote, () => runner.pull(actor, remote, request));
      return BEGUN;
    }),
  push: procedure
    .input(OfRemote.extend({ only: z.array(z.string().max(200)).min(1).max(MOST_STEPS) }))
    .mutation(async ({ ctx: { environment, actor }, input: { remote, only } }) => {
      const runner = await environment.sync();
      await untilBegun(runner, remote, () => runner.push(actor, remote, { only }));
      return BEGUN;
    }),
  resume: procedure.input(OfRemote).mutation(async ({ ctx: { environment, actor }, input: { remote } }) => {
    const runner = await environment.sync();
    await untilBegun(runner, remote, () => runner.resume(actor, remote));
    return BEGUN;
  }),
  pause: procedure.input(OfRemote).mutation(async ({ ctx: { environment, actor }, input }) => {
    await (await environment.sync()).pause(actor, input.remote);
  }),
  stop: procedure.input(OfRemote).mutation(async ({ ctx: { environment, actor }, input }) => {
    await (await environment.sync()).stop(actor, input.remote);
  }),

  runs: procedure.input(PartOfRemote).query(({ ctx, input: { remote, ...part } }) => {
    const { count, items } = ctx.services.sync.runs(ctx.actor, remote, part);
    return { count, rows: items };
  }),
  run: procedure
    .input(z.object({ id: z.int() }))
    .query(({ ctx, input }) => ctx.services.sync.run(ctx.actor, input.id)),
};
