import type { MouseEvent } from 'react';
import { openContextMenu } from '../context-menu/context-menu-state.ts';
import type { RowMenuContents } from './table-types.ts';

/** Returns the place of the row that an event of a table is about: -1 for its header, undefined for none. */
export function rowIndexAt({ target, currentTarget }: MouseEvent): number | undefined {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return undefined;
  const index = target.closest('[role="row"]')?.getAttribute('aria-rowindex');
  return index ? Number(index) - 2 : undefined;
}

/** Opens the context menu of a row, with what its own menu has. */
export function openRowMenu<Row>(
  event: MouseEvent,
  { label, items }: RowMenuContents<Row>,
  row: Row,
  place: number,
): void {
  openContextMenu(event, { label: label(row, place), items: () => items(row, place) });
}
