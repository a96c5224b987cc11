import { z } from 'zod';
import { parseSeedFile } from '../../model/seeds/seed-file.ts';
import { change, procedure, router } from '../procedure.ts';

/** Loads projects from a seed file, or the sample library. A refused file loads nothing. */
export const seedsRouter = router({
  /** Loads a seed file; its errors are keyed by paths inside the file. */
  load: procedure.input(z.object({ text: z.string() })).mutation(
    change(({ ctx: { services, actor }, input }) => {
      services.access.requireOperator(actor);
      return services.seeds.load(actor, parseSeedFile(input.text));
    }),
  ),

  /** Loads the kit Harbour library: projects of invented people, some of them maintained by the caller. */
  loadSample: procedure.mutation(
    change(({ ctx: { services, actor } }) => services.kits.load(actor, { name: 'harbour-library' })),
  ),
});
