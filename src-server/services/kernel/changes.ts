import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../model/base/timestamp.ts';
import type { JsonObject } from '../../model/builds/build.ts';
import type { Store } from '../../store/open-store.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import { type Actor, userOf } from './actor.ts';

/** What a service says of a change it made. Never a secret. */
export type JournalChange = {
  /** SUBJECT.VERB: `project.update`. */
  readonly action: string;
  readonly subjectId?: number;
  readonly projectId?: number;
  readonly before?: JsonObject;
  readonly after?: JsonObject;
};

/**
 * Writes the journal inside the transaction of each change, and tells listeners once it is durable. A listener that
 * fails is logged: what it was told of has happened, and whoever did it has no part in the failure.
 */
export function createChanges(
  store: Pick<Store, 'journal' | 'afterCommit'>,
  clock: Clock,
  log: (line: string) => void,
) {
  const listeners = new Set<(entry: JournalEntry) => void>();
  /** Batches that the call under way has committed. */
  const collected = new AsyncLocalStorage<Set<number>>();
  /** The batch that is being taken back. */
  let undoes: number | null = null;

  function notify(listener: (entry: JournalEntry) => void, entry: JournalEntry): void {
    try {
      // What a listener starts is no part of the call that made the change.
      collected.exit(() => listener(entry));
    } catch (error) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : 'unknown error';
      log(`A listener failed at ${entry.action} (journal entry ${entry.id}): ${reason}`);
    }
  }

  return {
    /** Call it in the transaction that makes the change (architecture, decision 6). Gives the entry as it stands. */
    record(actor: Actor, change: JournalChange): JournalEntry {
      const user = userOf(actor);
      const entry = store.journal.add({
        at: clock(),
        door: actor.door,
        userId: user?.id ?? null,
        username: user?.username ?? null,
        action: change.action,
        subjectId: change.subjectId ?? null,
        projectId: change.projectId ?? null,
        before: change.before ?? null,
        after: change.after ?? null,
        undoes,
      });
      const batches = collected.getStore();
      if (batches) store.afterCommit(() => batches.add(entry.batch));
      for (const listener of listeners) {
        store.afterCommit(() => {
          if (listeners.has(listener)) notify(listener, entry);
        });
      }
      return entry;
    },
    /** Runs `work` and answers, beside its result, the batches that it committed: its own, and nobody else's. */
    async collect<T>(
      work: () => T | Promise<T>,
    ): Promise<{ readonly result: T; readonly batches: readonly number[] }> {
      const batches = new Set<number>();
      const result = await collected.run(batches, work);
      return { result, batches: [...batches] };
    },
    /** Marks all that `work` records as taking back this batch. */
    undoing<T>(batch: number, work: () => T): T {
      undoes = batch;
      try {
        return work();
      } finally {
        undoes = null;
      }
    },
    /** Calls `listener` after every committed change, in their order; gives the function that ends this. */
    subscribe(listener: (entry: JournalEntry) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Changes = ReturnType<typeof createChanges>;

/** The fields that differ, as they were and as they are now; undefined when none does. */
export function difference<T extends object>(
  before: T,
  after: T,
): { before: JsonObject; after: JsonObject } | undefined {
  const changed = (Object.keys(after) as (keyof T & string)[]).filter(
    (key) => after[key] !== before[key] && JSON.stringify(after[key]) !== JSON.stringify(before[key]),
  );
  if (changed.length === 0) return undefined;
  const pickChanged = (of: T) => Object.fromEntries(changed.map((key) => [key, of[key]])) as JsonObject;
  return { before: pickChanged(before), after: pickChanged(after) };
}
