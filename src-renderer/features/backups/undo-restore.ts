import { deskClient, refreshQueries } from '../../api/desk.ts';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';

/** Says what was restored, and offers to restore the snapshot of the state before. */
export function notifyRestored(what: string, safetyCopy: string | null): void {
  if (safetyCopy === null) notify(`Restored ${what}`);
  else
    notify(`Restored ${what}; the state before is the snapshot ${safetyCopy}`, {
      label: 'Undo restore',
      run: () => void restoreSnapshot(safetyCopy),
    });
}

/** Restores a snapshot at once: the present state is kept as a snapshot first, so this can be undone as well. */
export async function restoreSnapshot(name: string): Promise<void> {
  try {
    const { answer, changed } = await deskClient.snapshots.restore.mutate({ name });
    refreshQueries(changed);
    notifyRestored(name, answer.safetyCopy);
  } catch (error) {
    notifyError(error);
  }
}
