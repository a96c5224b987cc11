import { z } from 'zod';
import { BUILD_TOOL_SOURCES } from '../projects/project.ts';

/** Where a command asks the Lectern that has its data folder open for a preview. */
export const PREVIEW_PATH = '/-/preview';

/** What such a call says. */
export const PreviewCall = z.strictObject({
  folder: z.string().min(1).max(4096),
  buildTools: z.enum(BUILD_TOOL_SOURCES).optional(),
});
export type PreviewCall = z.output<typeof PreviewCall>;

const Problem = z.object({
  severity: z.enum(['error', 'warning']),
  file: z.string().nullable(),
  line: z.number().nullable(),
  message: z.string(),
});

/** What a command is told of its preview, a line each. */
export const PreviewLine = z.discriminatedUnion('event', [
  z.object({ event: z.literal('started'), folder: z.string(), url: z.string(), project: z.string() }),
  z.object({
    event: z.enum(['built', 'failed', 'gone']),
    /** From the save to the pages; null where there are none. */
    milliseconds: z.number().nullable(),
    problems: z.array(Problem),
    error: z.string(),
    /** Whether pages of a good build are shown. */
    hasPages: z.boolean().default(false),
    /** The last lines of a failed build's output, where no error names a file. */
    output: z.array(z.string()).default([]),
  }),
  z.object({ event: z.literal('ended') }),
  z.object({ event: z.literal('refused'), message: z.string() }),
]);
export type PreviewLine = z.output<typeof PreviewLine>;
