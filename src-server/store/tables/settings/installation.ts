import type { Database } from 'better-sqlite3';
import { prepareRead } from '../../engine/prepare-read.ts';

/** Facts about this installation. */
export type Installation = {
  /** Random id that names this installation's secrets in the keychain. */
  readonly id: string;
  /** Check value that identifies the data key; null until a key exists. */
  readonly dataKeyCheck: Uint8Array | null;
  /** Where the data key is stored. */
  readonly vault: 'keychain' | 'file' | 'memory' | null;
};

type Row = { id: string; data_key_check: Uint8Array | null; vault: Installation['vault'] };

/** Reads and writes `installation`, a table of one row that the first migration inserts. */
export function installationTable(database: Database) {
  const read = prepareRead(database, 'SELECT id, data_key_check, vault FROM installation');
  const setDataKey = database.prepare('UPDATE installation SET data_key_check = ?, vault = ?');

  return {
    read(): Installation {
      const row = read.get() as Row;
      return { id: row.id, dataKeyCheck: row.data_key_check, vault: row.vault };
    },
    /** Records which data key encrypts the values and where it is stored. */
    setDataKey(check: Uint8Array, vault: Installation['vault']): void {
      setDataKey.run(check, vault);
    },
  };
}
