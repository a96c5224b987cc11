import { Problem } from '../../model/base/problems.ts';
import type { DataFolder } from '../file/data-folder.ts';
import { prepareNewDatabase } from '../file/database.ts';
import { newestValidBackup } from './backup.ts';
import { type RestoreOptions, type RestoreReport, restoreBackup } from './restore.ts';
import { finishInterruptedSwap, quarantineDatabase, swapIn } from './swap-database.ts';

/**
 * Restores a backup after damage (safety R6): `file`, or the newest valid one. A database that can still be read is
 * backed up first; any other is kept under another name. The caller holds the folder's lock.
 * @throws Problem when no backup is valid; what restoreBackup throws
 */
export async function recoverFromBackup(
  folder: DataFolder,
  file: string | undefined,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const chosen = file ?? (await newestValidBackup(folder, options.log))?.file;
  if (!chosen) {
    throw new Problem(
      `There is no valid backup in ${folder.backups}. ` +
        'Name another file, or start empty with `npm run lectern -- recover --fresh`.',
    );
  }
  return restoreBackup(folder, chosen, options);
}

/**
 * Starts with an empty database (safety R6). Keeps the current one, whatever its state, and returns where. The caller
 * holds the folder's lock.
 */
export async function startFresh(folder: DataFolder, options: RestoreOptions): Promise<readonly string[]> {
  finishInterruptedSwap(folder, options.clock, options.log);
  prepareNewDatabase(folder, options);
  options.log?.('the empty database is ready');
  const quarantined = quarantineDatabase(folder, options.clock);
  for (const file of quarantined) options.log?.(`kept aside ${file}`);
  swapIn(folder);
  return quarantined;
}
