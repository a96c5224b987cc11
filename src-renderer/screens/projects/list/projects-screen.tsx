import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { SHELF_SORTS } from '../../../../src-server/model/projects/shelf.ts';
import { deskClient, problemOf } from '../../../api/desk.ts';
import { CopyCurl } from '../../../features/copy-as/copy-curl.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Screen } from '../../../ui/feedback/screen.tsx';
import { tellProblem } from '../../../ui/feedback/tell.tsx';
import { useSelection } from '../../../ui/table/use-selection.ts';
import { useWindowedRows } from '../../../ui/table/use-windowed-rows.ts';
import { VirtualTable } from '../../../ui/table/virtual-table.tsx';
import { useNow } from '../../../ui/time-words.ts';
import { ShelfEmpty } from '../../welcome/shelf-empty.tsx';
import { ShelfBulk } from '../bulk/shelf-bulk.tsx';
import { isFiltered, useShelfAddress, usualDirection } from './shelf-address.ts';
import { shelfColumns } from './shelf-columns.tsx';
import { NoMatch, ShelfFoot } from './shelf-foot.tsx';
import { shelfPlaces } from './shelf-places.ts';
import type { ShelfPageView, ShelfRowView } from './shelf-row.ts';
import { ShelfSkeleton } from './shelf-skeleton.tsx';
import { ShelfTools } from './shelf-tools.tsx';
import { usePlaceInAddress } from './use-place-in-address.ts';
import { useShelfActs } from './use-shelf-acts.ts';

const GROUP_LABELS = { running: 'Running', failing: 'Failing', rest: 'At rest' } as const;
const NO_GROUPS = { running: 0, failing: 0, rest: 0 };

/** Made once: the screen is drawn anew whenever rows come. */
const ACTIONS = (
  <>
    <CopyCurl calls={[{ path: '/api/v3/projects/', label: 'List your projects' }]} />
    <Button component={Link} href="/import" leftSection={<IconPlus size={16} stroke={1.75} />}>
      Import project
    </Button>
  </>
);

/** Every project: find, sort, select, act on many. */
export function ProjectsScreen() {
  const { address, change, filterBy, clearFilters } = useShelfAddress();
  const { filter, sort, direction, grouped, folded } = address;
  const query = useMemo(() => ({ ...filter, sort, direction, grouped }), [filter, sort, direction, grouped]);
  const listKey = JSON.stringify(query);
  const startAt = useRef(address.at).current;
  const rows = useWindowedRows<ShelfRowView, ShelfPageView>({
    listKey: ['projects', listKey],
    read: (offset, limit) => deskClient.projects.page.query({ ...query, offset, limit }),
    startAt,
  });
  const { page, rowAt, showing } = rows;
  const count = page?.count ?? 0;
  const groups = page?.groups ?? NO_GROUPS;
  const { running, failing, rest } = groups;
  const places = useMemo(
    () => shelfPlaces({ count, grouped, groups: { running, failing, rest }, folded }),
    [count, grouped, running, failing, rest, folded],
  );
  const selection = useSelection<string>({
    listKey,
    count,
    keyAt: (offset) => rowAt(offset)?.slug,
    allKeys: () => deskClient.projects.slugs.query(query),
    failed: tellProblem,
  });
  const acts = useShelfActs(selection.drop);
  const now = useNow();
  const columns = useMemo(() => shelfColumns(now, acts.ofRow), [now, acts.ofRow]);
  const keepPlace = usePlaceInAddress();

  const shown = useCallback(
    (first: number, last: number) => {
      showing(first, last, places.offsetOf);
      keepPlace(first);
    },
    [showing, places, keepPlace],
  );
  const headingAt = useCallback(
    (place: number) => {
      const found = places.at(place);
      if (!found || !('heading' in found)) return undefined;
      const group = found.heading;
      const isFolded = folded.includes(group);
      const next = isFolded ? folded.filter((each) => each !== group) : [...folded, group];
      return {
        key: group,
        label: GROUP_LABELS[group],
        count: { running, failing, rest }[group],
        folded: isFolded,
        fold: () => change({ folded: next, at: place }),
      };
    },
    [places, folded, running, failing, rest, change],
  );
  const sortBy = (wanted: string) => {
    const next = SHELF_SORTS.find((each) => each === wanted);
    if (!next) return;
    const turned = direction === 'asc' ? 'desc' : 'asc';
    change({ sort: next, direction: next === sort ? turned : usualDirection(next) });
  };
  const selected = useMemo(() => [...selection.keys], [selection.keys]);
  const isEmpty = page !== undefined && page.total === 0 && !isFiltered(filter);

  return (
    <Screen
      title="Projects"
      trail={[{ label: 'Projects' }]}
      actions={ACTIONS}
      tools={isEmpty ? undefined : <ShelfTools address={address} change={change} filterBy={filterBy} />}
      foot={
        page && !isEmpty ? (
          <ShelfFoot
            count={count}
            total={page.total}
            filtered={isFiltered(filter)}
            selected={selected.length}
            selectAll={selection.toggleAll}
          />
        ) : undefined
      }
    >
      {page === undefined && !rows.problem && <ShelfSkeleton columns={columns} />}
      {page === undefined && rows.problem !== undefined && (
        <EmptyState title="The list cannot be read">{problemOf(rows.problem).message}</EmptyState>
      )}
      {isEmpty && <ShelfEmpty />}
      {page !== undefined && !isEmpty && (
        <VirtualTable
          label="Projects"
          columns={columns}
          count={places.length}
          rowAt={(place) => {
            const offset = places.offsetOf(place);
            return offset === undefined ? undefined : rowAt(offset);
          }}
          keyOf={slugOf}
          nameOf={nameOf}
          open={openProject}
          headingAt={headingAt}
          listKey={listKey}
          startAt={startAt}
          showing={shown}
          sorted={{ by: sort, down: direction === 'desc', change: sortBy }}
          selection={{
            keys: selection.keys,
            toggle: (place, range) => {
              const offset = places.offsetOf(place);
              if (offset !== undefined) selection.toggle(offset, range);
            },
            all: {
              state: selection.state,
              label: isFiltered(filter) ? 'Select all that match' : 'Select all',
              toggle: selection.toggleAll,
            },
          }}
          empty={<NoMatch clear={clearFilters} />}
        />
      )}
      <ShelfBulk selected={selected} clear={selection.clear} acts={acts} />
    </Screen>
  );
}

const slugOf = (row: ShelfRowView) => row.slug;
const nameOf = (row: ShelfRowView) => row.name;
const openProject = (row: ShelfRowView) => navigate(`/projects/${row.slug}`);
