import { z } from 'zod';

/** The most rows that a screen asks for at once. */
const MOST_ROWS = 500;

/** Names a remote. */
export const OfRemote = z.object({ remote: z.int() });
/** A part of a list of a remote. */
export const PartOfRemote = OfRemote.extend({
  offset: z.int().nonnegative().default(0),
  limit: z.int().positive().max(MOST_ROWS).default(100),
});
