import { z } from 'zod';
import type { KitSource } from '../../services/kits/kits.ts';
import { change, procedure, router } from '../procedure.ts';

/** A built-in kit by its name, or a kit file in base64. The window never names a path of this computer. */
const Source = z.union([z.strictObject({ name: z.string() }), z.strictObject({ zip: z.base64() })]);

const NewKit = z.object({
  name: z.string().trim().min(1, { error: 'Enter a name.' }).max(80),
  description: z.string().trim().max(500),
});

/** Kits: data to start from. A refused kit loads nothing; its errors are keyed by file, line and column. */
export const kitsRouter = router({
  list: procedure.query(({ ctx: { services, actor } }) => {
    services.access.requireOperator(actor);
    return services.kits.list();
  }),

  /** Says what loading a kit would add, or why it would be refused. */
  preview: procedure
    .input(Source)
    .query(({ ctx: { services, actor }, input }) => services.kits.preview(actor, sourceOf(input))),

  load: procedure
    .input(Source)
    .mutation(change(({ ctx: { services, actor }, input }) => services.kits.load(actor, sourceOf(input)))),

  /** Loads of a kit what is not here. */
  loadMissing: procedure
    .input(Source)
    .mutation(
      change(({ ctx: { services, actor }, input }) =>
        services.kits.load(actor, sourceOf(input), { onlyMissing: true }),
      ),
    ),

  /** Makes a kit of the present data; answers the bytes of its file in base64. */
  make: procedure.input(NewKit).mutation(
    change(async ({ ctx: { services, actor }, input }) => {
      const { files, notes } = await services.kits.make(actor, input);
      const { packKit } = await import('../../services/kits/pack-kit.ts');
      return { zip: Buffer.from(await packKit(files)).toString('base64'), notes };
    }),
  ),
});

function sourceOf(input: z.output<typeof Source>): KitSource {
  return 'name' in input ? input : { zip: Buffer.from(input.zip, 'base64') };
}
