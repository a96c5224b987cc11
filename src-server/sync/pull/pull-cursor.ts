import { z } from 'zod';
import type { Json } from '../../model/builds/build.ts';

const CursorSchema = z.object({
  /** Where to go on: with the projects, with their relations, or with the check at the end. */
  phase: z.enum(['projects', 'relations', 'check']),
  /** The id there of the last project that was applied. */
  after: z.int().min(0),
  /** Slugs there of the projects that were asked for; null: the chosen ones. */
  slugs: z.array(z.string()).nullable(),
  /** Chooses all projects when none is chosen. */
  choosesAll: z.boolean(),
  /** Whether this run may remove what is gone there; not after a restore. */
  mayDelete: z.boolean(),
});

/** Where a pull stands; stored after each project. */
export type PullCursor = z.infer<typeof CursorSchema>;

/** What a pull was asked for. */
export type PullWish = Pick<PullCursor, 'slugs' | 'choosesAll' | 'mayDelete'>;

/** Returns where a pull begins. */
export function firstCursor(wish: PullWish): PullCursor {
  return { phase: 'projects', after: 0, ...wish };
}

/** Reads a stored cursor. A run that broke before its first one begins with all chosen projects and removes nothing. */
export function parseCursor(stored: Json): PullCursor {
  return (
    CursorSchema.safeParse(stored).data ?? firstCursor({ slugs: null, choosesAll: false, mayDelete: false })
  );
}

/** Begins again and removes nothing: the data was restored meanwhile, so nobody knows what the cursor stands for. */
export function restarted(stored: Json): PullCursor {
  const { slugs, choosesAll } = parseCursor(stored);
  return firstCursor({ slugs, choosesAll, mayDelete: false });
}
