import { Button, Group, Table, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { Link } from 'wouter';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { desk } from '../../api/desk.ts';
import { Chip } from '../../ui/feedback/chip.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import { undo } from '../../ui/feedback/notify.tsx';
import { pluralize } from '../../ui/format.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import classes from './settings.module.css';

type ActivityEntry = inferRouterOutputs<DeskRouter>['settings']['activity'][number];

const SOURCE_LABELS: Readonly<Record<string, string>> = {
  api: 'API',
  webhook: 'Webhook',
  desk: 'Window',
  command: 'Command line',
  runner: 'Builder',
  start: 'Startup',
  sync: 'Sync',
};

/** Lists who changed what, and how. */
export function Activity() {
  const { data: entries, error } = useQuery(desk.settings.activity.queryOptions());
  if (entries === undefined) return error && <NotLoaded what="The activity" error={error} />;
  if (entries.length === 0) {
    return <EmptyState title="No activity yet">Every change is listed here, with who made it.</EmptyState>;
  }
  return (
    <>
      <Group mih={28} mb="md">
        <p className="dim">The latest {pluralize(entries.length, 'change')} of this installation</p>
      </Group>
      <Table className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Change</Table.Th>
            <Table.Th w="22%">Project</Table.Th>
            <Table.Th w={{ base: 104, md: 120 }}>Who</Table.Th>
            <Table.Th w={{ base: 104, md: 120 }} className="wide-only">
              Via
            </Table.Th>
            <Table.Th w={{ base: 104, md: 120 }}>When</Table.Th>
            <Table.Th w={96}>
              <VisuallyHidden>Undo</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <ActivityRow key={entry.batch} change={entry} />
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

function ActivityRow({ change: entry }: { readonly change: ActivityEntry }) {
  const { batch, name, at, door, username, projectSlug, undoes, isUndone, reason } = entry;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="sm" wrap="nowrap" miw={0}>
          <span className="truncate" title={name}>
            {undoes === null ? name : `Undo: ${name}`}
          </span>
          {isUndone && <Chip>Undone</Chip>}
        </Group>
      </Table.Td>
      <Table.Td className="mono truncate">
        {projectSlug !== null && <Link href={`/projects/${projectSlug}`}>{projectSlug}</Link>}
      </Table.Td>
      <Table.Td className="dim truncate" title={username ?? undefined}>
        {username ?? 'Lectern'}
      </Table.Td>
      <Table.Td className="dim wide-only">{SOURCE_LABELS[door] ?? door}</Table.Td>
      <Table.Td className="dim">
        <TimeAgo at={at} />
      </Table.Td>
      <Table.Td ta="right">
        {undoes === null && !isUndone && <UndoButton batch={batch} name={name} reason={reason} />}
      </Table.Td>
    </Table.Tr>
  );
}

type UndoButtonProps = { readonly batch: number; readonly name: string; readonly reason: string | null };

function UndoButton({ batch, name, reason }: UndoButtonProps) {
  const button = (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconArrowBackUp size={14} stroke={1.75} aria-hidden />}
      aria-label={`Undo: ${name}`}
      aria-disabled={reason !== null}
      onClick={() => reason === null && void undo(batch)}
    >
      Undo
    </Button>
  );
  return reason === null ? button : <Tooltip label={reason}>{button}</Tooltip>;
}
