import { z } from 'zod';
import { BUILD_OUTCOMES } from './build-outcome.ts';

/** Query for builds of all projects or of one, newest first. */
export const BuildHistoryQuery = z.object({
  /** Any of these; all when empty. */
  outcomes: z.array(z.enum(BUILD_OUTCOMES)).max(BUILD_OUTCOMES.length).default([]),
  /** A project's slug. */
  project: z.string().max(100).optional(),
  /** A version's slug, in that project or in any. */
  version: z.string().max(300).optional(),
  /** The beginning of the commit. */
  commit: z.string().max(255).default(''),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(200).default(50),
});
export type BuildHistoryQuery = z.infer<typeof BuildHistoryQuery>;
