import { IconListDetails } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { deskClient } from '../../../api/desk.ts';
import { indexParam, useAddressState } from '../../../ui/address/use-address-state.ts';
import { actionMenu, copyAction } from '../../../ui/context-menu/action-items.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ScreenColumns } from '../../../ui/feedback/screen.tsx';
import { pluralize } from '../../../ui/format.ts';
import { useWindowedRows } from '../../../ui/table/use-windowed-rows.ts';
import { RemoteFrame, type RemoteProps } from '../remote-frame.tsx';
import { RemoteTable } from '../remote-table.tsx';
import classes from '../sync.module.css';
import { RUN_COLUMNS, type RunRow, type RunsPage, runLabel } from './run-columns.tsx';
import { RunPanel } from './run-panel.tsx';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
const SCHEMA = { open: indexParam('run') };

/** Lists the runs of a remote, newest first, with the steps of the open one beside them. */
export function HistoryScreen({ remote, remotes }: RemoteProps) {
  const { address, change } = useAddressState(SCHEMA);
  const { open } = address;
  const { id } = remote;
  const list = useWindowedRows<RunRow, RunsPage>({
    listKey: ['sync', 'runs', id],
    fetchPage: (offset, limit) => deskClient.sync.runs.query({ remote: id, offset, limit }),
  });
  const openRow = useCallback(({ id: run }: RunRow) => change({ open: run }), [change]);
  const highlight = useCallback(({ id: run }: RunRow) => (run === open ? 'match' : undefined), [open]);
  const menu = useMemo(
    () =>
      actionMenu<RunRow>(
        (run) => `${runLabel(run)} ${run.id}`,
        (run) => [
          { label: 'Show the steps', icon: <IconListDetails {...ICON} />, run: () => openRow(run) },
          ...(run.outcome === null ? [] : [copyAction('outcome', run.outcome)]),
          copyAction('number', String(run.id)),
        ],
      ),
    [openRow],
  );
  return (
    <RemoteFrame
      remote={remote}
      remotes={remotes}
      tab="history"
      footer={list.page && <span role="status">{pluralize(list.page.count, 'run')}</span>}
    >
      <ScreenColumns>
        <div className={classes.main}>
          <RemoteTable
            list={list}
            label="Runs"
            columns={RUN_COLUMNS}
            menu={menu}
            keyOf={keyOf}
            open={openRow}
            highlight={highlight}
            empty={
              <EmptyState title="No runs yet">
                Each pull and push appears here with its requests, its steps and how it ended.
              </EmptyState>
            }
          />
        </div>
        {open > 0 && <RunPanel key={open} remote={remote} id={open} close={() => change({ open: 0 })} />}
      </ScreenColumns>
    </RemoteFrame>
  );
}

const keyOf = ({ id }: RunRow) => id;
