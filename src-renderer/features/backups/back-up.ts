import { desk, deskClient, queryClient } from '../../api/desk.ts';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import { formatBytes } from '../../ui/format.ts';

/** Backs up the data now and says how large the backup is. */
export async function backUp(): Promise<void> {
  try {
    const { bytes } = await deskClient.settings.makeBackup.mutate();
    notify(`Backed up and verified, ${formatBytes(bytes)}`);
    await queryClient.invalidateQueries({ queryKey: desk.settings.backups.queryKey() });
  } catch (error) {
    notifyError(error);
  }
}
