import { type Column, VirtualTable } from '../../../ui/table/virtual-table.tsx';
import type { ProjectListRow } from './project-list-row.ts';

const ROWS = 24;
const SELECTION = {
  keys: new Set<string>(),
  toggle: () => undefined,
  all: { state: 'none', label: 'Select all', toggle: () => undefined },
} as const;

/** The list before its first rows have come: the same measures, nothing in it. */
export function ProjectListSkeleton({ columns }: { readonly columns: readonly Column<ProjectListRow>[] }) {
  return (
    <VirtualTable
      label="Projects, being read"
      columns={columns}
      count={ROWS}
      rowAt={() => undefined}
      keyOf={({ slug }: ProjectListRow) => slug}
      selection={SELECTION}
    />
  );
}
