import { Conflict } from '../../model/base/problems.ts';
import type { JsonObject } from '../../model/builds/build.ts';
import type { Store } from '../../store/open-store.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import { subjectOf } from './undo-labels.ts';

/** The refusal of an undo when somebody has gone on from what is to be undone. */
export function changedSince(entry: JournalEntry, store: Store): Conflict {
  return new Conflict(`${subjectOf(entry, store)} has changed since, so this cannot be undone.`);
}

/** The refusal of an undo when what it is about is no longer there. */
export function goneSince(entry: JournalEntry, store: Store): Conflict {
  return new Conflict(`${subjectOf(entry, store)} is gone, so this cannot be undone.`);
}

/**
 * The entity with its changed fields as they were before the entry. Fields that `follow` others, such as the time of
 * the last change, stay as they are when they have moved on.
 * @throws Conflict when any other field is no longer as the entry left it
 */
export function revertedFields<T extends object>(
  now: T,
  entry: JournalEntry,
  ignoredFields: readonly string[],
  store: Store,
): T {
  const { before, after } = entry;
  if (!before || !after) throw new TypeError(`${entry.action} does not say what it was and what it became.`);
  const next: Record<string, unknown> = Object.fromEntries(Object.entries(now));
  for (const [key, journalled] of Object.entries(after)) {
    if (!(key in now)) continue;
    if (isSame(next[key], journalled)) next[key] = before[key];
    else if (!ignoredFields.includes(key)) throw changedSince(entry, store);
  }
  return next as T;
}

/**
 * Lets pass what still has every field that the entry gave it.
 * @throws Conflict when there is none, or one that differs in other fields than `follow`
 */
export function requireUnchanged(
  now: object | undefined,
  entry: JournalEntry,
  ignoredFields: readonly string[],
  store: Store,
): void {
  if (!now) throw goneSince(entry, store);
  const fields: Record<string, unknown> = { ...now };
  for (const [key, journalled] of Object.entries(entry.after ?? {})) {
    if (key in fields && !ignoredFields.includes(key) && !isSame(fields[key], journalled))
      throw changedSince(entry, store);
  }
}

/** The member of an entry's object. @throws TypeError when the entry has none, or not of this kind */
export function numberIn(object: JsonObject | null, key: string): number {
  const value = object?.[key];
  if (typeof value !== 'number') throw new TypeError(`The journal entry has no ${key}.`);
  return value;
}

/** The same for a text. */
export function textIn(object: JsonObject | null, key: string): string {
  const value = object?.[key];
  if (typeof value !== 'string') throw new TypeError(`The journal entry has no ${key}.`);
  return value;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
