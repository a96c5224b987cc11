import type { Database } from 'better-sqlite3';
import type { Json } from '../../../model/builds/build.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';

/** Returns the function that reads the chosen values by key, of any database of this schema. */
export function settingsReader(database: Database): () => Readonly<Record<string, Json>> {
  const all = prepareRead(database, 'SELECT key, value FROM settings');
  return () =>
    Object.fromEntries(
      (all.all() as { key: string; value: string }[]).map(({ key, value }) => [
        key,
        JSON.parse(value) as Json,
      ]),
    );
}

/** Reads and writes `settings`, the chosen values by key. model/settings/settings.ts defines the valid values. */
export function settingsTable(database: Database, transactions: Transactions) {
  const put = database.prepare(
    'INSERT INTO settings (key, value) VALUES (@key, @value) ON CONFLICT (key) DO UPDATE SET value = @value',
  );
  const load = transactions.memoize(1, settingsReader(database));

  return {
    /** Returns the chosen values; keys that were never set are missing. */
    all: (): Readonly<Record<string, Json>> => load('all'),
    put(key: string, value: Json): void {
      put.run({ key, value: JSON.stringify(value) });
    },
  };
}
