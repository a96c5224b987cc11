import { z } from 'zod';
import { parseBody } from '../../model/base/fields.ts';
import { NewSnapshot } from '../../model/snapshots/snapshot.ts';
import { change, procedure, router } from '../procedure.ts';

const Named = z.object({ name: z.string() });

/** States of all data that can be brought back. */
export const snapshotsRouter = router({
  list: procedure.query(({ ctx: { services, actor } }) => services.snapshots.list(actor)),
  take: procedure
    .input(z.object({ name: z.string(), note: z.string() }))
    .mutation(
      change(({ ctx: { services, actor }, input }) =>
        services.snapshots.take(actor, parseBody(NewSnapshot, input)),
      ),
    ),
  /** Restores one; the state before is kept as a snapshot of its own, which is named in the answer. */
  restore: procedure.input(Named).mutation(
    change(async ({ ctx: { services, actor }, input }) => {
      const { safetyCopy } = await services.snapshots.restore(actor, input.name, { safetyCopy: true });
      return { safetyCopy };
    }),
  ),
  delete: procedure
    .input(Named)
    .mutation(change(({ ctx: { services, actor }, input }) => services.snapshots.remove(actor, input.name))),
});
