import { Button, Tooltip } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { Link } from 'wouter';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { desk } from '../../api/desk.ts';
import { Chip } from '../../ui/feedback/chip.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
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
};

/** Lists who changed what, and how. */
export function Activity() {
  const { data: entries } = useQuery(desk.settings.activity.queryOptions());
  if (entries === undefined) return null;
  if (entries.length === 0) {
    return <EmptyState title="No activity yet">Every change is listed here, with who made it.</EmptyState>;
  }
  return (
    <>
      <p className={classes.toolbar}>
        <span className="dim">The latest {pluralize(entries.length, 'change')} of this installation</span>
      </p>
      <table className={`${classes.table} ${classes.activity}`}>
        <thead>
          <tr>
            <th>Change</th>
            <th>Project</th>
            <th>Who</th>
            <th className="wide-only">Via</th>
            <th>When</th>
            <th>
              <span className={classes.hidden}>Undo</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <ActivityRow key={entry.batch} change={entry} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function ActivityRow({ change: entry }: { readonly change: ActivityEntry }) {
  const { batch, name, at, door, username, projectSlug, undoes, isUndone, reason } = entry;
  return (
    <tr>
      <td>
        <span className={classes.change}>
          <span className="truncate" title={name}>
            {undoes === null ? name : `Undo: ${name}`}
          </span>
          {isUndone && <Chip>Undone</Chip>}
        </span>
      </td>
      <td className="mono truncate">
        {projectSlug !== null && <Link href={`/projects/${projectSlug}`}>{projectSlug}</Link>}
      </td>
      <td className="dim truncate" title={username ?? undefined}>
        {username ?? 'Lectern'}
      </td>
      <td className="dim wide-only">{SOURCE_LABELS[door] ?? door}</td>
      <td className="dim">
        <TimeAgo at={at} />
      </td>
      <td className={classes.rowActions}>
        {undoes === null && !isUndone && <UndoButton batch={batch} name={name} reason={reason} />}
      </td>
    </tr>
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
