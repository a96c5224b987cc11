import { type Backup, createBackup } from '../../../src-server/store/backup/backup.ts';
import type { DataFolder } from '../../../src-server/store/file/data-folder.ts';
import { addUsers, makeDataFolder, NOON, withDatabase } from './store-folder.ts';

/** Users in the backup of `makeBackup`, and in its database. */
export const OLD = ['old-0', 'old-1'];
export const NEW = [...OLD, 'new-0'];

/** Makes a database and a backup of it before its last user was added, in a folder of the running test unless given. */
export async function makeBackup(
  folder = makeDataFolder(),
): Promise<{ readonly folder: DataFolder; readonly backup: Backup }> {
  const backup = await withDatabase(folder, async (database) => {
    addUsers(database, 'old', 2);
    const made = await createBackup(database, folder, 'manual', () => NOON - 1);
    addUsers(database, 'new', 1);
    return made;
  });
  return { folder, backup };
}
