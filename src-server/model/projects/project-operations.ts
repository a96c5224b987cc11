import { z } from 'zod';
import { BUILD_STATES } from '../builds/build.ts';

/* What commands ask for about projects: by the same words from the data folder, and from the Lectern that has it open. */

/** Where a running Lectern carries these operations out. */
export const PROJECT_PATH = '/-/projects/';

const slug = z.string().max(255);

/** Every operation by its name: what it takes and what it answers. */
export const PROJECT_OPERATIONS = {
  set: {
    input: z.object({
      project: slug,
      key: z.string().max(100),
      value: z.string().max(5000),
      version: slug.optional(),
    }),
    answer: z.object({
      project: z.string(),
      key: z.string(),
      value: z.string(),
      versions: z.array(z.string()),
    }),
  },
  /** The lines on the way are the log, as it is written. */
  build: {
    input: z.object({
      project: slug,
      version: slug.optional(),
      waits: z.boolean(),
      isFromScratch: z.boolean(),
    }),
    answer: z.object({
      build: z.int(),
      project: z.string(),
      version: z.string(),
      state: z.enum(BUILD_STATES),
      success: z.boolean().nullable(),
      error: z.string(),
      duration: z.int().nullable(),
    }),
  },
} as const;

/** The name of an operation. */
export type ProjectOperation = keyof typeof PROJECT_OPERATIONS;
/** What an operation takes. */
export type ProjectInput<Name extends ProjectOperation> = z.infer<(typeof PROJECT_OPERATIONS)[Name]['input']>;
/** What an operation answers. */
export type ProjectAnswer<Name extends ProjectOperation> = z.infer<
  (typeof PROJECT_OPERATIONS)[Name]['answer']
>;

/** The operations, as the command line and the running server call them. */
export type ProjectOperations = {
  readonly [Name in ProjectOperation]: (
    input: ProjectInput<Name>,
    progress: (line: string) => void,
  ) => Promise<ProjectAnswer<Name>>;
};
