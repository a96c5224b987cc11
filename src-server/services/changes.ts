import type { JsonObject } from '../model/build.ts';
import type { Clock } from '../model/timestamp.ts';
import type { JournalEntry } from '../store/journal.ts';
import type { Store } from '../store/tables.ts';
import type { Actor } from './actor.ts';

/** What a service says of a change it made. Never a secret. */
export type Change = {
  /** SUBJECT.VERB: `project.update`. */
  readonly action: string;
  readonly subjectId?: number;
  readonly projectId?: number;
  readonly before?: JsonObject;
  readonly after?: JsonObject;
};

/** Writes the journal inside the transaction of each change, and tells listeners once it is durable. */
export function createChanges(store: Pick<Store, 'journal' | 'afterCommit'>, clock: Clock) {
  const listeners = new Set<(entry: JournalEntry) => void>();
  return {
    /** Call it in the transaction that makes the change (architecture, decision 6). */
    record(actor: Actor, change: Change): void {
      const entry = {
        at: clock(),
        door: actor.door,
        userId: actor.kind === 'user' ? actor.user.id : null,
        username: actor.kind === 'user' ? actor.user.username : null,
        action: change.action,
        subjectId: change.subjectId ?? null,
        projectId: change.projectId ?? null,
        before: change.before ?? null,
        after: change.after ?? null,
      };
      const heard = { ...entry, id: store.journal.add(entry) };
      for (const listener of listeners) {
        store.afterCommit(() => {
          if (listeners.has(listener)) listener(heard);
        });
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
  const only = (of: T) => Object.fromEntries(changed.map((key) => [key, of[key]])) as JsonObject;
  return { before: only(before), after: only(after) };
}
