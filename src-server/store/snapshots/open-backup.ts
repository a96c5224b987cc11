import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isOutOfSpace, NotFound, StorageFull } from '../../model/base/problems.ts';
import { copyAndMigrate } from '../backup/copy-backup.ts';
import { checkDatabaseHeader } from '../file/database-header.ts';
import { DamagedDatabase } from '../file/database-problems.ts';
import { checkLog } from '../log/log-check.ts';
import { type MigrationContext, migrations, newestSchema } from '../migrate.ts';
import type { PreparedCopy } from './snapshot-files.ts';
import { asConflict } from './unusable-state.ts';

const COPY = 'backup.partial';

/**
 * Copies a backup into `folder`, checks the whole copy and migrates it. The backup is not changed.
 * @throws NotFound @throws Conflict when it is damaged, of a newer Lectern or of another program @throws StorageFull
 */
export async function openBackupCopy(
  folder: string,
  file: string,
  context: MigrationContext,
): Promise<PreparedCopy> {
  const name = basename(file);
  const copy = join(folder, COPY);
  const remove = () => {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(copy + end, { force: true });
  };
  if (!existsSync(file)) throw new NotFound(`The backup “${name}” is no longer there. Choose another one.`);
  remove();
  try {
    checkDatabaseHeader(file, newestSchema(migrations()));
    if (checkLog(file).state === 'damaged')
      throw new DamagedDatabase(file, ['its log of the latest changes has an error']);
    await copyAndMigrate(file, copy, context, remove);
    return { file: copy, remove };
  } catch (error) {
    remove();
    if (isOutOfSpace(error)) throw new StorageFull();
    throw asConflict({ label: `The backup “${name}”`, remedy: 'Choose another one.' }, error);
  }
}
