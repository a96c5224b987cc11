import { z } from 'zod';
import { countSeed } from '../../model/kits/kit.ts';
import { parseSeedFile } from '../../model/seeds/seed-file.ts';
import { withoutProjects } from '../../services/seeds/missing-projects.ts';
import { change, procedure, router } from '../procedure.ts';

const SeedText = z.object({ text: z.string() });

/** Loads projects from a seed file. A refused file loads nothing. */
export const seedsRouter = router({
  /** Says what a seed file would add, and which of its projects are here already. */
  preview: procedure.input(SeedText).query(({ ctx: { services, actor }, input: { text } }) => {
    services.access.requireOperator(actor);
    const seed = parseSeedFile(text);
    const taken = services.seeds.taken(seed);
    if (taken.length === 0) services.seeds.check(seed);
    const missing = withoutProjects(seed, new Set(taken));
    return {
      counts: countSeed(seed),
      taken,
      missing:
        missing.projects.length > 0
          ? { ...countSeed(missing), users: services.seeds.newUsers(missing) }
          : null,
    };
  }),

  /** Loads a seed file; its errors are keyed by paths inside the file. */
  load: procedure.input(SeedText).mutation(
    change(({ ctx: { services, actor }, input }) => {
      services.access.requireOperator(actor);
      return services.seeds.load(actor, parseSeedFile(input.text));
    }),
  ),

  /** Loads the projects of a seed file that are not here. */
  loadMissing: procedure.input(SeedText).mutation(
    change(({ ctx: { services, actor }, input }) => {
      services.access.requireOperator(actor);
      return services.seeds.loadMissing(actor, parseSeedFile(input.text));
    }),
  ),
});
