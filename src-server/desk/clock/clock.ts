import { z } from 'zod';
import { parseBody } from '../../model/base/fields.ts';
import { ClockAdvance, ClockChange } from '../../model/clock/clock-change.ts';
import { change, procedure, router } from '../procedure.ts';

/** The clock that dates of the API follow. */
export const clockRouter = router({
  /** Returns what it shows, for everyone at the window. */
  state: procedure.query(({ ctx: { services } }) => services.clock.state()),

  /** Lets time go on or stand still, from another time if one is given. */
  set: procedure
    .input(z.object({ mode: z.string(), now: z.string().optional() }))
    .mutation(
      change(({ ctx: { services, actor }, input }) =>
        services.clock.set(actor, parseBody(ClockChange, input)),
      ),
    ),
  advance: procedure
    .input(z.object({ seconds: z.number() }))
    .mutation(
      change(({ ctx: { services, actor }, input }) =>
        services.clock.advance(actor, parseBody(ClockAdvance, input)),
      ),
    ),
  /** Lets it show the time of this computer again. */
  release: procedure.mutation(change(({ ctx: { services, actor } }) => services.clock.release(actor))),
});
