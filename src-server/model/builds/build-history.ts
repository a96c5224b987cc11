import { z } from 'zod';
import { BUILD_OUTCOMES } from './build-outcome.ts';

/** A window on the builds of all projects or of one, newest first. */
export const BuildHistoryQuery = z.object({
  /** Any of these; all when empty. */
  outcomes: z.array(z.enum(BUILD_OUTCOMES)).max(BUILD_OUTCOMES.length).default([]),
  /** A project's slug. */
  project: z.string().max(100).optional(),
  /** A version's slug: of that project, or of any. */
  version: z.string().max(300).optional(),
  /** How the commit begins. */
  commit: z.string().max(255).default(''),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(200).default(50),
});
export type BuildHistoryQuery = z.infer<typeof BuildHistoryQuery>;
