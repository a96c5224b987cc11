import { z } from 'zod';
import { parseSeed } from '../../model/seeds/seed.ts';
import { type ControlRoute, controlRoute } from './control-route.ts';

const MAX_SEED_BYTES = 16 * 1024 * 1024;

/** Loads seed files. */
export const seedRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'POST',
    path: 'seed',
    // `parseSeed` names each fault by its place in the file.
    body: z.unknown(),
    maxBytes: MAX_SEED_BYTES,
    emptyBody: 'Send the seed file as the body, as JSON.',
    status: 201,
    run: ({ services, actor, body }) => services.seeds.load(actor, parseSeed(body)),
  }),
];
