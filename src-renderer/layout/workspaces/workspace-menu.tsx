import { Menu, Popover } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Workspace } from '../../../src-server/model/workspaces/workspace.ts';
import { desk } from '../../api/desk.ts';
import { notifyError } from '../../ui/feedback/notify.tsx';
import { ManageWorkspaces } from './manage-workspaces.tsx';
import { NewWorkspaceDialog } from './new-workspace.tsx';
import { switchWorkspace } from './switch-workspace.ts';
import { WorkspaceDot } from './workspace-dot.tsx';
import classes from './workspaces.module.css';

const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

// Within the sidebar, which is a landmark; fixed, since the sidebar would cut it off.
const PLACE = {
  position: 'bottom-start',
  width: 232,
  withinPortal: false,
  floatingStrategy: 'fixed',
} as const;

/** Shows which workspace is open, above the places; its menu switches to another, makes and manages them. */
export function WorkspaceMenu() {
  const { data: state } = useQuery(desk.workspaces.state.queryOptions());
  const [dialog, setDialog] = useState<'new' | 'manage'>();
  const [isOpen, setIsOpen] = useState(false);
  if (!state) return <div className={classes.placeholder} />;
  const { current, label, whyFixed, workspaces, inUse } = state;
  const button = (
    <button type="button" className={classes.button} aria-label={`Workspace: ${label}`} title={label}>
      <WorkspaceDot color={current?.color ?? null} />
      <span className={classes.name}>{label}</span>
      <IconChevronDown size={14} stroke={1.75} aria-hidden />
    </button>
  );
  if (whyFixed !== null) {
    // A menu without items is none.
    return (
      <Popover {...PLACE}>
        <Popover.Target>{button}</Popover.Target>
        <Popover.Dropdown p={4}>
          <p className={classes.hint}>{whyFixed}</p>
        </Popover.Dropdown>
      </Popover>
    );
  }
  return (
    <>
      <Menu {...PLACE} opened={isOpen && dialog === undefined} onChange={setIsOpen}>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Workspaces</Menu.Label>
          {workspaces.map((workspace) => (
            <WorkspaceItem
              key={workspace.id}
              workspace={workspace}
              isOpen={workspace.id === current?.id}
              isInUse={inUse.includes(workspace.id)}
            />
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus {...ICON} />} onClick={() => setDialog('new')}>
            New workspace…
          </Menu.Item>
          <Menu.Item leftSection={<IconSettings {...ICON} />} onClick={() => setDialog('manage')}>
            Manage workspaces…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'new' && (
        <NewWorkspaceDialog workspaces={workspaces} current={current} close={() => setDialog(undefined)} />
      )}
      {dialog === 'manage' && (
        <ManageWorkspaces
          workspaces={workspaces}
          current={current}
          close={() => setDialog(undefined)}
          create={() => setDialog('new')}
        />
      )}
    </>
  );
}

type ItemProps = { readonly workspace: Workspace; readonly isOpen: boolean; readonly isInUse: boolean };

function WorkspaceItem({ workspace, isOpen, isInUse }: ItemProps) {
  return (
    <Menu.Item
      classNames={{ itemLabel: classes.itemLabel }}
      leftSection={<WorkspaceDot color={workspace.color} />}
      rightSection={isOpen ? <IconCheck {...ICON} /> : isInUse && <span className="meta">In use</span>}
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => {
        if (!isOpen) switchWorkspace(workspace).catch(notifyError);
      }}
    >
      <span className={classes.name} title={workspace.name}>
        {workspace.name}
      </span>
    </Menu.Item>
  );
}
