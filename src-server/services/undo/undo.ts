import { Conflict, NotFound } from '../../model/base/problems.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import type { ActivityRow } from '../../store/tables/journal/activity.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import { type Actor, userOf } from '../kernel/actor.ts';
import { leftByUndo, SYNC_BATCHES } from '../sync/sync-undo.ts';
import type { UndoServices } from './revert.ts';
import { undoRule } from './undo-actions.ts';
import { formatChangeName } from './undo-labels.ts';

/** A change that can be undone as a whole. */
export type Undoable = {
  /** The id of its first entry in the journal. */
  readonly batch: number;
  /** Shown after "Undo": "Activate 4 versions". */
  readonly name: string;
  readonly at: Timestamp;
};

/** A change that was undone, and what of it stays since it has changed since. */
export type Undone = Undoable & { readonly left: readonly string[] };

/** Names the batch that undoes a change. */
export type Undo = Pick<Undoable, 'batch'>;

/** A change and whether it can be undone. */
export type PastChange = Undoable & {
  readonly isUndone: boolean;
  /** Why it cannot be undone; null when nothing is known to prevent it. */
  readonly reason: string | null;
};

/** A change by anybody, with its entry point, and whether it can be undone. */
export type Activity = ActivityRow & Pick<PastChange, 'name' | 'isUndone' | 'reason'>;

/** How many of a person's newest changes `last` looks through for one that can be undone. */
export const UNDO_REACH = 50;

/** Undoes what people did, a whole transaction at a time, from the journal (architecture, decision 6). */
export function createUndo(services: UndoServices) {
  const { context } = services;
  const { store, access, changes } = context;

  /** Returns what people did, without side effects such as the builds of activated versions. */
  function mainEntries(entries: readonly JournalEntry[]): JournalEntry[] {
    const kitLoad = entries.find(({ action }) => action === 'kit.load');
    if (kitLoad) return [kitLoad];
    const [whole] = wholeBatch(entries);
    if (whole) return [whole];
    const imported = importedBy(entries);
    const belongsToImport = ({ action, projectId }: JournalEntry) =>
      action !== 'project.create' && imported.has(projectId);
    const rest = entries.filter((entry) => !belongsToImport(entry));
    const primaryEntries = rest.filter(({ action }) => !('sideEffect' in undoRule(action)));
    const [first] = primaryEntries;
    // A new default branch moves `latest`.
    const withoutVersionUpdates =
      first?.action === 'project.update'
        ? primaryEntries.filter(({ action }) => action !== 'version.update')
        : primaryEntries;
    return withoutVersionUpdates.length > 0 ? withoutVersionUpdates : rest;
  }

  function reasonAgainst(all: readonly JournalEntry[]): string | null {
    const entries = decisiveEntries(all);
    if (entries.some(({ undoes }) => undoes !== null))
      return 'This is an undo. Make the change again instead.';
    const imported = importedBy(entries);
    let reverts = false;
    let sideEffectReason: string | null = null;
    for (const entry of entries) {
      if (entry.action !== 'project.create' && imported.has(entry.projectId)) continue;
      const rule = undoRule(entry.action);
      if ('sideEffect' in rule) sideEffectReason ??= rule.reason;
      else if ('reason' in rule) return rule.reason;
      else {
        const blocked = rule.blocked?.(entry, services);
        if (blocked !== undefined) return blocked;
        reverts = true;
      }
    }
    return reverts ? null : sideEffectReason;
  }

  function pastChange(first: JournalEntry): PastChange {
    const entries = store.journal.ofBatch(first.batch);
    return {
      batch: first.batch,
      name: formatChangeName(mainEntries(entries), store),
      at: first.at,
      isUndone: store.journal.isUndone(first.batch),
      reason: reasonAgainst(entries),
    };
  }

  function revertAll(all: readonly JournalEntry[], actor: Actor): void {
    const entries = decisiveEntries(all);
    const imported = importedBy(entries);
    for (const entry of entries.toReversed()) {
      if (entry.action !== 'project.create' && imported.has(entry.projectId)) continue;
      const rule = undoRule(entry.action);
      if ('revert' in rule) rule.revert(entry, actor, services);
      else if ('sideEffect' in rule) rule.sideEffect(entry, actor, services);
    }
  }

  return {
    /** Returns the newest change that this person made at the desk and that can be undone. */
    last(actor: Actor): Undoable | null {
      for (const first of store.journal.madeAtDesk(userOf(actor)?.id ?? null, UNDO_REACH)) {
        const { batch, name, at, isUndone, reason } = pastChange(first);
        if (!isUndone && reason === null) return { batch, name, at };
      }
      return null;
    },

    /** Finds what undoes a call that committed these batches; null when nothing does, or not one batch alone. */
    ofCall(batches: readonly number[]): Undo | null {
      const [batch, ...more] = batches;
      if (batch === undefined || more.length > 0) return null;
      const [first] = store.journal.ofBatch(batch);
      return first && pastChange(first).reason === null ? { batch } : null;
    },

    /** Describes these batches, without those that the journal no longer has. @throws Forbidden unless asked at this machine */
    describe(actor: Actor, batches: readonly number[]): PastChange[] {
      access.requireOperator(actor);
      return batches.flatMap((batch) => {
        const [first] = store.journal.ofBatch(batch);
        return first ? [pastChange(first)] : [];
      });
    },

    /** Lists the newest changes of this installation, newest first. @throws Forbidden unless asked at this machine */
    activity(actor: Actor, limit: number): Activity[] {
      access.requireOperator(actor);
      return store.activity.newest(limit).flatMap((row) => {
        const [first] = store.journal.ofBatch(row.batch);
        if (!first) return [];
        const { name, isUndone, reason } = pastChange(first);
        return [{ ...row, name, isUndone, reason }];
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

/** Returns the entry that undoes all of its batch, if it has one. */
function wholeBatch(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  return entries.filter(({ action }) => SYNC_BATCHES.has(action) || action === 'seed.load');
}

function decisiveEntries(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const whole = wholeBatch(entries);
  return whole.length > 0 ? whole : entries;
}

/** Returns the projects that these entries imported: undoing an import undoes all that was done in the project. */
function importedBy(entries: readonly JournalEntry[]): ReadonlySet<number | null> {
  return new Set(
    entries.filter(({ action }) => action === 'project.create').map(({ subjectId }) => subjectId),
  );
}
