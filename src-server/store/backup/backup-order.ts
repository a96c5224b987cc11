import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../model/base/timestamp.ts';
import { withReadOnly } from '../file/integrity.ts';

/** The last line of a journal, which says how new the state of a database is. */
export type LastEntry = { readonly id: number; readonly at: Timestamp };

type Named = { readonly file: string; readonly created: Timestamp };

/** Contents of backups, which never change, by path, size and time. */
const readEntries = new Map<string, LastEntry | undefined>();
const MAX_READ_ENTRIES = 200;

/** Reads the last line of the journal; in an empty one, the creation of the installation stands for it. */
export function lastEntry(database: Database): LastEntry | undefined {
  const newest = database.prepare<[], LastEntry>('SELECT id, at FROM journal ORDER BY id DESC LIMIT 1').get();
  return newest ?? database.prepare<[], LastEntry>('SELECT 0 AS id, created AS at FROM installation').get();
}

/** Reads the last line of the journal in a backup; undefined when it cannot be read. */
export function lastEntryIn(file: string): LastEntry | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  const key = `${file} ${stat?.size} ${stat?.mtimeMs}`;
  if (!readEntries.has(key)) {
    if (readEntries.size >= MAX_READ_ENTRIES) readEntries.clear();
    readEntries.set(key, read(file, lastEntry));
  }
  return readEntries.get(key);
}

/**
 * Sorts backups by what is inside, newest first, since a clock may have been wrong when they were made: a state that
 * continues another is newer, whatever the dates say. A date after `now` counts for nothing.
 */
export function sortBackups<T extends Named>(backups: readonly T[], now: Timestamp): T[] {
  const states = backups.map((backup) => ({ backup, ...backup, last: lastEntryIn(backup.file) }));
  const times = stateTimes(states, now);
  const timeOf = ({ file, created }: Named) => times.get(file) ?? created;
  return states
    .sort((a, b) => timeOf(b) - timeOf(a) || (b.last?.id ?? 0) - (a.last?.id ?? 0) || b.created - a.created)
    .map(({ backup }) => backup);
}

type State = { readonly file: string; readonly last: LastEntry; time: Timestamp | undefined };

function stateTimes(backups: readonly (Named & { last: LastEntry | undefined })[], now: Timestamp) {
  const states = backups
    .flatMap(({ file, created, last }): State[] =>
      last ? [{ file, last, time: trustedTime(last, created, now) }] : [],
    )
    .sort((a, b) => b.last.id - a.last.id);
  // A state is no newer than any that continues it …
  for (const [index, state] of states.entries()) {
    for (const later of states.slice(0, index)) {
      if (later.time === undefined || (state.time !== undefined && state.time <= later.time)) continue;
      if (continues(later, state)) state.time = later.time;
    }
  }
  // … and without a date that can be trusted it is as new as the one that it continues.
  for (const [index, state] of states.toReversed().entries()) {
    if (state.time !== undefined) continue;
    const earlier = states.toReversed().slice(0, index);
    state.time = Math.max(0, ...earlier.flatMap((each) => (continues(state, each) ? [each.time ?? 0] : [])));
  }
  return new Map(states.map(({ file, time }) => [file, time]));
}

// A backup is made after its last line was written, so its own date tells more than one of the future.
function trustedTime({ at }: LastEntry, created: Timestamp, now: Timestamp): Timestamp | undefined {
  if (at <= now) return at;
  return created <= now ? created : undefined;
}

function continues(later: State, earlier: State): boolean {
  return later.last.id > earlier.last.id && hasEntry(later.file, earlier.last);
}

function hasEntry(file: string, { id, at }: LastEntry): boolean {
  const found = (database: Database) =>
    id === 0 ||
    database.prepare<[number], number>('SELECT at FROM journal WHERE id = ?').pluck().get(id) === at;
  return read(file, found) ?? false;
}

function read<T>(file: string, use: (database: Database) => T): T | undefined {
  try {
    return withReadOnly(file, use);
  } catch {
    // Damaged, or no database at all; checks before a restore say so.
    return undefined;
  }
}
