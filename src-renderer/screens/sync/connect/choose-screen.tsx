import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowDown, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { desk, deskClient, queryClient } from '../../../api/desk.ts';
import { livePath } from '../../../features/live-service/remotes.ts';
import { choiceParam, textParam, useAddressState } from '../../../ui/address/use-address-state.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { NoMatch } from '../../../ui/feedback/no-match.tsx';
import { notifyError } from '../../../ui/feedback/notify.tsx';
import { pluralize } from '../../../ui/format.ts';
import { ListToolbar } from '../../../ui/list/list-toolbar.tsx';
import { useWindowedRows } from '../../../ui/table/use-windowed-rows.ts';
import { VirtualTable } from '../../../ui/table/virtual-table.tsx';
import { formatSyncCost } from '../format-sync.ts';
import { RemoteFrame, type RemoteProps } from '../remote-frame.tsx';
import { type CataloguePage, type CatalogueRow, CHOOSE_COLUMNS, chooseMenu } from './choose-columns.tsx';
import { OtherSlug } from './other-slug.tsx';

const SHOW = ['all', 'chosen', 'linked', 'left-out', 'gone'] as const;
const SHOW_LABELS = { all: 'All', chosen: 'Chosen', linked: 'Linked', 'left-out': 'Left out', gone: 'Gone' };
const SCHEMA = { text: textParam('q'), show: choiceParam('show', SHOW, 'all') };
const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Lists the projects that an account shows, to choose which are pulled. What that costs is said before it begins. */
export function ChooseScreen({ remote, remotes }: RemoteProps) {
  const { address, change } = useAddressState(SCHEMA);
  const { text, show } = address;
  const { id } = remote;
  const list = useWindowedRows<CatalogueRow, CataloguePage>({
    listKey: ['sync', 'catalogue', id, text, show],
    fetchPage: (offset, limit) => deskClient.sync.catalogue.query({ remote: id, text, show, offset, limit }),
  });
  const chosenOptions = desk.sync.chosen.queryOptions({ remote: id });
  const { data: chosenKeys } = useQuery(chosenOptions);
  const chosen = useMemo(() => new Set(chosenKeys), [chosenKeys]);
  const { data: state } = useQuery(desk.sync.state.queryOptions({ remote: id }));
  const [renamed, setRenamed] = useState<CatalogueRow | null>(null);
  const choose = useMutation(desk.sync.choose.mutationOptions({ onError: notifyError }));
  const refresh = useMutation(desk.sync.listProjects.mutationOptions({ onError: notifyError }));
  const pull = useMutation(
    desk.sync.pull.mutationOptions({
      onError: notifyError,
      onSuccess: () => navigate(livePath(remote.name, 'incoming')),
    }),
  );
  const { mutate } = choose;
  const setChoice = useCallback(
    (key: number, choice: 'pull' | 'skip' | 'link') => mutate({ remote: id, choices: [{ key, choice }] }),
    [mutate, id],
  );
  const menu = useMemo(() => chooseMenu({ setChoice, rename: setRenamed }), [setChoice]);
  const count = list.page?.count ?? 20;
  const isBusy = remote.openRun !== null || state?.progress != null;

  function toggle(index: number): void {
    const row = list.rowAt(index);
    if (!row) return;
    const isChosen = chosen.has(row.key);
    // The box answers at once; a refusal fetches the truth again.
    queryClient.setQueryData(chosenOptions.queryKey, (keys) =>
      isChosen ? keys?.filter((key) => key !== row.key) : [...(keys ?? []), row.key],
    );
    setChoice(row.key, isChosen ? 'skip' : 'pull');
  }
  function toggleAll(): void {
    if (chosen.size > 0 && chosen.size >= count)
      mutate({ remote: id, choices: [...chosen].map((key) => ({ key, choice: 'skip' as const })) });
    else mutate({ remote: id, choices: 'all' });
  }

  return (
    <RemoteFrame
      remote={remote}
      remotes={remotes}
      tab="projects"
      tools={
        <ListToolbar
          filter={{ label: 'Filter projects', text, change: (next) => change({ text: next }) }}
          actions={
            <>
              <Button
                variant="default"
                aria-label="Read again"
                title="Read the list of projects again"
                leftSection={<IconRefresh {...ICON} />}
                disabled={isBusy}
                loading={refresh.isPending}
                onClick={() => refresh.mutate({ remote: id })}
              >
                <span className="wide-only">Read again</span>
              </Button>
              <Button
                leftSection={<IconArrowDown {...ICON} />}
                disabled={chosen.size === 0 || isBusy}
                loading={pull.isPending}
                onClick={() => pull.mutate({ remote: id })}
              >
                {`Pull ${pluralize(chosen.size, 'project')}`}
              </Button>
            </>
          }
        >
          <SegmentedControl
            aria-label="Show"
            data={SHOW.map((value) => ({ value, label: SHOW_LABELS[value] }))}
            value={show}
            onChange={(next) => change({ show: next as typeof show })}
          />
        </ListToolbar>
      }
      footer={
        <>
          <span role="status">{`${pluralize(chosen.size, 'project')} chosen`}</span>
          {chosen.size > 0 && state?.cost && <span>{`The next pull: ${formatSyncCost(state.cost)}`}</span>}
        </>
      }
    >
      {list.page?.count === 0 ? (
        text !== '' || show !== 'all' ? (
          <NoMatch of="projects" clear={() => change({ text: '', show: 'all' })} />
        ) : (
          <EmptyState title="No projects there yet">
            The account shows no projects. Create one on the service, or choose “Create there…” in Outgoing.
          </EmptyState>
        )
      ) : (
        <VirtualTable
          label={list.page ? 'Projects of the account' : 'Projects of the account, loading'}
          columns={CHOOSE_COLUMNS}
          menu={menu}
          count={count}
          rowAt={list.rowAt}
          keyOf={keyOf}
          nameOf={nameOf}
          listKey={`${text} ${show}`}
          onVisibleRange={list.onVisibleRange}
          selection={{
            keys: chosen,
            toggle,
            selectAll: {
              state: chosen.size === 0 ? 'none' : chosen.size >= count ? 'all' : 'some',
              label: 'Choose all projects',
              isDisabled: text !== '' || show !== 'all' || list.page === undefined,
              toggle: toggleAll,
            },
          }}
        />
      )}
      {renamed && <OtherSlug remoteId={id} row={renamed} close={() => setRenamed(null)} />}
    </RemoteFrame>
  );
}

const keyOf = ({ key }: CatalogueRow) => key;
const nameOf = ({ name }: CatalogueRow) => name;
