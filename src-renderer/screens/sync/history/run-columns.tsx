import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { Chip } from '../../../ui/feedback/chip.tsx';
import { formatCount } from '../../../ui/format.ts';
import type { Column } from '../../../ui/table/table-types.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';

/** A pull or a push. */
export type RunRow = RunsPage['rows'][number];
/** A part of the list. */
export type RunsPage = inferRouterOutputs<DeskRouter>['sync']['runs'];

const STATES = {
  running: { label: 'Under way', tone: 'inProgress' },
  paused: { label: 'Paused', tone: 'warn' },
  done: { label: 'Done', tone: 'passed' },
  failed: { label: 'Failed', tone: 'failed' },
  stopped: { label: 'Stopped', tone: 'kind' },
} as const;

/** Names what a run was: `Full pull`. */
export function runLabel({ kind, full }: Pick<RunRow, 'kind' | 'full'>): string {
  if (kind === 'push') return 'Push';
  return full ? 'Full pull' : 'Pull';
}

/** The columns of the list of runs. */
export const RUN_COLUMNS: readonly Column<RunRow>[] = [
  {
    key: 'started',
    header: 'Started',
    width: '104px',
    cell: ({ started }) => (
      <span className="dim">
        <TimeAgo at={started} />
      </span>
    ),
  },
  { key: 'kind', header: 'Run', width: '64px', cell: runLabel },
  {
    key: 'state',
    header: 'State',
    width: '84px',
    cell: ({ state }) => <Chip tone={STATES[state].tone}>{STATES[state].label}</Chip>,
  },
  {
    key: 'outcome',
    header: 'Outcome',
    width: 'minmax(120px, 1fr)',
    cell: ({ outcome }) => (
      <span className="dim truncate" title={outcome ?? undefined}>
        {outcome ?? ''}
      </span>
    ),
  },
  {
    key: 'requests',
    header: 'Requests',
    width: '70px',
    align: 'right',
    cell: ({ requests }) => <span className="dim">{formatCount(requests)}</span>,
  },
];
