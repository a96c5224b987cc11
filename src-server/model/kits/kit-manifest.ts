import { z } from 'zod';

/** The newest format of kits that this Lectern reads. */
export const KIT_FORMAT = 1;

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, { error: 'This may not be blank.' })
    .max(max, { error: `This may have at most ${max} characters.` });

/** The name of a lesson's file: two digits give its place. */
export const LESSON_FILE = /^\d\d-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/;
const lessonName = z.string().regex(/^\d\d-[a-z0-9]+(?:-[a-z0-9]+)*$/, {
  error: 'A lesson is named as its file without ".md", such as 01-first-call.',
});

/** What kit.yaml holds. */
export const KitManifest = z.strictObject({
  format: z.int().min(1),
  name: line(80),
  description: z.string().trim().max(500, { error: 'This may have at most 500 characters.' }).default(''),
  /** The person in the seed whose place the one takes who loads the kit in the window. */
  you: z.string().max(150).optional(),
  /** The lesson that opens first. */
  lesson: lessonName.optional(),
  /** The lessons in their order; without it all of them in the order of their names. */
  lessons: z.array(lessonName).max(50).optional(),
});
export type KitManifest = z.output<typeof KitManifest>;

/** Says what to do about a kit of a later Lectern; undefined when this one can read it. */
export function newerFormatError(format: unknown): string | undefined {
  if (typeof format !== 'number' || format <= KIT_FORMAT) return undefined;
  return `The kit has format ${format}, and this Lectern reads formats up to ${KIT_FORMAT}. Update Lectern.`;
}
