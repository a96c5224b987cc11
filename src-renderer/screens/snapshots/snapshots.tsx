import { Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconCamera, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Snapshot, SnapshotKind } from '../../../src-server/model/snapshots/snapshot.ts';
import { desk, deskClient } from '../../api/desk.ts';
import { notifyRestored } from '../../features/backups/undo-restore.ts';
import { ActionItems, copyAction, type RowAction } from '../../ui/context-menu/action-items.tsx';
import { contextMenuOf } from '../../ui/context-menu/context-menu-state.ts';
import { confirm } from '../../ui/dialog/confirm-dialog.tsx';
import { Chip } from '../../ui/feedback/chip.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import { notify } from '../../ui/feedback/notify.tsx';
import { formatBytes, pluralize, truncate, unbroken } from '../../ui/format.ts';
import { ComputerTimeAgo } from '../../ui/time-ago.tsx';
import { useNarrow } from '../../ui/window-zoom.ts';
import classes from './snapshots.module.css';
import { TakeSnapshot } from './take-snapshot.tsx';

const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;
const KIND_LABELS: Readonly<Record<Exclude<SnapshotKind, 'manual'>, string>> = {
  safety: 'Safety copy',
  start: 'Start',
};

/** Lists states of all data that can be brought back. */
export function Snapshots() {
  const { data: snapshots, error } = useQuery(desk.snapshots.list.queryOptions());
  const [isTaking, setIsTaking] = useState(false);
  if (snapshots === undefined) return error && <NotLoaded what="The snapshots" error={error} />;
  return (
    <>
      <Group gap="sm" mih={28} mb="md">
        <span className="dim grow">{snapshots.length > 0 && pluralize(snapshots.length, 'snapshot')}</span>
        <Button leftSection={<IconCamera {...ICON} />} onClick={() => setIsTaking(true)}>
          Take snapshot…
        </Button>
      </Group>
      {snapshots.length === 0 ? (
        <EmptyState title="No snapshots yet">
          A snapshot keeps all projects, pages, people and settings, so that you can come back to them.
        </EmptyState>
      ) : (
        <SnapshotTable snapshots={snapshots} />
      )}
      {isTaking && <TakeSnapshot close={() => setIsTaking(false)} />}
    </>
  );
}

function SnapshotTable({ snapshots }: { readonly snapshots: readonly Snapshot[] }) {
  return (
    <Table className={classes.table} layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th w={112}>Taken</Table.Th>
          <Table.Th w={184} className="wide-only">
            Holds
          </Table.Th>
          <Table.Th w={80} ta="right">
            Size
          </Table.Th>
          <Table.Th w={224}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {snapshots.map((snapshot) => (
          <SnapshotRow key={snapshot.name} snapshot={snapshot} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function SnapshotRow({ snapshot }: { readonly snapshot: Snapshot }) {
  const { name, note, kind, takenAt, counts, bytes } = snapshot;
  const isNarrow = useNarrow();
  const holds = `${unbroken(pluralize(counts.projects, 'project'))}, ${unbroken(pluralize(counts.builds, 'build'))}`;
  const actions: readonly RowAction[] = [
    { label: 'Restore…', icon: <IconArrowBackUp {...ICON} size={16} />, run: () => confirmRestore(snapshot) },
    ...(kind === 'start'
      ? []
      : [
          {
            label: 'Delete…',
            icon: <IconTrash {...ICON} size={16} />,
            run: () => confirmDelete(snapshot),
            danger: true,
          },
        ]),
    copyAction('name', name),
  ];
  const menu = contextMenuOf({
    label: `Actions for ${name}`,
    items: () => <ActionItems actions={actions} />,
  });
  return (
    <Table.Tr {...menu}>
      <Table.Td>
        <Group gap="sm" wrap="nowrap" miw={0}>
          <span className="mono truncate" title={name}>
            {name}
          </span>
          {kind !== 'manual' && <Chip>{KIND_LABELS[kind]}</Chip>}
        </Group>
        {note !== '' && (
          <Text size="xs" c="dimmed" className={classes.note} title={note}>
            {note}
          </Text>
        )}
        {isNarrow && <span className="meta">{holds}</span>}
      </Table.Td>
      <Table.Td className="dim">
        <ComputerTimeAgo at={takenAt} />
      </Table.Td>
      <Table.Td className="dim wide-only">{holds}</Table.Td>
      <Table.Td className="dim" ta="right">
        {formatBytes(bytes)}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconArrowBackUp {...ICON} />}
            aria-label={`Restore ${name}`}
            onClick={() => confirmRestore(snapshot)}
          >
            Restore…
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconTrash {...ICON} />}
            aria-label={`Delete ${name}`}
            disabled={kind === 'start'}
            onClick={() => confirmDelete(snapshot)}
          >
            Delete…
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function confirmRestore({ name }: Snapshot): void {
  confirm({
    title: 'Restore a snapshot',
    confirmLabel: `Restore ${truncate(name)}`,
    body: (
      <>
        All projects, builds, pages, people, tokens and settings become what they were in{' '}
        <span className="mono">{name}</span>. Builds that run now are cancelled. The present state is kept as
        a snapshot first.
      </>
    ),
    async run() {
      const done = await deskClient.snapshots.restore.mutate({ name });
      notifyRestored(name, done.answer.safetyCopy);
      return done;
    },
  });
}

function confirmDelete({ name }: Snapshot): void {
  confirm({
    title: 'Delete a snapshot',
    confirmLabel: `Delete ${truncate(name)}`,
    body: (
      <>
        <span className="mono">{name}</span> is deleted permanently, with pages that only it keeps. The
        present data stays as it is.
      </>
    ),
    async run() {
      const done = await deskClient.snapshots.delete.mutate({ name });
      notify(`Deleted the snapshot ${name}`);
      return done;
    },
  });
}
