import type { ComponentProps, ReactNode } from 'react';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import type { RowsPage, WindowedRows } from '../../ui/table/use-windowed-rows.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';

/** Rows that stand for those that load. */
const LOADING_ROWS = 20;

type TableProps<Row, Key extends string | number> = ComponentProps<typeof VirtualTable<Row, Key>>;
type Props<Row, Key extends string | number> = Omit<
  TableProps<Row, Key>,
  'count' | 'rowAt' | 'onVisibleRange'
> & {
  readonly list: WindowedRows<Row, RowsPage<Row>>;
  /** What is shown in place of a list without rows. */
  readonly empty: ReactNode;
};

/** Shows a list of a remote that is fetched as it is scrolled: its rows, that there are none, or why it cannot be loaded. */
export function RemoteTable<Row, Key extends string | number>({
  list,
  label,
  empty,
  ...table
}: Props<Row, Key>) {
  const { page, problem, rowAt, onVisibleRange } = list;
  if (page === undefined && problem) return <NotLoaded what={label} error={problem} />;
  if (page?.count === 0) return empty;
  return (
    <VirtualTable
      {...table}
      label={page ? label : `${label}, loading`}
      count={page?.count ?? LOADING_ROWS}
      rowAt={rowAt}
      onVisibleRange={onVisibleRange}
    />
  );
}
