import { chmodSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { connect, type OpenOptions } from '../file/database.ts';
import { DamagedDatabase } from '../file/database-problems.ts';
import { checkInBackground, countRows, type RowCounts } from '../file/integrity.ts';
import { migrate, migrations } from '../migrate.ts';

/** Options of a migration. */
export type MigrateOptions = Pick<OpenOptions, 'clock' | 'version' | 'log' | 'migrations'>;

/**
 * Copies a database, its log included, checks the whole copy and migrates it; returns the rows per table. `discard`
 * removes a copy that is damaged. @throws DamagedDatabase about `source`
 */
export async function copyAndMigrate(
  source: string,
  copy: string,
  options: MigrateOptions,
  discard: () => void,
): Promise<RowCounts> {
  for (const end of ['', '-wal']) {
    const found = statSync(source + end, { throwIfNoEntry: false });
    if (!found?.isFile() || found.size === 0) continue;
    await copyFile(source + end, copy + end);
    chmodSync(copy + end, 0o600);
  }
  const { findings } = await checkInBackground(copy);
  if (findings.length > 0) {
    discard();
    throw new DamagedDatabase(source, findings);
  }
  const database = connect(copy);
  try {
    migrate(database, options.migrations ?? migrations(), options);
    return countRows(database);
  } catch (error) {
    throw error instanceof DamagedDatabase ? new DamagedDatabase(source, error.findings) : error;
  } finally {
    database.close();
  }
}
