import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { problemOf } from '../../api/desk.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NoMatch } from '../../ui/feedback/no-match.tsx';
import { Screen, ScreenColumns } from '../../ui/feedback/screen.tsx';
import { formatCount, pluralize } from '../../ui/format.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { ClientGroups } from './client-groups.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { requestColumns } from './request-columns.tsx';
import type { OpenRequest } from './request-detail.ts';
import { requestMenu } from './request-menu.tsx';
import { RequestPanel } from './request-panel.tsx';
import classes from './requests.module.css';
import { useRequestsAddress } from './requests-address.ts';
import { RequestsTabs } from './requests-tabs.tsx';
import { RequestsTools } from './requests-tools.tsx';
import { type RequestRow, type RequestsPage, useLiveRequests } from './use-live-requests.ts';

const idOf = ({ id }: RequestRow) => id;

/** Shows the log of requests: a live list, and beside it the request that is open. */
export function RequestsScreen() {
  const { address, change } = useRequestsAddress();
  const { filter, open, group } = address;
  const { page, rowAt, onVisibleRange, problem, isPaused, newer, resume, listKey } = useLiveRequests(filter);
  const [replayed, setReplayed] = useState<OpenRequest | undefined>(undefined);
  const isPanelOpen = open > 0;
  const columns = useMemo(() => requestColumns(isPanelOpen), [isPanelOpen]);
  const openRow = useCallback(({ id }: RequestRow) => change({ open: id }), [change]);
  const menu = useMemo(
    () =>
      requestMenu({
        open: openRow,
        replay: setReplayed,
        filterBy: (words) => change({ filter: `${filter} ${words}`.trim() }),
      }),
    [openRow, change, filter],
  );
  const highlight = useCallback(({ id }: RequestRow) => (id === open ? 'match' : undefined), [open]);
  const isRefused = page === undefined && problem !== null && problem !== undefined;
  return (
    <Screen
      title="Requests"
      breadcrumbs={[{ label: 'Requests' }]}
      tabs={<RequestsTabs active="log" />}
      tools={
        isRefused ? undefined : <RequestsTools address={address} change={change} isOn={page?.isOn ?? true} />
      }
      footer={page && <Footer page={page} isFiltered={filter !== ''} isPaused={isPaused} />}
    >
      {isRefused && <EmptyState title="The log cannot be shown">{problemOf(problem).message}</EmptyState>}
      {!isRefused && (
        <ScreenColumns>
          <div className={classes.main}>
            <p className={classes.problem} role="status">
              {page?.problems.join(' ')}
            </p>
            {newer > 0 && group === 'none' && (
              <Button
                size="compact-sm"
                className={classes.newer}
                leftSection={<IconArrowUp size={14} stroke={1.75} aria-hidden />}
                onClick={resume}
              >
                {pluralize(newer, 'new request')}
              </Button>
            )}
            {page?.count === 0 ? (
              <NoRequests
                page={page}
                isFiltered={filter.trim() !== ''}
                clear={() => change({ filter: '' })}
              />
            ) : group === 'client' ? (
              <ClientGroups
                filter={filter}
                choose={(client) =>
                  change({ group: 'none', filter: `${filter} client:"${client.replaceAll('"', '')}"`.trim() })
                }
              />
            ) : (
              <VirtualTable
                label={page ? 'Requests' : 'Requests, loading'}
                columns={columns}
                columnsKey="requests"
                menu={menu}
                count={page?.count ?? 20}
                rowAt={rowAt}
                keyOf={idOf}
                open={openRow}
                highlight={highlight}
                listKey={listKey}
                onVisibleRange={onVisibleRange}
              />
            )}
          </div>
          {isPanelOpen && (
            <RequestPanel key={open} id={open} close={() => change({ open: 0 })} replay={setReplayed} />
          )}
        </ScreenColumns>
      )}
      {replayed && (
        <ReplayDialog
          detail={replayed}
          close={() => setReplayed(undefined)}
          open={(id) => change({ open: id })}
        />
      )}
    </Screen>
  );
}

type FooterProps = { readonly page: RequestsPage; readonly isFiltered: boolean; readonly isPaused: boolean };

function Footer({ page, isFiltered, isPaused }: FooterProps) {
  const { count, total, dropped, isOn } = page;
  return (
    <>
      <span role="status">
        {isFiltered ? `${formatCount(count)} of ${pluralize(total, 'request')}` : pluralize(total, 'request')}
      </span>
      {dropped > 0 && (
        <span className="warn">{pluralize(dropped, 'request')} not logged: too many at once</span>
      )}
      <span>{!isOn ? 'Not logging' : isPaused ? 'Paused while scrolled' : 'Live'}</span>
    </>
  );
}

type NoRequestsProps = {
  readonly page: RequestsPage;
  readonly isFiltered: boolean;
  readonly clear: () => void;
};

function NoRequests({ page, isFiltered, clear }: NoRequestsProps) {
  if (isFiltered && page.total > 0) {
    return <NoMatch of="requests" isOneFilter clear={clear} />;
  }
  return page.isOn ? (
    <EmptyState title="No requests yet">
      Requests to the API, to webhooks and to hosted pages appear here as they are answered.
    </EmptyState>
  ) : (
    <EmptyState title="Requests are not logged">Turn on “Log requests” to see what clients send.</EmptyState>
  );
}
