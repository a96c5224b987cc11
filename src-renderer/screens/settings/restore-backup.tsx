import { Modal, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BackupSummary } from '../../../src-server/model/settings/machine-state.ts';
import { desk, deskClient, problemOf } from '../../api/desk.ts';
import { backupReasonLabel } from '../../features/backups/backup-reasons.ts';
import { useRestoreDialog } from '../../features/backups/restore-dialog-state.ts';
import { notifyRestored } from '../../features/backups/undo-restore.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { formatBytes, formatDateTime, lowerFirst } from '../../ui/format.ts';
import { formatTypedTime } from '../../ui/typed-time.ts';

/** Restores a backup while the window stays open. Opened by `useRestoreDialog`. */
export function RestoreBackup() {
  const { file, close } = useRestoreDialog();
  const { data: backups, error } = useQuery(desk.settings.backups.queryOptions());
  const list = backups?.list ?? [];
  const [newest] = list;
  if (newest) return <RestoreForm list={list} first={list.find((each) => each.file === file) ?? newest} />;
  if (!error && backups === undefined) return null;
  return (
    <Modal opened onClose={close} title="Restore a backup" closeButtonProps={{ 'aria-label': 'Close' }}>
      <p className="dim">{error ? problemOf(error).message : noneText(backups === null)}</p>
    </Modal>
  );
}

type FormProps = { readonly list: readonly BackupSummary[]; readonly first: BackupSummary };

function RestoreForm({ list, first }: FormProps) {
  const close = useRestoreDialog((state) => state.close);
  const form = useForm({
    initialValues: { file: first.file },
    save: ({ file }) => deskClient.settings.restoreBackup.mutate({ file }),
    onSaved({ answer: { safetyCopy } }) {
      close();
      notifyRestored(`the backup of ${nameOf(chosen)}`, safetyCopy);
    },
  });
  const chosen = list.find(({ file }) => file === form.values.file) ?? first;
  return (
    <FormDialog title="Restore a backup" form={form} close={close} submitLabel="Restore backup" danger>
      <Select
        label="Backup"
        data={list.map((each) => ({ value: each.file, label: optionOf(each) }))}
        allowDeselect={false}
        mb="md"
        {...form.field('file')}
      />
      <p className="dim" style={{ marginBottom: 12 }}>
        All projects, builds, people, tokens and settings become what they were on{' '}
        {formatDateTime(chosen.created)} ({lowerFirst(backupReasonLabel(chosen.reason))},{' '}
        {formatBytes(chosen.bytes)}). Builds that run now are cancelled. A backup has no pages: versions keep
        those of its builds that are still here, and the others have to be built again. The present state is
        kept as a snapshot first, with its pages.
      </p>
    </FormDialog>
  );
}

/** The time at which it was made, as it is named: `2031-02-03 04:05:06`. */
const nameOf = ({ created }: BackupSummary) => formatTypedTime(created / 1000);

const optionOf = (backup: BackupSummary) =>
  `${nameOf(backup)}, ${lowerFirst(backupReasonLabel(backup.reason))}, ${formatBytes(backup.bytes)}`;

function noneText(isMemory: boolean): string {
  if (isMemory) return 'Everything is in memory, where there are no backups.';
  return 'No backups yet. The first one is made within a day; “Make a backup now” makes one at once.';
}
