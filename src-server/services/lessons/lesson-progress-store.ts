import type { Action } from '../../model/journal/actions.ts';
import { type AllProgress, type LessonProgress, readProgress } from '../../model/lessons/lesson-progress.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** The row of the settings table that keeps how far each lesson is. */
const KEY = 'lessonProgress';

/** Reads and writes how far each lesson is; every change is in the journal. */
export function createProgressStore({ store, changes }: Pick<ServiceContext, 'store' | 'changes'>) {
  const all = (): AllProgress => readProgress(store.settings.all()[KEY]);
  return {
    all,
    of: (id: string): LessonProgress | undefined => all()[id],
    /** Writes how far a lesson is, and with it that of others which a restore took away. */
    put(actor: Actor, action: Action, id: string, progress: LessonProgress, others = all()): void {
      store.change(() => {
        store.settings.put(KEY, { ...others, [id]: progress });
        changes.record(actor, { action, after: { name: id, done: progress.done } });
      });
    },
  };
}

export type ProgressStore = ReturnType<typeof createProgressStore>;
