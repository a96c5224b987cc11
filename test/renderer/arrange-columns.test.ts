import { expect, test } from 'vitest';
import {
  arrangeColumns,
  moveColumn,
  orderColumns,
  toggleColumn,
  USUAL_COLUMNS,
} from '../../src-renderer/ui/table/columns/arrange-columns.ts';
import type { Column } from '../../src-renderer/ui/table/table-types.ts';

const column = (key: string, isFixed = false): Column<never> => ({
  key,
  header: key,
  width: '1fr',
  isFixed,
  cell: () => null,
});
const COLUMNS = [
  column('state', true),
  column('name', true),
  ...['a', 'b', 'c', 'd'].map((key) => column(key)),
];
const keys = (columns: readonly Column<never>[]) => columns.map(({ key }) => key);

test('without a choice the columns are as they come', () => {
  expect(arrangeColumns(COLUMNS, USUAL_COLUMNS)).toEqual(COLUMNS);
});

test('columns are hidden, shown again and moved, and fixed ones stay where they are', () => {
  const hidden = toggleColumn(USUAL_COLUMNS, 'b', false);
  expect(keys(arrangeColumns(COLUMNS, hidden))).toEqual(['state', 'name', 'a', 'c', 'd']);
  expect(keys(arrangeColumns(COLUMNS, toggleColumn(hidden, 'state', false)))).toContain('state');
  expect(toggleColumn(hidden, 'b', true)).toEqual(USUAL_COLUMNS);
  const moved = moveColumn(hidden, ['a', 'b', 'c', 'd'], 3, 0);
  expect(keys(orderColumns(COLUMNS, moved))).toEqual(['state', 'name', 'd', 'a', 'b', 'c']);
  expect(keys(arrangeColumns(COLUMNS, moved))).toEqual(['state', 'name', 'd', 'a', 'c']);
});

test('a column that the choice does not know follows its neighbour, and one that is gone is passed over', () => {
  const choice = { order: ['c', 'gone', 'a'], hidden: ['gone'] };
  expect(keys(arrangeColumns(COLUMNS, choice))).toEqual(['state', 'name', 'c', 'd', 'a', 'b']);
});
