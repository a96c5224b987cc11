import { z } from 'zod';

const Progress = z.object({
  /** How many steps are done. */
  done: z.int().min(0),
  /** Requests after this one count. */
  from: z.int().min(0),
  /** What “start over” restores. */
  snapshot: z.string(),
});
/** How far a lesson is. */
export type LessonProgress = z.output<typeof Progress>;

const AllProgress = z.record(z.string(), Progress);
/** How far each lesson that was started is, by its id. */
export type AllProgress = Readonly<Record<string, LessonProgress>>;

/** Reads what the settings table keeps; what cannot be read counts as not started. */
export function readProgress(stored: unknown): AllProgress {
  const parsed = AllProgress.safeParse(stored);
  return parsed.success ? parsed.data : {};
}
