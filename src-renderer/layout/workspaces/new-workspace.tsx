import { Select } from '@mantine/core';
import { freeColor, NewWorkspace, type Workspace } from '../../../src-server/model/workspaces/workspace.ts';
import { deskClient } from '../../api/desk.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { switchWorkspace } from './switch-workspace.ts';
import { WorkspaceFields } from './workspace-fields.tsx';

type Props = {
  readonly workspaces: readonly Workspace[];
  readonly current: Workspace | null;
  readonly close: () => void;
};

const EMPTY = '';

/** Makes a workspace, empty or as a copy, and offers to open it. */
export function NewWorkspaceDialog({ workspaces, current, close }: Props) {
  const form = useForm({
    initialValues: {
      name: '',
      color: freeColor(workspaces.map(({ color }) => color)) as string,
      from: EMPTY,
    },
    schema: NewWorkspace,
    toBody: ({ name, color }) => ({ name, color }),
    mainField: 'name',
    save: ({ name, color, from }) =>
      deskClient.workspaces.create.mutate({ name, color, ...(from !== EMPTY && { from }) }),
    onSaved(made) {
      close();
      notify(`Created ${made.name}`, {
        label: 'Open it',
        run: () => switchWorkspace(made).catch(notifyError),
      });
    },
  });
  const sources = [...(current ? [current] : []), ...workspaces.filter(({ id }) => id !== current?.id)].map(
    ({ id, name }) => ({ value: id, label: `A copy of ${name}` }),
  );
  return (
    <FormDialog title="New workspace" form={form} close={close} submitLabel="Create workspace">
      <WorkspaceFields form={form} />
      <Select
        label="Begin with"
        mt="md"
        allowDeselect={false}
        data={[{ value: EMPTY, label: 'Nothing' }, ...sources]}
        {...form.field('from')}
      />
    </FormDialog>
  );
}
