import { Button } from '@mantine/core';
import { IconArrowUp, IconBook2, IconDownload, IconListDetails, IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { deskClient } from '../../../api/desk.ts';
import { livePath } from '../../../features/live-service/remotes.ts';
import { inPlace, textParam, useAddressState } from '../../../ui/address/use-address-state.ts';
import { actionMenu, copyAction } from '../../../ui/context-menu/action-items.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { NoMatch } from '../../../ui/feedback/no-match.tsx';
import { ScreenColumns } from '../../../ui/feedback/screen.tsx';
import { formatCount, pluralize } from '../../../ui/format.ts';
import { ListToolbar } from '../../../ui/list/list-toolbar.tsx';
import { useWindowedRows } from '../../../ui/table/use-windowed-rows.ts';
import { RemoteFrame, type RemoteProps } from '../remote-frame.tsx';
import { RemoteTable } from '../remote-table.tsx';
import classes from '../sync.module.css';
import { CreateThere } from './create-there.tsx';
import { OUTGOING_COLUMNS, type OutgoingPage, type OutgoingRow } from './outgoing-columns.tsx';
import { ProjectSteps } from './project-steps.tsx';
import { chosenCount, isProjectChosen, usePushChoice } from './push-choice.ts';
import { PushReview } from './push-review.tsx';

const COUNTING = 'The changes are still being counted';
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
  const pending = list.page?.pending ?? 0;
  const chosen = chosenCount(choice, total);
  const openRow = useCallback(({ slug }: OutgoingRow) => change({ open: slug }), [change]);
  const highlight = useCallback(({ slug }: OutgoingRow) => (slug === open ? 'match' : undefined), [open]);
  const keys = useMemo(() => ({ has: (slug: string) => isProjectChosen(choice, slug) }), [choice]);
  const menu = useMemo(
    () =>
      actionMenu<OutgoingRow>(keyOf, (row) => [
        { label: 'Show the changes', icon: <IconListDetails {...ICON} />, run: () => openRow(row) },
        {
          label: isProjectChosen(choice, row.slug) ? 'Leave out of the push' : 'Choose to push',
          icon: <IconArrowUp {...ICON} />,
          run: () => toggleProject(row.slug, row.changes),
        },
        {
          label: 'Open project',
          icon: <IconBook2 {...ICON} />,
          run: () => navigate(`/projects/${row.slug}`),
        },
        copyAction('slug', row.slug),
      ]),
    [choice, openRow, toggleProject],
  );
  return (
    <RemoteFrame
      remote={remote}
      remotes={remotes}
      tab="outgoing"
      pushButton={
        <Button
          leftSection={<IconArrowUp {...ICON} />}
          aria-disabled={chosen === 0 || pending > 0}
          title={pending > 0 ? COUNTING : chosen === 0 ? 'Nothing is chosen to push' : undefined}
          onClick={() => chosen > 0 && pending === 0 && setDialog('push')}
        >
          {chosen === 0 || pending > 0 ? 'Push' : `Push ${formatCount(chosen)}…`}
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
        list.page &&
        (list.page.count > 0 || pending > 0) && (
          <>
            <span role="status">
              {`${pluralize(total, 'change')} in ${pluralize(list.page.count, 'project')}, ${formatCount(chosen)} chosen`}
            </span>
            {pending > 0 && <span>{`Counting… ${pluralize(pending, 'project')} left`}</span>}
          </>
        )
      }
    >
      <ScreenColumns>
        <div className={classes.main}>
          <RemoteTable
            list={list}
            label="Projects with changes"
            columns={OUTGOING_COLUMNS}
            menu={menu}
            keyOf={keyOf}
            nameOf={keyOf}
            open={openRow}
            highlight={highlight}
            listKey={text}
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
            empty={
              pending > 0 ? (
                <Counting pending={pending} />
              ) : (
                <NothingToPush remote={remote} text={text} clear={() => change({ text: '' })} />
              )
            }
          />
        </div>
        {open !== '' && (
          <ProjectSteps key={open} remote={remote} slug={open} close={() => change({ open: '' })} />
        )}
      </ScreenColumns>
      {dialog === 'push' && <PushReview remote={remote} close={() => setDialog(null)} />}
      {dialog === 'create' && <CreateThere remote={remote} close={() => setDialog(null)} />}
    </RemoteFrame>
  );
}

const keyOf = ({ slug }: OutgoingRow) => slug;

function Counting({ pending }: { readonly pending: number }) {
  return (
    <EmptyState title="Counting changes">
      {`${pluralize(pending, 'project')} ${pending === 1 ? 'has' : 'have'} yet to be compared with what was last agreed. What differs appears here.`}
    </EmptyState>
  );
}

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
