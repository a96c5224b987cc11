import type { Timestamp } from '../../model/base/timestamp.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import { SYNC_BATCHES } from '../sync/sync-undo.ts';
import { buildReport } from './history/build-reports.ts';
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
  /** How many projects its undo removes, where that is a whole load; the window asks first. */
  readonly removes: number;
};

/** A change and whether it can be undone. */
export type PastChange = Undoable & {
  readonly isUndone: boolean;
  /** Why it cannot be undone; null when nothing is known to prevent it. */
  readonly reason: string | null;
};

/** A change with the entries of what people did in it. */
export type PastChangeEntries = { readonly change: PastChange; readonly entries: readonly JournalEntry[] };

/** Describes the changes of the journal, a whole transaction at a time. */
export function createPastChanges(services: UndoServices) {
  const { store } = services.context;

  /** Returns what people did, without side effects such as the builds of activated versions. */
  function mainEntries(entries: readonly JournalEntry[]): JournalEntry[] {
    const kitLoad = entries.find(({ action }) => action === 'kit.load');
    if (kitLoad) return [kitLoad];
    const [whole] = wholeBatch(entries);
    if (whole) return [whole];
    const report = buildReport(entries);
    if (report.length > 0) return [...report];
    const imported = importedBy(entries);
    const belongsToImport = ({ action, projectId }: JournalEntry) =>
      action !== 'project.create' && imported.has(projectId);
    const rest = entries.filter((entry) => !belongsToImport(entry));
    const sync = rest.find(({ action }) => action === 'project.sync');
    if (sync && rest.every(({ action }) => FOLLOWS_SYNC.test(action))) return [sync];
    const primaryEntries = rest.filter((entry) => !('sideEffect' in undoRule(entry)));
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
      const rule = undoRule(entry);
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

  return {
    /** Describes the change that this entry begins, with what people did in it. */
    of(first: JournalEntry): PastChangeEntries {
      const all = store.journal.ofBatch(first.batch);
      const entries = mainEntries(all);
      return {
        entries,
        change: {
          batch: first.batch,
          name: formatChangeName(entries, store),
          at: first.at,
          isUndone: store.journal.isUndone(first.batch),
          reason: reasonAgainst(all),
          removes: isLoad(entries) ? projectsIn(all) : 0,
        },
      };
    },
  };
}

function isLoad([main]: readonly JournalEntry[]): boolean {
  return main?.action === 'kit.load' || main?.action === 'seed.load';
}

function projectsIn(entries: readonly JournalEntry[]): number {
  return entries.filter(({ action }) => action === 'project.create').length;
}

export type PastChanges = ReturnType<typeof createPastChanges>;

/** What a sync of a repository does. */
const FOLLOWS_SYNC = /^(project\.sync|version\..*|build\.trigger)$/;

/** Returns the entry that undoes all of its batch, if it has one. */
function wholeBatch(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  return entries.filter(({ action }) => SYNC_BATCHES.has(action) || action === 'seed.load');
}

/** Returns the entries that decide whether a batch can be undone, and that are reverted. */
export function decisiveEntries(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const whole = wholeBatch(entries);
  return whole.length > 0 ? whole : entries;
}

/** Returns the projects that these entries imported: undoing an import undoes all that was done in the project. */
export function importedBy(entries: readonly JournalEntry[]): ReadonlySet<number | null> {
  return new Set(
    entries.filter(({ action }) => action === 'project.create').map(({ subjectId }) => subjectId),
  );
}
