import { existsSync, statSync } from 'node:fs';
import { Conflict } from '../../model/base/problems.ts';
import { type Snapshot, START_SNAPSHOT } from '../../model/snapshots/snapshot.ts';
import { checkDatabaseHeader } from '../file/database-header.ts';
import { DamagedDatabase, NewerDatabase, NotOurDatabase } from '../file/database-problems.ts';
import {
  FULL_CHECK_BYTES,
  findDamage,
  findDamageQuickly,
  isCorruption,
  withReadOnly,
} from '../file/integrity.ts';
import { findSchemaDifferences, type Migration, migrations, newestSchema } from '../migrate.ts';

const MISSING = 'its database is missing';

type Named = Pick<Snapshot, 'name'>;

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
    requireUsable(snapshot: Named, file: string): number {
      return orConflict(snapshot, () => {
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

/** Says of errors about the file of a snapshot that they are about that, not about the open data. @throws Conflict */
export function orConflict<T>(snapshot: Named, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = describe(error);
    if (reason === undefined) throw error;
    throw new Conflict(`The snapshot “${snapshot.name}” ${reason(snapshot)} Your data is unchanged.`);
  }
}

function describe(error: unknown): ((snapshot: Named) => string) | undefined {
  if (error instanceof NewerDatabase) {
    const { found, supported } = error;
    return () =>
      `was written by a newer Lectern (schema ${found}; this one knows ${supported}). Restore it with a newer Lectern.`;
  }
  if (error instanceof NotOurDatabase) return (snapshot) => damaged('it is not of Lectern', snapshot);
  if (error instanceof DamagedDatabase) {
    const [finding = ''] = error.findings;
    return (snapshot) => damaged(finding, snapshot);
  }
  if (isCorruption(error)) return (snapshot) => damaged('parts of it cannot be read', snapshot);
  return undefined;
}

function damaged(finding: string, { name }: Named): string {
  const remedy = name === START_SNAPSHOT ? 'Restart the server, which takes a new one.' : 'Delete it.';
  return `is damaged (${finding}). ${remedy}`;
}
