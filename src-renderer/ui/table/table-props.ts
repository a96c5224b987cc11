import type { ReactNode, Ref } from 'react';
import type { Sorting } from './table-header.tsx';
import type { Column, Heading, Reordering, RowMenuContents, Selection, TableHandle } from './table-types.ts';

/** What a screen says of its table. */
export type TableProps<Row, Key extends string | number> = {
  readonly ref?: Ref<TableHandle<Key>>;
  /** Names the rows for a screen reader. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Names the table where its columns can be chosen and ordered, which the window keeps; needs `menu`. */
  readonly columnsKey?: string;
  /** The actions on a row: the menu at its end, and its context menu. */
  readonly menu?: RowMenuContents<Row> | undefined;
  readonly count: number;
  /** undefined while the row is still on its way. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => Key;
  /** Where a row stands; with this, the keyboard follows its row when the order changes. */
  readonly indexOf?: (key: Key) => number | undefined;
  /** Runs on Enter or a click. */
  readonly open?: (row: Row) => void;
  /** Runs on other keys of a row: `Delete`. */
  readonly keys?: Readonly<Record<string, (row: Row) => void>>;
  readonly selection?: Selection<Key>;
  /** Names a row for its checkbox. */
  readonly nameOf?: (row: Row) => string;
  /** Lets rows be put in another order; needs `indexOf`, and rows without headings. */
  readonly reordering?: Reordering<Row, Key>;
  /** Returns the heading at this place instead of a row; it counts as a row. */
  readonly headingAt?: (index: number) => Heading | undefined;
  /** Returns where the heading stands that the row at this place is below; it stays in sight. */
  readonly headingAbove?: (index: number) => number | undefined;
  /** When this changes, the list is another one, and is shown from `startAt`. */
  readonly listKey?: string;
  /** `match`: the row has the accent marker. */
  readonly highlight?: (row: Row) => 'match' | undefined;
  readonly sorting?: Sorting;
  /** Runs with the rows that are on the screen, so that they can be fetched. */
  readonly onVisibleRange?: (first: number, last: number) => void;
  /** Shown below the header when there is no row. */
  readonly empty?: ReactNode;
  /** The row that has the keyboard when the list opens, which is shown below `rowsAbove` others. */
  readonly startAt?: number;
  readonly rowsAbove?: number;
  /** Whether the table is only as high as its rows, up to the space there is. */
  readonly fitsRows?: boolean;
};
