import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import type { RedirectMatchOutcome } from '../../../../src-server/model/redirects/redirect-trace.ts';
import { ROW_DRAG } from '../../../ui/table/row-drag.tsx';
import type { TableHandle } from '../../../ui/table/table-types.ts';
import { VirtualTable } from '../../../ui/table/virtual-table.tsx';
import { useNarrow } from '../../../ui/window-zoom.ts';
import { type RedirectActions, redirectColumns, redirectMenu } from './redirect-columns.tsx';
import { formatRedirect, type RedirectView } from './redirect-view.ts';
import type { RedirectOrder } from './use-redirect-order.ts';

type Props = {
  readonly ref: Ref<TableHandle<number>>;
  readonly rules: readonly RedirectView[];
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
  readonly test: (id: number) => void;
};

/** Rows shown above the redirect that the list opens at. */
const ROWS_ABOVE = 3;

/** Lists the redirects in order. Alt with an arrow, the drag handle and the row's menu move a redirect. */
export function RedirectList(props: Props) {
  const { ref, rules, order, highlighted, unsaved, outcomes, startAt } = props;
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
    latest.current.order[by](id, to);
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
    () => redirectColumns({ count: rules.length, narrow, unsaved, outcomes }),
    [rules.length, narrow, unsaved, outcomes],
  );
  const menu = useMemo(() => redirectMenu(rules.length, actions), [rules.length, actions]);
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
      keys={{ Delete: ({ id }) => props.remove(id) }}
      highlight={({ id }) => (highlighted.has(id) ? 'match' : undefined)}
      reordering={{
        drag: ROW_DRAG,
        handleLabel: (_, index) => `Move redirect ${index + 1}`,
        describe: formatRedirect,
        move: (id, to) => moveTo('move', id, to),
        nudge: (id, to) => moveTo('nudge', id, to),
        settle: order.settle,
      }}
      startAt={startIndex}
      rowsAbove={ROWS_ABOVE}
      fitsRows
    />
  );
}
