import { Button } from '@mantine/core';
import { IconEye, IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { PROJECT_LIST_SORTS } from '../../../../src-server/model/projects/project-list.ts';
import { deskClient, problemOf } from '../../../api/desk.ts';
import { CopyCurl } from '../../../features/copy-as/copy-curl.tsx';
import { useRemotes } from '../../../features/live-service/remotes.ts';
import { usePresentReading } from '../../../features/presenter/presented-calls.ts';
import { useSavedPosition } from '../../../ui/address/use-saved-position.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { NoMatch } from '../../../ui/feedback/no-match.tsx';
import { notifyError } from '../../../ui/feedback/notify.tsx';
import { Screen } from '../../../ui/feedback/screen.tsx';
import type { Column, RowMenuContents } from '../../../ui/table/table-types.ts';
import { tableSelection, useSelection } from '../../../ui/table/use-selection.ts';
import { useWindowedRows } from '../../../ui/table/use-windowed-rows.ts';
import { VirtualTable } from '../../../ui/table/virtual-table.tsx';
import { useNow } from '../../../ui/window-clock.ts';
import { NoProjects } from '../../welcome/no-projects.tsx';
import { ProjectListBulk } from '../bulk/project-list-bulk.tsx';
import { defaultDirection, isFiltered, useProjectListAddress } from './project-list-address.ts';
import { projectListColumns } from './project-list-columns.tsx';
import { ProjectListFooter } from './project-list-footer.tsx';
import { projectListLayout } from './project-list-layout.ts';
import type { ProjectListPage, ProjectListRow } from './project-list-row.ts';
import { ProjectListTools } from './project-list-tools.tsx';
import { RowMenuItems } from './row-menu-items.tsx';
import { useProjectListActions } from './use-project-list-actions.ts';

const GROUP_LABELS = { running: 'Running', failing: 'Failing', rest: 'Idle' } as const;
const EMPTY_GROUPS = { running: 0, failing: 0, rest: 0 };

const CALLS = [{ path: '/api/v3/projects/', label: 'List your projects' }];

/** Created once, since the screen renders whenever rows load. */
const ACTIONS = (
  <>
    <CopyCurl calls={CALLS} />
    <Button
      component={Link}
      href="/previews"
      variant="default"
      leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
    >
      Preview a folder
    </Button>
    <Button component={Link} href="/import" leftSection={<IconPlus size={16} stroke={1.75} />}>
      Import project
    </Button>
  </>
);

/** Shows all projects, to find, sort, select and change several. */
export function ProjectsScreen() {
  const { address, change, filterBy, clearFilters } = useProjectListAddress();
  const { filter, sort, direction, grouped, collapsed } = address;
  const query = useMemo(() => ({ ...filter, sort, direction, grouped }), [filter, sort, direction, grouped]);
  const listKey = JSON.stringify(query);
  const startAt = useRef(address.at).current;
  const rows = useWindowedRows<ProjectListRow, ProjectListPage>({
    listKey: ['projects', listKey],
    fetchPage: (offset, limit) => deskClient.projects.page.query({ ...query, offset, limit }),
    startAt,
  });
  const { page, isPrevious, rowAt, onVisibleRange, problem } = rows;
  usePresentReading(CALLS, { data: page, error: problem });
  const count = page?.count ?? 0;
  const groups = page?.groups ?? EMPTY_GROUPS;
  const { running, failing, rest } = groups;
  const layout = useMemo(
    () => projectListLayout({ count, grouped, groups: { running, failing, rest }, collapsed }),
    [count, grouped, running, failing, rest, collapsed],
  );
  const selection = useSelection<string>({
    listKey,
    count,
    keyAt: (offset) => rowAt(offset)?.slug,
    allKeys: () => deskClient.projects.slugs.query(query),
    onError: notifyError,
  });
  const actions = useProjectListActions(selection.remove);
  const now = useNow();
  const remotes = useRemotes();
  const { applyRemedy } = actions.rowActions;
  const columns = useMemo(() => projectListColumns(now, applyRemedy, remotes), [now, applyRemedy, remotes]);
  const menu = useMemo<RowMenuContents<ProjectListRow>>(
    () => ({
      label: ({ name }) => `Actions for ${name}`,
      items: (row) => <RowMenuItems row={row} actions={actions.rowActions} />,
    }),
    [actions.rowActions],
  );
  const savePosition = useSavedPosition(change);

  const handleVisibleRows = useCallback(
    (first: number, last: number) => {
      onVisibleRange(first, last, layout.offsetOf);
      savePosition(first);
    },
    [onVisibleRange, layout, savePosition],
  );
  const headingAt = useCallback(
    (index: number) => {
      const item = layout.itemAt(index);
      if (!item || !('heading' in item)) return undefined;
      const group = item.heading;
      const isCollapsed = collapsed.includes(group);
      const next = isCollapsed ? collapsed.filter((each) => each !== group) : [...collapsed, group];
      return {
        key: group,
        label: GROUP_LABELS[group],
        count: { running, failing, rest }[group],
        collapsed: isCollapsed,
        collapse: () => change({ collapsed: next, at: index }),
      };
    },
    [layout, collapsed, running, failing, rest, change],
  );
  const sortBy = (column: string) => {
    const next = PROJECT_LIST_SORTS.find((each) => each === column);
    if (!next) return;
    const reversed = direction === 'asc' ? 'desc' : 'asc';
    // All projects are sorted, across the groups: a first click on the sorted column leaves the groups alone.
    const isSame = next === sort;
    const kept = isSame && grouped ? direction : isSame ? reversed : defaultDirection(next);
    change({ sort: next, direction: kept, grouped: false });
  };
  const selected = useMemo(() => [...selection.keys], [selection.keys]);
  const isEmpty = page !== undefined && page.total === 0 && !isFiltered(filter);

  return (
    <Screen
      title="Projects"
      breadcrumbs={[{ label: 'Projects' }]}
      actions={ACTIONS}
      tools={isEmpty ? undefined : <ProjectListTools address={address} change={change} filterBy={filterBy} />}
      footer={
        page && !isEmpty ? (
          <ProjectListFooter
            count={isPrevious ? undefined : count}
            total={page.total}
            filtered={isFiltered(filter)}
            selected={selected.length}
            selectAll={selection.toggleAll}
          />
        ) : undefined
      }
    >
      {page === undefined && !rows.problem && <ProjectListSkeleton columns={columns} menu={menu} />}
      {page === undefined && rows.problem !== undefined && (
        <EmptyState title="The projects could not be loaded">{problemOf(rows.problem).message}</EmptyState>
      )}
      {isEmpty && <NoProjects />}
      {page !== undefined && !isEmpty && (
        <VirtualTable
          label="Projects"
          columns={columns}
          columnsKey="projects"
          menu={menu}
          count={layout.length}
          rowAt={(position) => {
            const offset = layout.offsetOf(position);
            return offset === undefined ? undefined : rowAt(offset);
          }}
          keyOf={slugOf}
          nameOf={nameOf}
          open={openProject}
          headingAt={headingAt}
          headingAbove={layout.headingAbove}
          listKey={listKey}
          startAt={address.at}
          onVisibleRange={handleVisibleRows}
          sorting={{ by: sort, descending: direction === 'desc', change: sortBy }}
          selection={tableSelection(
            {
              ...selection,
              toggle(position, range) {
                const offset = layout.offsetOf(position);
                if (offset !== undefined) selection.toggle(offset, range);
              },
              extend(from, to) {
                const [first, last] = [layout.offsetOf(from), layout.offsetOf(to)];
                if (first !== undefined && last !== undefined) selection.extend(first, last);
              },
            },
            isFiltered(filter) ? 'Select all matching' : 'Select all',
          )}
          empty={<NoMatch of="projects" clear={clearFilters} />}
        />
      )}
      <ProjectListBulk selected={selected} clear={selection.clear} actions={actions} />
    </Screen>
  );
}

const slugOf = (row: ProjectListRow) => row.slug;
const nameOf = (row: ProjectListRow) => row.name;
const openProject = (row: ProjectListRow) => navigate(`/projects/${row.slug}`);

const SKELETON_ROWS = 24;
const NO_SELECTION = {
  keys: new Set<string>(),
  toggle: () => undefined,
  selectAll: { state: 'none', label: 'Select all', isDisabled: true, toggle: () => undefined },
} as const;

/** Shows the list with empty rows while the first ones load. */
function ProjectListSkeleton({
  columns,
  menu,
}: {
  readonly columns: readonly Column<ProjectListRow>[];
  readonly menu: RowMenuContents<ProjectListRow>;
}) {
  return (
    <VirtualTable
      label="Projects, loading"
      columns={columns}
      columnsKey="projects"
      menu={menu}
      count={SKELETON_ROWS}
      rowAt={() => undefined}
      keyOf={slugOf}
      selection={NO_SELECTION}
    />
  );
}
