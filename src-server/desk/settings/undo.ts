import { z } from 'zod';
import { procedure, router } from '../procedure.ts';

/** Taking back what was done at this desk. */
export const undoRouter = router({
  /** The newest change that can be taken back, by its name; null when there is none. */
  last: procedure.query(({ ctx }) => ctx.services.undo.last(ctx.actor)),

  /** Takes one change back, whole. */
  revert: procedure
    .input(z.object({ batch: z.int() }))
    .mutation(({ ctx, input }) => ctx.services.undo.apply(ctx.actor, input.batch)),
});
