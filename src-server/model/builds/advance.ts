import { z } from 'zod';
import { BUILD_STATES_OF_2020 } from './build.ts';

/** How a played build is moved on; without a field it goes to its next state (training.md, "Control"). */
export const Advance = z
  .strictObject({
    state: z.enum([...BUILD_STATES_OF_2020.slice(1), 'cancelled']).optional(),
    /** Ends the build. */
    success: z.boolean().optional(),
    /** Ends the build as failed, with this error. */
    error: z.string().max(1_000).optional(),
    /** Is added to the log. */
    output: z.string().max(1_000_000).optional(),
  })
  .refine(({ success, error = '' }) => success !== true || error === '', {
    path: ['error'],
    error: 'A build that succeeds has no error. Leave out one of the two.',
  });
export type Advance = z.output<typeof Advance>;
