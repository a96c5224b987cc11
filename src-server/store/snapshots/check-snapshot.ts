import { existsSync, statSync } from 'node:fs';
import { START_SNAPSHOT } from '../../model/snapshots/snapshot.ts';
import { checkDatabaseHeader } from '../file/database-header.ts';
import { DamagedDatabase } from '../file/database-problems.ts';
import { FULL_CHECK_BYTES, findDamage, findDamageQuickly, withReadOnly } from '../file/integrity.ts';
import { findSchemaDifferences, type Migration, migrations, newestSchema } from '../migrate.ts';
import { orConflict, type SavedStateText } from './unusable-state.ts';

const MISSING = 'its database is missing';

/** Checks the database files of snapshots before they replace anything. A file that has not changed is read once. */
export function snapshotChecks() {
  const checked = new Map<string, string>();

  function findings(file: string, schema: number, list: readonly Migration[]): readonly string[] {
    return withReadOnly(file, (database) => {
      const isSmall = statSync(file).size <= FULL_CHECK_BYTES;
      const damage = isSmall ? findDamage(database) : findDamageQuickly(database);
      return damage.length > 0 || schema < newestSchema(list)
        ? damage
        : findSchemaDifferences(database, list);
    });
  }

  return {
    /** Returns the schema of a snapshot's database. @throws Conflict when it cannot be restored, and says why */
    requireUsable(name: string, file: string): number {
      return orConflict(snapshotText(name), () => {
        if (!existsSync(file)) throw new DamagedDatabase(file, [MISSING]);
        const list = migrations();
        const schema = checkDatabaseHeader(file, newestSchema(list));
        const { size, mtimeMs, ino } = statSync(file);
        const stamp = `${size} ${mtimeMs} ${ino}`;
        if (checked.get(file) === stamp) return schema;
        const found = findings(file, schema, list);
        if (found.length > 0) throw new DamagedDatabase(file, found);
        checked.set(file, stamp);
        return schema;
      });
    },
  };
}

/** Returns what a refusal says of a snapshot. */
export function snapshotText(name: string): SavedStateText {
  const remedy = name === START_SNAPSHOT ? 'Restart the server, which takes a new one.' : 'Delete it.';
  return { label: `The snapshot “${name}”`, remedy };
}
