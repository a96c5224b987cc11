import { Button } from '@mantine/core';
import { IconHammer, IconRefresh, IconToggleLeft, IconToggleRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { desk, problemOf } from '../../api/desk.ts';
import { SyncState } from '../../features/sync-state.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { tellProblem } from '../../ui/feedback/tell.tsx';
import { BulkBar } from '../../ui/table/bulk-bar.tsx';
import { useSelection } from '../../ui/table/use-selection.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { countOf, useNow } from '../../ui/time-words.ts';
import { ProjectFrame } from '../project/project-frame.tsx';
import { ChangeVersions } from './change-versions.tsx';
import { DefaultOff } from './default-off.tsx';
import { useVersionActs } from './use-version-acts.ts';
import { versionColumns } from './version-columns.tsx';
import { shownVersions, type VersionBoardView, type VersionRowView } from './version-row.ts';
import classes from './versions.module.css';
import { useVersionsAddress, VERSION_SORTS, type VersionsAddress } from './versions-address.ts';
import { VersionsTools } from './versions-tools.tsx';

const NONE: ReadonlySet<string> = new Set();
const NO_ROWS: readonly VersionRowView[] = [];
const ICON = { size: 16, stroke: 1.75 };
/** Drawn while the versions are on their way. */
const SKELETON_ROWS = 16;

/** The versions of a project: find, switch, build, by one or by many. */
export function VersionsScreen({ slug }: { readonly slug: string }) {
  const { data: board, error } = useQuery(desk.versions.board.queryOptions({ slug }));
  const { address, change } = useVersionsAddress();
  const [marked, setMarked] = useState(NONE);
  const rows = useMemo(() => (board ? shownVersions(board.rows, address) : NO_ROWS), [board, address]);
  const selection = useSelection<string>({
    listKey: JSON.stringify(address),
    count: rows.length,
    keyAt: (at) => rows[at]?.slug,
    allKeys: () => Promise.resolve(rows.map((row) => row.slug)),
    failed: tellProblem,
  });
  const acts = useVersionActs(slug);
  const now = useNow();
  const place = board?.place;
  const columns = useMemo(
    () => versionColumns({ project: slug, place, now, acts: acts.ofRow }),
    [slug, place, now, acts.ofRow],
  );
  // A version may have gone since it was selected.
  const selected = useMemo(
    () => (board?.rows ?? NO_ROWS).flatMap((row) => (selection.keys.has(row.slug) ? [row.slug] : [])),
    [board, selection.keys],
  );
  const selectThese = useCallback(
    (slugs: readonly string[]) => {
      selection.clear();
      selection.add(slugs);
    },
    [selection.clear, selection.add],
  );
  const sortBy = (wanted: string) => {
    const sort = VERSION_SORTS.find((each) => each === wanted);
    if (sort) change({ sort, turned: sort === address.sort ? !address.turned : false });
  };

  return (
    <ProjectFrame
      slug={slug}
      tab="versions"
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
        board && (
          <VersionsTools
            slug={slug}
            board={board}
            address={address}
            change={change}
            acts={acts}
            mark={setMarked}
            select={selectThese}
          />
        )
      }
      foot={board && <Foot board={board} shown={rows.length} selected={selected.length} />}
    >
      {error && <EmptyState title="The versions cannot be read">{problemOf(error).message}</EmptyState>}
      {board && board.rows.length === 0 && <NoVersions sync={acts.requestSync} />}
      {!error && board?.rows.length !== 0 && (
        <div className={classes.table}>
          <VirtualTable
            label={board ? 'Versions' : 'Versions, being read'}
            columns={columns}
            count={board ? rows.length : SKELETON_ROWS}
            rowAt={(at) => rows[at]}
            keyOf={slugOf}
            nameOf={slugOf}
            listKey={JSON.stringify(address)}
            mark={(row) => (marked.has(row.slug) ? 'match' : undefined)}
            sorted={{ by: address.sort, down: !address.turned, change: sortBy }}
            selection={{
              keys: selection.keys,
              toggle: selection.toggle,
              all: {
                state: selection.state,
                label: isFiltered(address) ? 'Select all that match' : 'Select all',
                toggle: selection.toggleAll,
              },
            }}
            empty={<NoMatch clear={() => change({ text: '', show: 'all', types: [] })} />}
          />
        </div>
      )}
      {selected.length > 0 && (
        <BulkBar
          count={selected.length}
          clear={selection.clear}
          acts={[
            {
              label: 'Activate…',
              icon: <IconToggleRight {...ICON} />,
              run: () => acts.open('activate', selected),
            },
            {
              label: 'Deactivate…',
              icon: <IconToggleLeft {...ICON} />,
              run: () => acts.open('deactivate', selected),
            },
            { label: 'Build…', icon: <IconHammer {...ICON} />, run: () => acts.open('build', selected) },
          ]}
        />
      )}
      {acts.dialog && (
        <ChangeVersions
          slug={slug}
          board={board}
          dialog={acts.dialog}
          close={acts.close}
          done={selection.clear}
        />
      )}
      {board && acts.defaultOff.row && (
        <DefaultOff
          board={board}
          row={acts.defaultOff.row}
          deactivate={acts.defaultOff.leave}
          close={acts.defaultOff.stay}
        />
      )}
    </ProjectFrame>
  );
}

const slugOf = (row: VersionRowView) => row.slug;

function isFiltered({ text, show, types }: VersionsAddress): boolean {
  return text !== '' || show !== 'all' || types.length > 0;
}

type FootProps = { readonly board: VersionBoardView; readonly shown: number; readonly selected: number };

function Foot({ board: { counts, sync }, shown, selected }: FootProps) {
  const all = countOf(counts.all, 'version');
  return (
    <>
      <span role="status">
        {shown === counts.all ? all : `${shown.toLocaleString('en-GB')} of ${all} match`}
      </span>
      <span>
        {counts.active.toLocaleString('en-GB')} active, {counts.built.toLocaleString('en-GB')} built
      </span>
      {selected > 0 && <span>{selected.toLocaleString('en-GB')} selected</span>}
      <span className={classes.sync}>
        Repository: <SyncState sync={sync} />
      </span>
    </>
  );
}

function NoVersions({ sync }: { readonly sync: () => void }) {
  return (
    <EmptyState
      title="No versions yet"
      choices={[
        {
          icon: <IconRefresh size={20} stroke={1.75} />,
          label: 'Sync from git',
          hint: 'Branches and tags of the repository become versions.',
          run: sync,
        },
      ]}
    >
      Versions are the branches and tags of the repository.
    </EmptyState>
  );
}

function NoMatch({ clear }: { readonly clear: () => void }) {
  return (
    <EmptyState title="No version matches">
      None fits all of these filters.
      <Button variant="default" onClick={clear} ml={12}>
        Clear filters
      </Button>
    </EmptyState>
  );
}
