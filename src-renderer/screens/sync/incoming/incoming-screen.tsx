import { Button } from '@mantine/core';
import { IconArrowBackUp, IconBook2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useMemo } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { deskClient } from '../../../api/desk.ts';
import { actionMenu, copyAction } from '../../../ui/context-menu/action-items.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { NotLoaded } from '../../../ui/feedback/not-loaded.tsx';
import { undo } from '../../../ui/feedback/notify.tsx';
import { pluralize } from '../../../ui/format.ts';
import type { Column } from '../../../ui/table/table-types.ts';
import { VirtualTable } from '../../../ui/table/virtual-table.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { ProjectCell } from '../project-cell.tsx';
import { RemoteFrame, type RemoteProps } from '../remote-frame.tsx';
import classes from '../sync.module.css';

type PulledRow = inferRouterOutputs<DeskRouter>['sync']['incoming'][number];
const PAGE_SIZE = 100;

/** Lists what was pulled, project by project, newest first. Each can be undone. */
export function IncomingScreen({ remote, remotes }: RemoteProps) {
  const { id } = remote;
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['sync', 'incoming', id],
    queryFn: ({ pageParam }) =>
      deskClient.sync.incoming.query({
        remote: id,
        limit: PAGE_SIZE,
        ...(pageParam !== null && { before: pageParam }),
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? null : (page.at(-1)?.batch ?? null)),
  });
  const rows = useMemo(() => data?.pages.flat(), [data]);
  return (
    <RemoteFrame
      remote={remote}
      remotes={remotes}
      tab="incoming"
      footer={
        rows && (
          <>
            <span role="status">{whatIsListed(rows, hasNextPage)}</span>
            {hasNextPage && (
              <Button
                size="compact-xs"
                variant="default"
                loading={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                Show older
              </Button>
            )}
          </>
        )
      }
    >
      {error && rows === undefined ? (
        <NotLoaded what="What was pulled" error={error} />
      ) : rows?.length === 0 ? (
        <EmptyState title="Nothing pulled yet">
          Projects that a pull creates or changes appear here, and each can be undone.
        </EmptyState>
      ) : (
        <VirtualTable
          label={rows ? 'Pulled projects' : 'Pulled projects, loading'}
          columns={COLUMNS}
          menu={MENU}
          count={rows?.length ?? 20}
          rowAt={(index) => rows?.[index]}
          keyOf={keyOf}
        />
      )}
    </RemoteFrame>
  );
}

const keyOf = ({ batch }: PulledRow) => batch;

/** Says how many pulls are listed: a project that was pulled twice has two rows. */
function whatIsListed(rows: readonly PulledRow[], hasOlder: boolean): string {
  const projects = new Set(rows.map(({ projectId }) => projectId)).size;
  const all = pluralize(projects, rows.length === projects ? 'pulled project' : 'project');
  const listed = rows.length === projects ? all : `${pluralize(rows.length, 'pull')} of ${all}`;
  return hasOlder ? `${listed}, the newest` : listed;
}

function whatCame(isNew: boolean, changes: number): string {
  if (isNew) return 'New here';
  return changes === 0 ? 'Only what is in conflict' : `↓ ${pluralize(changes, 'change')}`;
}

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
const MENU = actionMenu<PulledRow>(
  ({ slug }) => `the pull of ${slug}`,
  ({ batch, slug, isUndone, reason }) => [
    { label: 'Open project', icon: <IconBook2 {...ICON} />, run: () => navigate(`/projects/${slug}`) },
    ...(isUndone || reason !== null
      ? []
      : [{ label: 'Undo the pull', icon: <IconArrowBackUp {...ICON} />, run: () => void undo(batch) }]),
    copyAction('slug', slug),
  ],
);

const COLUMNS: readonly Column<PulledRow>[] = [
  {
    key: 'at',
    header: 'Pulled',
    width: '110px',
    cell: ({ at }) => (
      <span className="dim">
        <TimeAgo at={at} />
      </span>
    ),
  },
  {
    key: 'project',
    header: 'Project',
    width: 'minmax(120px, 1fr)',
    cell: ({ slug }) => <ProjectCell slug={slug} />,
  },
  {
    key: 'what',
    header: 'What came',
    width: 'minmax(130px, 0.7fr)',
    cell: ({ isNew, changes }) => <span className="truncate">{whatCame(isNew, changes)}</span>,
  },
  {
    key: 'undo',
    header: 'Undo',
    width: 'minmax(200px, 1.6fr)',
    cell: ({ batch, slug, isUndone, reason }, active) => {
      if (isUndone) return <span className="dim">Undone</span>;
      if (reason !== null)
        return (
          <span className={classes.reason} title={reason}>
            {reason}
          </span>
        );
      return (
        <Button
          size="compact-xs"
          variant="default"
          tabIndex={active ? 0 : -1}
          leftSection={<IconArrowBackUp size={14} stroke={1.75} aria-hidden />}
          aria-label={`Undo the pull of ${slug}`}
          onClick={() => void undo(batch)}
        >
          Undo
        </Button>
      );
    },
  },
];
