import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../model/base/timestamp.ts';
import type { JsonObject } from '../../model/builds/build.ts';
import type { Action, Signal } from '../../model/journal/actions.ts';
import { hideCredentials } from '../../model/projects/repository/repository-url.ts';
import type { Store } from '../../store/open-store.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import { type Actor, nameOf, userOf } from './actor.ts';

/** What a service records of a change that it made. Never a secret. */
export type JournalChange = {
  readonly action: Action;
  readonly subjectId?: number;
  readonly projectId?: number;
  readonly before?: JsonObject;
  readonly after?: JsonObject;
};

/** A row of a project that came or went as a whole. */
type ProjectItem = JsonObject & { readonly id: number; readonly projectId: number };

/** Notifies windows that a running build took a step, or that something was counted. */
export type ChangeSignal = {
  readonly action: Signal;
  readonly subjectId: number;
  /** Null where it concerns many. */
  readonly projectId: number | null;
};

/**
 * Writes the journal in the transaction of each change, and notifies listeners once it is durable. A listener that fails
 * is logged: what it was notified of has happened, and the caller who did it has no part in the failure.
 */
export function createChanges(
  store: Pick<Store, 'journal' | 'afterCommit' | 'outgoingMarks'>,
  clock: Clock,
  log: (line: string) => void,
) {
  const listeners = new Set<(entry: JournalEntry) => void>();
  const signalListeners = new Set<(signal: ChangeSignal) => void>();
  /** Batches that the call under way has committed. */
  const collected = new AsyncLocalStorage<Set<number>>();
  /** The batch that is being undone. */
  let undoes: number | null = null;

  function notifyAfterCommit<Event extends { readonly action: string; readonly id?: number }>(
    all: ReadonlySet<(event: Event) => void>,
    event: Event,
  ): void {
    for (const listener of all) {
      store.afterCommit(() => {
        if (all.has(listener)) notify(listener, event);
      });
    }
  }

  function notify<Event extends { readonly action: string; readonly id?: number }>(
    listener: (event: Event) => void,
    event: Event,
  ): void {
    try {
      // What a listener starts is no part of the call that made the change.
      collected.exit(() => listener(event));
    } catch (error) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : 'unknown error';
      const entry = event.id === undefined ? '' : ` (journal entry ${event.id})`;
      log(`A listener failed at ${event.action}${entry}: ${reason}`);
    }
  }

  /** Adds an entry; call it in the transaction that makes the change (architecture, decision 6). Returns the entry. */
  function record(actor: Actor, change: JournalChange): JournalEntry {
    const entry = store.journal.add({
      at: clock(),
      door: actor.door,
      userId: userOf(actor)?.id ?? null,
      username: nameOf(actor),
      action: change.action,
      subjectId: change.subjectId ?? null,
      projectId: change.projectId ?? null,
      before: withoutSecrets(change.before),
      after: withoutSecrets(change.after),
      undoes,
    });
    if (entry.projectId !== null && SYNCED_SUBJECTS.test(entry.action))
      store.outgoingMarks.forget(entry.projectId);
    const batches = collected.getStore();
    if (batches) store.afterCommit(() => batches.add(entry.batch));
    notifyAfterCommit(listeners, entry);
    return entry;
  }

  return {
    record,
    /** Records that a row was added to a project, whole. */
    recordCreated: (actor: Actor, action: Action, row: ProjectItem): JournalEntry =>
      record(actor, { action, subjectId: row.id, projectId: row.projectId, after: { ...row } }),
    /** Records that a row of a project was removed, whole. */
    recordRemoved: (actor: Actor, action: Action, row: ProjectItem): JournalEntry =>
      record(actor, { action, subjectId: row.id, projectId: row.projectId, before: { ...row } }),
    /** Notifies listeners once it is durable. The journal does not keep it. */
    signal: (signal: ChangeSignal): void => notifyAfterCommit(signalListeners, signal),
    /** Runs `work`; returns its result and the batches that it committed, never those of another call. */
    async collect<T>(
      work: () => T | Promise<T>,
    ): Promise<{ readonly result: T; readonly batches: readonly number[] }> {
      const batches = new Set<number>();
      const result = await collected.run(batches, work);
      return { result, batches: [...batches] };
    },
    /** Marks all that `work` records as undoing this batch. */
    undoing<T>(batch: number, work: () => T): T {
      undoes = batch;
      try {
        return work();
      } finally {
        undoes = null;
      }
    },
    /** Returns the entries of these batches, in their order. */
    entriesOf: (batches: readonly number[]): readonly JournalEntry[] =>
      batches.flatMap((batch) => store.journal.ofBatch(batch)),
    /** Calls `listener` after every committed change, in their order. Returns the function that unsubscribes. */
    subscribe(listener: (entry: JournalEntry) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Calls `listener` for every step of a build. Returns the function that unsubscribes. */
    onSignal(listener: (signal: ChangeSignal) => void): () => void {
      signalListeners.add(listener);
      return () => signalListeners.delete(listener);
    },
  };
}

/** Actions on what is synced with remotes: the outgoing changes of the project have to be counted again. */
const SYNCED_SUBJECTS = /^(project|version|redirect|environment-variable|subproject|sync)\./;

/** Fields that may contain a password. */
export const URL_FIELDS: ReadonlySet<string> = new Set(['repositoryUrl', 'trustedRepository']);

/** Returns the value of a field as the journal keeps it. */
export function journalledValue(field: string, value: unknown): unknown {
  return URL_FIELDS.has(field) && typeof value === 'string' ? hideCredentials(value) : value;
}

function withoutSecrets(fields: JsonObject | undefined): JsonObject | null {
  if (!fields) return null;
  const kept = Object.entries(fields).map(([field, value]) => [field, journalledValue(field, value)]);
  return Object.fromEntries(kept) as JsonObject;
}

export type Changes = ReturnType<typeof createChanges>;

/** Returns the fields that differ, as they were and as they are now; undefined when none does. */
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
