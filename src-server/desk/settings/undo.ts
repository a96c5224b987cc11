import { z } from 'zod';
import { change, procedure, router } from '../procedure.ts';

/** Undo of what was done at the desk. */
export const undoRouter = router({
  /** Returns the newest change that can be undone; null when there is none. */
  last: procedure.query(({ ctx }) => ctx.services.undo.last(ctx.actor)),

  /** Undoes one change as a whole. */
  revert: procedure
    .input(z.object({ batch: z.int() }))
    .mutation(change(({ ctx, input }) => ctx.services.undo.apply(ctx.actor, input.batch))),
});
