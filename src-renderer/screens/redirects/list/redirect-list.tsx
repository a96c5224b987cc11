import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import type { RedirectMatchOutcome } from '../../../../src-server/model/redirects/redirect-trace.ts';
import { NoMatch } from '../../../ui/feedback/no-match.tsx';
import { ROW_DRAG } from '../../../ui/table/row-drag.tsx';
import type { Reordering, TableHandle } from '../../../ui/table/table-types.ts';
import { type ListSelection, tableSelection } from '../../../ui/table/use-selection.ts';
import { VirtualTable } from '../../../ui/table/virtual-table.tsx';
import { useNarrow } from '../../../ui/window-zoom.ts';
import { type RedirectActions, redirectColumns, redirectMenu } from './redirect-columns.tsx';
import { formatRedirect, type RedirectView } from './redirect-view.ts';
import type { RedirectOrder } from './use-redirect-order.ts';

type Props = {
  readonly ref: Ref<TableHandle<number>>;
  /** Those that match the filter, in order. */
  readonly rules: readonly RedirectView[];
  /** Positions of all redirects by id, where the filter leaves some out. */
  readonly places: ReadonlyMap<number, number> | undefined;
  /** Number of all redirects. */
  readonly count: number;
  readonly selection: ListSelection<number>;
  /** Changes with the filter. */
  readonly listKey: string;
  readonly order: RedirectOrder;
  /** Ids of the rows with the accent marker. */
  readonly highlighted: ReadonlySet<number>;
  /** Ids with unsaved changes. */
  readonly unsaved: ReadonlySet<number>;
  /** Test outcomes by id; undefined while no URL is tested. */
  readonly outcomes: ReadonlyMap<number, RedirectMatchOutcome> | undefined;
  /** Redirect to scroll to first. */
  readonly startAt: number | null;
  readonly open: (id: number) => void;
  readonly remove: (id: number) => void;
  readonly removeSelected: () => void;
  readonly test: (id: number) => void;
  readonly clearFilter: () => void;
};

/** Rows shown above the redirect that the list opens at. */
const ROWS_ABOVE = 3;

/** Lists the redirects in order. Alt with an arrow, the drag handle and the row's menu move a redirect. */
export function RedirectList(props: Props) {
  const { ref, rules, places, count, selection, order, highlighted, unsaved, outcomes, startAt } = props;
  const narrow = useNarrow();
  const table = useRef<TableHandle<number>>(null);
  const indexById = useMemo(() => new Map(rules.map(({ id }, at) => [id, at])), [rules]);
  useImperativeHandle(ref, () => ({ scrollTo: (id, focus) => table.current?.scrollTo(id, focus) }));

  // The browser takes the focus from a row that is put elsewhere; it goes on with the row.
  const movedId = useRef<number | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the order changes
  useEffect(() => {
    const { current: id } = movedId;
    movedId.current = undefined;
    if (id !== undefined) table.current?.scrollTo(id, document.activeElement === document.body);
  }, [rules]);

  const latest = useRef(props);
  latest.current = props;
  const moveTo = useCallback((by: 'move' | 'nudge', id: number, to: number) => {
    movedId.current = id;
    if (by === 'move') latest.current.order.move([id], to);
    else latest.current.order.nudge(id, to);
  }, []);
  const actions = useMemo<RedirectActions>(
    () => ({
      open: (id) => latest.current.open(id),
      remove: (id) => latest.current.remove(id),
      test: (id) => latest.current.test(id),
      move: (id, to) => moveTo('move', id, to),
    }),
    [moveTo],
  );
  const columns = useMemo(
    () => redirectColumns({ count, places, narrow, unsaved, outcomes }),
    [count, places, narrow, unsaved, outcomes],
  );
  const menu = useMemo(() => redirectMenu({ count, places }, actions), [count, places, actions]);
  const reordering: Reordering<RedirectView, number> = {
    drag: ROW_DRAG,
    handleLabel: (_, index) => `Move redirect ${index + 1}`,
    describe: formatRedirect,
    move: (id, to) => moveTo('move', id, to),
    nudge: (id, to) => moveTo('nudge', id, to),
    settle: order.settle,
  };
  const removeByKey = ({ id }: RedirectView) =>
    selection.keys.has(id) ? props.removeSelected() : props.remove(id);
  const startIndex = indexById.get(startAt ?? -1) ?? 0;
  return (
    <VirtualTable
      ref={table}
      label="Redirects"
      columns={columns}
      columnsKey="redirects"
      menu={menu}
      count={rules.length}
      rowAt={(index) => rules[index]}
      keyOf={({ id }) => id}
      indexOf={(id) => indexById.get(id)}
      open={({ id }) => props.open(id)}
      keys={{ Delete: removeByKey }}
      highlight={({ id }) => (highlighted.has(id) ? 'match' : undefined)}
      nameOf={formatRedirect}
      listKey={props.listKey}
      selection={tableSelection(selection, places ? 'Select all matching' : 'Select all')}
      // Among some of them it is not seen where a redirect would go.
      {...(!places && { reordering })}
      startAt={startIndex}
      rowsAbove={ROWS_ABOVE}
      fitsRows={rules.length > 0}
      empty={<NoMatch of="redirects" clear={props.clearFilter} />}
    />
  );
}
