import { z } from 'zod';
import { HistoryQuery } from '../../model/journal/history.ts';
import { change, procedure, router } from '../procedure.ts';

/** What was done, and its undo. */
export const undoRouter = router({
  /** Returns the newest change that can be undone; null when there is none. */
  last: procedure.query(({ ctx }) => ctx.services.undo.last(ctx.actor)),
  /** Tells whether a change can be undone, as far as is known. */
  isPossible: procedure
    .input(z.object({ batch: z.int() }))
    .query(({ ctx, input }) => ctx.services.undo.ofCall([input.batch]) !== null),

  /** Lists changes of a project, or of the installation, newest first. */
  history: procedure
    .input(HistoryQuery)
    .query(({ ctx, input }) => ctx.services.history.list(ctx.actor, input)),
  /** Lists who has changed anything, by name. */
  people: procedure.query(({ ctx }) => ctx.services.history.people(ctx.actor)),

  /** Undoes one change as a whole. */
  revert: procedure
    .input(z.object({ batch: z.int() }))
    .mutation(change(({ ctx, input }) => ctx.services.undo.apply(ctx.actor, input.batch))),
});
