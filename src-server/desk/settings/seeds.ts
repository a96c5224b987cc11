import { z } from 'zod';
import { parseSeedFile } from '../../model/seeds/seed-file.ts';
import { change, procedure, router } from '../procedure.ts';

/** Filling the shelf from a file, or with the sample library. A refused file has loaded nothing. */
export const seedsRouter = router({
  /** `text` is the file as it is; what is wrong with it comes back keyed by places inside it. */
  load: procedure.input(z.object({ text: z.string() })).mutation(
    change(({ ctx: { services, actor }, input }) => {
      services.access.requireOperator(actor);
      return services.seeds.load(actor, parseSeedFile(input.text));
    }),
  ),

  /** Projects of made-up people, some of them the caller's. */
  loadSample: procedure.mutation(
    change(({ ctx: { services, actor } }) => services.sampleLibrary.load(actor)),
  ),
});
