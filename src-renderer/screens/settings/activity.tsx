import { Button, Tooltip } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { Link } from 'wouter';
import type { DeskRouter } from '../../../src-server/desk/router.ts';
import { desk } from '../../api/desk.ts';
import { Chip } from '../../ui/feedback/chip.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { undo } from '../../ui/feedback/tell.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import classes from './settings.module.css';

type Change = inferRouterOutputs<DeskRouter>['settings']['activity'][number];

const DOORS: Readonly<Record<string, string>> = {
  api: 'API',
  webhook: 'Webhook',
  desk: 'Here',
  command: 'Command line',
  runner: 'Builder',
  start: 'Start',
};

/** Who did what, and through which door. */
export function Activity() {
  const { data: changes } = useQuery(desk.settings.activity.queryOptions());
  if (changes === undefined) return null;
  if (changes.length === 0) {
    return (
      <EmptyState title="Nothing has happened yet">
        Every change is written down here, with who made it.
      </EmptyState>
    );
  }
  return (
    <>
      <p className={classes.barHead}>
        <span className="dim">The newest {changes.length} changes of this installation</span>
      </p>
      <table className={`${classes.table} ${classes.activity}`}>
        <thead>
          <tr>
            <th>Change</th>
            <th>Project</th>
            <th>Who</th>
            <th className="wide-only">Through</th>
            <th>When</th>
            <th>
              <span className={classes.hidden}>Undo</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <Line key={change.batch} change={change} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Line({ change }: { readonly change: Change }) {
  const { batch, name, at, door, username, projectSlug, undoes, isUndone, reason } = change;
  return (
    <tr>
      <td>
        <span className={classes.change}>
          <span className="cut" title={name}>
            {undoes === null ? name : `Undo: ${name}`}
          </span>
          {isUndone && <Chip>Undone</Chip>}
        </span>
      </td>
      <td className="mono cut">
        {projectSlug !== null && <Link href={`/projects/${projectSlug}`}>{projectSlug}</Link>}
      </td>
      <td className="dim cut" title={username ?? undefined}>
        {username ?? 'Lectern'}
      </td>
      <td className="dim wide-only">{DOORS[door] ?? door}</td>
      <td className="dim">
        <TimeAgo at={at} />
      </td>
      <td className={classes.rowActs}>
        {undoes === null && !isUndone && <Undo batch={batch} name={name} reason={reason} />}
      </td>
    </tr>
  );
}

type UndoProps = { readonly batch: number; readonly name: string; readonly reason: string | null };

function Undo({ batch, name, reason }: UndoProps) {
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
