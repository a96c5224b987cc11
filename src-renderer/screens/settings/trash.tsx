import { Button, Group, Table, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { desk, deskClient } from '../../api/desk.ts';
import { ActionItems, copyAction } from '../../ui/context-menu/action-items.tsx';
import { contextMenuOf } from '../../ui/context-menu/context-menu-state.ts';
import { confirm } from '../../ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import { pluralize } from '../../ui/format.ts';
import { ComputerTimeAgo } from '../../ui/time-ago.tsx';
import classes from './settings.module.css';

const KIND_LABELS: Readonly<Record<string, string>> = {
  project: 'Project',
  version: 'Version',
  'environment-variable': 'Variable',
  integration: 'Integration',
  'build-webhook': 'Webhook',
};
const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

/** Lists removed items, which can be restored. */
export function Trash() {
  const { data: trash, error } = useQuery(desk.settings.trash.queryOptions());
  const restore = useMutation(desk.settings.restoreTrash.mutationOptions());
  if (trash === undefined) return error && <NotLoaded what="The trash" error={error} />;
  if (trash.length === 0) {
    return (
      <EmptyState title="The trash is empty">
        What you remove stays here for 30 days and can be restored.
      </EmptyState>
    );
  }
  const restoreItem = (id: number, name: string) =>
    restore.mutate({ id }, { onSuccess: () => notify(`Restored ${name}`), onError: notifyError });
  return (
    <>
      <Group gap="sm" mih={28} mb="md">
        <span className="dim grow">{pluralize(trash.length, 'item')}, kept for 30 days</span>
        <Button
          variant="outline"
          color="red"
          leftSection={<IconTrash {...ICON} />}
          onClick={() => confirmEmptying(trash.length)}
        >
          Empty trash…
        </Button>
      </Group>
      <Table className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th w={{ base: 104, md: 120 }}>Kind</Table.Th>
            <Table.Th w={{ base: 104, md: 120 }}>Removed</Table.Th>
            <Table.Th w={{ base: 104, md: 120 }}>By</Table.Th>
            <Table.Th w={144}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {trash.map(({ id, name, kind, removed, username }) => (
            <Table.Tr
              key={id}
              {...contextMenuOf({
                label: `Actions for ${name}`,
                items: () => (
                  <ActionItems
                    actions={[
                      {
                        label: 'Restore',
                        icon: <IconArrowBackUp {...ICON} size={16} />,
                        run: () => restoreItem(id, name),
                      },
                      copyAction('name', name),
                    ]}
                  />
                ),
              })}
            >
              <Table.Td className="mono truncate" title={name}>
                {name}
              </Table.Td>
              <Table.Td className="dim">{KIND_LABELS[kind] ?? kind}</Table.Td>
              <Table.Td className="dim">
                <ComputerTimeAgo at={removed} />
              </Table.Td>
              <Table.Td className="dim truncate" title={username ?? undefined}>
                {username ?? 'Lectern'}
              </Table.Td>
              <Table.Td ta="right">
                <Button
                  size="compact-xs"
                  variant="default"
                  leftSection={<IconArrowBackUp {...ICON} />}
                  aria-label={`Restore ${name}`}
                  onClick={() => restoreItem(id, name)}
                >
                  Restore
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

function confirmEmptying(count: number): void {
  confirm({
    title: 'Empty the trash',
    confirmLabel: `Delete ${pluralize(count, 'item')}`,
    body: 'Everything in the trash is deleted permanently, with its versions, builds and values. This cannot be undone.',
    async run() {
      const { answer: removedCount } = await deskClient.settings.emptyTrash.mutate();
      notify(`Emptied the trash: ${pluralize(removedCount, 'item')}`);
    },
  });
}
