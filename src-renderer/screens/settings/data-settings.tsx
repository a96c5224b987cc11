import { Button, Group, Text } from '@mantine/core';
import { IconArchive, IconArrowBackUp, IconCopy, IconFolderOpen } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { desk } from '../../api/desk.ts';
import { backUp } from '../../features/backups/back-up.ts';
import { backupReasonLabel } from '../../features/backups/backup-reasons.ts';
import { useRestoreDialog } from '../../features/backups/restore-dialog-state.ts';
import { ActionItems, copyAction, type RowAction } from '../../ui/context-menu/action-items.tsx';
import { contextMenuOf } from '../../ui/context-menu/context-menu-state.ts';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import { formatBytes } from '../../ui/format.ts';
import { ComputerTimeAgo } from '../../ui/time-ago.tsx';
import { Setting, SettingGroup, type SettingsState } from './fields/setting.tsx';
import classes from './settings.module.css';

const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

const SECRET_STORE_LABELS = {
  keychain: 'In the system keychain',
  file: 'In a private file in the data folder',
  memory: 'In memory, lost when Lectern quits',
} as const;

/** Shows where data and secrets are stored, and the backups. */
export function DataSettings({ state }: { readonly state: SettingsState }) {
  const { data: secrets } = useQuery(desk.system.secrets.queryOptions());
  return (
    <>
      <SettingGroup title="Data folder">
        <Folder path={state.dataFolder} />
        <Setting
          label="Tokens and keys"
          hint={secrets ? `${secrets.reason.charAt(0).toUpperCase()}${secrets.reason.slice(1)}` : '…'}
        >
          <span>{secrets ? SECRET_STORE_LABELS[secrets.kind] : '…'}</span>
        </Setting>
      </SettingGroup>
      <Backups />
    </>
  );
}

function Folder({ path }: { readonly path: string | null }) {
  async function choose(): Promise<void> {
    try {
      const choice = await window.lectern?.chooseDataFolder();
      if (choice?.result === 'refused') notify(choice.message);
    } catch (error) {
      notifyError(error);
    }
  }
  if (path === null) return <Setting label="In memory" hint="Everything is lost when Lectern quits." />;
  return (
    <Setting
      label={
        <span className={`mono ${classes.path}`} {...folderMenu(path)}>
          {path}
        </span>
      }
      hint="Projects, builds, backups and settings."
    >
      {window.lectern === undefined ? (
        <CopyPath path={path} subject="the data folder" />
      ) : (
        <>
          <Reveal path={path} />
          <Button variant="default" onClick={() => void choose()}>
            Choose another…
          </Button>
        </>
      )}
    </Setting>
  );
}

function Reveal({ path, label = 'Show' }: { readonly path: string; readonly label?: string }) {
  return (
    <Button variant="default" leftSection={<IconFolderOpen {...ICON} />} onClick={() => reveal(path)}>
      {label}
    </Button>
  );
}

function reveal(path: string): void {
  void window.lectern?.revealFile(path).then((shown) => {
    if (!shown) notify('Could not show the file. It may have been moved.');
  }, notifyError);
}

function CopyPath({ path, subject }: { readonly path: string; readonly subject: string }) {
  return (
    <Button
      variant="default"
      leftSection={<IconCopy {...ICON} />}
      aria-label={`Copy path of ${subject}`}
      onClick={() =>
        void navigator.clipboard
          .writeText(path)
          .then(() => notify(`Copied the path of ${subject}`), notifyError)
      }
    >
      Copy path
    </Button>
  );
}

function Backups() {
  const { data: backups } = useQuery(desk.settings.backups.queryOptions());
  const createBackup = useMutation({ mutationFn: backUp });
  if (backups === undefined) return null;
  if (backups === null) return null;
  const isApp = window.lectern !== undefined;
  return (
    <SettingGroup title="Backups">
      <Setting
        label="Back up now"
        hint="A backup is made every day and before each upgrade, a snapshot before each restore. Old backups are deleted."
      >
        <Button
          variant="default"
          leftSection={<IconArchive {...ICON} />}
          loading={createBackup.isPending}
          onClick={() => createBackup.mutate()}
        >
          Back up now
        </Button>
      </Setting>
      {backups.list.length === 0 ? (
        <Text component="p" c="var(--text-2)" px="lg" py="md">
          No backups yet. The first one is made within a day.
        </Text>
      ) : (
        <ul className={classes.backups} aria-label="Backups">
          {backups.list.map(({ file, reason, created, fromFuture, bytes }) => (
            <li key={file} className={classes.backup} {...backupMenu(file)}>
              <ComputerTimeAgo at={created} />
              <span className="dim truncate" title={file}>
                {fromFuture && 'Dated in the future by a wrong clock, '}
                {backupReasonLabel(reason)}
              </span>
              <span className="dim">{formatBytes(bytes)}</span>
              <Group gap="xs" wrap="nowrap">
                {isApp ? <Reveal path={file} /> : <CopyPath path={file} subject={fileName(file)} />}
                <Button
                  variant="default"
                  leftSection={<IconArrowBackUp {...ICON} />}
                  aria-label={`Restore ${fileName(file)}`}
                  onClick={() => useRestoreDialog.getState().open(file)}
                >
                  Restore…
                </Button>
              </Group>
            </li>
          ))}
        </ul>
      )}
      <Text component="p" c="var(--text-2)" px="lg" py="md">
        Before a restore the present data is kept as a snapshot, which undoes it.{' '}
        {isApp ? (
          'To restore a file from elsewhere, choose “Restore a backup…” in the File menu. If the database cannot be opened, the application offers to restore a backup.'
        ) : (
          <>
            To restore a file from elsewhere, quit Lectern and run{' '}
            <span className="mono">npm run lectern -- restore FILE</span>.
          </>
        )}
      </Text>
    </SettingGroup>
  );
}

/** Returns the context menu of the data folder's path. */
function folderMenu(path: string) {
  return contextMenuOf({
    label: 'Actions for the data folder',
    items: () => <ActionItems actions={[...showActions(path), copyAction('path', path)]} />,
  });
}

/** Returns the action that shows a file in its folder, which the application alone can do. */
function showActions(path: string): readonly RowAction[] {
  const show = { label: 'Show', icon: <IconFolderOpen {...ICON} size={16} />, run: () => reveal(path) };
  return window.lectern === undefined ? [] : [show];
}

/** Returns the context menu of a backup: what its row offers, and copying. */
function backupMenu(file: string) {
  const restore = {
    label: 'Restore…',
    icon: <IconArrowBackUp {...ICON} size={16} />,
    run: () => useRestoreDialog.getState().open(file),
  };
  return contextMenuOf({
    label: `Actions for ${fileName(file)}`,
    items: () => <ActionItems actions={[restore, ...showActions(file), copyAction('path', file)]} />,
  });
}

function fileName(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file;
}
