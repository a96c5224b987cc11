import { IconFileExport, IconHammer, IconTrash, IconUsers, IconVariable } from '@tabler/icons-react';
import { BulkBar } from '../../../ui/list/bulk-bar.tsx';
import type { ProjectListActions } from '../list/use-project-list-actions.ts';
import { AddPerson } from './add-person.tsx';
import { exportProjects } from './export-projects.ts';
import { RemoveProjects } from './remove-projects.tsx';
import { SetVariable } from './set-variable.tsx';

type Props = {
  /** Slugs. */
  readonly selected: readonly string[];
  readonly clear: () => void;
  readonly actions: ProjectListActions;
};

const ICON = { size: 16, stroke: 1.75 };

/** Shows the actions for the selected projects and the dialogs that preview them. */
export function ProjectListBulk({ selected, clear, actions }: Props) {
  const { dialog, open, close, build, onRemoved } = actions;
  return (
    <>
      {selected.length > 0 && (
        <BulkBar
          count={selected.length}
          clear={clear}
          actions={[
            { label: 'Build defaults', icon: <IconHammer {...ICON} />, run: () => build(selected) },
            {
              label: 'Set variable…',
              icon: <IconVariable {...ICON} />,
              run: () => open('variable', selected),
            },
            { label: 'Add person…', icon: <IconUsers {...ICON} />, run: () => open('person', selected) },
            {
              label: 'Export',
              icon: <IconFileExport {...ICON} />,
              choices: [
                { label: 'As CSV', run: () => void exportProjects(selected, 'csv') },
                { label: 'As JSON', run: () => void exportProjects(selected, 'json') },
              ],
            },
            {
              label: 'Remove…',
              icon: <IconTrash {...ICON} />,
              danger: true,
              run: () => open('removal', selected),
            },
          ]}
        />
      )}
      {dialog?.kind === 'variable' && <SetVariable slugs={dialog.slugs} close={close} />}
      {dialog?.kind === 'person' && <AddPerson slugs={dialog.slugs} close={close} />}
      {dialog?.kind === 'removal' && (
        <RemoveProjects slugs={dialog.slugs} close={close} onRemoved={onRemoved} />
      )}
    </>
  );
}
