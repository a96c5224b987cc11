import { Conflict, NotFound } from '../../model/base/problems.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import { type Actor, userOf } from '../kernel/actor.ts';
import { leftByUndo } from '../sync/sync-undo.ts';
import {
  createPastChanges,
  decisiveEntries,
  importedBy,
  type PastChange,
  type Undoable,
} from './past-changes.ts';
import type { UndoServices } from './revert.ts';
import { undoRule } from './undo-actions.ts';

/** A change that was undone, and what of it stays since it has changed since. */
export type Undone = Omit<Undoable, 'removes'> & { readonly left: readonly string[] };

/** Names the batch that undoes a change, and how many projects of a load that removes. */
export type Undo = Pick<Undoable, 'batch' | 'removes'>;

/** How many of a person's newest changes `last` looks through for one that can be undone. */
export const UNDO_REACH = 50;

/** Undoes what people did, a whole transaction at a time, from the journal (architecture, decision 6). */
export function createUndo(services: UndoServices) {
  const { context } = services;
  const { store, access, changes } = context;
  const past = createPastChanges(services);

  const pastChange = (first: JournalEntry): PastChange => past.of(first).change;

  function revertAll(all: readonly JournalEntry[], actor: Actor): void {
    const entries = decisiveEntries(all);
    const imported = importedBy(entries);
    for (const entry of entries.toReversed()) {
      if (entry.action !== 'project.create' && imported.has(entry.projectId)) continue;
      const rule = undoRule(entry);
      if ('revert' in rule) rule.revert(entry, actor, services);
      else if ('sideEffect' in rule) rule.sideEffect(entry, actor, services);
    }
  }

  return {
    /** Returns the newest change that this person made at the desk and that can be undone. */
    last(actor: Actor): Undoable | null {
      for (const first of store.journal.madeAtDesk(userOf(actor)?.id ?? null, UNDO_REACH)) {
        const { batch, name, at, removes, isUndone, reason } = pastChange(first);
        if (!isUndone && reason === null) return { batch, name, at, removes };
      }
      return null;
    },

    /** Finds what undoes a call that committed these batches; null when nothing does, or not one batch alone. */
    ofCall(batches: readonly number[]): Undo | null {
      const [batch, ...more] = batches;
      if (batch === undefined || more.length > 0) return null;
      const [first] = store.journal.ofBatch(batch);
      if (!first) return null;
      const { isUndone, reason, removes } = pastChange(first);
      return !isUndone && reason === null ? { batch, removes } : null;
    },

    /** Describes these batches, without those that the journal no longer has. @throws Forbidden unless asked at this machine */
    describe(actor: Actor, batches: readonly number[]): PastChange[] {
      access.requireOperator(actor);
      return batches.flatMap((batch) => {
        const [first] = store.journal.ofBatch(batch);
        return first ? [pastChange(first)] : [];
      });
    },

    /**
     * Undoes a whole change in one transaction, or nothing of it; of a pull, all that has not changed since. A user may undo their own, the operator any.
     * @throws NotFound @throws Conflict with the reason when it cannot be undone @throws Forbidden
     */
    apply(actor: Actor, batch: number): Undone {
      return store.change(() => {
        const entries = store.journal.ofBatch(batch);
        const [first] = entries;
        if (!first) throw new NotFound('There is no such change.');
        if (first.userId === null) access.requireOperator(actor);
        else access.requireSelf(actor, first.userId);
        if (store.journal.isUndone(batch)) throw new Conflict('This has been undone already.');
        const { name, at, reason } = pastChange(first);
        if (reason !== null) throw new Conflict(reason);
        changes.undoing(batch, () => revertAll(entries, actor));
        if (!store.journal.isUndone(batch)) throw new Conflict('There is nothing left of it to undo.');
        return { batch, name, at, left: leftByUndo(store.journal.newest(0, 1)[0]) };
      });
    },
  };
}

export type UndoService = ReturnType<typeof createUndo>;
