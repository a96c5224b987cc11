import type { Database } from 'better-sqlite3';
import { prepareRead } from '../../engine/prepare-read.ts';

/** Facts about this installation that are not anybody's data. */
export type Installation = {
  /** Random; names this installation's secrets in the keychain. */
  readonly id: string;
  /** Recognises the data key; null until one was made. */
  readonly dataKeyCheck: Uint8Array | null;
  /** Where that key lies. */
  readonly vault: 'keychain' | 'file' | 'memory' | null;
};

type Row = { id: string; data_key_check: Uint8Array | null; vault: Installation['vault'] };

/** The SQL home of `installation`, a table of one row that the first migration fills. */
export function installationTable(database: Database) {
  const read = prepareRead(database, 'SELECT id, data_key_check, vault FROM installation');
  const setDataKey = database.prepare('UPDATE installation SET data_key_check = ?, vault = ?');

  return {
    read(): Installation {
      const row = read.get() as Row;
      return { id: row.id, dataKeyCheck: row.data_key_check, vault: row.vault };
    },
    /** Remembers which data key seals the values and where it lies. */
    setDataKey(check: Uint8Array, vault: Installation['vault']): void {
      setDataKey.run(check, vault);
    },
  };
}
