import type { ActivityRow } from '../../store/tables/journal/activity.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { PastChange, UndoService } from './undo.ts';

/** A change, who made it and through which door, and whether it can be taken back. */
export type Activity = ActivityRow & Pick<PastChange, 'name' | 'isUndone' | 'reason'>;

/** Who did what in this installation. */
export function createActivity({ store, access }: ServiceContext, undo: Pick<UndoService, 'get'>) {
  return {
    /** The newest changes, newest first. @throws Forbidden unless asked at this machine */
    newest(actor: Actor, limit: number): Activity[] {
      access.requireOperator(actor);
      return store.activity.newest(limit).map((row) => {
        const { name, isUndone, reason } = undo.get(row.batch);
        return { ...row, name, isUndone, reason };
      });
    },
  };
}

export type ActivityService = ReturnType<typeof createActivity>;
