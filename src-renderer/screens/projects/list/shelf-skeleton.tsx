import { type Column, VirtualTable } from '../../../ui/table/virtual-table.tsx';
import type { ShelfRowView } from './shelf-row.ts';

const ROWS = 24;
const SELECTION = {
  keys: new Set<string>(),
  toggle: () => undefined,
  all: { state: 'none', label: 'Select all', toggle: () => undefined },
} as const;

/** The list before its first rows have come: the same measures, nothing in it. */
export function ShelfSkeleton({ columns }: { readonly columns: readonly Column<ShelfRowView>[] }) {
  return (
    <VirtualTable
      label="Projects, being read"
      columns={columns}
      count={ROWS}
      rowAt={() => undefined}
      keyOf={({ slug }: ShelfRowView) => slug}
      selection={SELECTION}
    />
  );
}
