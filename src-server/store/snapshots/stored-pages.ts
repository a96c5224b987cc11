import { z } from 'zod';

/** The pages of one build, as they are kept: `id` tells them from those of another build with the same number. */
export const KeptPages = z.object({ versionId: z.int(), buildId: z.int(), id: z.string() }).readonly();
export type KeptPages = z.output<typeof KeptPages>;
