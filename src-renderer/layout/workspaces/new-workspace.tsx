import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { freeColor, NewWorkspace, type Workspace } from '../../../src-server/model/workspaces/workspace.ts';
import { desk, deskClient } from '../../api/desk.ts';
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
/** Begins the value of a kit, which no id of a workspace has. */
const KIT = 'kit:';

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
    save: ({ name, color, from }) => deskClient.workspaces.create.mutate({ name, color, ...sourceOf(from) }),
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
  const { data: kits = [] } = useQuery(desk.kits.list.queryOptions());
  const kitItems = kits.map(({ id, name }) => ({ value: KIT + id, label: name }));
  return (
    <FormDialog title="New workspace" form={form} close={close} submitLabel="Create workspace">
      <WorkspaceFields form={form} />
      <Select
        label="Begin with"
        mt="md"
        allowDeselect={false}
        data={[
          { value: EMPTY, label: 'Nothing' },
          { group: 'Kits', items: kitItems },
          { group: 'Copies', items: sources },
        ]}
        {...form.field('from')}
      />
    </FormDialog>
  );
}

function sourceOf(from: string): { readonly from?: string; readonly kit?: string } {
  if (from === EMPTY) return {};
  return from.startsWith(KIT) ? { kit: from.slice(KIT.length) } : { from };
}
