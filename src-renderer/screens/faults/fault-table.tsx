import { Group, Menu, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconListSearch, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import { deskClient } from '../../api/desk.ts';
import { contextMenuOf } from '../../ui/context-menu/context-menu-state.ts';
import { confirm } from '../../ui/dialog/confirm-dialog.tsx';
import { Chip } from '../../ui/feedback/chip.tsx';
import { notify } from '../../ui/feedback/notify.tsx';
import { formatCount, pluralize } from '../../ui/format.ts';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import { RowSwitch } from '../../ui/table/row-switch.tsx';
import { type FaultView, formatEffect, formatMatch, formatTurns } from './fault-view.ts';
import classes from './faults.module.css';
import type { FaultActions } from './use-fault-actions.ts';

const ICON = { size: 16, stroke: 1.75 } as const;

type Props = {
  readonly faults: readonly FaultView[];
  readonly actions: FaultActions;
  readonly edit: (fault: FaultView) => void;
  /** Asks for a new end of a fault that is over, and switches it on. */
  readonly restart: (fault: FaultView) => void;
};

/** Lists the rules in the order in which they are tried. */
export function FaultTable({ faults, ...rest }: Props) {
  return (
    <Table className={classes.table} layout="fixed" aria-label="Faults">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={52}>On</Table.Th>
          <Table.Th>Fault</Table.Th>
          <Table.Th w={120}>Played</Table.Th>
          <Table.Th w={150}>Stays after a restart</Table.Th>
          <Table.Th w={44}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {faults.map((fault) => (
          <FaultRow key={fault.id} fault={fault} {...rest} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

type RowProps = Omit<Props, 'faults'> & { readonly fault: FaultView };

function FaultRow({ fault, actions, edit, restart }: RowProps) {
  const { id, rule, isOn, isOver, isPinned, matched, played } = fault;
  const { method, path, callers } = formatMatch(rule);
  const turns = formatTurns(rule);
  const contents = {
    label: `Actions for ${rule.name}`,
    items: () => <FaultMenuItems fault={fault} edit={edit} />,
  };
  const effect = `${formatEffect(rule)}${turns === '' ? '' : `; ${turns}`}`;
  return (
    <Table.Tr data-off={!isOn || undefined} {...contextMenuOf(contents)}>
      <Table.Td>
        <RowSwitch
          label={`Play ${rule.name}`}
          on={isOn}
          isTabStop
          hint={isOver ? 'The end of this fault has passed. Give it a new one to turn it on.' : undefined}
          change={(next) => (isOver ? restart(fault) : actions.set(id, { isOn: next }))}
        />
      </Table.Td>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <Text fw={500} truncate title={rule.name}>
            {rule.name}
          </Text>
          {isOver && <Chip>Over</Chip>}
        </Group>
        <p className={`dim ${classes.rule}`} title={`${method}${path}${callers}: ${effect}`}>
          {method}
          <span className="mono">{path}</span>
          {callers}: {effect}
        </p>
      </Table.Td>
      <Table.Td>
        <Link href={requestsOf(fault)} title={`Requests that ${rule.name} was played to`}>
          {pluralize(played, 'time')}
        </Link>
        <span className={`meta ${classes.matched}`}>of {formatCount(matched)} that match</span>
      </Table.Td>
      <Table.Td>
        <RowSwitch
          label={`Keep ${rule.name} after a restart`}
          on={isPinned}
          isTabStop
          change={(next) => actions.set(id, { isPinned: next })}
        />
      </Table.Td>
      <Table.Td>
        <RowMenu {...contents} isTabStop />
      </Table.Td>
    </Table.Tr>
  );
}

function FaultMenuItems({ fault, edit }: Pick<RowProps, 'fault' | 'edit'>) {
  const [, navigate] = useLocation();
  return (
    <>
      <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={() => edit(fault)}>
        Edit fault…
      </Menu.Item>
      <Menu.Item leftSection={<IconListSearch {...ICON} />} onClick={() => navigate(requestsOf(fault))}>
        Show its requests
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => confirmRemoval(fault)}>
        Remove fault…
      </Menu.Item>
    </>
  );
}

function requestsOf({ rule }: FaultView): string {
  return `/requests?filter=${encodeURIComponent(`fault:"${rule.name.replaceAll('"', '')}"`)}`;
}

function confirmRemoval({ id, rule }: FaultView): void {
  confirm({
    title: 'Remove a fault',
    confirmLabel: `Remove ${rule.name}`,
    body: 'This removes the rule and its counts. To stop it for a while, turn it off instead.',
    async run() {
      const done = await deskClient.faults.remove.mutate({ id });
      notify(`Removed ${rule.name}`);
      return done;
    },
  });
}
