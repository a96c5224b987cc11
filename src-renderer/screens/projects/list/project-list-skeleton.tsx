import type { Column } from '../../../ui/table/table-types.ts';
import { VirtualTable } from '../../../ui/table/virtual-table.tsx';
import type { ProjectListRow } from './project-list-row.ts';

const ROWS = 24;
const SELECTION = {
  keys: new Set<string>(),
  toggle: () => undefined,
  selectAll: { state: 'none', label: 'Select all', toggle: () => undefined },
} as const;

/** Shows the list with empty rows while the first ones load. */
export function ProjectListSkeleton({ columns }: { readonly columns: readonly Column<ProjectListRow>[] }) {
  return (
    <VirtualTable
      label="Projects, loading"
      columns={columns}
      count={ROWS}
      rowAt={() => undefined}
      keyOf={({ slug }: ProjectListRow) => slug}
      selection={SELECTION}
    />
  );
}
