import { Button, Modal } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type Workspace, WorkspaceChange } from '../../../src-server/model/workspaces/workspace.ts';
import { deskClient } from '../../api/desk.ts';
import { confirm } from '../../ui/dialog/confirm-dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { notify } from '../../ui/feedback/notify.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { WorkspaceDot } from './workspace-dot.tsx';
import { WorkspaceFields } from './workspace-fields.tsx';
import classes from './workspaces.module.css';

const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

type Props = {
  readonly workspaces: readonly Workspace[];
  readonly current: Workspace | null;
  readonly close: () => void;
  readonly create: () => void;
};

/** Lists the workspaces, to rename, colour and remove them. */
export function ManageWorkspaces({ workspaces, current, close, create }: Props) {
  const [edited, setEdited] = useState<Workspace>();
  if (edited) return <EditWorkspace workspace={edited} close={() => setEdited(undefined)} />;
  return (
    <Modal opened size={520} onClose={close} title="Workspaces" closeButtonProps={{ 'aria-label': 'Close' }}>
      <ul className={classes.rows}>
        {workspaces.map((workspace) => (
          <li key={workspace.id} className={classes.row}>
            <WorkspaceDot color={workspace.color} />
            <span className={classes.name} title={workspace.folder}>
              {workspace.name}
            </span>
            {workspace.id === current?.id && <span className={classes.state}>Open</span>}
            {!workspace.isHome && (
              <>
                <Button
                  size="compact-xs"
                  variant="default"
                  leftSection={<IconPencil {...ICON} />}
                  aria-label={`Edit ${workspace.name}`}
                  onClick={() => setEdited(workspace)}
                >
                  Edit…
                </Button>
                <Button
                  size="compact-xs"
                  variant="default"
                  leftSection={<IconTrash {...ICON} />}
                  aria-label={`Remove ${workspace.name}`}
                  disabled={workspace.id === current?.id}
                  title={workspace.id === current?.id ? 'Switch to another workspace first' : undefined}
                  onClick={() => {
                    close();
                    confirmRemove(workspace);
                  }}
                >
                  Remove…
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button variant="default" onClick={create}>
          New workspace…
        </Button>
      </DialogButtons>
    </Modal>
  );
}

function EditWorkspace({ workspace, close }: { readonly workspace: Workspace; readonly close: () => void }) {
  const form = useForm({
    initialValues: { name: workspace.name, color: workspace.color as string },
    schema: WorkspaceChange,
    mainField: 'name',
    save: (values) => deskClient.workspaces.update.mutate({ id: workspace.id, ...values }),
    onSaved(changed) {
      close();
      notify(`Saved ${changed.name}`);
    },
  });
  return (
    <FormDialog title={`Edit ${workspace.name}`} form={form} close={close} submitLabel="Save">
      <WorkspaceFields form={form} />
    </FormDialog>
  );
}

function confirmRemove({ id, name, folder }: Workspace): void {
  confirm({
    title: 'Remove a workspace',
    confirmLabel: `Remove ${name}`,
    requiredText: name,
    body: (
      <>
        <span className="mono">{folder}</span> is deleted permanently, with all projects, pages, tokens,
        snapshots and backups in it. Other workspaces stay as they are.
      </>
    ),
    async run() {
      await deskClient.workspaces.remove.mutate({ id, typed: name });
      notify(`Removed ${name}`);
    },
  });
}
