import { SegmentedControl } from '@mantine/core';
import { IconArrowDown, IconDeviceLaptop } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { SYNC_KINDS } from '../../../../src-server/model/sync/sync-fields.ts';
import { desk, deskClient } from '../../../api/desk.ts';
import { choiceParam, textParam, useAddressState } from '../../../ui/address/use-address-state.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { NoMatch } from '../../../ui/feedback/no-match.tsx';
import { notifyError, notifyUndoable } from '../../../ui/feedback/notify.tsx';
import { capitalize, pluralize } from '../../../ui/format.ts';
import { BulkBar } from '../../../ui/list/bulk-bar.tsx';
import { ListToolbar } from '../../../ui/list/list-toolbar.tsx';
import { tableSelection, useSelection } from '../../../ui/table/use-selection.ts';
import { useWindowedRows } from '../../../ui/table/use-windowed-rows.ts';
import { KIND_LABELS } from '../format-sync.ts';
import { RemoteFrame, type RemoteProps } from '../remote-frame.tsx';
import { RemoteTable } from '../remote-table.tsx';
import { type ConflictRow, type ConflictsPage, conflictColumns, conflictMenu } from './conflict-columns.tsx';

const ANY = 'any';
const SCHEMA = { text: textParam('q'), kind: choiceParam('kind', SYNC_KINDS, ANY) };
const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
const IDS_AT_ONCE = 500;

/** Lists what was changed on both sides, and decides which side counts: one by one, or many at once. */
export function ConflictsScreen({ remote, remotes }: RemoteProps) {
  const { address, change } = useAddressState(SCHEMA);
  const { text, kind } = address;
  const { id } = remote;
  const filter = useMemo(() => ({ text, ...(kind !== ANY && { kind }) }), [text, kind]);
  const fetchPart = (offset: number, limit: number) =>
    deskClient.sync.conflicts.query({ remote: id, ...filter, offset, limit });
  const list = useWindowedRows<ConflictRow, ConflictsPage>({
    listKey: ['sync', 'conflicts', id, text, kind],
    fetchPage: fetchPart,
  });
  const count = list.page?.count ?? 0;
  const selection = useSelection({
    listKey: `${text} ${kind}`,
    count,
    keyAt: (offset) => list.rowAt(offset)?.id,
    async allKeys() {
      const keys: string[] = [];
      while (keys.length < count) {
        const { rows } = await fetchPart(keys.length, IDS_AT_ONCE);
        if (rows.length === 0) break;
        for (const row of rows) keys.push(row.id);
      }
      return keys;
    },
    onError: notifyError,
  });
  const { mutate } = useMutation(
    desk.sync.resolve.mutationOptions({
      onError: notifyError,
      onSuccess(changed, { choice }) {
        selection.clear();
        notifyUndoable(
          `${pluralize(changed.answer.resolved, 'conflict')} resolved: ${choice === 'mine' ? 'your values are to be pushed' : 'the service’s values were taken'}`,
          changed,
        );
      },
    }),
  );
  const resolve = useCallback(
    (row: ConflictRow, choice: 'mine' | 'theirs') => mutate({ remote: id, which: [row.id], choice }),
    [mutate, id],
  );
  const columns = useMemo(() => conflictColumns(resolve), [resolve]);
  const menu = useMemo(() => conflictMenu(resolve), [resolve]);
  const resolveChosen = (choice: 'mine' | 'theirs') =>
    mutate({ remote: id, which: [...selection.keys], choice });
  const isFiltered = text !== '' || kind !== ANY;
  return (
    <RemoteFrame
      remote={remote}
      remotes={remotes}
      tab="conflicts"
      tools={
        (isFiltered || count > 0) && (
          <ListToolbar filter={{ label: 'Filter conflicts', text, change: (next) => change({ text: next }) }}>
            <SegmentedControl
              aria-label="Kind"
              data={[
                { value: ANY, label: 'All' },
                ...SYNC_KINDS.map((value) => ({ value, label: capitalize(KIND_LABELS[value][1]) })),
              ]}
              value={kind}
              onChange={(next) => change({ kind: next as typeof kind })}
            />
          </ListToolbar>
        )
      }
      footer={list.page && <span role="status">{`${pluralize(count, 'value')} to decide`}</span>}
    >
      <RemoteTable
        list={list}
        label="Conflicts"
        columns={columns}
        menu={menu}
        keyOf={keyOf}
        nameOf={({ project, key }) => `${key} of ${project}`}
        listKey={`${text} ${kind}`}
        selection={tableSelection(selection, 'Select all conflicts', list.page === undefined)}
        empty={
          isFiltered ? (
            <NoMatch of="conflicts" clear={() => change({ text: '', kind: ANY })} />
          ) : (
            <EmptyState title="No conflicts">
              When something was changed here and on the service, both values appear here and you choose one.
            </EmptyState>
          )
        }
      />
      {selection.keys.size > 0 && (
        <BulkBar
          count={selection.keys.size}
          clear={selection.clear}
          actions={[
            {
              label: `Keep mine for ${selection.keys.size}`,
              icon: <IconDeviceLaptop {...ICON} />,
              run: () => resolveChosen('mine'),
            },
            {
              label: `Take theirs for ${selection.keys.size}`,
              icon: <IconArrowDown {...ICON} />,
              run: () => resolveChosen('theirs'),
            },
          ]}
        />
      )}
    </RemoteFrame>
  );
}

const keyOf = ({ id }: ConflictRow) => id;
