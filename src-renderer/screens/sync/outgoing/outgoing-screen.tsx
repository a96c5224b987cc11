import { Button } from '@mantine/core';
import { IconArrowUp, IconDownload, IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { deskClient } from '../../../api/desk.ts';
import { livePath } from '../../../features/live-service/remotes.ts';
import { inPlace, textParam, useAddressState } from '../../../ui/address/use-address-state.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { NoMatch } from '../../../ui/feedback/no-match.tsx';
import { NotLoaded } from '../../../ui/feedback/not-loaded.tsx';
import { ScreenColumns } from '../../../ui/feedback/screen.tsx';
import { formatCount, pluralize } from '../../../ui/format.ts';
import { ListToolbar } from '../../../ui/list/list-toolbar.tsx';
import { useWindowedRows } from '../../../ui/table/use-windowed-rows.ts';
import { VirtualTable } from '../../../ui/table/virtual-table.tsx';
import { RemoteFrame, type RemoteProps } from '../remote-frame.tsx';
import classes from '../sync.module.css';
import { CreateThere } from './create-there.tsx';
import { OUTGOING_COLUMNS, type OutgoingPage, type OutgoingRow } from './outgoing-columns.tsx';
import { ProjectSteps } from './project-steps.tsx';
import { chosenCount, isProjectChosen, usePushChoice } from './push-choice.ts';
import { PushReview } from './push-review.tsx';

const SCHEMA = { text: textParam('q'), open: inPlace(textParam('project', 255)) };
const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Lists the projects that differ from the service, with the differences of the open one beside them, and pushes. */
export function OutgoingScreen({ remote, remotes }: RemoteProps) {
  const { address, change } = useAddressState(SCHEMA);
  const { text, open } = address;
  const { id, name } = remote;
  const list = useWindowedRows<OutgoingRow, OutgoingPage>({
    listKey: ['sync', 'outgoing', id, text],
    fetchPage: (offset, limit) => deskClient.sync.outgoing.query({ remote: id, text, offset, limit }),
  });
  const { rowAt } = list;
  const { choice, toggleAll, toggleProject } = usePushChoice(id);
  const [dialog, setDialog] = useState<'push' | 'create' | null>(null);
  const total = list.page?.changes ?? 0;
  const chosen = chosenCount(choice, total);
  const openRow = useCallback(({ slug }: OutgoingRow) => change({ open: slug }), [change]);
  const highlight = useCallback(({ slug }: OutgoingRow) => (slug === open ? 'match' : undefined), [open]);
  const keys = useMemo(() => ({ has: (slug: string) => isProjectChosen(choice, slug) }), [choice]);
  return (
    <RemoteFrame
      remote={remote}
      remotes={remotes}
      tab="outgoing"
      pushButton={
        <Button
          leftSection={<IconArrowUp {...ICON} />}
          aria-disabled={chosen === 0}
          title={chosen === 0 ? 'Nothing is chosen to push' : undefined}
          onClick={() => chosen > 0 && setDialog('push')}
        >
          {chosen === 0 ? 'Push' : `Push ${formatCount(chosen)}…`}
        </Button>
      }
      tools={
        <ListToolbar
          filter={{ label: 'Filter projects', text, change: (next) => change({ text: next }) }}
          actions={
            <Button
              variant="default"
              leftSection={<IconPlus {...ICON} />}
              onClick={() => setDialog('create')}
            >
              {`Create on ${name}…`}
            </Button>
          }
        />
      }
      footer={
        list.page && (
          <span role="status">
            {`${pluralize(total, 'change')} in ${pluralize(list.page.count, 'project')}, ${formatCount(chosen)} chosen`}
          </span>
        )
      }
    >
      {list.page === undefined && list.problem ? (
        <NotLoaded what="The changes" error={list.problem} />
      ) : list.page?.count === 0 ? (
        <NothingToPush remote={remote} text={text} clear={() => change({ text: '' })} />
      ) : (
        <ScreenColumns>
          <div className={classes.main}>
            <VirtualTable
              label={list.page ? 'Projects with changes' : 'Projects with changes, loading'}
              columns={OUTGOING_COLUMNS}
              count={list.page?.count ?? 20}
              rowAt={rowAt}
              keyOf={keyOf}
              nameOf={keyOf}
              open={openRow}
              highlight={highlight}
              listKey={text}
              onVisibleRange={list.onVisibleRange}
              selection={{
                keys,
                toggle(index) {
                  const row = rowAt(index);
                  if (row) toggleProject(row.slug, row.changes);
                },
                selectAll: {
                  state: choice.projects.size > 0 ? 'some' : choice.isAll ? 'all' : 'none',
                  label: 'Push all projects',
                  isDisabled: text !== '' || list.page === undefined,
                  toggle: toggleAll,
                },
              }}
            />
          </div>
          {open !== '' && (
            <ProjectSteps key={open} remote={remote} slug={open} close={() => change({ open: '' })} />
          )}
        </ScreenColumns>
      )}
      {dialog === 'push' && <PushReview remote={remote} close={() => setDialog(null)} />}
      {dialog === 'create' && <CreateThere remote={remote} close={() => setDialog(null)} />}
    </RemoteFrame>
  );
}

const keyOf = ({ slug }: OutgoingRow) => slug;

type EmptyProps = Pick<RemoteProps, 'remote'> & { readonly text: string; readonly clear: () => void };

function NothingToPush({ remote, text, clear }: EmptyProps) {
  if (text !== '') return <NoMatch of="changes" isOneFilter clear={clear} />;
  if (remote.linked === 0)
    return (
      <EmptyState
        title="Nothing pulled yet"
        choices={[
          {
            icon: <IconDownload size={16} stroke={1.75} />,
            label: 'Choose projects to pull',
            run: () => navigate(livePath(remote.name, 'projects')),
          },
        ]}
      >
        Choose which projects of the account you want here.
      </EmptyState>
    );
  const are = remote.linked === 1 ? 'is as it was' : 'are as they were';
  return (
    <EmptyState title="Nothing to push">
      {`The ${pluralize(remote.linked, 'linked project')} here ${are} when last pulled. What you change appears here.`}
    </EmptyState>
  );
}
