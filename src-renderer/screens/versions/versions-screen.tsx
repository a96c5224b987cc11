import { Group } from '@mantine/core';
import { IconHammer, IconRefresh, IconToggleLeft, IconToggleRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { desk, problemOf } from '../../api/desk.ts';
import { SyncState } from '../../features/sync-state.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NoMatch } from '../../ui/feedback/no-match.tsx';
import { notifyError } from '../../ui/feedback/notify.tsx';
import { formatCount, pluralize } from '../../ui/format.ts';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import type { RowMenuContents } from '../../ui/table/table-types.ts';
import { tableSelection, useSelection } from '../../ui/table/use-selection.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { useNow } from '../../ui/window-clock.ts';
import { ProjectFrame } from '../project/project-frame.tsx';
import { ChangeVersions } from './change-versions.tsx';
import { useVersionActions } from './use-version-actions.ts';
import { versionColumns } from './version-columns.tsx';
import { VersionMenuItems } from './version-menu.tsx';
import { type VersionListView, type VersionRowView, visibleVersions } from './version-row.ts';
import classes from './versions.module.css';
import { useVersionsAddress, VERSION_SORTS, type VersionsAddress } from './versions-address.ts';
import { VersionsTools } from './versions-tools.tsx';

const NONE: ReadonlySet<string> = new Set();
const NO_ROWS: readonly VersionRowView[] = [];
const ICON = { size: 16, stroke: 1.75 };
/** Empty rows shown while the versions load. */
const SKELETON_ROWS = 16;

/** Shows the versions of a project, to find, activate and build one or several. */
export function VersionsScreen({ slug }: { readonly slug: string }) {
  const { data: versionList, error } = useQuery(desk.versions.list.queryOptions({ slug }));
  const { address, change } = useVersionsAddress();
  const [highlighted, setHighlighted] = useState(NONE);
  const rows = useMemo(
    () => (versionList ? visibleVersions(versionList.rows, address) : NO_ROWS),
    [versionList, address],
  );
  const selection = useSelection<string>({
    listKey: JSON.stringify(address),
    count: rows.length,
    keyAt: (at) => rows[at]?.slug,
    allKeys: () => Promise.resolve(rows.map((row) => row.slug)),
    onError: notifyError,
  });
  const actions = useVersionActions(slug);
  const now = useNow();
  const place = versionList?.place;
  const columns = useMemo(
    () => versionColumns({ project: slug, place, now, actions: actions.rowActions }),
    [slug, place, now, actions.rowActions],
  );
  const isRecord = versionList !== undefined && versionList.recordReason !== null;
  const menu = useMemo<RowMenuContents<VersionRowView>>(
    () => ({
      label: (row) => `Actions for ${row.slug}`,
      items: (row) => (
        <VersionMenuItems
          project={slug}
          place={place}
          row={row}
          isRecord={isRecord}
          actions={actions.rowActions}
        />
      ),
    }),
    [slug, place, isRecord, actions.rowActions],
  );
  // A selected version may have been removed since.
  const selected = useMemo(
    () => (versionList?.rows ?? NO_ROWS).flatMap((row) => (selection.keys.has(row.slug) ? [row.slug] : [])),
    [versionList, selection.keys],
  );
  const replaceSelection = useCallback(
    (slugs: readonly string[]) => {
      selection.clear();
      selection.add(slugs);
    },
    [selection.clear, selection.add],
  );
  const sortBy = (sortKey: string) => {
    const sort = VERSION_SORTS.find((each) => each === sortKey);
    if (sort) change({ sort, isReversed: sort === address.sort ? !address.isReversed : false });
  };

  return (
    <ProjectFrame
      slug={slug}
      tab="versions"
      reading={{ data: versionList, error }}
      calls={[
        { path: `/api/v3/projects/${slug}/versions/`, label: 'List the versions' },
        {
          method: 'PATCH',
          path: `/api/v3/projects/${slug}/versions/latest/`,
          body: { active: true },
          label: 'Activate a version',
        },
        {
          method: 'POST',
          path: `/api/v3/projects/${slug}/versions/latest/builds/`,
          label: 'Build a version',
        },
      ]}
      tools={
        versionList && (
          <VersionsTools
            slug={slug}
            versionList={versionList}
            address={address}
            change={change}
            actions={actions}
            highlight={setHighlighted}
            select={replaceSelection}
          />
        )
      }
      footer={
        versionList && (
          <Footer versionList={versionList} shownCount={rows.length} selectedCount={selected.length} />
        )
      }
    >
      {error && <EmptyState title="The versions could not be loaded">{problemOf(error).message}</EmptyState>}
      {versionList && versionList.rows.length === 0 && (
        <NoVersions recordReason={versionList.recordReason} sync={actions.requestSync} />
      )}
      {!error && versionList?.rows.length !== 0 && (
        <div className={classes.table}>
          <VirtualTable
            label={versionList ? 'Versions' : 'Versions, loading'}
            columns={columns}
            columnsKey="versions"
            menu={menu}
            count={versionList ? rows.length : SKELETON_ROWS}
            rowAt={(at) => rows[at]}
            keyOf={slugOf}
            nameOf={slugOf}
            listKey={JSON.stringify(address)}
            highlight={(row) => (highlighted.has(row.slug) ? 'match' : undefined)}
            sorting={{ by: address.sort, descending: !address.isReversed, change: sortBy }}
            selection={tableSelection(
              selection,
              isFiltered(address) ? 'Select all matching' : 'Select all',
              !versionList,
            )}
            empty={<NoMatch of="versions" clear={() => change({ text: '', show: 'all', types: [] })} />}
          />
        </div>
      )}
      {selected.length > 0 && (
        <BulkBar
          count={selected.length}
          clear={selection.clear}
          actions={[
            {
              label: 'Activate…',
              icon: <IconToggleRight {...ICON} />,
              run: () => actions.open('activate', selected),
            },
            {
              label: 'Deactivate…',
              icon: <IconToggleLeft {...ICON} />,
              run: () => actions.open('deactivate', selected),
            },
            ...(isRecord
              ? []
              : [
                  {
                    label: 'Build…',
                    icon: <IconHammer {...ICON} />,
                    run: () => actions.open('build', selected),
                  },
                ]),
          ]}
        />
      )}
      {actions.dialog && (
        <ChangeVersions
          slug={slug}
          versionList={versionList}
          dialog={actions.dialog}
          close={actions.close}
          onDone={selection.clear}
        />
      )}
    </ProjectFrame>
  );
}

const slugOf = (row: VersionRowView) => row.slug;

function isFiltered({ text, show, types }: VersionsAddress): boolean {
  return text !== '' || show !== 'all' || types.length > 0;
}

type FooterProps = {
  readonly versionList: VersionListView;
  readonly shownCount: number;
  readonly selectedCount: number;
};

function Footer({ versionList: { counts, sync }, shownCount, selectedCount }: FooterProps) {
  const all = pluralize(counts.all, 'version');
  return (
    <>
      <span role="status">
        {shownCount === counts.all ? all : `${formatCount(shownCount)} of ${all} match`}
      </span>
      <span>
        {formatCount(counts.active)} active, {formatCount(counts.built)} built
      </span>
      {selectedCount > 0 && <span>{formatCount(selectedCount)} selected</span>}
      <Group component="span" gap={4} wrap="nowrap" miw={0} ml="auto">
        Repository: <SyncState sync={sync} />
      </Group>
    </>
  );
}

type NoVersionsProps = Pick<VersionListView, 'recordReason'> & { readonly sync: () => void };

function NoVersions({ recordReason, sync }: NoVersionsProps) {
  if (recordReason !== null) return <EmptyState title="No versions yet">{recordReason}</EmptyState>;
  return (
    <EmptyState
      title="No versions yet"
      choices={[
        {
          icon: <IconRefresh size={20} stroke={1.75} />,
          label: 'Sync from git',
          hint: 'Reads branches and tags from the repository.',
          run: sync,
        },
      ]}
    >
      Versions are the branches and tags of the repository.
    </EmptyState>
  );
}
