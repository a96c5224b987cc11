import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { Chip } from '../../../ui/feedback/chip.tsx';
import { formatCount } from '../../../ui/format.ts';
import type { Column } from '../../../ui/table/table-types.ts';

/** A project with changes to push. */
export type OutgoingRow = OutgoingPage['rows'][number];
/** A part of the list. */
export type OutgoingPage = inferRouterOutputs<DeskRouter>['sync']['outgoing'];

/** The columns of the list of projects with changes. */
export const OUTGOING_COLUMNS: readonly Column<OutgoingRow>[] = [
  {
    key: 'project',
    header: 'Project',
    width: 'minmax(120px, 1fr)',
    cell: ({ slug, address }) => (
      <span className="truncate" title={slug === address ? slug : `${slug}, ${address} on the service`}>
        <span className="mono">{slug}</span>
        {address !== slug && address !== '' && <span className="dimmer">{` is ${address} there`}</span>}
      </span>
    ),
  },
  {
    key: 'kind',
    header: 'State',
    width: 'minmax(90px, 0.5fr)',
    cell: ({ isNew, conflicts }) => (
      <span className="truncate">
        {isNew && <Chip tone="accent">To be created</Chip>}
        {conflicts > 0 && <Chip tone="warn">{`${conflicts} in conflict`}</Chip>}
      </span>
    ),
  },
  {
    key: 'changes',
    header: 'Changes',
    width: '68px',
    align: 'right',
    cell: ({ changes }) => <span className="dim">{`↑ ${formatCount(changes)}`}</span>,
  },
];
