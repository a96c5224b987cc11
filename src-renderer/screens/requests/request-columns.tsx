import { VisuallyHidden } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { copyable } from '../../ui/context-menu/copyable.ts';
import { Chip } from '../../ui/feedback/chip.tsx';
import { formatDateTime } from '../../ui/format.ts';
import type { Column } from '../../ui/table/table-types.ts';
import { formatCaller, formatClock, formatLatency, statusClass } from './format-request.ts';
import classes from './requests.module.css';
import type { RequestRow } from './use-live-requests.ts';

/** Returns the columns of the list; beside an open request there is room for fewer. */
export function requestColumns(isPanelOpen: boolean): readonly Column<RequestRow>[] {
  const caller: readonly Column<RequestRow>[] = [
    {
      key: 'user',
      header: 'User',
      width: 'minmax(60px, 0.4fr)',
      wideOnly: true,
      cell: (row) => (
        <span className={row.user === null ? 'dimmer truncate' : 'truncate'} title={formatCaller(row)}>
          {row.user ?? '–'}
        </span>
      ),
    },
    {
      key: 'client',
      header: 'Client',
      width: 'minmax(40px, 0.8fr)',
      cell: ({ client }) => (
        <span className="dim truncate" title={client} {...copyable('client', client)}>
          {client === '' ? '–' : client}
        </span>
      ),
    },
  ];
  return [
    {
      key: 'at',
      header: 'Time',
      width: 'minmax(100px, 112px)',
      isFixed: true,
      cell: ({ at }) => (
        <span className="dim" title={formatDateTime(at)}>
          {formatClock(at)}
        </span>
      ),
    },
    {
      key: 'method',
      header: 'Method',
      width: '58px',
      isFixed: true,
      cell: ({ method }) => <span className={`mono ${classes.method}`}>{method}</span>,
    },
    {
      key: 'path',
      header: 'Path',
      width: 'minmax(90px, 2.4fr)',
      isFixed: true,
      cell: (row) => (
        <span className={classes.path}>
          <span className="mono truncate" title={`${row.host}${row.path}`} {...copyable('path', row.path)}>
            {row.door === 'hosting' && <span className="dimmer">{row.host.split(':', 1)[0]}</span>}
            {row.path}
          </span>
          {!isPanelOpen && row.step !== null && (
            <Chip tone="warn">{row.isUnmatched ? 'no route' : row.step}</Chip>
          )}
          {!isPanelOpen && row.fault !== null && <Chip tone="accent">{row.fault}</Chip>}
        </span>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      width: '46px',
      cell: ({ status }) => <span className={statusClass(status)}>{status ?? 'none'}</span>,
    },
    ...(isPanelOpen ? [] : caller),
    {
      key: 'duration',
      header: 'Duration',
      width: '62px',
      align: 'right',
      cell: ({ duration }) => <span className="dim">{formatLatency(duration)}</span>,
    },
    {
      key: 'changed',
      header: <VisuallyHidden>Changed something</VisuallyHidden>,
      name: 'Changed something',
      width: '16px',
      cell: ({ isChanged }) =>
        !isChanged ? null : (
          <IconPencil size={14} stroke={1.75} aria-label="Changed something" className={classes.changed} />
        ),
    },
  ];
}
